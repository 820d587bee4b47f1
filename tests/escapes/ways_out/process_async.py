"""Subprocesses of asyncio, anyio, trio and tornado."""

import asyncio
from asyncio import create_subprocess_exec, create_subprocess_shell

import anyio
import anyio.to_process
import pytest
import tornado.process
import trio

TRUE = "/bin/true"


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request):
    return request.param


@pytest.mark.expect(TRUE)
def test_create_subprocess_exec():
    async def main():
        process = await create_subprocess_exec(TRUE)
        return await process.wait()

    assert asyncio.run(main()) == 0


def test_create_subprocess_shell():
    async def main():
        process = await create_subprocess_shell("echo hello", stdout=asyncio.subprocess.PIPE)
        return await process.communicate()

    assert asyncio.run(main()) == (b"hello\n", None)


def test_create_subprocess_by_module():
    async def main():
        return await (await asyncio.create_subprocess_exec(TRUE, stdin=asyncio.subprocess.DEVNULL)).wait()

    assert asyncio.run(main()) == 0


def test_loop_subprocess_exec():
    async def main():
        transport, _ = await asyncio.get_running_loop().subprocess_exec(asyncio.SubprocessProtocol, TRUE)
        await transport._wait()
        transport.close()

    asyncio.run(main())


def test_loop_subprocess_shell():
    async def main():
        transport, _ = await asyncio.get_running_loop().subprocess_shell(asyncio.SubprocessProtocol, "true")
        await transport._wait()
        transport.close()

    asyncio.run(main())


def test_gathered_subprocesses():
    async def one():
        return await (await create_subprocess_exec(TRUE)).wait()

    async def main():
        return await asyncio.gather(one(), one(), return_exceptions=True)

    assert len(asyncio.run(main())) == 2


def test_subprocess_in_a_forgotten_task():
    async def main():
        await asyncio.wait([asyncio.create_task(create_subprocess_exec(TRUE))])
        await asyncio.sleep(0.05)

    asyncio.run(main())


@pytest.mark.asyncio
async def test_subprocess_under_pytest_asyncio():
    assert await (await create_subprocess_exec(TRUE)).wait() == 0


@pytest.mark.anyio
async def test_anyio_run_process(anyio_backend):
    assert (await anyio.run_process([TRUE])).returncode == 0


@pytest.mark.anyio
async def test_anyio_run_process_of_a_shell(anyio_backend):
    assert (await anyio.run_process("echo hello")).stdout == b"hello\n"


@pytest.mark.anyio
async def test_anyio_open_process(anyio_backend):
    async with await anyio.open_process([TRUE]) as process:
        assert await process.wait() == 0


@pytest.mark.anyio
async def test_anyio_worker_process(anyio_backend):
    assert await anyio.to_process.run_sync(abs, -1) == 1


@pytest.mark.trio
async def test_trio_run_process():
    assert (await trio.run_process([TRUE])).returncode == 0


@pytest.mark.trio
async def test_trio_open_process():
    assert await (await trio.lowlevel.open_process([TRUE])).wait() == 0


def test_tornado_subprocess():
    async def main():
        return await tornado.process.Subprocess([TRUE]).wait_for_exit()

    assert asyncio.run(main()) == 0
