"""Event loops talk to themselves over a socket pair; that is no network."""

import asyncio
import os
import signal
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest


def loop():
    return asyncio.get_running_loop()


def runs(coroutine_function):
    def run():
        asyncio.run(asyncio.wait_for(coroutine_function(), 10))

    run.__name__ = coroutine_function.__name__
    return run


@pytest.fixture
def own_loop():
    made = asyncio.new_event_loop()
    yield made
    made.close()


def test_run():
    assert asyncio.run(asyncio.sleep(0, "done")) == "done"


def test_new_event_loop():
    asyncio.new_event_loop().close()


def test_loop_from_a_fixture(own_loop):
    assert own_loop.run_until_complete(asyncio.sleep(0, 1)) == 1


def test_runner():
    with asyncio.Runner() as runner:
        assert runner.run(asyncio.sleep(0, 1)) == 1


@runs
async def test_gather():
    assert await asyncio.gather(*(asyncio.sleep(0, number) for number in range(3))) == [0, 1, 2]


@runs
async def test_task_group():
    async with asyncio.TaskGroup() as group:
        task = group.create_task(asyncio.sleep(0, 1))
    assert task.result() == 1


@runs
async def test_queue():
    queue = asyncio.Queue()
    queue.put_nowait(1)
    assert await queue.get() == 1


@runs
async def test_locks_and_events():
    event = asyncio.Event()
    async with asyncio.Lock(), asyncio.Semaphore(1):
        event.set()
    await event.wait()


@runs
async def test_timeout():
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.001):
            await asyncio.sleep(5)


@runs
async def test_to_thread():
    assert await asyncio.to_thread(sum, [1, 2]) == 3


@runs
async def test_own_executor():
    with ThreadPoolExecutor(1) as pool:
        assert await loop().run_in_executor(pool, sum, [1, 2]) == 3


@runs
async def test_call_soon_from_another_thread():
    done = loop().create_future()
    threading.Thread(target=loop().call_soon_threadsafe, args=(done.set_result, 1)).start()
    assert await done == 1


def test_loop_in_another_thread(own_loop):
    thread = threading.Thread(target=own_loop.run_forever)
    thread.start()
    assert asyncio.run_coroutine_threadsafe(asyncio.sleep(0, 1), own_loop).result(5) == 1
    own_loop.call_soon_threadsafe(own_loop.stop)
    thread.join()


@runs
async def test_reader_of_a_socket_pair():
    left, right = socket.socketpair()
    with left, right:
        got = loop().create_future()
        loop().add_reader(left, lambda: got.set_result(left.recv(4)))
        right.send(b"ping")
        assert await got == b"ping"
        loop().remove_reader(left)


@runs
async def test_socket_methods_over_a_pair():
    left, right = socket.socketpair()
    with left, right:
        left.setblocking(False)
        right.setblocking(False)
        await loop().sock_sendall(left, b"ping")
        assert await loop().sock_recv(right, 4) == b"ping"


@runs
async def test_streams_over_a_pair():
    left, right = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=left)
    right.sendall(b"ping")
    assert await reader.readexactly(4) == b"ping"
    writer.close()
    right.close()


@runs
async def test_pipes():
    read, write = os.pipe()
    reader = asyncio.StreamReader()
    transport, _ = await loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(read, "rb"))
    os.write(write, b"ping")
    assert await reader.readexactly(4) == b"ping"
    transport.close()
    os.close(write)


@runs
async def test_signal_handler():
    got = loop().create_future()
    loop().add_signal_handler(signal.SIGUSR1, got.set_result, 1)
    signal.raise_signal(signal.SIGUSR1)
    assert await got == 1
    loop().remove_signal_handler(signal.SIGUSR1)


@runs
async def test_stream_reader_in_memory():
    reader = asyncio.StreamReader()
    reader.feed_data(b"line\n")
    reader.feed_eof()
    assert await reader.readline() == b"line\n"


@pytest.mark.asyncio
async def test_under_pytest_asyncio():
    await asyncio.sleep(0)


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
async def test_under_anyio(anyio_backend):
    import anyio

    send, receive = anyio.create_memory_object_stream(1)
    async with send, receive:
        await send.send(1)
        assert await receive.receive() == 1


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
async def test_anyio_thread(anyio_backend):
    import anyio.to_thread

    assert await anyio.to_thread.run_sync(sum, [1, 2]) == 3


class TestIsolated(__import__("unittest").IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        await asyncio.sleep(0)

    async def test_async_test_case(self):
        assert await asyncio.sleep(0, 1) == 1
