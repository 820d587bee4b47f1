"""A pytest plugin for a traced run: it writes into the trace when a test's own work begins and ends, and who asks.

A marker is a system call that strace shows and nothing else notices: `access("/__hermetic__/begin/7")`. The windows
are those that the plugin enforces: the call, and set-up and tear-down of function-scoped fixtures. Within them each
call of a C function that may touch the machine is preceded by a marker that names its Python stack.
"""

from __future__ import annotations

import json
import os
import posix
import sys
import sysconfig
import threading
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Generator
    from types import FrameType

PLACE = "HERMETIC_BENCH_WINDOWS"
ROOT = "/__hermetic__"
MODULES = frozenset({"posix", "_io", "io", "_imp", "_socket", "_posixsubprocess", "_ctypes", "pwd", "grp"})
METHODS = frozenset(
    {"connect", "connect_ex", "bind", "sendto", "sendmsg", "load_verify_locations", "load_cert_chain"}
    | {"set_default_verify_paths", "stat", "is_dir", "is_file", "is_symlink"}
)
CHEAP = frozenset({"fspath", "getpid", "getcwd", "close", "read", "write", "fstat", "lseek", "isatty", "access"})
EVENTS = ("open", "os.", "socket.", "subprocess.", "sqlite3.connect")
_mark = posix.access


class Windows:
    """Says when a test's own work begins and ends, and whose stack is behind the next access."""

    def __init__(self, config: pytest.Config) -> None:
        self._pid = os.getpid()
        self._log = open(os.environ[PLACE], "w", encoding="utf-8", buffering=1)  # noqa: PTH123, SIM115
        self._stacks: dict[tuple[Any, ...], int] = {}
        self._windows: list[bool] = [False]
        self._count = 0
        self._nodeid = ""
        paths = {*sysconfig.get_paths().values(), sysconfig.get_path("stdlib"), os.path.dirname(os.__file__)}  # noqa: PTH120
        prefixes = sorted(path for name in paths if (path := os.path.realpath(name)) not in {sys.prefix, "/usr"})
        self._tell(prefixes=[path for path in prefixes if "python" in path], rootdir=str(config.rootpath))
        self._busy = threading.local()
        sys.addaudithook(self._audited)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        self._nodeid = item.nodeid
        return (yield)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        self._enter(own=True)
        try:
            return (yield)
        finally:
            self._leave()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
        own = fixturedef.scope == "function"
        fixturedef.addfinalizer(self._leave)
        self._enter(own=own)
        try:
            return (yield)
        finally:
            self._leave()
            fixturedef.addfinalizer(lambda: self._enter(own=own))

    def _enter(self, *, own: bool) -> None:
        self._windows.append(own)
        self._turn(was=self._windows[-2], now=own)

    def _leave(self) -> None:
        was = self._windows.pop()
        self._turn(was=was, now=self._windows[-1])

    def _turn(self, *, was: bool, now: bool) -> None:
        if was == now or os.getpid() != self._pid:
            return
        if now:
            self._count += 1
            self._tell(window=self._count, nodeid=self._nodeid)
            _mark(f"{ROOT}/begin/{self._count}", 0)
            threading.setprofile(self._profiled)
            sys.setprofile(self._profiled)
        else:
            sys.setprofile(None)
            threading.setprofile(None)
            _mark(f"{ROOT}/end/{self._count}", 0)

    def _profiled(self, frame: FrameType, event: str, function: Any) -> None:
        if event == "c_call":
            if _may_touch_the_machine(function):
                _mark(f"{ROOT}/stack/{self._stack(frame, function.__name__)}", 0)
        elif event in {"c_return", "c_exception"} and _may_touch_the_machine(function):
            _mark(f"{ROOT}/stack/0", 0)

    def _audited(self, event: str, _arguments: object) -> None:
        if not event.startswith(EVENTS) or not self._windows[-1] or getattr(self._busy, "now", False):
            return
        self._busy.now = True
        try:
            _mark(f"{ROOT}/once/{self._stack(sys._getframe(1), event)}", 0)  # noqa: SLF001
        finally:
            self._busy.now = False

    def _stack(self, frame: FrameType | None, call: str) -> int:
        frames = []
        while frame is not None:
            frames.append((frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_qualname))
            frame = frame.f_back
        key = (call, *frames)
        if key not in self._stacks:
            self._stacks[key] = len(self._stacks) + 1
            self._tell(stack=self._stacks[key], call=call, frames=frames)
        return self._stacks[key]

    def _tell(self, **facts: object) -> None:
        self._log.write(json.dumps(facts) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    """Begin to mark."""
    config.pluginmanager.register(Windows(config))


def _may_touch_the_machine(function: Any) -> bool:
    name = getattr(function, "__name__", "")
    if name in CHEAP and not (name == "access" and getattr(function, "__module__", "") == "posix"):
        return False
    return getattr(function, "__module__", None) in MODULES or name in METHODS
