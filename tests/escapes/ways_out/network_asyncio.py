"""asyncio's streams, protocols, datagrams, servers and socket methods."""

import asyncio
import contextlib
import os
import socket
import ssl
from asyncio import open_connection, start_server

import pytest
from targets import address, text

TCP = address("TCP")
UDP = address("UDP")
TRUSTING = ssl.create_default_context(cafile=text("CERTIFICATE"))
OWN = f"\0escapes-asyncio-{os.getpid()}"


def loop():
    return asyncio.get_running_loop()


def runs(coroutine_function):
    def run():
        asyncio.run(asyncio.wait_for(coroutine_function(), 10))

    run.__name__ = coroutine_function.__name__
    return run


async def ignore(reader, writer):
    writer.close()


class Collector(asyncio.DatagramProtocol):
    def __init__(self):
        self.got = asyncio.get_running_loop().create_future()

    def datagram_received(self, data, _):
        if not self.got.done():
            self.got.set_result(data)


async def says_ping(reader, writer):
    writer.write(b"ping")
    answer = await reader.readexactly(4)
    writer.close()
    with contextlib.suppress(Exception):
        await writer.wait_closed()
    return answer == b"ping"


@pytest.mark.expect(text("TCP"))
@runs
async def test_open_connection():
    assert await says_ping(*await open_connection(*TCP))


@runs
async def test_open_connection_by_module_and_name():
    assert await says_ping(*await asyncio.open_connection("localhost", TCP[1]))


@runs
async def test_open_connection_over_ipv6():
    assert await says_ping(*await asyncio.open_connection(*address("TCP6")))


@runs
async def test_open_connection_with_tls():
    _, writer = await open_connection(*address("HTTPS"), ssl=TRUSTING, server_hostname="localhost")
    assert writer.get_extra_info("cipher")
    writer.transport.abort()


@runs
async def test_open_connection_with_happy_eyeballs():
    streams = await open_connection("localhost", TCP[1], happy_eyeballs_delay=0.1)
    assert await says_ping(*streams)


@runs
async def test_open_connection_with_a_local_address():
    assert await says_ping(*await open_connection(*TCP, local_addr=("127.0.0.1", 0)))


@runs
async def test_open_unix_connection():
    assert await says_ping(*await asyncio.open_unix_connection(text("UNIX")))


@runs
async def test_open_abstract_unix_connection():
    assert await says_ping(*await asyncio.open_unix_connection(text("ABSTRACT").replace("@", "\0")))


@runs
async def test_create_connection():
    transport, _ = await loop().create_connection(asyncio.Protocol, *TCP)
    transport.abort()


@runs
async def test_create_unix_connection():
    transport, _ = await loop().create_unix_connection(asyncio.Protocol, text("UNIX"))
    transport.abort()


@runs
async def test_connection_over_a_socket_connected_here():
    sock = socket.create_connection(TCP)
    sock.setblocking(False)
    assert await says_ping(*await open_connection(sock=sock))


@runs
async def test_start_server():
    async with await start_server(ignore, "127.0.0.1", 0) as server:
        assert server.sockets


@runs
async def test_start_server_on_all_interfaces():
    async with await start_server(ignore, port=0) as server:
        assert server.sockets


@runs
async def test_start_unix_server():
    async with await asyncio.start_unix_server(ignore, OWN) as server:
        assert server.sockets


@runs
async def test_create_server():
    server = await loop().create_server(asyncio.Protocol, "127.0.0.1", 0)
    server.close()


@runs
async def test_create_server_of_a_fresh_socket():
    server = await loop().create_server(asyncio.Protocol, sock=socket.socket())
    server.close()


@runs
async def test_server_and_client_in_one_loop():
    async with await start_server(ignore, "127.0.0.1", 0) as server:
        reader, writer = await open_connection(*server.sockets[0].getsockname())
        assert await reader.read() == b""
        writer.close()


@runs
async def test_datagram_endpoint_with_a_remote_address():
    transport, collector = await loop().create_datagram_endpoint(Collector, remote_addr=UDP)
    transport.sendto(b"ping")
    assert await collector.got == b"ping"
    transport.close()


@runs
async def test_datagram_endpoint_with_a_local_address():
    transport, _ = await loop().create_datagram_endpoint(Collector, local_addr=("127.0.0.1", 0))
    transport.close()


@runs
async def test_datagram_endpoint_that_sends_anywhere():
    transport, collector = await loop().create_datagram_endpoint(Collector, family=socket.AF_INET)
    transport.sendto(b"ping", UDP)
    assert await collector.got == b"ping"
    transport.close()


@runs
async def test_datagram_endpoint_to_a_unix_path():
    transport, _ = await loop().create_datagram_endpoint(
        Collector, remote_addr=text("UNIX_DATAGRAM"), family=socket.AF_UNIX
    )
    transport.close()


@runs
async def test_sock_connect():
    with socket.socket() as sock:
        sock.setblocking(False)
        await loop().sock_connect(sock, TCP)
        await loop().sock_sendall(sock, b"ping")
        assert await loop().sock_recv(sock, 4) == b"ping"


@runs
async def test_sock_connect_by_name():
    with socket.socket() as sock:
        sock.setblocking(False)
        await loop().sock_connect(sock, ("localhost", TCP[1]))


@runs
async def test_sock_sendto():
    with socket.socket(type=socket.SOCK_DGRAM) as sock:
        sock.setblocking(False)
        await loop().sock_sendto(sock, b"ping", UDP)
        assert await loop().sock_recv(sock, 4) == b"ping"


@runs
async def test_sock_accept():
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(loop().sock_accept(server), 0.05)


@runs
async def test_connections_gathered():
    streams = await asyncio.gather(open_connection(*TCP), open_connection(*TCP))
    assert all([await says_ping(*stream) for stream in streams])


@runs
async def test_connection_gathered_with_exceptions_returned():
    streams = await asyncio.gather(open_connection(*TCP), return_exceptions=True)
    for stream in streams:
        if not isinstance(stream, BaseException):
            stream[1].close()


@runs
async def test_connection_in_a_background_task_nobody_awaits():
    task = asyncio.create_task(open_connection(*TCP))
    await asyncio.wait([task])


@runs
async def test_connection_in_a_task_group():
    async with asyncio.TaskGroup() as group:
        task = group.create_task(open_connection(*TCP))
    assert await says_ping(*task.result())


@runs
async def test_connection_in_a_task_group_with_except_star():
    try:
        async with asyncio.TaskGroup() as group:
            task = group.create_task(open_connection(*TCP))
        task.result()[1].close()
    except* Exception:
        pass


@runs
async def test_connection_from_call_soon():
    done = loop().create_future()

    def connect():
        try:
            socket.create_connection(TCP).close()
        finally:
            done.set_result(None)

    loop().call_soon(connect)
    await done


@runs
async def test_connection_from_call_later():
    done = loop().create_future()
    loop().call_later(0.01, lambda: (done.set_result(None), socket.create_connection(TCP).close()))
    await done


@runs
async def test_connection_from_a_done_callback():
    task = asyncio.create_task(asyncio.sleep(0))
    task.add_done_callback(lambda _: socket.create_connection(TCP).close())
    await task
    await asyncio.sleep(0.01)


@runs
async def test_connection_in_the_default_executor():
    sock = await loop().run_in_executor(None, socket.create_connection, TCP)
    sock.close()


@runs
async def test_connection_in_to_thread():
    (await asyncio.to_thread(socket.create_connection, TCP)).close()


@runs
async def test_connection_in_an_async_generator_left_open():
    async def sockets():
        try:
            yield 1
        finally:
            socket.create_connection(TCP).close()

    async for _ in sockets():
        break


@runs
async def test_connection_in_an_async_context_exit():
    @contextlib.asynccontextmanager
    async def session():
        yield
        (await open_connection(*TCP))[1].close()

    async with session():
        pass


@runs
async def test_retry_until_the_deadline():
    for _ in range(3):
        try:
            _, writer = await asyncio.wait_for(open_connection(*TCP), 1)
        except Exception:
            await asyncio.sleep(0)
        else:
            writer.close()
            break


def test_run_until_complete_on_an_own_loop():
    own = asyncio.new_event_loop()
    _, writer = own.run_until_complete(open_connection(*TCP))
    writer.close()
    own.run_until_complete(asyncio.sleep(0))
    own.close()


def test_selector_loop_by_hand():
    own = asyncio.SelectorEventLoop()
    transport, _ = own.run_until_complete(own.create_connection(asyncio.Protocol, *TCP))
    transport.abort()
    own.run_until_complete(asyncio.sleep(0))
    own.close()


def test_runner():
    with asyncio.Runner() as runner:
        assert runner.run(says_ping_to_echo())


async def says_ping_to_echo():
    return await says_ping(*await open_connection(*TCP))


@pytest.mark.asyncio
async def test_under_pytest_asyncio():
    assert await says_ping_to_echo()


def test_loop_in_a_thread():
    import threading

    thread = threading.Thread(target=asyncio.run, args=(says_ping_to_echo(),))
    thread.start()
    thread.join()


def test_run_coroutine_threadsafe():
    import threading

    own = asyncio.new_event_loop()
    thread = threading.Thread(target=own.run_forever)
    thread.start()
    future = asyncio.run_coroutine_threadsafe(says_ping_to_echo(), own)
    try:
        assert future.result(5)
    finally:
        own.call_soon_threadsafe(own.stop)
        thread.join()
        own.close()


class TestIsolatedCases(__import__("unittest").IsolatedAsyncioTestCase):
    async def test_in_an_async_test_case(self):
        assert await says_ping_to_echo()

    async def test_in_an_async_cleanup(self):
        self.addAsyncCleanup(says_ping_to_echo)
