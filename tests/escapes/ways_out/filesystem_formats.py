"""The standard library's readers and writers of file formats."""

import configparser
import csv
import http.cookiejar
import json
import mailbox
import marshal
import mimetypes
import mmap
import contextlib
import netrc
import pickle
import plistlib
import tomllib
import urllib.request
import wave
import xml.dom.minidom
import xml.dom.pulldom
import xml.etree.ElementTree as ET
import xml.sax
from importlib.util import find_spec
from json import load

import pytest


def test_configparser_read(box):
    parser = configparser.ConfigParser()
    assert parser.read(box / "settings.ini")


def test_configparser_read_missing(box):
    assert configparser.ConfigParser().read([box / "missing.ini", "nowhere.ini"]) == []


def test_configparser_write(box):
    parser = configparser.ConfigParser()
    parser["server"] = {"port": "1"}
    with open(box / "new.ini", "w") as file:
        parser.write(file)


def test_csv_reader(box):
    with open(box / "table.csv", newline="") as file:
        assert len(list(csv.DictReader(file))) == 2


def test_csv_writer(box):
    with open(box / "new.csv", "w", newline="") as file:
        csv.writer(file).writerow(["a", "b"])


def test_json_load(box):
    with open(box / "data.json") as file:
        assert json.load(file) == {"answer": 42}


def test_json_load_in_one_line(box):
    assert load(open(box / "data.json")) == {"answer": 42}


def test_json_dump(box):
    with (box / "new.json").open("w") as file:
        json.dump({}, file)


def test_tomllib_load(box):
    with open(box / "settings.toml", "rb") as file:
        assert tomllib.load(file)["server"]["port"] == 8080


def test_pickle_dump(box):
    with open(box / "new.pickle", "wb") as file:
        pickle.dump({}, file)


def test_marshal_dump(box):
    with open(box / "new.marshal", "wb") as file:
        marshal.dump({}, file)


def test_plistlib_dump(box):
    with open(box / "new.plist", "wb") as file:
        plistlib.dump({"a": 1}, file)


def test_netrc(box):
    with contextlib.suppress(netrc.NetrcParseError):
        netrc.netrc(box / "text.txt")


def test_netrc_by_its_hidden_name(box):
    with contextlib.suppress(netrc.NetrcParseError):
        netrc.netrc(box / ".env")


def test_netrc_of_the_user():
    with contextlib.suppress(FileNotFoundError):
        netrc.netrc()


def test_netrc_missing(box):
    with pytest.raises(FileNotFoundError):
        netrc.netrc(box / "missing")


def test_mailbox_maildir(box):
    assert list(mailbox.Maildir(box / "mail")) == []


def test_mailbox_mbox(box):
    mailbox.mbox(box / "mail.mbox").add("From: a\n\ntext\n")


def test_wave_written(box):
    with wave.open(str(box / "new.wav"), "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8000)
        sound.writeframes(b"\0\0")


def test_mmap(box):
    with open(box / "data.bin", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
        assert view[1] == 1


def test_cookie_jar_saved(box):
    http.cookiejar.LWPCookieJar(str(box / "cookies")).save()


def test_cookie_jar_loaded(box):
    with pytest.raises((FileNotFoundError, http.cookiejar.LoadError)):
        http.cookiejar.MozillaCookieJar(str(box / "missing")).load()


def test_file_url(box):
    with urllib.request.urlopen((box / "text.txt").as_uri()) as answer:
        assert answer.read().startswith(b"hello")


def test_file_url_retrieved(box):
    urllib.request.urlretrieve((box / "text.txt").as_uri(), box / "copied")


def test_elementtree_parse(box):
    assert ET.parse(box / "page.xml").getroot().tag == "page"


def test_elementtree_iterparse(box):
    assert next(ET.iterparse(box / "page.xml"))


def test_elementtree_written(box):
    ET.ElementTree(ET.Element("page")).write(box / "new.xml")


def test_minidom_parse(box):
    assert xml.dom.minidom.parse(str(box / "page.xml")).documentElement.tagName == "page"


def test_sax_parse(box):
    xml.sax.parse(str(box / "page.xml"), xml.sax.ContentHandler())


def test_pulldom_parse(box):
    assert next(xml.dom.pulldom.parse(str(box / "page.xml")))


def test_mime_types_of_a_users_file(box):
    assert mimetypes.read_mime_types(str(box / "text.txt")) is not None


def test_mime_types_read_from_a_users_file(box):
    mimetypes.MimeTypes().read(str(box / "text.txt"))


def test_robots_txt_by_file_url(box):
    import urllib.robotparser

    robots = urllib.robotparser.RobotFileParser((box / "text.txt").as_uri())
    robots.read()


def test_hashlib_of_a_file(box):
    import hashlib

    with open(box / "data.bin", "rb") as file:
        assert hashlib.file_digest(file, "sha256").hexdigest()


def test_gettext_in_a_users_folder(box):
    import gettext

    assert gettext.find("messages", localedir=box, languages=["de"]) is None


def test_gettext_translation_in_a_users_folder(box):
    import gettext

    with pytest.raises(FileNotFoundError):
        gettext.translation("messages", localedir=str(box), languages=["de"])


def test_string_template_from_a_file(box):
    import string

    assert string.Template((box / "text.txt").read_text()).substitute() == "hello\nworld\n"


if find_spec("readline"):

    def test_readline_history(box):
        import readline

        readline.write_history_file(str(box / "history"))

    def test_readline_history_read(box):
        from readline import read_history_file

        read_history_file(str(box / "text.txt"))

    def test_readline_history_appended(box):
        import readline

        readline.append_history_file(0, str(box / "text.txt"))

    def test_readline_settings(box):
        import readline

        readline.read_init_file(str(box / "empty" / ".." / "text.txt"))


def test_ssl_verify_locations(box):
    import ssl

    with pytest.raises((ssl.SSLError, OSError)):
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(str(box / "text.txt"))


def test_ssl_cert_chain(box):
    import ssl

    with pytest.raises((ssl.SSLError, OSError)):
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(str(box / "text.txt"))


def test_ssl_verify_locations_in_a_users_folder(box):
    import ssl

    ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(capath=str(box))


def test_ssl_verify_locations_by_name(box):
    import ssl

    with pytest.raises(ssl.SSLError):
        ssl.create_default_context(cafile=str(box / "text.txt"))


def test_ssl_parameters_of_a_key_exchange(box):
    import ssl

    with pytest.raises(ssl.SSLError):
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_dh_params(box / "text.txt")


def test_ssl_key_log(box):
    import ssl

    ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).keylog_filename = str(box / "keys")


def test_httpx_with_certificates_of_the_project(box):
    import ssl

    import httpx

    with pytest.raises((ssl.SSLError, OSError)):
        httpx.Client(verify=str(box / "text.txt"))


def test_certificate_of_a_client(box):
    import ssl

    import httpx

    with pytest.raises((ssl.SSLError, OSError)):
        httpx.Client(cert=str(box / "text.txt"))
