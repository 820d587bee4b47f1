"""The asynchronous clients of PyPI, on asyncio, anyio and trio."""

import asyncio

import aiohttp
import aiosmtplib
import anyio
import httpcore
import httpx
import pytest
import trio
import websockets
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from targets import address, text, url
from tornado.httpclient import AsyncHTTPClient, HTTPClient
from tornado.tcpclient import TCPClient
from tornado.tcpserver import TCPServer

HTTP = url("HTTP")
TCP = address("TCP")


@pytest.fixture(params=["asyncio", "trio"])
def anyio_backend(request):
    return request.param


@pytest.mark.anyio
async def test_httpx_async_client(anyio_backend):
    async with httpx.AsyncClient(trust_env=False) as client:
        assert (await client.get(HTTP)).status_code == 200


@pytest.mark.anyio
async def test_httpcore_async(anyio_backend):
    async with httpcore.AsyncConnectionPool() as pool:
        assert (await pool.request("GET", HTTP)).status == 200


@pytest.mark.asyncio
@pytest.mark.expect(text("HTTP"))
async def test_aiohttp():
    async with aiohttp.ClientSession() as session, session.get(HTTP) as response:
        assert (await response.json()) == {"hello": "world"}


@pytest.mark.asyncio
async def test_aiohttp_request():
    async with aiohttp.request("GET", HTTP) as response:
        assert response.status == 200


@pytest.mark.asyncio
async def test_aiohttp_by_name():
    async with aiohttp.ClientSession() as session:
        async with session.get(f"http://localhost:{address('HTTP')[1]}/") as response:
            assert response.status == 200


@pytest.mark.asyncio
async def test_aiohttp_of_a_closed_port_swallowed():
    async with aiohttp.ClientSession() as session:
        try:
            await session.get("http://127.0.0.1:1/")
        except aiohttp.ClientError:
            pass


@pytest.mark.asyncio
async def test_aiohttp_over_a_unix_socket():
    connector = aiohttp.UnixConnector(text("UNIX_HTTP"))
    async with aiohttp.ClientSession(connector=connector) as session:
        assert (await session.get("http://localhost/")).status == 200


@pytest.mark.asyncio
async def test_aiohttp_websocket():
    async with aiohttp.ClientSession() as session, session.ws_connect(url("WEBSOCKET")) as socket:
        await socket.send_str("ping")
        assert (await socket.receive()).data == "ping"


@pytest.mark.asyncio
async def test_aiohttp_test_server():
    async with TestClient(TestServer(web.Application())) as client:
        assert (await client.get("/")).status == 404


@pytest.mark.asyncio
async def test_aiohttp_server():
    runner = web.AppRunner(web.Application())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    await runner.cleanup()


@pytest.mark.asyncio
async def test_websockets():
    async with websockets.connect(url("WEBSOCKET"), proxy=None, compression=None) as socket:
        await socket.send("ping")
        assert await socket.recv() == "ping"


@pytest.mark.asyncio
async def test_websockets_server():
    async with websockets.serve(lambda socket: socket.close(), "127.0.0.1", 0) as server:
        assert server.sockets


@pytest.mark.asyncio
async def test_aiosmtplib():
    host, port = address("SMTP")
    async with aiosmtplib.SMTP(hostname=host, port=port, local_hostname="me") as client:
        assert (await client.noop()).code == 250


@pytest.mark.anyio
async def test_anyio_connect_tcp(anyio_backend):
    async with await anyio.connect_tcp(*TCP) as stream:
        await stream.send(b"ping")
        assert await stream.receive() == b"ping"


@pytest.mark.anyio
async def test_anyio_connect_unix(anyio_backend):
    async with await anyio.connect_unix(text("UNIX")) as stream:
        await stream.send(b"ping")


@pytest.mark.anyio
async def test_anyio_listener(anyio_backend):
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener:
        assert listener.listeners


@pytest.mark.anyio
async def test_anyio_udp(anyio_backend):
    async with await anyio.create_connected_udp_socket(*address("UDP")) as udp:
        await udp.send(b"ping")
        assert await udp.receive() == b"ping"


@pytest.mark.anyio
async def test_anyio_getaddrinfo(anyio_backend):
    assert await anyio.getaddrinfo("localhost", 80)


@pytest.mark.anyio
async def test_anyio_worker_thread(anyio_backend):
    import socket

    (await anyio.to_thread.run_sync(socket.create_connection, TCP)).close()


@pytest.mark.trio
async def test_trio_open_tcp_stream():
    stream = await trio.open_tcp_stream(*TCP)
    await stream.send_all(b"ping")
    assert await stream.receive_some(4) == b"ping"


@pytest.mark.trio
async def test_trio_socket():
    with trio.socket.socket() as sock:
        await sock.connect(TCP)


@pytest.mark.trio
async def test_trio_udp():
    with trio.socket.socket(type=trio.socket.SOCK_DGRAM) as sock:
        assert await sock.sendto(b"ping", address("UDP")) == 4


@pytest.mark.trio
async def test_trio_unix_socket():
    await (await trio.open_unix_socket(text("UNIX"))).aclose()


@pytest.mark.trio
async def test_trio_getaddrinfo():
    assert await trio.socket.getaddrinfo("localhost", 80)


@pytest.mark.trio
async def test_trio_listeners():
    for listener in await trio.open_tcp_listeners(0, host="127.0.0.1"):
        await listener.aclose()


def test_trio_run():
    async def main():
        await (await trio.open_tcp_stream(*TCP)).aclose()

    trio.run(main)


def test_anyio_run():
    async def main():
        await (await anyio.connect_tcp(*TCP)).aclose()

    anyio.run(main)


def test_trio_nursery_that_swallows():
    async def leave():
        await (await trio.open_tcp_stream(*TCP)).aclose()

    async def main():
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(leave)
        except* Exception:
            pass

    trio.run(main)


def test_tornado_client():
    client = HTTPClient()
    assert client.fetch(HTTP).code == 200
    client.close()


@pytest.mark.asyncio
async def test_tornado_async_client():
    assert (await AsyncHTTPClient(force_instance=True).fetch(HTTP)).code == 200


@pytest.mark.asyncio
async def test_tornado_tcp_client():
    stream = await TCPClient().connect(*TCP)
    stream.close()


@pytest.mark.asyncio
async def test_tornado_tcp_server():
    server = TCPServer()
    server.listen(0, "127.0.0.1")
    server.stop()


def test_aiohttp_in_asyncio_run():
    async def main():
        async with aiohttp.ClientSession() as session, session.get(HTTP) as response:
            return response.status

    assert asyncio.run(main()) == 200
