"""Off again: however a test or a run ends, the interpreter is what it was before."""

from __future__ import annotations

import json
from typing import Any

import pytest

from inner_runs import PREAMBLE, STRICT, Project, Run, inner, write_files
from requirements import requirement

pytestmark = pytest.mark.medium

_SNAPSHOT = """
import _posixsubprocess, _socket, _sqlite3, _thread, builtins, gc, io, json, os, pathlib, posix, posixpath, shutil
import socket, sqlite3, subprocess, sys, threading, time, importlib.resources.readers, concurrent.futures.thread
import multiprocessing.resource_tracker, genericpath
from os import stat, listdir
from sqlite3 import connect
from _thread import start_new_thread

class Kept:
    stat = os.stat
    connect = staticmethod(sqlite3.connect)

def default(stat=os.stat):
    return stat

MODULES = (_posixsubprocess, _socket, _sqlite3, _thread, builtins, io, os, pathlib, posix, posixpath, shutil, socket,
           sqlite3, subprocess, threading, time, importlib.resources.readers, concurrent.futures.thread,
           multiprocessing.resource_tracker, genericpath)
CLASSES = (socket.socket, subprocess.Popen, threading.Thread, threading.Timer, pathlib.Path, sqlite3.Connection,
           importlib.resources.readers.FileReader, concurrent.futures.thread.ThreadPoolExecutor, Kept,
           multiprocessing.resource_tracker.ResourceTracker, io.FileIO)

def snapshot():
    found = {f"{holder.__name__}.{name}": value
             for holder in (*MODULES, *CLASSES) for name, value in list(vars(holder).items())}
    found |= {f"alias {name}": globals()[name] for name in ("stat", "listdir", "connect", "start_new_thread")}
    found["default"] = default.__defaults__[0]
    return found

def collections():
    return {
        "meta_path": [type(each).__name__ for each in sys.meta_path],
        "supports_fd": len(os.supports_fd),
        "supports_dir_fd": len(os.supports_dir_fd),
        "supports_follow_symlinks": len(os.supports_follow_symlinks),
        "excepthook": sys.excepthook is sys.__excepthook__,
        "unraisablehook": sys.unraisablehook is sys.__unraisablehook__,
        "stat in": os.stat in os.supports_fd,
    }

IGNORED = {"socket.__warningregistry__"}

def changed(before, after):
    # pytest itself leaves a thread-dying hook and warnings registries alone on its way out
    return sorted(name for name in before
                  if name not in IGNORED and (name not in after or after[name] is not before[name]))
"""


ENDINGS = {
    "passing": ("def test_it(): pass", 0),
    "failing": ("def test_it(): touch()", 1),
    "swallowing": ("def test_it():\n    try: touch()\n    except Exception: pass", 1),
    "skipping": ("def test_it(): pytest.skip()", 0),
    "expected to fail": ("@pytest.mark.xfail\ndef test_it(): touch()", 0),
    "leaving pytest": ("def test_it(): pytest.exit('enough', 3)", 3),
    "interrupted": ("def test_it(): raise KeyboardInterrupt", 2),
    "interrupted in set-up": (
        "@pytest.fixture\ndef it(): raise KeyboardInterrupt\ndef test_it(it): pass",
        2,
    ),
    "interrupted in tear-down": (
        "@pytest.fixture\ndef it():\n    yield\n    raise KeyboardInterrupt\ndef test_it(it): pass",
        2,
    ),
    "leaving the process": ("def test_it(): raise SystemExit(4)", 1),
    "a broken module": ("raise ValueError", 2),
    "importing drivers late": ("def test_it(): import sqlite3.dbapi2, asyncio, importlib.resources.readers", 0),
    "two sizes": ("@pytest.mark.small\n@pytest.mark.medium\ndef test_it(): pass", 4),
    "a deselected test": ("def test_other(): pass", 5),
    "mocking": (
        (
            "def test_it(monkeypatch):\n    monkeypatch.setattr('builtins.open', None)\n"
            "    monkeypatch.setattr('os.stat', None)\n    monkeypatch.setattr('socket.socket', None)"
        ),
        0,
    ),
}


#: Runs that never come to their tests: options, a conftest, and the exit status.
BEGINNINGS: dict[str, tuple[list[str], str, int]] = {
    "an unknown option": (["--no-such-option"], "", 4),
    "a wrong value": (["--test-categories-enforcement=lax"], "", 4),
    "help": (["--help"], "", 0),
    "the version": (["--version"], "", 0),
    "markers": (["--markers"], "", 0),
    "fixtures": (["--fixtures"], "", 0),
    "a broken conftest": ([], "raise ValueError", 4),
    "a conftest that cannot configure": ([], "def pytest_configure(config): raise ValueError", 3),
    "a conftest that cannot start": ([], "def pytest_sessionstart(session): raise ValueError", 3),
    "an internal error around a test": ([], "def pytest_runtest_protocol(item): raise ValueError", 3),
    "an internal error in a report": ([], "def pytest_runtest_logreport(report): raise ValueError", 3),
    "a usage error": ([], "import pytest\ndef pytest_collection(session): raise pytest.UsageError('no')", 4),
}


@pytest.fixture(scope="module")
def after(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Return what one process was like after each of many runs inside it."""
    folder = tmp_path_factory.mktemp("endings")
    runs: dict[str, list[str]] = {}
    files: dict[str, str] = {}
    for number, (ending, (source, _)) in enumerate(ENDINGS.items()):
        files[f"ending{number}/test_ending{number}.py"] = PREAMBLE + source
        runs[ending] = [f"ending{number}", "-ktest_it"]
    for number, (beginning, (options, conftest, _)) in enumerate(BEGINNINGS.items()):
        files[f"beginning{number}/test_beginning{number}.py"] = PREAMBLE + "def test_it(): pass"
        files[f"beginning{number}/conftest.py"] = conftest
        runs[beginning] = [f"beginning{number}", *options]
    write_files(folder, files)
    done = Project(folder).script(
        f"""
{_SNAPSHOT}
import pytest
OPTIONS = ["-q", "-p", "no:cacheprovider"]
pytest.main([*OPTIONS, "ending0"])  # loads what pytest loads
before, kept = snapshot(), collections()
for name, arguments in {runs!r}.items():
    status = pytest.main([*OPTIONS, "-p", "hermetic", {STRICT!r}, *arguments])
    with open("left-behind.txt", "w") as file:
        file.write("free")
    free = os.stat("left-behind.txt").st_size == 4 and os.system("true") == 0
    state = dict(name=name, status=int(status), changed=changed(before, snapshot()), free=free,
                 collections=[collections(), kept])
    print("\\nSTATE", json.dumps(state))
"""
    )
    states = [json.loads(line[len("STATE ") :]) for line in done.stdout.splitlines() if line.startswith("STATE ")]
    assert len(states) == len(runs), done.stdout + done.stderr
    return {state["name"]: state for state in states}


_STATUS = {name: case[-1] for name, case in (ENDINGS | BEGINNINGS).items()}


@pytest.mark.parametrize("how", _STATUS)
def test_after_a_run_everything_is_the_object_it_was(after: dict[str, dict[str, Any]], how: str) -> None:
    state = after[how]
    assert state["status"] == _STATUS[how]
    assert state["changed"] == []
    assert state["collections"][0] == state["collections"][1]
    assert state["free"]


@inner("""
    import unittest

    @pytest.mark.parametrize("ending", ["fail", "skip", "xfail", "violate", "swallow", "system exit"])
    def test_ending(ending):
        if ending == "fail":
            pytest.fail()
        if ending == "skip":
            pytest.skip()
        if ending == "xfail":
            pytest.xfail()
        if ending == "violate":
            touch()
        if ending == "system exit":
            raise SystemExit
        try:
            touch()
        except Exception:
            pass

    @pytest.mark.medium
    def test_free():
        import socket, sqlite3
        assert touch()
        open("free.txt", "w").close()
        os.system("true")
        sqlite3.connect(":memory:").close()
        with socket.socket() as listening:
            listening.bind(("127.0.0.1", 0))

    @pytest.fixture
    def failing():
        raise ValueError

    def test_failing_set_up(failing):
        pass

    unmarked = pytest.mark.medium
    @unmarked
    def test_free_again():
        assert touch()
""")
@requirement("ADR-001-28", "ADR-002-25", "ADR-003-18", "ADR-004-19")
def test_a_medium_test_is_free_however_the_small_one_before_it_ended(came: Run) -> None:
    assert came.outcomes() == {
        "test_ending[fail]": "failed",
        "test_ending[skip]": "skipped",
        "test_ending[xfail]": "xfailed",
        "test_ending[violate]": "failed",
        "test_ending[swallow]": "failed",
        "test_ending[system exit]": "failed",
        "test_free": "passed",
        "test_failing_set_up": "failed in setup",
        "test_free_again": "passed",
    }


def test_whoever_leaves_pytest_still_gets_the_summary(project: Project) -> None:
    project.write(
        test_leaves="""
            def test_looks(): touch()
            def test_leaves(): pytest.exit("enough")
            def test_never(): pass
        """
    )
    run = project.run()
    assert run.exit == 2
    assert run.summary()[0] == "1 violation in 1 test: 1 filesystem"
    assert "INTERNALERROR" not in run.output


def test_a_violation_swallowed_before_leaving_pytest_is_not_in_the_way(project: Project) -> None:
    project.write(
        test_leaves="""
            def test_leaves():
                try:
                    touch()
                except Exception:
                    pass
                pytest.exit("enough", 7)
        """
    )
    run = project.run()
    assert run.exit == 7
    assert "INTERNALERROR" not in run.output


def test_stopping_at_the_first_failure_stops_at_a_swallowed_violation(project: Project) -> None:
    project.write(
        test_stops="""
            def test_looks():
                try:
                    touch()
                except Exception:
                    pass
            def test_never(): pass
        """
    )
    assert project.run("-x").outcomes() == {"test_looks": "failed"}


def test_setup_show_and_collect_only_and_fixtures_run_no_guard_into_trouble(project: Project) -> None:
    project.write(
        test_it="""
            @pytest.fixture
            def it(): return touch()
            def test_it(it): pass
        """
    )
    for option, status in (("--setup-show", 1), ("--collect-only", 0), ("--setup-plan", 0), ("--setup-only", 1)):
        run = project.run(option)
        assert run.exit == status, run.output
        assert "INTERNALERROR" not in run.output


@inner("""
    def test_forks():
        child = os.fork()
        if child == 0:
            os._exit(0 if touch() and open("data.txt").read() else 1)

    @pytest.mark.medium
    def test_child_is_not_enforced():
        child = os.fork()
        if child == 0:
            os._exit(3 if touch() else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3
""")
def test_a_fork_is_refused_in_a_small_test_and_free_in_a_medium_one(came: Run) -> None:
    assert came.outcomes() == {"test_forks": "failed", "test_child_is_not_enforced": "passed"}
    assert [each["resource"] for each in came.violations()] == ["process"]


def test_a_forked_child_of_a_small_test_is_not_enforced(project: Project) -> None:
    project.write(
        test_forks="""
            def test_forks():
                child = os.fork()
                if child == 0:
                    try:
                        open("by-child.txt", "w").close()
                        os.listdir()
                    finally:
                        os._exit(0)
                assert os.waitpid(child, 0)[1] == 0
        """
    )
    run = project.run(mode="--test-categories-enforcement=warn")
    assert run.outcomes() == {"test_forks": "passed"}
    assert (project.folder / "by-child.txt").exists()
    assert [each["resource"] for each in run.violations()] == ["process"]


def test_off_installs_nothing_at_all(project: Project) -> None:
    project.write(
        test_off="""
            import sys
            import socket, sqlite3, _thread, posix
            def test_off():
                assert "pytest_hermetic.enforcement" not in sys.modules
                assert "pytest_hermetic.guard" not in sys.modules
                assert not any(name.startswith("pytest_hermetic.sensors") for name in sys.modules)
                assert type(os.stat).__name__ == "builtin_function_or_method"
                assert type(os.stat) is type(len) and type(_thread.start_new_thread) is type(len)
                touch()
        """
    )
    run = project.run(mode="--test-categories-enforcement=off")
    assert run.outcomes() == {"test_off": "passed"}, run.text()
    assert run.violations() == []
    assert run.summary() == []


def test_it_can_be_left_out_like_any_plugin(project: Project) -> None:
    project.write(test_it="def test_it(): touch()")
    (project.folder / "pytest.ini").write_text("[pytest]\nmarkers = small\n", encoding="utf-8")
    run = project.run("-p", "no:hermetic", mode="-q", PYTEST_DISABLE_PLUGIN_AUTOLOAD="")
    assert run.outcomes() == {"test_it": "passed"}
