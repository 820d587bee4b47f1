"""Progress that a client can bear: soon, not often, never silent, always more than before."""

import asyncio
import time
from itertools import pairwise

import pytest

from pytest_hermetic.mcp import pace
from pytest_hermetic.mcp.outcome import Progress

pytestmark = pytest.mark.medium

Told = list[tuple[float, float, float | None, str]]


def told_while(*notes: tuple[float, Progress], seconds: float) -> Told:
    """Note each progress at its time and give what was sent, with its time."""
    told: Told = []

    async def whole() -> None:
        began = time.monotonic()

        async def send(value: float, total: float | None, message: str) -> None:
            told.append((time.monotonic() - began, value, total, message))

        async with pace.telling(send) as note:
            for at, progress in notes:
                await asyncio.sleep(max(0.0, began + at - time.monotonic()))
                note(progress)
            await asyncio.sleep(began + seconds - time.monotonic())

    asyncio.run(whole())
    return told


def test_the_first_test_is_told_at_once_and_what_follows_at_most_twice_a_second() -> None:
    busy = [(0.3 + each / 100, Progress(run_id="r", done=each, total=200)) for each in range(100)]

    told = told_while((0.1, Progress(run_id="r")), *busy, seconds=1.5)

    assert len(told) in {3, 4}  # 0.3, 0.8 and 1.3 seconds, when the machine has time
    assert told[0][1:3] == (0.001, 200) or told[0][1] >= 1
    assert all(later[0] - sooner[0] > 0.4 for sooner, later in pairwise(told))


def test_a_hang_is_told_again_and_again_with_a_growing_value() -> None:
    hang = Progress(run_id="r", done=3, total=4, current="t.py::test_hang", current_for=9.0)

    told = told_while((0.0, hang), seconds=2 * pace.LONGEST_SILENCE + 2)

    values = [value for _, value, _, _ in told]
    assert len(told) >= 2
    assert values == sorted(set(values))
    assert told[-1][3] == "3/4, t.py::test_hang for 9s"


def test_a_second_run_goes_on_where_the_first_ended() -> None:
    counting = pace.Pace()

    counting.note(Progress(run_id="a", done=5, total=5))
    first = counting.next()
    counting.note(Progress(run_id="b", done=1, total=5))
    second = counting.next()

    assert first == (5.0, 5.0, "5/5")
    assert second == (6.0, 10.0, "1/5")


def test_waiting_names_the_run_that_goes_first() -> None:
    assert pace.describe(Progress(run_id="b", waiting_for="a")) == "waiting for run a in the same folder"
