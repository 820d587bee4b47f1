"""From a task one comes to the line that waits for it, however a library has put tasks in between."""

import asyncio
import inspect
import sys
from collections.abc import Awaitable, Callable
from contextvars import Context

import anyio
import pytest
import trio

from pytest_hermetic.sensors import tasks

pytestmark = pytest.mark.small


def functions_outside() -> list[str]:
    return [frame.f_code.co_name for frame in tasks.outwards(inspect.currentframe())]


async def asked(found: list[str]) -> None:
    await asyncio.sleep(0)
    found += functions_outside()


async def limited(found: list[str]) -> None:
    await asyncio.wait_for(asyncio.create_task(asked(found)), 1)


async def gathered(found: list[str]) -> None:
    await asyncio.gather(asked(found), asyncio.sleep(0.01))


async def shielded(found: list[str]) -> None:
    await asyncio.shield(asked(found))


async def one_of_many(found: list[str]) -> None:
    await asyncio.wait([asyncio.create_task(asked(found))])


async def as_they_come(found: list[str]) -> None:
    for done in asyncio.as_completed([asked(found)]):
        await done


async def task_awaited(found: list[str]) -> None:
    await asyncio.create_task(asked(found))


async def task_awaited_by_a_task(found: list[str]) -> None:
    await asyncio.create_task(task_awaited(found))


async def group_left(found: list[str]) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(asked(found))


async def group_not_left_yet(found: list[str]) -> None:
    async with asyncio.TaskGroup() as group:
        group.create_task(asked(found))
        await asyncio.sleep(0.01)


async def group_of_anyio_left(found: list[str]) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(asked, found)


async def group_of_anyio_not_left_yet(found: list[str]) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(asked, found)
        await anyio.sleep(0.01)


Waiting = Callable[[list[str]], Awaitable[None]]
ALL = (
    *(limited, gathered, shielded, one_of_many, as_they_come, task_awaited, task_awaited_by_a_task),
    *(group_left, group_not_left_yet, group_of_anyio_left, group_of_anyio_not_left_yet),
)


@pytest.mark.parametrize("waiting", ALL)
def test_who_waits_for_a_task_is_outside_of_it(waiting: Waiting) -> None:
    found: list[str] = []

    async def main() -> None:
        await waiting(found)

    asyncio.run(main())
    names = ["asked", waiting.__name__, "main", "_run"]
    assert [name for name in found if name in names][:4] == names


@pytest.mark.parametrize("waiting", ALL)
def test_tasks_beside_it_are_not_outside_of_it(waiting: Waiting) -> None:
    found: list[str] = []

    async def beside() -> None:
        await asyncio.sleep(0.01)

    async def main() -> None:
        await asyncio.gather(beside(), waiting(found), beside())

    asyncio.run(main())
    assert waiting.__name__ in found
    assert "main" in found
    assert "beside" not in found


def test_a_task_that_nobody_waits_for_is_outside_of_its_only_companion() -> None:
    found: list[str] = []

    async def main() -> None:
        kept = asyncio.create_task(asked(found))
        await asyncio.sleep(0.01)
        assert kept.done()

    asyncio.run(main())
    assert "main" in found


def test_outside_of_a_task_that_nobody_knows_is_its_event_loop() -> None:
    found: list[str] = []

    async def main() -> None:
        kept = [asyncio.create_task(asked(found)) for _ in range(2)]
        await asyncio.sleep(0.01)
        assert all(task.done() for task in kept)

    asyncio.run(main())
    assert found.count("test_outside_of_a_task_that_nobody_knows_is_its_event_loop") == 2


def test_a_nursery_is_outside_of_its_tasks() -> None:
    found: list[str] = []

    async def asked_in_trio() -> None:
        await trio.lowlevel.checkpoint()
        found.extend(functions_outside())

    async def waiting() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(asked_in_trio)

    async def main() -> None:
        await waiting()

    trio.run(main)
    names = ["asked_in_trio", "waiting", "main"]
    assert [name for name in found if name in names] == names


def test_without_an_event_loop_callers_are_outside() -> None:
    frames = list(tasks.outwards(inspect.currentframe()))
    assert frames[1] is sys._getframe(1)  # noqa: SLF001 - what is to be found
    assert list(tasks.outwards(None)) == []


def test_a_callback_of_the_loop_belongs_to_no_task() -> None:
    found: list[str] = []

    async def main() -> None:
        asyncio.get_running_loop().call_soon(lambda: found.extend(functions_outside()), context=Context())
        await asyncio.sleep(0.01)

    asyncio.run(main())
    assert "main" not in found
