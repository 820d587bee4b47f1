"""Listening nests, and what a session takes out of the interpreter it puts back."""

import _thread
import builtins
import os
import pathlib
import signal
import socket
import sqlite3
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable
from contextlib import nullcontext, suppress
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pytest_hermetic import HermeticityViolationError
from pytest_hermetic.guard import Guard, Window
from pytest_hermetic.resources import RESOURCES
from pytest_hermetic.sensors import bus, session
from pytest_hermetic.settings import Settings
from pytest_hermetic.sizes import EnforcementMode, TestSize
from requirements import requirement

pytestmark = pytest.mark.small

#: Objects that others rely on to be what they were.
WATCHED = {
    "open": (builtins, "open"),
    "os.open": (os, "open"),
    "os.stat": (os, "stat"),
    "os.lstat": (os, "lstat"),
    "os.access": (os, "access"),
    "os.fork": (os, "fork"),
    "os.listdir": (os, "listdir"),
    "os.system": (os, "system"),
    "Path.open": (pathlib.Path, "open"),
    "socket.socket": (socket, "socket"),
    "socket.socket.connect": (socket.socket, "connect"),
    "socket.socket.connect_ex": (socket.socket, "connect_ex"),
    "socket.socket.sendto": (socket.socket, "sendto"),
    "socket.getaddrinfo": (socket, "getaddrinfo"),
    "sqlite3.connect": (sqlite3, "connect"),
    "subprocess.Popen": (subprocess, "Popen"),
    "subprocess.run": (subprocess, "run"),
    "signal.pidfd_send_signal": (signal, "pidfd_send_signal"),
    "_thread.start_new_thread": (_thread, "start_new_thread"),
    "threading._start_new_thread": (threading, "_start_new_thread"),
    "sys.meta_path": (sys, "meta_path"),
}


def state() -> dict[str, object]:
    found: dict[str, object] = {name: getattr(holder, attribute, None) for name, (holder, attribute) in WATCHED.items()}
    found |= {f"connect in {cls.__name__}": "connect" in vars(cls) for cls in (socket.socket,)}
    return found | {"finders": list(sys.meta_path), "listeners": bus.listeners, "owner": bus.current_owner}


def deaf(_event: str, _args: object) -> bool:
    return False


def test_listeners_nest_and_the_former_come_back() -> None:
    before = bus.listeners, bus.current_owner
    former = bus.listen({"outer": deaf}, lambda: "outer")
    outer = bus.listen({"inner": deaf}, lambda: "inner")
    assert bus.listeners.keys() == {"inner"}
    bus.listen(*outer)
    assert bus.listeners.keys() == {"outer"}
    assert bus.current_owner is not None
    assert bus.current_owner() == "outer"
    bus.listen(*former)
    assert (bus.listeners, bus.current_owner) == before


def test_package_data_is_taken_back_from_its_owner_and_from_no_other() -> None:
    owner, other = object(), object()
    bus.package_data |= {"/nowhere/mine": owner, "/nowhere/other": other, "/nowhere/all": None}
    try:
        assert bus.handed_out("/nowhere/mine/x", owner)
        assert not bus.handed_out("/nowhere/mine/x", other)
        assert bus.handed_out("/nowhere/all/x", owner)
        assert bus.handed_out("/nowhere/all/x", other)
        assert not bus.handed_out("/elsewhere", owner)
        bus.take_back(owner)
        assert not bus.handed_out("/nowhere/mine/x", owner)
        assert bus.handed_out("/nowhere/other/x", other)
    finally:
        bus.take_back(other)
        del bus.package_data["/nowhere/all"]


def test_a_folder_handed_out_does_not_cover_one_whose_name_starts_alike() -> None:
    owner = object()
    bus.package_data["/nowhere/data"] = owner
    try:
        assert bus.handed_out("/nowhere/data", owner)
        assert not bus.handed_out("/nowhere/database", owner)
    finally:
        bus.take_back(owner)


def mock_open() -> None:
    with mock.patch("builtins.open", mock.mock_open(read_data="x")):
        file = open("/nowhere")  # noqa: PTH123, SIM115 - the built-in function is what is mocked
        assert file.read() == "x"


def mock_stat() -> None:
    with mock.patch("os.stat", autospec=True), mock.patch.object(os, "access"), mock.patch("os.path.exists"):
        os.stat("/nowhere")  # noqa: PTH116 - the function is what is mocked


def mock_connect() -> None:
    with mock.patch.object(socket.socket, "connect"), socket.socket() as sock:
        sock.connect(("api.example", 443))


def mock_socket() -> None:
    with mock.patch("socket.socket"):
        socket.socket().connect(("api.example", 443))


def mock_run() -> None:
    with mock.patch("subprocess.run"), mock.patch("subprocess.Popen", autospec=True):
        subprocess.run(["git"], check=False)


def patch_by_fixture() -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("builtins.open", lambda *_: None)
        patch.setattr(os, "stat", lambda *_: None)
        patch.setattr(socket.socket, "connect", lambda *_: None)
        patch.delattr(subprocess, "run")


def nested_session() -> None:
    session.install()()


def nested_guard(size: TestSize, mode: EnforcementMode) -> None:
    guard = Guard(RESOURCES, Settings(mode=mode, network_mode=mode), base="/nowhere")
    guard.begin(SimpleNamespace(nodeid="t.py::test_x", path=Path("t.py"), location=("t.py", 0, "test_x")), size)
    window = nullcontext() if guard.watch is None else Window(guard.watch, own=True, phase="call")
    with suppress(HermeticityViolationError, FileNotFoundError), window:
        os.lstat("/nowhere")
    guard.end()


def violation() -> None:
    nested_guard(TestSize.SMALL, EnforcementMode.STRICT)


def warning() -> None:
    nested_guard(TestSize.SMALL, EnforcementMode.WARN)


def medium_test() -> None:
    nested_guard(TestSize.MEDIUM, EnforcementMode.STRICT)


DEEDS: list[Callable[[], None]] = [
    *(mock_open, mock_stat, mock_connect, mock_socket, mock_run, patch_by_fixture),
    *(nested_session, violation, warning, medium_test),
]


@requirement("ADR-001-07", "ADR-002-20", "ADR-003-22", "ADR-004-13")
@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.lists(st.sampled_from(DEEDS), max_size=6))
def test_after_any_mix_of_mocks_violations_and_nested_sessions_everything_is_as_it_was(
    deeds: list[Callable[[], None]],
) -> None:
    before = state()
    for deed in deeds:
        deed()
    assert state() == before


@requirement("ADR-001-07", "ADR-002-20", "ADR-003-22", "ADR-004-13")
@given(st.permutations(["os.stat", "os.lstat", "os.access", "socket.socket.connect"]))
def test_mocks_that_are_undone_out_of_order_leave_the_interpreter_as_it_was(order: list[str]) -> None:
    before = state()
    started = {name: mock.patch(name) for name in sorted(order)}
    for patch in started.values():
        patch.start()
    for name in order:
        started[name].stop()
    assert state() == before


@requirement("ADR-001-07", "ADR-002-20", "ADR-003-22", "ADR-004-13")
@pytest.mark.medium
def test_a_whole_session_leaves_the_interpreter_as_it_found_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        test_it="""
        import os, socket, sqlite3, subprocess, pytest
        from contextlib import nullcontext, suppress
from unittest import mock
        pytestmark = pytest.mark.small
        def test_stat(): os.stat("/")
        def test_violation(): open("/etc/hostname")
        def test_mock():
            with mock.patch("os.stat"), mock.patch("builtins.open"): os.stat("/")
        def test_network(): socket.create_connection(("127.0.0.1", 1))
        def test_process(): subprocess.run(["true"])
        def test_database(): sqlite3.connect(":memory:")
        def test_fixture(tmp_path, monkeypatch): monkeypatch.setattr(os, "stat", None)
        """
    )
    program = pytester.makepyfile(
        program=textwrap.dedent(
            """
            import _thread, concurrent.futures.thread, gc, importlib.resources.readers, os, pytest, signal, socket
            import sqlite3, ssl, subprocess, sys, threading, _posixsubprocess, multiprocessing.resource_tracker

            def state():
                modules = (os, sys.modules["posix"], signal, socket, sqlite3, sys.modules["_sqlite3"], subprocess, ssl,
                           _thread, threading, _posixsubprocess, sys.modules["builtins"])
                found = {(m.__name__, name): id(value) for m in modules for name, value in vars(m).items()
                         if callable(value) and not (m is ssl and name.startswith("_"))}
                for cls in (socket.socket, ssl.SSLSocket, concurrent.futures.thread.ThreadPoolExecutor,
                            importlib.resources.readers.FileReader, sqlite3.Connection,
                            multiprocessing.resource_tracker.ResourceTracker):
                    found |= {(cls.__qualname__, name): id(value) for name, value in vars(cls).items()}
                found |= {name: sorted(map(id, getattr(os, name))) for name in dir(os) if name.startswith("supports_")
                          and isinstance(getattr(os, name), set)}
                return found

            names = [type(finder).__name__ for finder in sys.meta_path]
            before = state()
            for mode in ("strict", "warn", "strict"):
                code = pytest.main(["-q", "-p", "no:randomly", f"--test-categories-enforcement={mode}", "test_it.py"])
            after = state()
            print("CHANGED", sorted({key for key in before | after if before.get(key) != after.get(key)}, key=str))
            print("FINDERS", [type(finder).__name__ for finder in sys.meta_path if "Late" in type(finder).__name__])
            """
        )
    )
    told = pytester.runpython(program)
    told.stdout.fnmatch_lines(["CHANGED []", "FINDERS []"])
