"""What each tool does: from checked arguments to an answer, by way of the engine. It knows no protocol."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pytest_hermetic.mcp import (
    affected,
    changes,
    confine,
    flaky,
    heading,
    hermeticity,
    inspection,
    listing,
    render,
)
from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.outcome import Discovery, Progress, RunOutcome
from pytest_hermetic.mcp.rounds import NOTHING_RUN, Rounds, told_rounds
from pytest_hermetic.mcp.tools import (
    AffectedTests,
    CheckFlaky,
    CheckHermetic,
    DiscoverTests,
    InspectRun,
    RunTests,
)

OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """Text for the model, facts for programs; `failed` marks what the client must not take for a result."""

    text: str
    facts: Mapping[str, object] = field(default_factory=dict)
    failed: bool = False


@dataclass(frozen=True, kw_only=True)
class Desk:
    """Answers calls for the projects under some roots."""

    engine: Engine
    roots: Sequence[Path]
    python: str | None = None
    memory_mb: int | None = None
    cpu_seconds: int | None = None

    async def answer(self, asked: object, on_progress: OnProgress) -> Answer:
        """Answer any tool's arguments. Raises `RefusalError` for what will not be done."""
        match asked:
            case DiscoverTests():
                return await self._discover(asked, on_progress)
            case RunTests():
                return await self._run(asked, on_progress)
            case InspectRun():
                return await asyncio.to_thread(self._inspect, asked)  # it reads files, some of them long
            case CheckFlaky():
                return await self._check_flaky(asked, on_progress)
            case AffectedTests():
                return await self._affected(asked, on_progress)
            case CheckHermetic():
                return await self._check_hermetic(asked, on_progress)
        msg = f"no tool takes {type(asked).__name__}"
        raise TypeError(msg)

    def _request(self, root: str, **more: object) -> RunRequest:
        given = {name: value for name, value in more.items() if value}  # what is empty was left out
        plain = RunRequest(
            root=confine.chosen(self.roots, root),
            python=self.python,
            memory_mb=self.memory_mb,
            cpu_seconds=self.cpu_seconds,
        )
        return replace(plain, **given)  # type: ignore[arg-type] # each name is a field of RunRequest, typed in tools.py

    async def _discover(self, asked: DiscoverTests, on_progress: OnProgress) -> Answer:
        request = self._request(
            asked.root, paths=asked.paths, keyword=asked.keyword, markers=asked.markers, sizes=asked.sizes
        )
        found = await self.engine.discover(request, on_progress=on_progress)
        return _discovered(found, asked.page)

    async def _run(self, asked: RunTests, on_progress: OnProgress) -> Answer:
        request = self._request(
            asked.root,
            ids=asked.ids,
            paths=asked.paths,
            keyword=asked.keyword,
            markers=asked.markers,
            sizes=asked.sizes,
            last_failed=asked.last_failed,
            max_failures=asked.max_failures,
            timeout=asked.timeout,
            test_timeout=asked.test_timeout,
            workers=asked.workers,
        )
        rounds = Rounds.within(asked.timeout, self.engine, on_progress)
        outcomes = await rounds.while_green(request, asked.repeat)
        return _ran(outcomes[-1], told_rounds(outcomes, asked.repeat))

    def _inspect(self, asked: InspectRun) -> Answer:
        outcome = self.engine.recall(asked.run)
        facts = {"run": outcome.run_id, "verdict": str(outcome.verdict)}
        if asked.lines or asked.search:
            return Answer(text=self._output(outcome, asked), facts=facts)
        text = inspection.in_full(outcome, asked.test) if asked.test else inspection.overview(outcome)
        return Answer(text=text, facts=facts)

    def _output(self, outcome: RunOutcome, asked: InspectRun) -> str:
        told = []
        for name, file in inspection.outputs(outcome, asked.test):
            if asked.search:
                found = self.engine.search(outcome.run_id, asked.search, file=file, most=inspection.MOST_HITS)
                told.append(inspection.hits(name, asked.search, found))
            else:
                total, _ = self.engine.output(outcome.run_id, file=file, first=1, last=1)
                first, last = inspection.wanted_lines(asked.lines, total)
                _, lines = self.engine.output(outcome.run_id, file=file, first=first, last=last)
                told.append(inspection.stretch(name, first, total, lines))
        return "\n".join(told)

    async def _affected(self, asked: AffectedTests, on_progress: OnProgress) -> Answer:
        request = self._request(asked.root)
        found = await self.engine.discover(request, on_progress=on_progress)
        if found.verdict in NOTHING_RUN:
            return _discovered(found, 1)
        tests = listing.files(found)
        project = await changes.project_since(request.root, asked.base, tests)
        reach = affected.affected(project)
        return Answer(text=affected.told(project, reach), facts=affected.facts(reach))

    async def _check_hermetic(self, asked: CheckHermetic, on_progress: OnProgress) -> Answer:
        request = self._request(
            asked.root, paths=asked.paths, keyword=asked.keyword, timeout=asked.timeout, hermetic=True
        )
        outcome = await self.engine.run(request, on_progress=on_progress)
        if why := hermeticity.impossible(outcome):
            return Answer(text=why, facts={"run": outcome.run_id, "verdict": str(outcome.verdict)}, failed=True)
        reasons = hermeticity.reaches(outcome.tests)
        facts = {
            "run": outcome.run_id,
            "verdict": str(outcome.verdict),
            "violations": hermeticity.per_resource(reasons),
        }
        text = render.run(outcome, hermeticity.told(outcome, reasons))
        return Answer(text=text, facts=facts, failed=outcome.verdict in NOTHING_RUN)

    async def _check_flaky(self, asked: CheckFlaky, on_progress: OnProgress) -> Answer:
        files = dict.fromkeys(each.partition("::")[0] for each in asked.ids)
        request = self._request(asked.root, paths=asked.paths or tuple(files))
        rounds = Rounds.within(asked.timeout, self.engine, on_progress)
        suite = await rounds.all_of(request, asked.runs)
        if suite[-1].verdict in NOTHING_RUN:
            return _ran(suite[-1], [])
        patterns = flaky.patterns(suite, asked.ids)
        alone: dict[str, str] = {}
        for test in (asked.ids or flaky.suspects(patterns))[: flaky.MOST_ALONE]:
            single = replace(request, paths=(), ids=(test,))
            alone |= flaky.patterns(await rounds.all_of(single, asked.runs), [test])
        named = asked.ids or flaky.suspects(patterns)
        findings = flaky.Findings(suite=patterns, alone=alone, named=named, rounds=len(suite), asked=asked.runs)
        runs = [each.run_id for each in suite]
        text = flaky.told(findings, runs[-1], heading.where(suite[-1].surroundings))
        return Answer(text=text, facts=flaky.facts(findings) | {"runs": runs})


def _discovered(found: Discovery, page: int) -> Answer:
    return Answer(text=listing.listing(found, page), facts=listing.facts(found), failed=found.verdict in NOTHING_RUN)


def _ran(outcome: RunOutcome, notes: Sequence[str]) -> Answer:
    text = render.run(outcome, [*notes, *hermeticity.notice(outcome)])
    return Answer(text=text, facts=heading.facts(outcome), failed=outcome.verdict in NOTHING_RUN)
