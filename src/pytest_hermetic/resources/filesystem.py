"""The file system: reading, writing, listing, changing and even asking about files, by whatever route Python offers."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pytest_hermetic.exemptions import exempt_path
from pytest_hermetic.record import record
from pytest_hermetic.resources.base import Resource, allow_bigger, small_only
from pytest_hermetic.resources.targets import argument
from pytest_hermetic.sensors.calls import Call
from pytest_hermetic.violations import Attempt, HermeticityViolationError

if TYPE_CHECKING:
    from pytest_hermetic.sizes import TestSize


class FilesystemOperation(StrEnum):
    """What is done to a path."""

    READ = "read"
    WRITE = "write"
    DELETE = "delete"
    CREATE = "create"
    MODIFY = "modify"
    STAT = "stat"
    LIST = "list"


_LOOKING = {FilesystemOperation.READ, FilesystemOperation.STAT, FilesystemOperation.LIST}


@record
class FilesystemAccessAttempt(Attempt):
    """A path that a test touched, and what it did to it."""

    path: Path
    operation: FilesystemOperation

    @property
    def resolved(self) -> Path:
        """The path made absolute, with symbolic links followed; worked out when asked for."""
        return Path(os.path.realpath(self.path))


class FilesystemAccessViolationError(HermeticityViolationError):
    """A test touched the file system; has `path` and `operation`."""

    __module__ = "pytest_hermetic"


def _reads(operation: FilesystemOperation, *, descriptors: bool = False, place: int = 0) -> Any:
    """Make the reader of events that have the path as first argument, or in another place."""

    def read(_event: str, args: tuple[Any, ...]) -> FilesystemAccessAttempt | None:
        return _attempt(args[place], operation, descriptors=descriptors) if args else None

    return read


def _read_open(_event: str, args: tuple[Any, ...]) -> FilesystemAccessAttempt | None:
    path, mode, flags = args
    if (flags == 0 and mode in {"r", "rb"}) or (mode == "r" and str(path).startswith("<")):
        return None  # the interpreter itself, looking for the line that an error shows; `open` always has flags
    return _attempt(path, _operation_of(mode, flags))


def _read_entry(event: str, args: tuple[Any, ...]) -> FilesystemAccessAttempt | None:
    """Read a question to an entry of a folder; scanning the folder has answered what needs no system call."""
    entry, following = args
    asks = (event == "os.DirEntry.stat" and os.name != "nt") or (following and entry.is_symlink())
    return _attempt(entry.path, FilesystemOperation.STAT) if asks else None


def _read_certificates(_event: str, call: tuple[Any, ...]) -> FilesystemAccessAttempt | None:
    path = argument(1, "cafile", "certfile")(*call) or argument(2, "capath")(*call)
    return _attempt(path, FilesystemOperation.READ) if path else None


def _read_history(event: str, call: tuple[Any, ...]) -> FilesystemAccessAttempt | None:
    path = argument(1 if "append" in event else 0, "filename")(*call) or "~/.history"
    return _attempt(path, FilesystemOperation.READ if "read_" in event else FilesystemOperation.WRITE)


def _read_browsed(_event: str, call: tuple[Any, ...]) -> FilesystemAccessAttempt | None:
    """Read where a module's source is looked for; without a folder it is the program's own, as in `inspect`."""
    folders = argument(1, "path")(*call)
    return _attempt(folders[0], FilesystemOperation.READ) if isinstance(folders, list) and folders else None


def _read_dbm(_event: str, call: tuple[Any, ...]) -> FilesystemAccessAttempt | None:
    flags = argument(1, "flags")(*call) or "r"
    looks = isinstance(flags, str) and flags.startswith("r")
    return _attempt(argument(0, "filename")(*call), FilesystemOperation.READ if looks else FilesystemOperation.WRITE)


def _operation_of(mode: str | None, flags: int) -> FilesystemOperation:
    if isinstance(mode, str) and mode:
        if "x" in mode:
            return FilesystemOperation.CREATE
        return FilesystemOperation.WRITE if set(mode) & set("wa+") else FilesystemOperation.READ
    if flags & os.O_EXCL and flags & os.O_CREAT:
        return FilesystemOperation.CREATE
    changing = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
    return FilesystemOperation.WRITE if flags & changing else FilesystemOperation.READ


def _attempt(path: Any, operation: FilesystemOperation, *, descriptors: bool = False) -> FilesystemAccessAttempt | None:
    """Read a path; what is already open, and what is exempt whoever asks, is no access."""
    if isinstance(path, int):
        return FilesystemAccessAttempt(path=Path(f"<descriptor {path}>"), operation=operation) if descriptors else None
    try:
        text = os.fsdecode("." if path is None else path)
    except TypeError:
        return None  # no path at all: the call is about to fail by itself
    if exempt_path(text, reading=operation in _LOOKING):
        return None
    return FilesystemAccessAttempt(path=Path(text), operation=operation)


def _details(attempt: FilesystemAccessAttempt) -> str:
    return f"Attempted {attempt.operation} on: {attempt.path}"


def _rule(_size: TestSize) -> str:
    return "Small tests have restricted resource access: they touch no file system."


def _advice(attempt: FilesystemAccessAttempt, _size: TestSize) -> tuple[str, ...]:
    advice = ["Use pyfakefs for comprehensive filesystem mocking (pip install pyfakefs)"]
    if attempt.operation in (FilesystemOperation.READ, FilesystemOperation.WRITE, FilesystemOperation.CREATE):
        advice.append("Use io.StringIO or io.BytesIO for in-memory file-like objects")
        advice.append('Mock file operations using pytest-mock (mocker.patch("builtins.open", mocker.mock_open()))')
    if attempt.operation in (FilesystemOperation.READ, FilesystemOperation.STAT):
        advice.append("Embed test data as Python constants or use importlib.resources")
    advice.append("Change test category to @pytest.mark.medium (if filesystem access is required)")
    return tuple(advice)


_STAT = _reads(FilesystemOperation.STAT)
_LIST = _reads(FilesystemOperation.LIST, descriptors=True)
_CREATE = _reads(FilesystemOperation.CREATE)
_LINK = _reads(FilesystemOperation.CREATE, place=1)
_DELETE = _reads(FilesystemOperation.DELETE)
_MODIFY = _reads(FilesystemOperation.MODIFY)

#: What CPython does not announce by itself: see wrappers.UNAUDITED and UNAUDITED_METHODS.
_TAPPED = {
    "os.stat": _STAT,
    "os.lstat": _STAT,
    "os.statx": _STAT,
    "os.access": _STAT,
    "os.readlink": _STAT,
    "os.statvfs": _STAT,
    "os.pathconf": _STAT,
    "os.DirEntry.stat": _read_entry,
    "os.DirEntry.is_file": _read_entry,
    "os.DirEntry.is_dir": _read_entry,
    "os.mkfifo": _CREATE,
    "os.mknod": _CREATE,
    "os.memfd_create": _CREATE,
    "os.chroot": _MODIFY,
    "nt._path_exists": _STAT,
    "nt._path_lexists": _STAT,
    "nt._path_isdir": _STAT,
    "nt._path_isfile": _STAT,
    "nt._path_islink": _STAT,
    "nt._path_isjunction": _STAT,
    "nt._getfinalpathname": _STAT,
}

#: Functions of the standard library that open a path in C, or as if to import it: nothing else announces them.
_CALLED = {
    Call("ssl", "SSLContext.load_cert_chain", "ssl.SSLContext.load_cert_chain"): _read_certificates,
    Call("ssl", "SSLContext.load_verify_locations", "ssl.SSLContext.load_verify_locations"): _read_certificates,
    Call("ssl", "SSLContext.load_dh_params", "ssl.SSLContext.load_dh_params"): _read_certificates,
    Call("readline", "read_init_file", "readline.read_init_file"): _read_history,
    Call("readline", "read_history_file", "readline.read_history_file"): _read_history,
    Call("readline", "write_history_file", "readline.write_history_file"): _read_history,
    Call("readline", "append_history_file", "readline.append_history_file"): _read_history,
    Call("pyclbr", "readmodule", "pyclbr.readmodule"): _read_browsed,
    Call("pyclbr", "readmodule_ex", "pyclbr.readmodule_ex"): _read_browsed,
    Call("_gdbm", "open", "dbm.gnu.open"): _read_dbm,
    Call("_dbm", "open", "dbm.ndbm.open"): _read_dbm,
}

FILESYSTEM = Resource(
    name="filesystem",
    title="Filesystem access attempted",
    error=FilesystemAccessViolationError,
    events={
        "open": _read_open,
        "os.listdir": _LIST,
        "os.scandir": _LIST,
        "os.listdrives": _LIST,
        "os.listvolumes": _LIST,
        "os.listmounts": _LIST,
        "os.mkdir": _CREATE,
        "os.link": _LINK,
        "os.symlink": _LINK,
        "os.remove": _DELETE,
        "os.rmdir": _DELETE,
        "os.rename": _MODIFY,
        "os.truncate": _MODIFY,
        "os.chmod": _MODIFY,
        "os.chown": _MODIFY,
        "os.chflags": _MODIFY,
        "os.utime": _MODIFY,
        "os.chdir": _reads(FilesystemOperation.MODIFY, descriptors=True),
        "os.setxattr": _MODIFY,
        "os.removexattr": _MODIFY,
        "os.getxattr": _STAT,
        "os.listxattr": _STAT,
        **_TAPPED,
        **{call.event: read for call, read in _CALLED.items()},
    },
    calls=tuple(_CALLED),
    restricts=small_only,
    permits=allow_bigger,
    details=_details,
    rule=_rule,
    advice=_advice,
    target=lambda attempt: str(attempt.path),
    looks=lambda attempt: attempt.operation in _LOOKING,
)
