"""Reads a trace written by `strace -f -y` together with the markers of `strace_windows`."""

from __future__ import annotations

import os.path
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

TWO_PATHS = frozenset({"rename", "renameat", "renameat2", "link", "linkat"})
SECOND_PATH = frozenset({"symlink", "symlinkat"})
NETWORK = frozenset({"connect", "bind", "sendto", "sendmsg", "sendmmsg"})
FORKS = frozenset({"clone", "clone3", "fork", "vfork"})
FILES = re.compile(
    r"open|creat|l?stat|newfstatat|f?access|readlink|mkdir|rmdir|unlink|rename|link|symlink|l?chmod|fchmodat|l?chown"
    r"|fchownat|utime|futimesat|truncate|mknod|chdir|chroot|l?[gs]etxattr|l?listxattr|l?removexattr|inotify_add_watch|memfd_create"
)
CALL = re.compile(r"^(\d+) +(\w+)\((.*)$")
RESUMED = re.compile(r"^(\d+) +<\.\.\. (\w+) resumed>(.*)$")
PATH = re.compile(r'(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"')
CWD = re.compile(r"AT_FDCWD<([^>]*)>")
ADDRESS = re.compile(r'sin6?_port=htons\((\d+)\).*?"([^"]+)"')
UNIX = re.compile(r'sun_path=@?"([^"]+)"')
MARKER = re.compile(r'^"/__hermetic__/(\w+)/(\d+)"')


@dataclass(frozen=True, kw_only=True)
class Access:
    """One system call of a test's own window, and the number of the Python stack behind it (0: none seen)."""

    window: int
    resource: str
    syscall: str
    path: str
    stack: int


def read_trace(path: Path) -> Iterator[Access]:
    """Yield every access within a window, by the pytest process and its threads, in the order of the trace."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        foreign = _other_processes(lines)
    window, cwd = 0, ""
    stacks: defaultdict[int, tuple[int, bool]] = defaultdict(lambda: (0, False))
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            match = CALL.match(line)
            if match is None or (tid := int(match[1])) in foreign:
                continue
            syscall, arguments = match[2], match[3]
            if marker := MARKER.match(arguments):
                kind, number = marker[1], int(marker[2])
                if kind in {"begin", "end"}:
                    window = number if kind == "begin" else 0
                else:
                    stacks[tid] = (number, kind == "once")
                continue
            if found := CWD.search(arguments):
                cwd = found[1]
            touched = list(_touched(syscall, arguments, cwd))
            if syscall == "chdir" and touched and "= 0" in arguments:
                cwd = touched[0][1]
            stack, once = stacks[tid]
            for resource, what in touched if window else ():
                yield Access(window=window, resource=resource, syscall=syscall, path=what, stack=stack)
            if once and touched:
                stacks[tid] = (0, False)


def _other_processes(lines: Iterable[str]) -> set[int]:
    """Find the processes that are not threads of the first one: what they do is not enforced."""
    foreign: set[int] = set()
    pending: dict[int, str] = {}
    for line in lines:
        match = CALL.match(line) or RESUMED.match(line)
        if match is None or match[2] not in FORKS:
            continue
        tid, said = int(match[1]), pending.pop(int(match[1]), "") + match[3]
        if "<unfinished" in said:
            pending[tid] = said.replace("<unfinished ...>", "")
        elif (child := re.search(r"= (\d+)$", said.rstrip())) and (tid in foreign or "CLONE_THREAD" not in said):
            foreign.add(int(child[1]))
    return foreign


def _touched(syscall: str, arguments: str, cwd: str) -> Iterator[tuple[str, str]]:
    if syscall in FORKS:
        if "CLONE_THREAD" not in arguments:
            yield "process", syscall
    elif syscall in NETWORK:
        if address := ADDRESS.search(arguments):
            yield "network", f"{address[2]}:{address[1]}"
        elif (local := UNIX.search(arguments)) and "/nscd/" not in local[1]:  # the C library asks for names
            yield "network", local[1]
    elif FILES.match(syscall):
        yield from (("filesystem", path) for path in _paths(syscall, arguments, cwd))


def _paths(syscall: str, arguments: str, cwd: str) -> Iterator[str]:
    found = PATH.findall(arguments)
    chosen = found[:2] if syscall in TWO_PATHS else found[1:2] if syscall in SECOND_PATH else found[:1]
    for folder, name in chosen:
        if name:
            plain = name.encode("latin-1", "replace").decode("unicode_escape")
            readable = plain.encode("latin-1", "replace").decode("utf-8", "replace")
            yield os.path.normpath(os.path.join(folder or cwd, readable))  # noqa: PTH118
