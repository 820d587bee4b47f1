"""The front of the engine: run or discover a project's tests from asyncio; standard library only."""

import asyncio
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path

from pytest_hermetic.mcp import environment, recall, verdict
from pytest_hermetic.mcp.command import RefusalError, RunRequest, pytest_arguments
from pytest_hermetic.mcp.disk import Facts
from pytest_hermetic.mcp.environment import Choice
from pytest_hermetic.mcp.evidence import Evidence
from pytest_hermetic.mcp.job import Job, OnProgress, nowhere
from pytest_hermetic.mcp.lifeline import Lifeline
from pytest_hermetic.mcp.outcome import Discovery, Progress, RunOutcome, TestOutcome
from pytest_hermetic.mcp.runs import Note, Store
from pytest_hermetic.mcp.turns import Turns

GRACE = 0.8  # seconds: with the sweep, all is over within one


class Engine:
    """Runs tests below `roots` and nowhere else. What outlives a run is on disk, under its run id."""

    def __init__(
        self,
        *,
        roots: Sequence[Path],
        store: Path | None = None,
        facts: Facts | None = None,
        grace: float = GRACE,
    ) -> None:
        """`store` is where runs are kept; by default a folder of the user's, outside any project.

        `grace` is the time between SIGINT, at which fixtures tear down, and SIGKILL; 0 kills at once.
        """
        self._roots = tuple(roots)
        self._store = Store(store)
        self._facts = facts or Facts.of_this_machine()
        self._grace = grace
        self._turns = Turns()
        self._spare: Lifeline | None = None
        self._under_way: set[asyncio.Task[Evidence]] = set()  # asyncio itself holds its tasks only weakly

    @property
    def kept_in(self) -> Path:
        return self._store.path

    async def run(self, request: RunRequest, *, on_progress: OnProgress | None = None) -> RunOutcome:
        """Run to an outcome. Raises `RefusalError` (a sentence) for a request that will not be run.

        When the awaiting task is cancelled, CancelledError is raised at once and the run is ended behind
        it: SIGINT, then within a second SIGKILL, for the whole process tree; its partial results stay
        readable under the run id. A second run on the same root waits for the first and says so through
        `on_progress`.
        """
        outcome = verdict.outcome(await self._evidence(request, on_progress or _ignore))
        with suppress(OSError):  # on a full disk the verdict still counts
            self._remember_failing(outcome, request)
        return outcome

    async def discover(self, request: RunRequest, *, on_progress: OnProgress | None = None) -> Discovery:
        """Collect only."""
        return verdict.discovery(await self._evidence(request, on_progress or _ignore, collect_only=True))

    def recall(self, run_id: str) -> RunOutcome:
        """Return a run by its id, also another server's. Raises `RefusalError` for an unknown id."""
        return verdict.outcome(recall.evidence(self._store.find(run_id)))

    def output(self, run_id: str, *, file: str = "stdout", first: int = 1, last: int = 200) -> tuple[int, list[str]]:
        """Return (number of lines, lines first..last) of stdout, stderr or an `Output.file` of that run."""
        wanted, number = [], 0
        for number, line in enumerate(self._store.find(run_id).lines(file), 1):
            if first <= number <= last:
                wanted.append(line)
        return number, wanted

    def search(self, run_id: str, pattern: str, *, file: str = "stdout", most: int = 50) -> list[tuple[int, str]]:
        """Return (line number, line) of the lines that contain `pattern`, as plain text."""
        lines = enumerate(self._store.find(run_id).lines(file), 1)
        return list(islice((pair for pair in lines if pattern in pair[1]), most))

    def warm_up(self) -> None:
        """Start the next run's supervisor now, so that the run need not wait for it."""
        if self._spare is None or not self._spare.alive:
            self._spare = Lifeline()

    async def settle(self, seconds: float) -> None:
        """Wait until the runs that were cancelled are over, but no longer than `seconds`."""
        if self._under_way:
            await asyncio.wait(self._under_way, timeout=seconds)

    def close(self) -> None:
        """Let go of the spare supervisor; runs under way are ended by cancelling their tasks."""
        if self._spare is not None:
            self._spare.close()
            self._spare = None

    async def _evidence(self, request: RunRequest, on_progress: OnProgress, *, collect_only: bool = False) -> Evidence:
        request = self._with_last_failed(request)
        args = pytest_arguments(request, roots=self._roots, collect_only=collect_only)
        if not request.root.is_dir():
            msg = f"root {str(request.root)!r} is not a folder."
            raise RefusalError(msg)
        choice = environment.choose(
            self._facts, explicit=request.python, root=request.root, start=_where_tests_are(request)
        )
        folder = self._store.begin(_note(request, args, choice, collect_only=collect_only))
        if not isinstance(choice, Choice):
            return nowhere(folder, choice)
        environ = environment.surroundings(choice, self._facts)
        job = Job(request=request, folder=folder, environ=environ, lifelines=self._lifeline, grace=self._grace)
        turns = Turns() if collect_only else self._turns  # to look at the tests hurts no run
        return await self._shielded(job, turns, on_progress)

    async def _shielded(self, job: Job, turns: Turns, on_progress: OnProgress) -> Evidence:
        """Await the job in a task of its own: a cancellation of ours brings it to its end in good order."""
        task = asyncio.create_task(_in_turn(job, turns, on_progress))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            if not job.cancel():
                task.cancel()  # it still waits for its turn
            raise

    def _lifeline(self) -> Lifeline:
        spare, self._spare = self._spare, None
        if spare is not None and spare.alive:
            return spare
        return Lifeline()

    def _with_last_failed(self, request: RunRequest) -> RunRequest:
        if not request.last_failed:
            return request
        before = self._failing_before(request.root)
        if before is None:
            msg = f"last_failed: no run of {request.root} is known yet. Run its tests once first."
        elif not before:
            msg = f"last_failed: nothing failed in the last run of {request.root}. Leave it out to run all."
        else:
            return replace(request, ids=before, last_failed=False)
        raise RefusalError(msg)

    def _failing_before(self, root: Path) -> tuple[str, ...] | None:
        for folder in self._store.newest_first():
            if folder.note().root == str(root) and (failing := folder.failing()) is not None:
                return tuple(name for name in failing if (root / name.partition("::")[0]).exists())
        return None

    def _remember_failing(self, outcome: RunOutcome, request: RunRequest) -> None:
        before = self._failing_before(request.root) or ()
        still = [name for name in before if not _is_settled(name, outcome, request)]
        self._store.find(outcome.run_id).write_failing(tuple(dict.fromkeys([*still, *_failing(outcome)])))


def _is_settled(name: str, outcome: RunOutcome, request: RunRequest) -> bool:
    """Tell whether a run has the last word on what failed before: it ran it, or all of the file it was in."""
    file = name.partition("::")[0]
    file_ran = any(test.partition("::")[0] == file for test in outcome.tests)
    chosen = request.ids or request.keyword or request.markers or request.sizes
    left = outcome.counts.collected - outcome.counts.deselected - outcome.counts.ran
    return name in outcome.tests or (file_ran and (name == file or not (chosen or left)))


def _failing(outcome: RunOutcome) -> Iterable[str]:
    """Yield what should be run again: what failed and what the process died or hung in."""
    bad = (TestOutcome.FAILED, TestOutcome.ERROR)
    yield from (test.id for test in outcome.tests.values() if test.outcome in bad)
    yield from (error.id for error in outcome.collect_errors)
    yield from (culprit.id for culprit in outcome.culprits)


def _where_tests_are(request: RunRequest) -> Path:
    """Return the folder of the first thing asked for; in a monorepo its project decides."""
    first = next(iter([*request.ids, *request.paths]), "")
    path = request.root / first.partition("::")[0]
    return path if path.is_dir() else path.parent


def _note(request: RunRequest, args: tuple[str, ...], choice: Choice | str, *, collect_only: bool) -> Note:
    return Note(
        root=str(request.root),
        python=str(choice.python) if isinstance(choice, Choice) else "",
        why=choice.why if isinstance(choice, Choice) else "",
        args=args,
        timeout=request.timeout,
        test_timeout=request.test_timeout,
        collect_only=collect_only,
        started=time.time(),
    )


async def _in_turn(job: Job, turns: Turns, on_progress: OnProgress) -> Evidence:
    run_id = job.folder.run_id

    def waiting_for(other: str) -> None:
        on_progress(Progress(run_id=run_id, waiting_for=other))

    async with turns.turn(job.root, run_id, waiting_for):
        return await job.to_the_end(on_progress)


def _ignore(_: Progress) -> None:
    """Take progress that nobody asked for."""
