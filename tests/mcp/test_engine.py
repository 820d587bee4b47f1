"""The engine as a whole, with real processes: what comes back, what is kept, what is left running."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from pytest_hermetic.mcp.command import RefusalError, RunRequest
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.lifeline import Lifeline
from pytest_hermetic.mcp.outcome import Discovery, ExitFacts, Progress, RunOutcome, TestOutcome, Verdict
from pytest_hermetic.mcp.supervisor import Order
from requirements import requirement

MIXED = """
import pytest, unittest
def test_good(record_property): record_property("size", "small")
@pytest.mark.parametrize("n", [1, 2])
def test_bad(n):
    print("noise " * 1000)
    assert [n, 2] == [n, 3]
@pytest.mark.slow
def test_skipped(): pytest.skip("later")
"""
STRAY = f"sleep 98765{os.getpid()}"  # a child that only this process's tests start
SLOW = f"""
import subprocess, sys, time, pytest
@pytest.fixture
def thing():
    subprocess.Popen(["setsid", *"{STRAY}".split()])
    yield
    open("torn-down", "w").close()
def test_good(): pass
def test_slow(thing): time.sleep(60)
"""


T = TypeVar("T")


def settled(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


class Workshop:
    """A project, an engine for it, and this interpreter's pytest."""

    def __init__(self, folder: Path, text: str) -> None:
        self.root = folder / "project"
        self.root.mkdir()
        (self.root / "test_it.py").write_text(text)
        (self.root / "pytest.ini").write_text("[pytest]\nmarkers = slow\n")
        self.engine = Engine(roots=[self.root], store=folder / "store", grace=20)  # a busy machine is no failure

    def request(self, **asked: Any) -> RunRequest:
        return RunRequest(**{"root": self.root, "python": sys.executable, "timeout": 60, **asked})

    def run(self, on_progress: Callable[[Progress], None] | None = None, **asked: Any) -> RunOutcome:
        return settled(self.engine.run(self.request(**asked), on_progress=on_progress))

    def discover(self) -> Discovery:
        return settled(self.engine.discover(self.request()))


@pytest.fixture
def mixed(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path, MIXED)


@pytest.fixture
def slow(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path, SLOW)


@requirement("MCP-004-05")
def test_a_run_says_what_happened_to_each_test_and_why(mixed: Workshop) -> None:
    outcome = mixed.run()
    assert outcome.verdict is Verdict.FAILED
    assert outcome.reason == "2 of 4 tests failed."
    assert outcome.tests["test_it.py::test_good"].properties == (("size", "small"),)
    assert outcome.tests["test_it.py::test_skipped"].reason == "later"
    failure = outcome.failures[0]
    assert (failure.id, failure.phase, failure.exception) == (
        "test_it.py::test_bad[1]",
        "call",
        "AssertionError",
    )
    assert failure.frames == ("test_it.py:7",)
    assert failure.diff[0] == "assert [1, 2] == [1, 3]"
    assert outcome.surroundings.python_version == ".".join(map(str, sys.version_info[:3]))
    assert outcome.surroundings.pytest_version == pytest.__version__
    assert outcome.surroundings.rootdir == str(mixed.root)


@requirement("MCP-004-15")
def test_a_run_can_be_read_again_by_its_id_by_another_engine(mixed: Workshop, tmp_path: Path) -> None:
    outcome = mixed.run()
    another = Engine(roots=[mixed.root], store=tmp_path / "store")
    assert another.recall(outcome.run_id) == outcome
    number, lines = another.output(outcome.run_id, first=1, last=2)
    assert number > len(lines) == 2
    assert [line for _, line in another.search(outcome.run_id, "short test summary")]


@requirement("MCP-004-11")
def test_long_captured_output_is_cut_in_the_answer_and_whole_on_disk(mixed: Workshop) -> None:
    outcome = mixed.run()
    output = outcome.failures[0].output[0]
    assert output.length == 6001 > len(output.text)
    assert output.file is not None
    assert mixed.engine.output(outcome.run_id, file=output.file)[1] == ["noise " * 1000]


@requirement("MCP-004-06")
def test_nothing_is_left_in_the_project_but_pytests_own(mixed: Workshop) -> None:
    mixed.run()
    assert {path.name for path in mixed.root.iterdir()} <= {
        "test_it.py",
        "pytest.ini",
        "__pycache__",
        ".pytest_cache",
    }


@pytest.mark.parametrize("name", ["../note.json", "note.json", "nothing", "/etc/passwd"])
def test_only_outputs_of_a_run_can_be_read(mixed: Workshop, name: str) -> None:
    outcome = mixed.run(keyword="good")
    with pytest.raises(RefusalError, match="no output called"):
        mixed.engine.output(outcome.run_id, file=name)


@pytest.mark.parametrize("run_id", ["rzzzzz", "..", "", "a/b"])
def test_an_unknown_run_is_refused(mixed: Workshop, run_id: str) -> None:
    with pytest.raises(RefusalError, match="not known"):
        mixed.engine.recall(run_id)


def test_discovery_lists_tests_with_their_lines_and_markers(mixed: Workshop) -> None:
    found = mixed.discover()
    assert found.verdict is Verdict.PASSED
    assert [item.id for item in found.items][1:] == [
        "test_it.py::test_bad[1]", "test_it.py::test_bad[2]", "test_it.py::test_skipped",
    ]  # fmt: skip
    assert (found.items[3].line, found.items[3].markers) == (8, ("slow",))


def test_discovery_keeps_the_order_of_the_files_though_a_plugin_shuffles(mixed: Workshop) -> None:
    shuffled = "def pytest_collection_modifyitems(items): items.append(items.pop(0)); items.reverse()"
    in_order = mixed.discover().items
    (mixed.root / "conftest.py").write_text(shuffled)
    assert mixed.discover().items == in_order


def test_discovery_never_drops_a_file_that_cannot_be_collected(mixed: Workshop) -> None:
    (mixed.root / "test_broken.py").write_text("import not_there")
    found = mixed.discover()
    assert found.verdict is Verdict.COLLECTION_ERROR
    assert [error.id for error in found.errors] == ["test_broken.py"]


def test_last_failed_runs_what_still_fails(mixed: Workshop) -> None:
    with pytest.raises(RefusalError, match="Run its tests once first"):
        mixed.run(last_failed=True)
    mixed.run()
    (mixed.root / "test_it.py").write_text(MIXED.replace("[n, 3]", "[1, 2]"))
    assert set(mixed.run(last_failed=True).tests) == {"test_it.py::test_bad[1]", "test_it.py::test_bad[2]"}
    assert set(mixed.run(last_failed=True).tests) == {"test_it.py::test_bad[2]"}
    mixed.run(keyword="good")
    assert set(mixed.run(last_failed=True).tests) == {"test_it.py::test_bad[2]"}, "a run of other tests forgets nothing"


def test_what_is_no_longer_there_has_not_failed_last(mixed: Workshop) -> None:
    (mixed.root / "test_broken.py").write_text("import not_there\n")
    (mixed.root / "test_gone.py").write_text("def test_bad(): assert 0\n")
    mixed.run()
    mixed.run(paths=["test_gone.py"])
    (mixed.root / "test_gone.py").unlink()
    (mixed.root / "test_broken.py").write_text("def test_good(): pass\n")
    assert set(mixed.run(last_failed=True).tests) == {"test_broken.py::test_good"}
    (mixed.root / "test_it.py").write_text("def test_bad(): assert 0\n")
    mixed.run()
    (mixed.root / "test_it.py").write_text("def test_renamed(): pass\n")
    mixed.run()
    with pytest.raises(RefusalError, match="nothing failed in the last run"):
        mixed.run(last_failed=True)


def test_ids_can_be_given_back_whichever_rootdir_pytest_chose(mixed: Workshop) -> None:
    inner = mixed.root / "services" / "a"
    (inner / "tests").mkdir(parents=True)
    (inner / "pytest.ini").write_text("[pytest]\n")
    (inner / "tests" / "test_a.py").write_text("def test_bad(): assert 0\n")
    outcome = mixed.run(paths=["services/a"])
    told = "services/a/tests/test_a.py::test_bad"
    assert outcome.surroundings.rootdir == str(inner)
    assert (list(outcome.tests), outcome.failures[0].location) == ([told], "services/a/tests/test_a.py:1")
    assert list(mixed.run(ids=[told]).tests) == list(mixed.run(last_failed=True).tests) == [told]
    below = mixed.run(root=inner / "tests")
    assert (list(below.tests), below.failures[0].location) == (["test_a.py::test_bad"], "test_a.py:1")
    assert list(mixed.run(root=inner / "tests", ids=["test_a.py::test_bad"]).tests) == ["test_a.py::test_bad"]


def test_an_absolute_path_by_a_link_is_the_same_test(mixed: Workshop, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(mixed.root)
    outcome = mixed.run(ids=[f"{tmp_path}/link/test_it.py::test_good"])
    assert (list(outcome.tests), outcome.surroundings.rootdir) == (["test_it.py::test_good"], str(mixed.root))


def test_an_unknown_id_says_how_to_find_the_known_ones(mixed: Workshop) -> None:
    assert "discover_tests" in mixed.run(ids=["test_it.py::test_none"]).reason


def test_a_cancel_that_arrives_together_with_the_order_counts(tmp_path: Path) -> None:
    names = ("stdout", "stderr", "exit_file", "events")
    order = Order(
        argv=["sleep", "60"],
        cwd=str(tmp_path),
        env={"PATH": os.environ["PATH"]},
        timeout=30,
        grace=1,
        memory_mb=None,
        cpu_seconds=None,
        **{name: str(tmp_path / name) for name in names},  # type: ignore[typeddict-item] # mypy sees no keys in it
    )

    async def both_at_once() -> ExitFacts:
        lifeline = Lifeline()
        ended = lifeline.start(order)
        lifeline.say("cancel")  # the supervisor's Python has not even started
        try:
            return await ended
        finally:
            lifeline.close()

    facts = settled(both_at_once())
    assert facts.ended_by == "cancel"
    assert facts.duration < 5


def test_progress_counts_up_to_the_end(mixed: Workshop) -> None:
    told: list[Progress] = []
    mixed.run(told.append)
    assert [each.done for each in told] == sorted(each.done for each in told)
    assert told[-1].total == 4


def test_a_second_run_on_the_same_root_waits_and_says_for_whom(mixed: Workshop) -> None:
    told: list[Progress] = []

    async def both() -> None:
        first = asyncio.create_task(mixed.engine.run(mixed.request()))
        await asyncio.sleep(0.05)
        second = await mixed.engine.run(mixed.request(), on_progress=told.append)
        assert first.done()
        assert told[0].waiting_for == first.result().run_id != second.run_id

    settled(both())


def _strays() -> list[str]:
    found = subprocess.run(["pgrep", "-f", STRAY], capture_output=True, text=True, check=False)
    return found.stdout.split()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")
def test_a_cancelled_run_tears_down_and_leaves_no_process_and_a_readable_run(slow: Workshop) -> None:
    run_ids: list[str] = []

    async def cancelled() -> float:
        started = asyncio.Event()

        def on_progress(now: Progress) -> None:
            run_ids.append(now.run_id)
            if now.current.endswith("test_slow"):
                started.set()

        task = asyncio.create_task(slow.engine.run(slow.request(), on_progress=on_progress))
        await started.wait()
        await asyncio.sleep(0.1)
        begin = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        at_once = time.monotonic() - begin
        await slow.engine.settle(30)
        return at_once

    assert settled(cancelled()) < 0.5
    assert (slow.root / "torn-down").exists()
    assert not _strays()
    outcome = slow.engine.recall(run_ids[0])
    assert outcome.verdict is Verdict.CANCELLED
    assert outcome.tests["test_it.py::test_good"].outcome is TestOutcome.PASSED
    assert "test_it.py::test_slow" in outcome.reason


SERVER = """
import asyncio, sys
from pathlib import Path
from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.engine import Engine
root, store = map(Path, sys.argv[1:])
engine = Engine(roots=[root], store=store)
def tell(now):
    if now.current.endswith("test_slow"): print("running", flush=True)
asyncio.run(engine.run(RunRequest(root=root, python=sys.executable), on_progress=tell))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_killed_leaves_no_process(slow: Workshop, tmp_path: Path, number: int) -> None:
    argv = [sys.executable, "-c", SERVER, str(slow.root), str(tmp_path / "store")]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == b"running\n"
        os.killpg(server.pid, number)
    until = time.monotonic() + 3
    while _strays() and time.monotonic() < until:
        time.sleep(0.02)
    assert not _strays()


def test_only_the_last_twenty_runs_are_kept(mixed: Workshop, tmp_path: Path) -> None:
    (mixed.root / "pytest.ini").write_text("[pytest]\naddopts = --no-such\n")
    for _ in range(21):
        mixed.run()
    assert len(list((tmp_path / "store").iterdir())) == 20


def test_without_an_interpreter_the_answer_says_so(mixed: Workshop) -> None:
    outcome = mixed.run(python="nowhere")
    assert (outcome.verdict, outcome.counts.ran) == (Verdict.ENV_ERROR, 0)
    assert outcome.reason.startswith("There is no interpreter and no environment at")
