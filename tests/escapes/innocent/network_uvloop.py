"""uvloop with nothing but work inside."""

import asyncio

import uvloop


def test_run():
    assert uvloop.run(asyncio.sleep(0, 1)) == 1


def test_thread():
    async def main():
        return await asyncio.to_thread(sum, [1, 2])

    assert uvloop.run(main()) == 3
