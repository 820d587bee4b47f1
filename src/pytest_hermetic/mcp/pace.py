"""Progress at a pace a client can bear: first news at once, then twice a second at most, never silent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from pytest_hermetic.mcp.outcome import Progress

LEAST_GAP = 0.5
LONGEST_SILENCE = 2.0
SMALLEST_STEP = 0.001

Send = Callable[[float, float | None, str], Awaitable[None]]


class Pace:
    """Turns what an engine reports, over one run or several, into numbers that only grow."""

    def __init__(self) -> None:
        self.news = asyncio.Event()
        self._latest = Progress(run_id="")
        self._before = 0
        self._told = 0.0

    def note(self, progress: Progress) -> None:
        if progress.run_id != self._latest.run_id:
            self._before += self._latest.done
        self._latest = progress
        if progress.total is not None or progress.waiting_for:  # while it collects, the heartbeat is enough,
            self.news.set()  # and the first test then has no gap to wait for

    def next(self) -> tuple[float, float | None, str]:
        """Give value, total and message. The protocol wants every value above the last, in a hang too."""
        latest = self._latest
        self._told = max(float(self._before + latest.done), round(self._told + SMALLEST_STEP, 3))
        total = None if latest.total is None else float(self._before + latest.total)
        return self._told, total, describe(latest)


def describe(progress: Progress) -> str:
    if progress.waiting_for:
        return f"waiting for run {progress.waiting_for} in the same folder"
    if progress.total is None:
        return f"collecting, {progress.elapsed:.0f}s"
    failed = f", {progress.failed} failed" if progress.failed else ""
    current = f", {progress.current} for {progress.current_for:.0f}s" if progress.current else ""
    return f"{progress.done}/{progress.total}{failed}{current}"


@asynccontextmanager
async def telling(send: Send) -> AsyncIterator[Callable[[Progress], None]]:
    """Pass on what the block notes while it lasts, and nothing after it."""
    pace = Pace()
    teller = asyncio.create_task(_tell(pace, send))
    try:
        yield pace.note
    finally:
        teller.cancel()


async def _tell(pace: Pace, send: Send) -> None:
    while True:
        with suppress(TimeoutError):  # no news is told too
            async with asyncio.timeout(LONGEST_SILENCE):
                await pace.news.wait()
        pace.news.clear()
        await send(*pace.next())
        await asyncio.sleep(LEAST_GAP)
