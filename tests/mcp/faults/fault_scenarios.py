"""What can go wrong in a test run, as one table: the project, what is asked, and what must be said of it."""

# ruff: noqa: E501 - a table of small programs, one line each

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pytest_hermetic.mcp.outcome import RunOutcome, Verdict

V = Verdict

GOOD = "def test_good():\n    assert True\n"


@dataclass(frozen=True, kw_only=True)
class Scenario:
    """`guilty` must be named in the reason, by a culprit, a failure or a collection error."""

    name: str
    files: Mapping[str, str]
    verdicts: tuple[Verdict, ...]
    guilty: str = ""
    line: str = ""  # must be among the culprits' lines
    asked: Mapping[str, Any] = field(default_factory=dict)
    environ: Mapping[str, str] = field(default_factory=dict)
    python: str = ""  # written below the project and used in place of the real one
    quick: bool = False  # part of the normal suite
    leaves: tuple[str, ...] = ()  # what its own tests write into the project

    @property
    def may_be_green(self) -> bool:
        return V.PASSED in self.verdicts

    def left_behind(self, root: Path) -> list[str]:
        """Return what lies in the project and is neither the scenario's nor pytest's own."""
        known = {name.partition("/")[0] for name in self.files} | {".pytest_cache", "__pycache__", *self.leaves}
        return sorted({path.name for path in root.iterdir()} - known) if root.is_dir() else []

    def write(self, root: Path) -> None:
        for name, text in self.files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def complaints(self, outcome: RunOutcome) -> list[str]:
        """Return what is wrong with the answer; nothing if it is right."""
        wrong = (
            [f"{outcome.verdict} instead of {'/'.join(self.verdicts)}"] if outcome.verdict not in self.verdicts else []
        )
        if outcome.verdict is not V.PASSED and not outcome.reason:
            wrong.append("no reason")
        if self.guilty and not any(self.guilty in text for text in _named(outcome)):
            wrong.append(f"{self.guilty} is not named")
        if self.line and not any(self.line in culprit.line for culprit in outcome.culprits):
            wrong.append(f"{self.line} is not the line: {[culprit.line for culprit in outcome.culprits]}")
        return wrong


def _named(outcome: RunOutcome) -> list[str]:
    return [
        outcome.reason,
        *(culprit.id for culprit in outcome.culprits),
        *(failure.id + failure.location for failure in (*outcome.failures, *outcome.collect_errors)),
    ]


def _in_test(body: str, *, imports: str = "import ctypes, os, signal, subprocess, sys, threading, time, pytest") -> str:
    indented = "\n".join("    " + line for line in body.splitlines())
    return f"{imports}\n{GOOD}def test_guilty():\n{indented}\ndef test_after():\n    pass\n"


def _one(name: str, body: str, *verdicts: Verdict, **more: Any) -> Scenario:
    files = {"test_it.py": _in_test(body), **more.pop("files", {})}
    more.setdefault("guilty", "" if V.PASSED in verdicts else "test_it.py::test_guilty")
    return Scenario(name=name, files=files, verdicts=verdicts, **more)


def _file(name: str, text: str, *verdicts: Verdict, **more: Any) -> Scenario:
    return Scenario(name=name, files={"test_it.py": text, **more.pop("files", {})}, verdicts=verdicts, **more)


FIXTURE = (
    "import os, sys, time, pytest\n" + GOOD + "@pytest.fixture\ndef thing():\n    {before}\n    yield\n    {after}\n"
)
FIXTURE += "def test_guilty(thing):\n    pass\ndef test_after():\n    pass\n"
SUBTESTS = "import unittest\nclass T(unittest.TestCase):\n    def test_guilty(self):\n        for i in range(3):\n            with self.subTest(i=i): self.assertNotEqual(i, 1)\n"
SWALLOW = "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
BAD = GOOD + "def test_guilty(): assert 0\n"
OURS = "import pytest\n@pytest.hookimpl(tryfirst=True)\ndef pytest_configure(config):\n    for p in config.pluginmanager.get_plugins():\n        if type(p).__name__ == 'Reporter':\n            {}\n"
REPORTS = "import pytest\n@pytest.hookimpl(hookwrapper=True)\ndef pytest_runtest_makereport():\n    report = (yield).get_result()\n    report.{}\n"
HANG = {"test_timeout": 0.5}
TWO = {"workers": 2}


def _hook(name: str, hook: str, *verdicts: Verdict, **more: Any) -> Scenario:
    return _file(name, GOOD, *verdicts, files={"conftest.py": f"import os, pytest\n{hook}\n"}, **more)


def _options(addopts: str, *verdicts: Verdict, text: str = BAD, **more: Any) -> Scenario:
    """Give a failing test to pytest with options that are the project's own."""
    files = {"pytest.ini": f"[pytest]\naddopts={addopts}\n"}
    more.setdefault("guilty", "test_guilty" if V.FAILED in verdicts else "")
    return _file(f"addopts={addopts}", text, *verdicts, files=files, **more)


DEATHS = (
    _one("os._exit(0) in a test", "os._exit(0)", V.CRASHED, quick=True),
    _one("os._exit(3) in a test", "os._exit(3)", V.CRASHED),
    _one("os._exit(1) in a test", "os._exit(1)", V.CRASHED),
    _file(
        "os._exit in set-up",
        FIXTURE.format(before="os._exit(0)", after="pass"),
        V.CRASHED,
        guilty="test_guilty",
    ),
    _file(
        "os._exit in tear-down",
        FIXTURE.format(before="pass", after="os._exit(0)"),
        V.CRASHED,
        guilty="test_guilty",
        quick=True,
    ),
    _file(
        "os._exit in a session fixture's tear-down",
        "import os, pytest\n@pytest.fixture(scope='session')\ndef s():\n    yield\n    os._exit(0)\ndef test_guilty(s): pass\n",
        V.CRASHED,
        guilty="test_guilty",
    ),
    _one("abort", "os.abort()", V.CRASHED, line="in test_guilty", quick=True),
    _one("segmentation fault", "ctypes.string_at(0)", V.CRASHED, line="in test_guilty", quick=True),
    _one(
        "abort without faulthandler",
        "os.abort()",
        V.CRASHED,
        files={"pytest.ini": "[pytest]\naddopts=-p no:faulthandler\n"},
    ),
    _one("C stack overflow", "import faulthandler\nfaulthandler._stack_overflow()", V.CRASHED),
    _one("SIGKILL to itself", "os.kill(os.getpid(), signal.SIGKILL)", V.CRASHED, quick=True),
    _one("SIGTERM to itself", "os.kill(os.getpid(), signal.SIGTERM)", V.CRASHED),
    _one(
        "killed by a child, as the OOM killer does",
        "subprocess.call(['sh', '-c', 'kill -9 $PPID'])",
        V.CRASHED,
    ),
    _one("SIGKILL to its supervisor", "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(9)", V.INTERRUPTED),
    _one("out of memory under a limit", "x = bytearray(1 << 31)", V.FAILED, asked={"memory_mb": 1024}),
    _one("CPU limit", "while True: pass", V.CRASHED, asked={"cpu_seconds": 3}),
    _one("fork bomb", "while True:\n    if os.fork() == 0: time.sleep(60); os._exit(0)", V.CRASHED, quick=True),
    _one("abort at exit", "import atexit; atexit.register(os.abort)", V.CRASHED, guilty=""),
    _one("os._exit(1) at exit", "import atexit; atexit.register(os._exit, 1)", V.CRASHED, guilty=""),
    _one(
        "segmentation fault in a thread",
        "t = threading.Thread(target=lambda: ctypes.string_at(0))\nt.start()\nt.join()",
        V.CRASHED,
        line="in <lambda>",
    ),
    _hook(
        "os._exit(0) in a collection hook", "def pytest_collection_modifyitems(): os._exit(0)", V.CRASHED, quick=True
    ),
    _hook("os._exit(0) at the session's start", "def pytest_sessionstart(): os._exit(0)", V.CRASHED),
    _hook("os._exit(0) while configuring", "def pytest_configure(): os._exit(0)", V.NOT_STARTED),
    _file(
        "os._exit(0) at exit hides a failure",
        "import atexit, os\natexit.register(os._exit, 0)\ndef test_guilty(): assert 0\n",
        V.FAILED,
        guilty="test_guilty",
    ),
    _file("os._exit(0) at import", "import os; os._exit(0)\n" + GOOD, V.CRASHED),
    Scenario(
        name="os._exit(0) in conftest",
        files={"conftest.py": "import os; os._exit(0)", "test_it.py": GOOD},
        verdicts=(V.NOT_STARTED,),
    ),
    Scenario(
        name="sys.exit(0) in conftest",
        files={"conftest.py": "import sys; sys.exit(0)", "test_it.py": GOOD},
        verdicts=(V.NOT_STARTED,),
    ),
    Scenario(
        name="abort in conftest",
        files={"conftest.py": "import os; os.abort()", "test_it.py": GOOD},
        verdicts=(V.CRASHED,),
    ),
)

HANGS = (
    _one("sleep", "time.sleep(60)", V.TIMEOUT, asked=HANG, line="test_it.py:5 in test_guilty", quick=True),
    _one(
        "sleep in C, holding the lock",
        "ctypes.PyDLL(None).sleep(60)",
        V.TIMEOUT,
        asked=HANG,
        line="test_it.py:5",
    ),
    _one("loop that swallows everything", SWALLOW, V.TIMEOUT, asked=HANG, line="in test_guilty", quick=True),
    _one(
        "catastrophic pattern",
        "import re; re.match('(a+)+b', 'a' * 40)",
        V.TIMEOUT,
        asked=HANG,
        line="test_it.py:5",
    ),
    _one(
        "SIGINT ignored",
        "signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(60)",
        V.TIMEOUT,
        asked=HANG,
        line="test_it.py:5",
    ),
    _one(
        "deadlock",
        "lock = threading.Lock(); lock.acquire(); lock.acquire()",
        V.TIMEOUT,
        asked=HANG,
        line="test_it.py:5",
    ),
    _one(
        "interrupt swallowed, then all is well",
        "try: time.sleep(60)\nexcept KeyboardInterrupt: pass",
        V.TIMEOUT,
        asked=HANG,
        line="test_it.py:5 in test_guilty",
        quick=True,
    ),
    _one(
        "interrupt lost in a finaliser",
        "class A:\n    def __del__(self): time.sleep(60)\na = A()\ndel a",
        V.TIMEOUT,
        asked=HANG,
        line="in __del__",
    ),
    _one(
        "its supervisor stopped by SIGSTOP",
        "os.kill(os.getppid(), signal.SIGSTOP); time.sleep(60)",
        V.TIMEOUT,
        asked={"timeout": 4},
    ),
    _one("stopped by SIGSTOP", "os.kill(os.getpid(), signal.SIGSTOP); time.sleep(60)", V.TIMEOUT, asked=HANG),
    _one("waiting for a child", "subprocess.call(['sleep', '60'])", V.TIMEOUT, asked=HANG, line="test_it.py:5"),
    _one(
        "a child that ignores SIGTERM and SIGINT",
        "subprocess.call(['sh', '-c', 'trap \"\" INT TERM; sleep 60'])",
        V.TIMEOUT,
        asked=HANG,
    ),
    _file(
        "set-up hangs",
        FIXTURE.format(before="time.sleep(60)", after="pass"),
        V.TIMEOUT,
        asked=HANG,
        guilty="test_guilty",
        line="in thing",
    ),
    _file(
        "tear-down hangs",
        FIXTURE.format(before="pass", after="time.sleep(60)"),
        V.TIMEOUT,
        asked=HANG,
        guilty="test_guilty",
        line="in thing",
    ),
    _one(
        "hang under xdist",
        "time.sleep(60)",
        V.TIMEOUT,
        asked={**HANG, **TWO},
        line="test_it.py:5 in test_guilty",
        quick=True,
    ),
    _one("swallowing loop under xdist", SWALLOW, V.TIMEOUT, asked={**HANG, **TWO}, line="in test_guilty"),
    _file(
        "import hangs",
        "import time\ntime.sleep(60)\n" + GOOD,
        V.TIMEOUT,
        asked={"timeout": 10},
        guilty="test_it.py:2",
    ),
    _one(
        "thread that never ends",
        "threading.Thread(target=time.sleep, args=(60,)).start()",
        V.TIMEOUT,
        asked={"timeout": 10},
        guilty="",
    ),
)

UNCOLLECTED = (
    _file("import error", "import not_there\n" + GOOD, V.COLLECTION_ERROR, guilty="test_it.py", quick=True),
    _file("syntax error", "def test_x(:\n", V.COLLECTION_ERROR, guilty="test_it.py"),
    _file(
        "exception at import",
        "1/0\n",
        V.COLLECTION_ERROR,
        guilty="test_it.py",
        files={"test_ok.py": GOOD},
        quick=True,
    ),
    _file(
        "import error under xdist",
        "import not_there\n",
        V.COLLECTION_ERROR,
        guilty="test_it.py",
        asked=TWO,
        files={"test_ok.py": GOOD},
    ),
    _file(
        "import error, told to go on",
        "import not_there\n",
        V.COLLECTION_ERROR,
        guilty="test_it.py",
        files={"test_ok.py": GOOD, "pytest.ini": "[pytest]\naddopts=--continue-on-collection-errors\n"},
    ),
    _file(
        "sys.exit at import",
        "import sys; sys.exit(0)\n" + GOOD,
        V.COLLECTION_ERROR,
        V.INTERNAL_ERROR,
        V.INTERRUPTED,
    ),
    _file(
        "pytest.exit at import",
        "import pytest; pytest.exit('enough', returncode=0)\n" + GOOD,
        V.INTERRUPTED,
        V.COLLECTION_ERROR,
    ),
    Scenario(
        name="two files of one name",
        files={"a/test_it.py": GOOD, "b/test_it.py": GOOD},
        verdicts=(V.COLLECTION_ERROR,),
        guilty="test_it.py",
    ),
    Scenario(
        name="conftest error",
        files={"conftest.py": "import not_there", "test_it.py": GOOD},
        verdicts=(V.USAGE_ERROR,),
        guilty="conftest",
        quick=True,
    ),
    Scenario(
        name="conftest error further down",
        files={"sub/conftest.py": "1/0", "sub/test_it.py": GOOD, "test_ok.py": GOOD},
        verdicts=(V.COLLECTION_ERROR, V.USAGE_ERROR),
        guilty="conftest",
    ),
    _file(
        "bad addopts",
        GOOD,
        V.USAGE_ERROR,
        files={"pytest.ini": "[pytest]\naddopts=--no-such-option\n"},
        guilty="--no-such-option",
        quick=True,
    ),
    _file("bad ini file", GOOD, V.USAGE_ERROR, V.NOT_STARTED, files={"pytest.ini": "[pytest\n"}),
    _file(
        "unknown id",
        GOOD,
        V.USAGE_ERROR,
        asked={"ids": ["test_it.py::test_none"]},
        guilty="test_none",
        quick=True,
    ),
    _file("unknown path", GOOD, V.USAGE_ERROR, asked={"paths": ["nowhere"]}, guilty="nowhere"),
    _file("bad expression", GOOD, V.USAGE_ERROR, asked={"keyword": "a and and"}, guilty="a and and"),
    _file(
        "unknown required plugin",
        GOOD,
        V.USAGE_ERROR,
        V.NOT_STARTED,
        files={"pytest.ini": "[pytest]\naddopts=-p no_such_plugin\n"},
        guilty="no_such_plugin",
    ),
    _file(
        "broken hook",
        GOOD,
        V.INTERNAL_ERROR,
        files={"conftest.py": "def pytest_runtest_logreport(report): 1/0\n"},
        guilty="ZeroDivisionError",
        quick=True,
    ),
    _file(
        "broken hook at collection",
        GOOD,
        V.INTERNAL_ERROR,
        files={"conftest.py": "def pytest_collection_modifyitems(): 1/0\n"},
        guilty="ZeroDivisionError",
    ),
    _file(
        "broken hook at the end",
        GOOD,
        V.INTERNAL_ERROR,
        V.NOT_STARTED,
        V.CRASHED,
        files={"conftest.py": "def pytest_unconfigure(): 1/0\n"},
    ),
    _options("--trace", V.FAILED, quick=True),
    _options("--pdb", V.FAILED),
    _options("-f", V.FAILED),
    _options("--sw", V.FAILED),
    _options("-x", V.FAILED),
    _options("--lf", V.FAILED),
    _options("--co", V.NO_TESTS, quick=True),
    _options("--setup-only", V.NO_TESTS),
    _options("--fixtures", V.NO_TESTS),
    _options("--help", V.NO_TESTS, V.NOT_STARTED),
    _options("--deselect=test_it.py", V.NO_TESTS),
    _options("--ignore-glob=*", V.NO_TESTS),
    _options("-p no:python", V.NO_TESTS),
    _options("-p no:runner", V.USAGE_ERROR, V.NOT_STARTED, V.INTERNAL_ERROR, guilty="runner"),
    _options("-p no:skipping -p no:unittest -p no:logging -p no:warnings", V.FAILED),
    _options("-n2 --dist=loadscope", V.FAILED),
    _options("-p no:xdist", V.USAGE_ERROR, asked=TWO, guilty="pytest-xdist"),
    Scenario(name="no tests", files={"readme.txt": ""}, verdicts=(V.NO_TESTS,), quick=True),
    _file("all deselected", GOOD, V.NO_TESTS, asked={"keyword": "nothing_like_it"}, quick=True),
    _file("all skipped", "import pytest\n@pytest.mark.skip\ndef test_x(): pass\n", V.NO_TESTS, quick=True),
    _file(
        "hook that turns 5 into 0",
        "",
        V.NO_TESTS,
        files={"conftest.py": "def pytest_sessionfinish(session): session.exitstatus = 0\n"},
    ),
)

ENVIRONMENTS = (
    _file(
        "no pytest there",
        GOOD,
        V.ENV_ERROR,
        python='#!/bin/sh\nexec {python} -S "$@"\n',
        guilty="No pytest",
        quick=True,
    ),
    _file(
        "interpreter that cannot start",
        GOOD,
        V.ENV_ERROR,
        python="#!/nowhere/python\n",
        guilty="cannot be started",
        quick=True,
    ),
    _file(
        "interpreter that is something else",
        GOOD,
        V.ENV_ERROR,
        python="#!/bin/sh\necho I am no Python >&2\n",
        guilty="I am no Python",
    ),
    _file(
        "pytest hidden by a file of the project",
        GOOD,
        V.NOT_STARTED,
        V.ENV_ERROR,
        files={"pytest.py": ""},
        guilty="pytest",
    ),
    _file(
        "pytest whose dependency is gone",
        GOOD,
        V.ENV_ERROR,
        files={"pluggy.py": "raise ImportError('gone')"},
        guilty="broken",
    ),
    *(
        _file(f"{name}.py in the project", BAD, V.FAILED, V.NOT_STARTED, V.ENV_ERROR, files={f"{name}.py": text})
        for name, text in {
            "json": "",
            "typing": "",
            "traceback": "",
            "signal": "1/0",
            "sink": "1/0",
            "reporter": "1/0",
        }.items()
    ),
    _file("no plugins autoloaded", GOOD, V.PASSED, environ={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}),
    _file("safe path", GOOD, V.PASSED, environ={"PYTHONSAFEPATH": "1"}),
    _file("warnings are errors", GOOD, V.PASSED, environ={"PYTHONWARNINGS": "error"}, quick=True),
)

ENDINGS = (
    _one("pytest.exit, code 0", "pytest.exit('enough', returncode=0)", V.INTERRUPTED, quick=True),
    _one("pytest.exit", "pytest.exit('enough')", V.INTERRUPTED),
    _one("sys.exit(0)", "sys.exit(0)", V.FAILED, quick=True),
    _one("KeyboardInterrupt", "raise KeyboardInterrupt", V.INTERRUPTED),
    _file(
        "KeyboardInterrupt in set-up",
        FIXTURE.format(before="raise KeyboardInterrupt", after="pass"),
        V.INTERRUPTED,
        guilty="test_guilty",
    ),
    _file(
        "KeyboardInterrupt at import",
        "raise KeyboardInterrupt\n",
        V.INTERRUPTED,
        V.COLLECTION_ERROR,  # pytest before 8 goes on, and calls it one
        guilty="test_it.py:1",
    ),
    _hook(
        "KeyboardInterrupt at the session's end",
        "def pytest_sessionfinish(): raise KeyboardInterrupt",
        V.INTERNAL_ERROR,
        guilty="KeyboardInterrupt",
    ),
    _hook(
        "pytest.exit at the session's start",
        "def pytest_sessionstart(): pytest.exit('enough', returncode=0)",
        V.INTERRUPTED,
        guilty="conftest.py:2",
        quick=True,
    ),
    _hook(
        "pytest.exit while configuring",
        "def pytest_configure(): pytest.exit('enough', returncode=0)",
        V.INTERRUPTED,
        V.NOT_STARTED,
        guilty="enough",
        quick=True,
    ),
    _hook(
        "pytest.exit in a hook around tests",
        "def pytest_runtest_setup(): pytest.exit('enough', returncode=0)",
        V.INTERRUPTED,
        guilty="conftest.py:2",
    ),
    _hook(
        "configuring breaks",
        "def pytest_configure(): 1/0",
        V.NOT_STARTED,
        V.INTERNAL_ERROR,
        guilty="ZeroDivisionError",
        quick=True,
    ),
    _file("input()", "def test_guilty(): input()\n", V.FAILED, guilty="test_guilty"),
    _file("breakpoint()", "def test_guilty(): breakpoint()\n", V.FAILED, guilty="test_guilty"),
    _file(
        "every test twice, by a hook",
        GOOD + "seen = []\ndef test_guilty():\n    seen.append(1)\n    assert len(seen) > 1\n",
        V.FAILED,
        guilty="test_guilty",
        files={"conftest.py": "def pytest_collection_modifyitems(items): items += items\n"},
    ),
    _file("every file named twice", GOOD, V.PASSED, asked={"paths": ["test_it.py", "./test_it.py"]}),
    _one("worker exits at the first failure", "os._exit(1)", V.CRASHED, asked={**TWO, "max_failures": 1}),
    _one(
        "worker that may not be replaced",
        "os._exit(1)",
        V.CRASHED,
        asked=TWO,
        files={"pytest.ini": "[pytest]\naddopts=--max-worker-restart=0\n"},
    ),
    _file("unittest subTest under xdist", SUBTESTS, V.FAILED, guilty="test_guilty", asked=TWO),
    _file(
        "sys.exit in tear-down",
        FIXTURE.format(before="pass", after="sys.exit(0)"),
        V.FAILED,
        guilty="test_guilty",
    ),
    _file(
        "error in tear-down",
        FIXTURE.format(before="pass", after="1/0"),
        V.FAILED,
        guilty="test_guilty",
        quick=True,
    ),
    _one(
        "exit code forged to 0",
        "assert 0",
        V.FAILED,
        files={"conftest.py": "def pytest_sessionfinish(session): session.exitstatus = 0\n"},
        quick=True,
    ),
    _one(
        "exit code forged to 1",
        "pass",
        V.FAILED,
        guilty="",
        files={"conftest.py": "def pytest_sessionfinish(session): session.exitstatus = 1\n"},
    ),
    _file(
        "loop that runs nothing",
        GOOD,
        V.NO_TESTS,
        V.INTERRUPTED,
        files={"conftest.py": "def pytest_runtestloop(): return True\n"},
        quick=True,
    ),
    _file(
        "loop that runs half",
        GOOD + "def test_two(): pass\n",
        V.INTERRUPTED,
        files={
            "conftest.py": "def pytest_runtestloop(session):\n    i = session.items[0]\n    i.config.hook.pytest_runtest_protocol(item=i, nextitem=None)\n    return True\n"
        },
    ),
    _one("reports renamed by a hook", "pass", V.PASSED, files={"conftest.py": REPORTS.format("nodeid += ' [n]'")}),
    _one("reports renamed, and a failure", "1/0", V.FAILED, files={"conftest.py": REPORTS.format("nodeid += ' [n]'")}),
    _one(
        "outcomes of a plugin's own",
        "assert 0",
        V.NO_TESTS,
        guilty="",
        files={"conftest.py": REPORTS.format("outcome = 'odd'")},
    ),
    _one("maxfail", "assert 0", V.FAILED, asked={"max_failures": 1}),
    _one(
        "os._exit(exit status) as the last act",
        "pass",
        V.PASSED,
        files={
            "conftest.py": "import os, pytest\n@pytest.hookimpl(trylast=True)\ndef pytest_unconfigure(config): os._exit(0)\n"
        },
    ),
    _file(
        "strict xfail that passes",
        "import pytest\n@pytest.mark.xfail(strict=True)\ndef test_guilty(): pass\n",
        V.FAILED,
        guilty="test_guilty",
    ),
    _file(
        "unittest subTest",
        SUBTESTS,
        V.FAILED,
        guilty="test_guilty",
        quick=True,
    ),
    _file(
        "unittest set-up",
        "import unittest\nclass T(unittest.TestCase):\n    @classmethod\n    def setUpClass(cls): 1/0\n    def test_guilty(self): pass\n",
        V.FAILED,
        guilty="test_guilty",
    ),
    _one(
        "rerun that passes",
        "n = os.path.exists('seen'); open('seen', 'w').close(); assert n",
        V.PASSED,
        files={"pytest.ini": "[pytest]\naddopts=--reruns=2\n"},
        leaves=("seen",),
    ),
    _one("reruns that fail", "assert 0", V.FAILED, files={"pytest.ini": "[pytest]\naddopts=--reruns=2\n"}),
    _one("worker exits", "os._exit(0)", V.CRASHED, asked=TWO, quick=True),
    Scenario(
        name="workers that die at their start",
        files={
            "conftest.py": "import os\nif os.environ.get('PYTEST_XDIST_WORKER'): os._exit(1)\n",
            "pytest.ini": "[pytest]\naddopts=--max-worker-restart=1\n",
            "test_it.py": GOOD,
        },
        verdicts=(V.CRASHED,),
        guilty="worker",
        asked=TWO,
    ),
    _one("worker killed", "os.kill(os.getpid(), 9)", V.CRASHED, asked=TWO),
    _one("worker aborts", "os.abort()", V.CRASHED, asked=TWO, line="in test_guilty"),
    _one("failure under xdist", "assert 0", V.FAILED, asked=TWO),
    _file("green under xdist", GOOD, V.PASSED, asked=TWO),
)

NOISE = (
    _one(
        "50,000 lines and a failure",
        "for i in range(50000): print('line', i)\nassert 0",
        V.FAILED,
        quick=True,
    ),
    _one(
        "50,000 lines past the capture",
        "os.write(2, b'x' * 79 + b'\\n')\nfor i in range(50000): print('line', i, file=sys.__stdout__)",
        V.PASSED,
        files={"pytest.ini": "[pytest]\naddopts=-s\n"},
    ),
    _one(
        "JSON on stdout that looks like ours",
        'print(\'\\n{"e":"exit","code":0}\\n\', flush=True)\nassert 0',
        V.FAILED,
        files={"pytest.ini": "[pytest]\naddopts=-s\n"},
    ),
    _one("descriptors closed", "os.closerange(3, 256)", V.PASSED, V.INTERNAL_ERROR, V.FAILED, V.CRASHED),
    _one(
        "descriptors closed, then a failure",
        "os.closerange(3, 256)\nassert 0",
        V.INTERNAL_ERROR,
        V.FAILED,
        V.CRASHED,
        guilty="",
    ),
    _one("our descriptor closed", "os.closerange(190, 256)\nassert 0", V.FAILED, quick=True),
    _one("stdout closed", "os.close(1)\nassert 0", V.FAILED, V.INTERNAL_ERROR, guilty=""),
    _one(
        "json and os broken",
        "import json\njson.dumps = os.write = time.time = None; os.getpid = lambda: 1\nassert 0",
        V.FAILED,
        files={"pytest.ini": "[pytest]\naddopts=-p no:cacheprovider\n"},
        quick=True,
    ),
    _one(
        "working directory gone",
        "import tempfile\nd = tempfile.mkdtemp()\nos.chdir(d)\nos.rmdir(d)",
        V.PASSED,
        V.INTERNAL_ERROR,
        V.FAILED,
    ),
    _one(
        "fork that comes back into pytest",
        "pid = os.fork()\nif pid:\n    os.waitpid(pid, 0)",
        V.PASSED,
        quick=True,
    ),
    _one("daemon left behind", "subprocess.Popen(['setsid', 'sleep', '60'])", V.PASSED, quick=True),
    _one(
        "broken repr",
        "class X:\n    def __repr__(self): 1/0\n    __str__ = __repr__\nassert X() == 1",
        V.FAILED,
    ),
    _one("100 MB of output", "for i in range(1000): print('x' * 100_000)\nassert 0", V.FAILED),
    _one(
        "100 MB past the capture",
        "for i in range(1000): print('x' * 100_000)\nassert 0",
        V.FAILED,
        files={"pytest.ini": "[pytest]\naddopts=-s\n"},
    ),
    _one("output that is no text", "os.write(1, b'\\xff\\x00')\nsys.stdout.buffer.write(b'\\xfe')\nassert 0", V.FAILED),
    _one("half a surrogate pair", "assert '\\udc80' == 'b'", V.FAILED, quick=True),
    _one("standard descriptors closed", "os.closerange(0, 3)", V.PASSED, V.FAILED, V.INTERNAL_ERROR, V.CRASHED),
    _file(
        "project removed",
        "import os, shutil\ndef test_guilty():\n    shutil.rmtree(os.getcwd())\n    assert 0\n",
        V.FAILED,
        V.INTERNAL_ERROR,
        guilty="test_guilty",
        quick=True,
    ),
    _one("recursion", "def f(): f()\nf()", V.FAILED),
    _one("huge message", "raise ValueError('x' * 5000000)", V.FAILED),
    _file(
        "strange parameters",
        "import pytest\n@pytest.mark.parametrize('p', ['a b', '\\ud800', '\\x00', '::', 'é\\n'])\ndef test_guilty(p): assert 0\n",
        V.FAILED,
        guilty="test_guilty",
    ),
    _one(
        "no terminal plugin",
        "assert 0",
        V.FAILED,
        files={"pytest.ini": "[pytest]\naddopts=-p no:terminal\n"},
        quick=True,
    ),
    _one(
        "everything turned down",
        "assert 0",
        V.FAILED,
        files={
            "pytest.ini": "[pytest]\naddopts=-qq --tb=no -p no:cacheprovider -p no:faulthandler -p no:junitxml --capture=no\n"
        },
        quick=True,
    ),
    _one("native tracebacks", "assert 0", V.FAILED, files={"pytest.ini": "[pytest]\naddopts=--tb=native\n"}),
    _one(
        "reporter that breaks",
        "assert 0",
        V.FAILED,
        files={"conftest.py": OURS.format("p.particulars = None")},
        quick=True,
    ),
    _one(
        "reporter that is thrown out",
        "assert 0",
        V.FAILED,
        files={"conftest.py": OURS.format("config.pluginmanager.unregister(p)")},
    ),
    _one(
        "reporter thrown out, no JUnit",
        "assert 0",
        V.FAILED,
        files={
            "conftest.py": OURS.format("config.pluginmanager.unregister(p)"),
            "pytest.ini": "[pytest]\naddopts=-p no:junitxml\n",
        },
    ),
    _one(
        "reporter thrown out, green",
        "pass",
        V.PASSED,
        files={"conftest.py": OURS.format("config.pluginmanager.unregister(p)")},
    ),
    _file("green", GOOD, V.PASSED, quick=True),
)

SCENARIOS = (*DEATHS, *HANGS, *UNCOLLECTED, *ENVIRONMENTS, *ENDINGS, *NOISE)
