"""Coroutines, event loops and their threads."""

import asyncio
import contextlib
import os

import aiofiles
import aiofiles.os
import aiofiles.tempfile
import anyio
import anyio.to_thread
import pytest
import trio


def test_coroutine(box):
    async def read():
        return (box / "text.txt").read_text()

    assert asyncio.run(read())


def test_stat_in_a_task(box):
    async def main():
        async def ask():
            return os.stat(box / "text.txt")

        return await asyncio.gather(ask(), return_exceptions=True)

    assert asyncio.run(main())


def test_to_thread(box):
    async def main():
        return await asyncio.gather(asyncio.to_thread(os.stat, box / "text.txt"), return_exceptions=True)

    assert asyncio.run(main())


def test_run_in_executor(box):
    async def main():
        loop = asyncio.get_running_loop()
        with contextlib.suppress(Exception):
            await loop.run_in_executor(None, (box / "text.txt").read_text)

    asyncio.run(main())


def test_call_soon(box):
    async def main():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)
        loop.call_soon(os.stat, box / "text.txt")
        await asyncio.sleep(0.001)

    asyncio.run(main())


def test_async_generator(box):
    async def lines():
        with open(box / "text.txt") as file:
            for line in file:
                yield line

    async def main():
        return [line async for line in lines()]

    assert asyncio.run(main())


def test_async_context_manager(box):
    @contextlib.asynccontextmanager
    async def lock():
        (box / "lock").touch()
        yield
        (box / "lock").unlink()

    async def main():
        async with lock():
            pass

    asyncio.run(main())


def test_task_group(box):
    async def main():
        async with asyncio.TaskGroup() as group:
            group.create_task(asyncio.to_thread(os.listdir, box))

    asyncio.run(main())


@pytest.mark.asyncio
async def test_pytest_asyncio(box):
    assert (box / "text.txt").exists()


@pytest.mark.asyncio
async def test_pytest_asyncio_in_a_thread(box):
    assert await asyncio.to_thread((box / "text.txt").read_text)


@pytest.mark.anyio
async def test_anyio_test(box, anyio_backend_name):
    assert anyio_backend_name
    assert (box / "text.txt").exists()


@pytest.fixture(scope="session")
def anyio_backend():
    return "asyncio"


@pytest.mark.trio
async def test_trio_test(box):
    assert (box / "text.txt").exists()


@pytest.mark.asyncio
async def test_aiofiles(box):
    async with aiofiles.open(box / "text.txt") as file:
        assert await file.read()


@pytest.mark.asyncio
async def test_aiofiles_written(box):
    async with aiofiles.open(box / "new.txt", "w") as file:
        await file.write("new")


@pytest.mark.asyncio
async def test_aiofiles_stat(box):
    assert await aiofiles.os.stat(str(box / "text.txt"))


@pytest.mark.asyncio
async def test_aiofiles_remove(box):
    await aiofiles.os.remove(box / "text.txt")


@pytest.mark.asyncio
async def test_aiofiles_temporary_file():
    async with aiofiles.tempfile.TemporaryFile("w+") as file:
        await file.write("text")


def test_anyio_path(box):
    async def main():
        return await anyio.Path(box / "text.txt").read_text()

    assert anyio.run(main)


def test_anyio_path_exists(box):
    assert anyio.run(anyio.Path(box / "text.txt").exists)


def test_anyio_open_file(box):
    async def main():
        async with await anyio.open_file(box / "text.txt") as file:
            return await file.read()

    assert anyio.run(main)


def test_anyio_thread(box):
    async def main():
        return await anyio.to_thread.run_sync(os.listdir, box)

    assert anyio.run(main)


def test_anyio_path_iterdir(box):
    async def main():
        return [path async for path in anyio.Path(box).iterdir()]

    assert anyio.run(main)


def test_trio_path(box):
    assert trio.run(trio.Path(box / "text.txt").read_text)


def test_trio_path_stat(box):
    assert trio.run(trio.Path(box / "text.txt").stat)


def test_trio_open_file(box):
    async def main():
        async with await trio.open_file(box / "text.txt") as file:
            return await file.read()

    assert trio.run(main)


def test_trio_thread(box):
    async def main():
        return await trio.to_thread.run_sync(os.stat, box / "text.txt")

    assert trio.run(main)


def test_trio_wrapped_file(box):
    async def main():
        with open(box / "text.txt") as file:
            return await trio.wrap_file(file).read()

    assert trio.run(main)
