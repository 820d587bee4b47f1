"""The same tests again, each round in a fresh process, as many as fit before a deadline."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.outcome import Progress, RunOutcome, Verdict

# These say nothing about the tests: the request or the environment has to change first.
NOTHING_RUN: Final = frozenset({Verdict.ENV_ERROR, Verdict.NOT_STARTED, Verdict.USAGE_ERROR})


@dataclass(frozen=True, kw_only=True)
class Rounds:
    """Runs a request several times; the first round always gets its chance."""

    engine: Engine
    seconds: float
    deadline: float
    on_progress: Callable[[Progress], None]

    @classmethod
    def within(cls, seconds: float, engine: Engine, on_progress: Callable[[Progress], None]) -> Self:
        return cls(engine=engine, seconds=seconds, deadline=time.monotonic() + seconds, on_progress=on_progress)

    async def all_of(self, request: RunRequest, number: int) -> list[RunOutcome]:
        """Run them all, unless nothing can be run."""
        return await self._until(request, number, lambda outcome: outcome.verdict in NOTHING_RUN)

    async def while_green(self, request: RunRequest, number: int) -> list[RunOutcome]:
        """Stop at the first round that is not green."""
        return await self._until(request, number, lambda outcome: not outcome.green)

    async def _until(self, request: RunRequest, number: int, enough: Callable[[RunOutcome], bool]) -> list[RunOutcome]:
        outcomes: list[RunOutcome] = []
        while len(outcomes) < number and (not outcomes or self.deadline - time.monotonic() > 0):
            left = self.deadline - time.monotonic() if outcomes else self.seconds
            outcome = await self.engine.run(replace(request, timeout=left), on_progress=self.on_progress)
            if outcomes and time.monotonic() >= self.deadline and outcome.verdict is Verdict.TIMEOUT:
                break  # our own deadline cut this round short, which says nothing about its tests
            outcomes.append(outcome)
            if enough(outcome):
                break
        return outcomes


def told_rounds(outcomes: Sequence[RunOutcome], asked: int) -> list[str]:
    """Say how many rounds there were, if more than one was asked for."""
    if asked == 1:
        return []
    if not outcomes[-1].green:
        before = "; the rounds before it were green" if len(outcomes) > 1 else ""
        return [f"Round {len(outcomes)} of {asked}{before}."]
    if len(outcomes) < asked:
        return [f"{len(outcomes)} of {asked} rounds were green; then the time was up."]
    return [f"All {asked} rounds were green; the figures are the last round's."]
