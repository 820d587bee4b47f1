"""The file that the injected reporter writes: a JSON object a line, whatever the tests do to the interpreter.

Standard library only, CPython 3.8 and later. What it calls is bound when it is loaded, because tests replace
`json.dumps` and `os.write` and close descriptors. It is silent in forked children.
"""

from __future__ import annotations

import os
from json import JSONEncoder
from os import O_APPEND, O_CREAT, O_WRONLY, close, fstat, getpid, write
from os import open as open_fd
from typing import Any

_encode = JSONEncoder(default=repr).encode
_flags = O_WRONLY | O_APPEND | O_CREAT | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOINHERIT", 0)


class Sink:
    """A file that is appended to line by line, whatever the tests do to our descriptor."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._pid = getpid()
        self._fd = -1
        self._identity = (-1, -1)

    def tell(self, event: dict[str, Any]) -> None:
        self.line(_encode(event))

    def line(self, text: str) -> None:
        if getpid() != self._pid:
            return
        data = text.encode("ascii") + b"\n"
        try:
            status = fstat(self._fd)
            ours = (status.st_dev, status.st_ino) == self._identity
        except OSError:  # a test has closed our descriptor
            ours = False
        if not ours:  # or its number now belongs to another file
            self._open()
        while data:
            data = data[write(self._fd, data) :]

    def _open(self) -> None:
        self._fd = self.out_of_the_way(open_fd(self._path, _flags, 0o600))
        status = fstat(self._fd)
        self._identity = status.st_dev, status.st_ino

    @staticmethod
    def out_of_the_way(fd: int) -> int:
        """Move to a high number, so that tests get the descriptors they would get without us."""
        try:
            from fcntl import F_DUPFD_CLOEXEC, fcntl  # noqa: PLC0415 - not on Windows

            high = fcntl(fd, F_DUPFD_CLOEXEC, 200)
        except (ImportError, OSError):  # Windows; or a limit below 200 descriptors
            return fd
        close(fd)
        return high
