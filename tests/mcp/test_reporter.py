"""The injected reporter works wherever pytest does, and a test cannot tell that it is there."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pytest_hermetic.mcp import bootstrap
from requirements import requirement

# What these runs load besides pytest, whatever else is installed beside us.
PLUGINS = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}

BOOTSTRAP = str(bootstrap.__file__)

PROBE = """
import json, os, sys, multiprocessing
def child(queue): queue.put([sys.modules["__main__"].__name__, sys.path])
def test_probe():
    descriptors = sorted(int(n) for n in os.listdir("/proc/self/fd") if int(n) < 100)
    context = multiprocessing.get_context("spawn")
    queue = context.Queue()
    process = context.Process(target=child, args=(queue,))
    process.start()
    spawned = queue.get(timeout=30)
    process.join()
    main = sys.modules["__main__"]
    seen = {
        "environ": sorted(os.environ), "path": sys.path, "argv": sys.argv[:1],
        "main": [main.__file__, str(main.__spec__.name)],
        "modules": sorted(n for n in sys.modules if "hermetic" in n or "reporter" in n or "sink" in n),
        "descriptors": descriptors,
        "cwd": sorted(os.listdir()), "spawned": spawned, "excepthook": sys.excepthook is sys.__excepthook__,
    }
    with open(os.environ["SEEN"], "w") as file: json.dump(seen, file)
"""


def injected(
    folder: Path, *args: str, flags: tuple[str, ...] = (), environ: Mapping[str, str] | None = None
) -> list[dict[str, Any]]:
    """Run pytest in `folder` through the bootstrap and return the events."""
    events, order = folder.parent / "events", folder.parent / "order.json"
    events.unlink(missing_ok=True)
    order.write_text(json.dumps({"events": str(events), "folder": str(folder.parent), "args": args, "plugin": None}))
    subprocess.run(
        [sys.executable, *flags, BOOTSTRAP, str(order)], cwd=folder, env=environ, check=False,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    return [json.loads(line) for line in events.read_text().splitlines()]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "test_it.py").write_text("def test_good(): pass\ndef test_bad(): assert 1 == 2\n")
    return folder


WAYS: dict[str, tuple[tuple[str, ...], tuple[str, ...], dict[str, str]]] = {
    "plain": ((), (), {}),
    "isolated": (("-I",), (), {}),
    "no environment": (("-E",), (), {}),
    "safe path": (("-P",), (), {}),
    "warnings are errors": (("-W", "error"), (), {}),
    "no bytecode": (("-B",), (), {}),
    "optimised": (("-OO",), (), {}),
    "development mode": (("-X", "dev", "-W", "error"), (), {}),
    "no plugin": ((), (), {"PYTEST_PLUGINS": ""}),
    "no terminal": ((), ("-p", "no:terminal"), {}),
    "quiet, no traceback": ((), ("-qq", "--tb=no", "-p", "no:faulthandler"), {}),
    "unbuffered output, no capture": (("-u",), ("-s",), {}),
    "xdist": ((), ("-n2",), {}),
    "xdist, by file": ((), ("-n2", "--dist=loadfile"), {}),
}


@requirement("MCP-004-04", "MCP-004-06")
@pytest.mark.parametrize(("flags", "args", "environ"), WAYS.values(), ids=WAYS)
def test_every_way_of_starting_pytest_is_reported(
    project: Path, flags: tuple[str, ...], args: tuple[str, ...], environ: dict[str, str]
) -> None:
    events = injected(project, *args, flags=flags, environ={"PATH": "/usr/bin:/bin", **PLUGINS, **environ})
    kinds = [event["e"] for event in events if event["e"] != "warning"]
    assert kinds[:2] == ["boot", "hello"]
    assert kinds[-2:] == ["session_finish", "exit"]
    assert {event["id"] for event in events if event["e"] == "finish"} == {
        "test_it.py::test_good",
        "test_it.py::test_bad",
    }
    assert [event["id"] for event in events if event.get("outcome") == "failed"] == ["test_it.py::test_bad"]
    assert {event["selected"] for event in events if event["e"] == "collected"} == {2}
    assert "reporter_error" not in kinds


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_test_sees_exactly_what_it_sees_under_plain_pytest(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "test_probe.py").write_text(PROBE)
    seen = tmp_path / "seen"
    environ = {"PATH": "/usr/bin:/bin", "SEEN": str(seen), "PYTHONDONTWRITEBYTECODE": "1", **PLUGINS}
    plain_pytest = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    subprocess.run(plain_pytest, cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)
    plain = json.loads(seen.read_text())
    injected(folder, "-q", "-p", "no:cacheprovider", environ=environ)
    assert json.loads(seen.read_text()) == plain


def test_events_are_there_while_the_test_still_runs(project: Path) -> None:
    events = str(project.parent / "events")
    (project / "test_it.py").write_text(f"def test_look(): assert 'test_look' in open({events!r}).read()\n")
    assert [event["outcome"] for event in injected(project) if event.get("when") == "call"] == ["passed"]


GROUP = """
import asyncio
async def bad(n):
    assert n == 2
async def work():
    async with asyncio.TaskGroup() as group:
        group.create_task(bad(1))
def test_group():
    asyncio.run(work())
"""


def failure_of(project: Path, text: str, *args: str) -> dict[str, Any]:
    """Run one file and return what was told of its only failure."""
    (project / "test_it.py").write_text(text)
    (told,) = [event for event in injected(project, *args) if event.get("outcome") == "failed"]
    return told


def test_the_exceptions_in_a_group_are_told_with_their_lines(project: Path) -> None:
    told = failure_of(project, GROUP)
    assert told["frames"] == ["test_it.py:9", "test_it.py:6"]
    assert told["message"].endswith("AssertionError: assert 1 == 2 (test_it.py:4)")
    assert [line.strip() for line in told["diff"]] == [
        "ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)",
        "AssertionError: assert 1 == 2 (test_it.py:4)",
    ]


@pytest.mark.parametrize("args", [(), ("-n1",)])
def test_a_doctest_tells_what_it_expected(project: Path, args: tuple[str, ...]) -> None:
    text = 'def f():\n    """\n    >>> f()\n    2\n    """\n    return 1\n'
    told = failure_of(project, text, "--doctest-modules", *args)
    assert told["location"] == "test_it.py:3"
    assert told["diff"] == [">>> f()", "Expected:", "    2", "Got:", "    1"]
    assert told["message"] == "DocTestFailure: Expected: 2 Got: 1"


def test_a_doctest_that_raises_tells_the_projects_lines(project: Path) -> None:
    told = failure_of(project, 'def f():\n    """\n    >>> f()\n    """\n    return 1 / 0\n', "--doctest-modules")
    assert (told["exception"], told["frames"]) == ("UnexpectedException", ["test_it.py:5"])
    assert "ZeroDivisionError" in told["message"]


def test_an_import_error_tells_the_way_to_it(project: Path) -> None:
    (project / "deeper.py").write_text("\nimport not_there\n")
    assert failure_of(project, "import deeper\n")["frames"] == ["test_it.py:1", "deeper.py:2"]


@pytest.mark.parametrize("style", ["no", "line", "native"])
def test_a_projects_way_to_show_failures_hides_no_frame(project: Path, style: str) -> None:
    told = failure_of(project, "def f(): assert [1] == [2]\ndef test_bad(): f()\n", f"--tb={style}")
    assert told["frames"] == ["test_it.py:2", "test_it.py:1"]
    assert "At index 0 diff: 1 != 2" in "\n".join(told["diff"])


def test_what_workers_collect_differently_is_told(project: Path) -> None:
    differing = "import os, pytest\n@pytest.mark.parametrize('n', [os.getpid()])\ndef test_it(n): pass\n"
    assert failure_of(project, differing, "-n2")["message"].startswith("Different tests were collected between gw")
