"""How the arguments of file system events are read, and what a test is told."""

import io
import os
from pathlib import Path
from typing import Any

import pytest

from pytest_hermetic import EnforcementMode, FilesystemAccessAttempt, FilesystemBlockerPort, FilesystemOperation
from pytest_hermetic.resources.filesystem import FILESYSTEM
from pytest_hermetic.settings import Settings
from pytest_hermetic.sizes import TestSize
from requirements import requirement

pytestmark = pytest.mark.small

SMALL = TestSize.SMALL
#: What Python's own `open` adds to the flags; without it, the interpreter opens a file to show a line of it.
OPENED = getattr(os, "O_CLOEXEC", 0) or getattr(os, "O_NOINHERIT", 0)
READ, WRITE, DELETE, CREATE, MODIFY, STAT, LIST = FilesystemOperation


def read(event: str, *args: Any) -> FilesystemAccessAttempt | None:
    return FILESYSTEM.events[event](event, args)


@requirement("ADR-002-06")
def test_seven_operations_are_told_apart() -> None:
    assert list(FilesystemOperation) == ["read", "write", "delete", "create", "modify", "stat", "list"]


@requirement("ADR-002-06", "ADR-002-23")
@pytest.mark.parametrize(
    ("mode", "flags", "operation"),
    [
        ("r", OPENED, READ),
        ("rb", OPENED, READ),
        ("rt", os.O_RDONLY, READ),
        ("w", 0, WRITE),
        ("wb", 0, WRITE),
        ("a", 0, WRITE),
        ("r+", 0, WRITE),
        ("rb+", 0, WRITE),
        ("x", 0, CREATE),
        ("xb+", 0, CREATE),
        (None, os.O_RDONLY, READ),
        (None, os.O_WRONLY, WRITE),
        (None, os.O_RDWR, WRITE),
        (None, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, WRITE),
        (None, os.O_RDONLY | os.O_CREAT, WRITE),
        (None, os.O_WRONLY | os.O_CREAT | os.O_EXCL, CREATE),
        (None, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0), READ),
    ],
)
def test_opening_is_reading_writing_or_creating_by_mode_or_flags(
    mode: str | None, flags: int, operation: FilesystemOperation
) -> None:
    attempt = read("open", "/data/x", mode, flags)
    assert attempt is not None
    assert attempt.operation is operation


@requirement("ADR-002-06", "ADR-002-21", "ADR-002-22")
@pytest.mark.parametrize(
    ("event", "operation"),
    [
        ("os.stat", STAT),
        ("os.lstat", STAT),
        ("os.access", STAT),
        ("os.readlink", STAT),
        ("os.statvfs", STAT),
        ("os.listdir", LIST),
        ("os.scandir", LIST),
        ("os.mkdir", CREATE),
        ("os.mkfifo", CREATE),
        ("os.remove", DELETE),
        ("os.rmdir", DELETE),
        ("os.rename", MODIFY),
        ("os.chmod", MODIFY),
        ("os.chown", MODIFY),
        ("os.utime", MODIFY),
        ("os.truncate", MODIFY),
        ("os.chdir", MODIFY),
    ],
)
def test_every_event_is_an_operation_on_its_path(event: str, operation: FilesystemOperation) -> None:
    attempt = read(event, "/data/x", 0, 0, 0)
    assert attempt == FilesystemAccessAttempt(path=Path("/data/x"), operation=operation)


@pytest.mark.parametrize("event", ["os.link", "os.symlink"])
def test_making_a_link_creates_the_link_and_not_what_it_leads_to(event: str) -> None:
    attempt = read(event, "/dev/null", "/data/x", -1)
    assert attempt == FilesystemAccessAttempt(path=Path("/data/x"), operation=CREATE)


@requirement("ADR-002-09")
@pytest.mark.parametrize("path", ["/data/x", b"/data/x", Path("/data/x")], ids=["text", "bytes", "path"])
@pytest.mark.parametrize("event", ["os.stat", "os.listdir", "os.remove"])
def test_a_path_is_read_alike_as_text_bytes_and_path(event: str, path: object) -> None:
    attempt = read(event, path)
    assert attempt is not None
    assert attempt.path == Path("/data/x")


@pytest.mark.parametrize(
    ("path", "mode", "flags"),
    [("/data/x.py", "r", 0), ("/data/x.py", "rb", 0), ("<nowhere>", "rb", 0), ("<string>", "r", OPENED)],
)
def test_the_interpreter_s_own_look_at_a_source_line_is_no_access(path: str, mode: str, flags: int) -> None:
    assert read("open", path, mode, flags) is None


class Entry:
    """An entry of a folder that was scanned earlier."""

    path = "/data/x"

    def __init__(self, *, link: bool) -> None:
        self.is_symlink = lambda: link


@pytest.mark.parametrize("link", [False, True])
@pytest.mark.parametrize("following", [False, True])
@pytest.mark.parametrize("name", ["stat", "is_file", "is_dir"])
def test_asking_an_entry_is_an_access_where_scanning_has_not_answered_it(
    name: str, *, following: bool, link: bool
) -> None:
    attempt = read(f"os.DirEntry.{name}", Entry(link=link), following)
    answered = (name != "stat" or os.name == "nt") and not (following and link)
    assert attempt == (None if answered else FilesystemAccessAttempt(path=Path("/data/x"), operation=STAT))


@pytest.mark.parametrize("event", ["open", "os.stat", "os.chmod", "os.truncate"])
def test_what_is_open_already_is_no_access(event: str) -> None:
    assert read(event, 5, "r", OPENED) is None


@pytest.mark.parametrize(
    ("event", "args", "kwargs", "attempted"),
    [
        ("ssl.SSLContext.load_verify_locations", (None, "/data/x"), {}, READ),
        ("ssl.SSLContext.load_verify_locations", (None,), {"cafile": "/data/x"}, READ),
        ("ssl.SSLContext.load_verify_locations", (None, None, "/data/x"), {}, READ),
        ("ssl.SSLContext.load_verify_locations", (None,), {"cadata": "text"}, None),
        ("ssl.SSLContext.load_cert_chain", (None, "/data/x", "/data/key"), {}, READ),
        ("ssl.SSLContext.load_dh_params", (None, "/data/x"), {}, READ),
        ("readline.read_history_file", ("/data/x",), {}, READ),
        ("readline.append_history_file", (3, "/data/x"), {}, WRITE),
        ("pyclbr.readmodule", ("module", ["/data/x"]), {}, READ),
        ("pyclbr.readmodule", ("module",), {}, None),
        ("dbm.gnu.open", ("/data/x", "r"), {}, READ),
        ("dbm.gnu.open", ("/data/x",), {}, READ),
        ("dbm.ndbm.open", ("/data/x", "c"), {}, WRITE),
    ],
)
def test_what_the_standard_library_opens_unannounced_is_read_from_its_call(
    event: str, args: tuple[Any, ...], kwargs: dict[str, Any], attempted: FilesystemOperation | None
) -> None:
    attempt = read(event, args, kwargs)
    assert attempt == (attempted and FilesystemAccessAttempt(path=Path("/data/x"), operation=attempted))


def test_readline_s_files_are_in_the_home_folder_where_none_is_named() -> None:
    attempt = read("readline.write_history_file", (), {})
    assert attempt == FilesystemAccessAttempt(path=Path("~/.history"), operation=WRITE)


def test_listing_by_descriptor_is_an_access_since_nobody_opens_a_folder_otherwise() -> None:
    attempt = read("os.listdir", 5)
    assert attempt is not None
    assert attempt.operation is LIST


def test_listing_without_a_path_lists_the_working_folder() -> None:
    attempt = read("os.listdir", None)
    assert attempt is not None
    assert attempt.path == Path()


@pytest.mark.parametrize("wrong", [1.5, object(), []])
def test_what_is_no_path_is_left_to_fail_by_itself(wrong: object) -> None:
    assert read("os.stat", wrong) is None


def test_what_anyone_may_read_is_no_access_and_writing_it_is() -> None:
    assert read("open", os.__file__, "r", OPENED) is None
    assert read("os.stat", os.__file__) is None
    assert read("open", os.__file__, "w", 0) is not None
    assert read("open", os.devnull, "w", 0) is None


@requirement("ADR-002-29")
def test_no_path_is_resolved_to_judge_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_kwargs: object) -> None:
        message = "resolved"
        raise AssertionError(message)

    blocker = FilesystemBlockerPort()
    blocker.activate(SMALL, EnforcementMode.STRICT)
    with monkeypatch.context() as patch:
        patch.setattr(os.path, "realpath", refuse)
        attempt = read("open", "../x/./y", "r", OPENED)
        assert attempt is not None
        permitted = blocker.permits(attempt)
        details = FILESYSTEM.details(attempt)
    assert permitted is False
    assert details == "Attempted read on: ../x/y"


@requirement("ADR-002-08")
@pytest.mark.medium
def test_a_path_can_be_had_absolute_with_links_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    monkeypatch.chdir(tmp_path)
    attempt = FilesystemAccessAttempt(path=Path("link/../link/./x"), operation=READ)
    assert attempt.path == Path("link/../link/x")
    assert attempt.resolved == tmp_path.resolve() / "real" / "x"


@requirement("ADR-002-15")
@pytest.mark.parametrize("operation", FilesystemOperation)
def test_the_advice_suits_the_operation(operation: FilesystemOperation) -> None:
    advice = FILESYSTEM.advice(FilesystemAccessAttempt(path=Path("/x"), operation=operation), SMALL)
    assert "pyfakefs" in advice[0]
    assert any("importlib.resources" in line for line in advice) is (operation in (READ, STAT))
    assert any("io.StringIO" in line for line in advice) is (operation in (READ, WRITE, CREATE))
    assert any("mock_open" in line for line in advice) is (operation in (READ, WRITE, CREATE))
    assert "@pytest.mark.medium" in advice[-1]


@requirement("ADR-002-02")
@pytest.mark.parametrize("size", TestSize)
@pytest.mark.parametrize("operation", FilesystemOperation)
def test_only_small_tests_are_restricted_in_any_operation(size: TestSize, operation: FilesystemOperation) -> None:
    attempt = FilesystemAccessAttempt(path=Path("/x"), operation=operation)
    assert FILESYSTEM.permits(attempt, size, Settings()) is (size is not SMALL)
    assert FILESYSTEM.restricts(size, Settings()) is (size is SMALL)


@requirement("ADR-002-19")
def test_files_in_memory_are_no_files() -> None:
    text, data = io.StringIO("x\n"), io.BytesIO()
    data.write(b"y")
    assert text.readline() == "x\n"
    assert data.getvalue() == b"y"
    assert io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"z"))).read() == "z"


@requirement("ADR-002-31")
def test_asking_for_the_working_folder_is_no_access() -> None:
    assert Path.cwd().is_absolute()
    assert os.getcwdb()  # noqa: PTH109 - the function is what this is about
    assert Path("x").absolute().is_absolute()
