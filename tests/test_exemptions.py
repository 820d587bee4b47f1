"""Every exemption says who, what and why, and none of them covers an ordinary path or module."""

import os
import sys
import sysconfig

import pytest

from pytest_hermetic.exemptions import EXEMPTIONS, IMPORTING, INSTALLED_FOLDERS, Exemption, exempt_path, is_installed
from requirements import requirement

pytestmark = pytest.mark.small

STDLIB = os.path.dirname(os.__file__)  # noqa: PTH120 - the table judges texts
SITE = sysconfig.get_path("purelib")

ORDINARY = [
    "/etc/passwd",
    "/etc/hosts",
    "/tmp/x",
    "/home/me/project/data.json",
    "/home/me/project/tests/test_x.py",
    "/home/me/project/.env",
    "/var/run/app.sock",
    "/opt/data",
    "/dev/random",
    "/dev/shm/x",
    "data.json",
    "./data.json",
    "../data.json",
    "tests/data/x.csv",
    "x",
    "",
    "C:\\data\\x.txt",
    "/proc",
    "/procession",
    "/proc/../etc/passwd",
    "/sys/../etc/passwd",
    "/dev/null/../random",
    "/dev/null2",
    f"{STDLIB}/../../../etc/passwd",
    f"{SITE}/../../../../etc/passwd",
    f"{STDLIB}-of-mine/x.py",
]

each_row = pytest.mark.parametrize("row", EXEMPTIONS, ids=lambda row: row.who)


@each_row
def test_a_row_says_who_what_and_why(row: Exemption) -> None:
    assert row.who
    assert row.what
    assert len(row.why.split()) >= 5
    for text in (row.who, row.what, row.why):
        assert not text.endswith(".")
        assert "\n" not in text


@each_row
def test_a_row_is_about_somebody_or_about_some_paths(row: Exemption) -> None:
    assert row.modules or row.paths is not None


@each_row
def test_the_modules_of_a_row_are_names(row: Exemption) -> None:
    """Two names that a missing space has joined are none: each has to be importable in form."""
    for name in row.modules.split():
        parts = name.removesuffix(".*").split(".")
        assert all(part.isidentifier() for part in parts), name


def test_the_parts_of_pytest_that_rows_name_exist() -> None:
    named = {
        name.removesuffix(".*") for row in EXEMPTIONS for name in row.modules.split() if name.startswith("_pytest")
    }
    missing = {name for name in named if name not in sys.modules}
    # Loaded by every pytest of this age, but for those that need an option.
    optional = {"_pytest.legacypath", "_pytest.faulthandler", "_pytest.debugging", "_pytest.threadexception"}
    younger = {"_pytest.subtests"} if pytest.version_tuple < (9,) else set()
    assert missing <= optional | younger


def test_no_two_rows_are_about_the_same_who() -> None:
    whats = [(row.who, row.what) for row in EXEMPTIONS]
    assert len(whats) == len(set(whats))


@requirement("ADR-002-01", "ADR-002-03")
@pytest.mark.parametrize("path", ORDINARY)
@pytest.mark.parametrize("reading", [True, False])
def test_no_row_lets_anyone_at_an_ordinary_path(path: str, reading: bool) -> None:  # noqa: FBT001 - both, by parametrize
    assert not exempt_path(path, reading=reading)


@pytest.mark.parametrize("path", [f"{STDLIB}/json/__init__.py", f"{SITE}/some_package/data.json"])
def test_anyone_may_read_what_is_installed_and_nobody_may_change_it(path: str) -> None:
    assert exempt_path(path, reading=True)
    assert not exempt_path(path, reading=False)


def test_the_null_device_is_nobody_s() -> None:
    assert exempt_path(os.devnull, reading=True)
    assert exempt_path(os.devnull, reading=False)


def test_certificates_of_the_system_and_of_the_environment_may_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", "/company/bundle.pem")
    assert exempt_path("/etc/ssl/certs/ca-certificates.crt", reading=True)
    assert exempt_path("/company/bundle.pem", reading=True)
    assert not exempt_path("/company/bundle.pem", reading=False)
    assert not exempt_path("/company/other.pem", reading=True)
    assert not exempt_path("/etc/ssl/private/key.pem", reading=True)


def test_the_log_of_tls_keys_is_the_environment_s(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not exempt_path("/debug/keys", reading=False)
    monkeypatch.setenv("SSLKEYLOGFILE", "/debug/keys")
    assert exempt_path("/debug/keys", reading=False)


def test_what_the_machine_says_of_itself_may_be_read_and_not_written() -> None:
    assert exempt_path("/proc/cpuinfo", reading=True)
    assert not exempt_path("/proc/self/oom_score_adj", reading=False)


def test_one_s_own_descriptors_may_be_counted_but_not_followed_back_to_the_disk() -> None:
    assert exempt_path("/proc/self/fd", reading=True)
    for path in ("/proc/self/fd/3", "/proc/self/cwd", "/proc/self/root/etc/passwd", "/proc/1/map_files/0-1"):
        assert not exempt_path(path, reading=True), path


def test_a_path_through_an_installed_folder_that_stays_inside_is_installed() -> None:
    assert is_installed(f"{STDLIB}/json/../re/__init__.py")
    assert not is_installed(f"{STDLIB}/../../nowhere")


def test_installed_folders_are_known_by_their_real_names_too() -> None:
    assert STDLIB in INSTALLED_FOLDERS
    assert all(os.path.isabs(folder) for folder in INSTALLED_FOLDERS)  # noqa: PTH117 - the table judges texts


def test_what_may_only_read_may_not_write() -> None:
    for row in EXEMPTIONS:
        if row.reading:
            assert not row.covers("", f"{STDLIB}/x.py", reading=False)


def test_the_import_system_is_a_row_of_the_table() -> None:
    assert IMPORTING in EXEMPTIONS


def test_a_row_may_be_narrowed_to_functions_and_paths() -> None:
    row = Exemption(who="x", what="y", why="z", modules="m", functions="f g", paths=lambda path: path == "/x")
    assert row.covers("f", "/x", reading=False)
    assert not row.covers("h", "/x", reading=False)
    assert not row.covers("f", "/y", reading=False)
