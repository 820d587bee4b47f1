"""uvloop: libuv connects, resolves and listens in C."""

import asyncio

import pytest
import uvloop
from targets import address, text

pytestmark = pytest.mark.native
TCP = address("TCP")


def test_open_connection():
    async def main():
        reader, writer = await asyncio.open_connection(*TCP)
        writer.write(b"ping")
        assert await reader.readexactly(4) == b"ping"
        writer.close()

    uvloop.run(main())


def test_getaddrinfo():
    async def main():
        assert await asyncio.get_running_loop().getaddrinfo("localhost", 80)

    uvloop.run(main())


def test_start_server():
    async def main():
        server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
        server.close()

    uvloop.run(main())


def test_unix_connection():
    async def main():
        _, writer = await asyncio.open_unix_connection(text("UNIX"))
        writer.close()

    uvloop.run(main())


def test_datagrams():
    async def main():
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            asyncio.DatagramProtocol, remote_addr=address("UDP")
        )
        transport.close()

    uvloop.run(main())
