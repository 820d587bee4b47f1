"""The runtime looks around for itself: zones, types, messages, locales, certificates, the machine."""

import argparse
import asyncio
import datetime
import getpass
import gettext
import locale
import mimetypes
import multiprocessing
import os
import platform
import random
import secrets
import shutil
import ssl
import sysconfig
import tempfile
import time
import uuid
import zoneinfo

import pytest


def test_zone():
    assert zoneinfo.ZoneInfo("Europe/Berlin").key


def test_zone_without_the_cache():
    moment = datetime.datetime(2026, 7, 1, tzinfo=zoneinfo.ZoneInfo.no_cache("America/New_York"))
    assert moment.utcoffset() == datetime.timedelta(hours=-4)


def test_missing_zone():
    with pytest.raises(zoneinfo.ZoneInfoNotFoundError):
        zoneinfo.ZoneInfo("Nowhere/Nothing")


def test_all_zones():
    assert "UTC" in zoneinfo.available_timezones()


def test_unpickled_zone():
    import pickle

    zone = zoneinfo.ZoneInfo("Asia/Tokyo")
    zoneinfo.ZoneInfo.clear_cache()
    assert pickle.loads(pickle.dumps(zone)).key == "Asia/Tokyo"


def test_local_time():
    assert datetime.datetime.now().astimezone().tzinfo


def test_local_zone_set_anew(monkeypatch):
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    assert time.localtime().tm_zone


def test_mime_type():
    assert mimetypes.guess_type("page.html")[0] == "text/html"


def test_mime_types_read_for_the_first_time(monkeypatch):
    monkeypatch.setattr(mimetypes, "inited", False)
    monkeypatch.setattr(mimetypes, "_db", None)
    assert mimetypes.guess_extension("image/png") == ".png"


def test_translated_message():
    assert gettext.gettext("yes")


def test_translated_message_in_a_language(monkeypatch):
    monkeypatch.setenv("LANGUAGE", "de:fr")
    assert gettext.gettext("usage: ")


def test_argparse_help():
    parser = argparse.ArgumentParser(prog="tool", description="does")
    parser.add_argument("--size", type=int, help="how big")
    assert "how big" in parser.format_help()


def test_argparse_error_in_a_language(monkeypatch, capsys):
    monkeypatch.setenv("LANGUAGE", "de")
    with pytest.raises(SystemExit):
        argparse.ArgumentParser(prog="tool").parse_args(["--unknown"])


def test_locale_set():
    before = locale.setlocale(locale.LC_ALL)
    try:
        locale.setlocale(locale.LC_ALL, "C.UTF-8")
    finally:
        locale.setlocale(locale.LC_ALL, before)


def test_locale_asked():
    assert locale.getlocale() is not None


def test_preferred_encoding():
    assert locale.getpreferredencoding()


def test_text_collated():
    assert locale.strcoll("a", "b")


def test_certificates():
    assert ssl.create_default_context().get_ca_certs() is not None


def test_places_of_certificates():
    assert ssl.get_default_verify_paths()


def test_certificates_of_the_system_by_default_paths():
    ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).set_default_verify_paths()


def test_certificates_of_the_system_loaded():
    ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_default_certs()


def test_certificates_of_the_system_by_path():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        context.load_verify_locations("/etc/ssl/certs/ca-certificates.crt")
    except OSError:
        pass  # not every system has its certificates there


def test_certificates_given_as_text():
    with pytest.raises(ssl.SSLError):
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata="none")


def test_certificates_of_a_library():
    import certifi

    assert ssl.create_default_context(cafile=certifi.where()).get_ca_certs()


def test_log_of_keys_for_every_program_of_the_machine(monkeypatch):
    monkeypatch.setenv("SSLKEYLOGFILE", f"/tmp/keys-{os.getpid()}")  # known to name a file that nobody needs
    try:
        assert ssl.create_default_context().keylog_filename
    finally:
        monkeypatch.undo()


def test_certificates_of_the_company(monkeypatch):
    import certifi
    import httpx

    # An environment that names a bundle of its own; here it is one that surely exists.
    monkeypatch.setenv("SSL_CERT_FILE", certifi.where())
    with httpx.Client() as client:
        assert client.trust_env


def test_random_bytes():
    assert len(os.urandom(8)) == 8


def test_secrets():
    assert secrets.token_hex(8)


def test_system_random():
    assert random.SystemRandom().random() < 1


def test_uuid():
    assert uuid.uuid4()


def test_processors():
    assert os.cpu_count()


def test_processors_of_multiprocessing():
    assert multiprocessing.cpu_count()


def test_load():
    assert os.getloadavg()


def test_affinity():
    assert os.sched_getaffinity(0)


def test_uname():
    assert platform.uname().system


def test_python_version():
    assert platform.python_version()


def test_machine():
    assert platform.machine()


def test_libc_version():
    assert platform.libc_ver() is not None


def test_system_configuration():
    assert sysconfig.get_config_var("EXT_SUFFIX")


def test_installation_paths():
    assert sysconfig.get_paths()["purelib"]


def test_terminal_size():
    assert shutil.get_terminal_size()


def test_temporary_folder():
    assert tempfile.gettempdir()


def test_temporary_folder_found_for_the_first_time(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert tempfile.gettempdir()


def test_user():
    assert getpass.getuser()


def test_psutil_memory():
    import psutil

    assert psutil.virtual_memory().total


def test_psutil_processor():
    import psutil

    assert psutil.cpu_count(logical=False) is None or True


def test_psutil_own_process():
    import psutil

    assert psutil.Process().memory_info().rss


def test_tags_of_wheels():
    import packaging._manylinux
    import packaging.tags

    packaging._manylinux._get_glibc_version.cache_clear()
    assert list(packaging.tags.sys_tags())


def test_own_descriptors_counted():
    assert os.listdir("/proc/self/fd")


def test_metrics_of_the_own_process():
    import prometheus_client

    assert b"process_open_fds" in prometheus_client.generate_latest()


def test_event_loop():
    asyncio.run(asyncio.sleep(0))


def test_proxies_of_the_environment():
    import urllib.request

    assert urllib.request.getproxies() is not None


def test_url_opener():
    import urllib.request

    assert urllib.request.build_opener()


def test_resource_usage():
    import resource

    assert resource.getrusage(resource.RUSAGE_SELF)


def test_page_size():
    assert os.sysconf("SC_PAGE_SIZE")


def test_home_of_a_user():
    assert os.path.expanduser("~root")


def test_dateutil_zone():
    from dateutil import tz

    assert tz.gettz("Europe/Berlin")


def test_dateutil_local_zone():
    from dateutil import tz

    assert datetime.datetime(2026, 1, 1, tzinfo=tz.tzlocal()).utcoffset() is not None


def test_dateutil_zone_by_default():
    from dateutil import tz

    assert tz.gettz() is not None


def test_email_date():
    import email.utils

    assert email.utils.localtime()


def test_user_data_folder_named():
    import platformdirs

    assert platformdirs.user_data_dir("escapes")


def test_click_app_folder_named():
    import click

    assert click.get_app_dir("escapes")
