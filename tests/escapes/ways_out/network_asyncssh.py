"""asyncssh: a client and a server."""

import asyncssh
import pytest
from targets import address

KEY = asyncssh.generate_private_key("ssh-ed25519")
HOST, PORT = address("GREETER")


@pytest.mark.asyncio
@pytest.mark.behind("filesystem")
async def test_connect():
    with pytest.raises((asyncssh.Error, OSError)):
        await asyncssh.connect(HOST, PORT, known_hosts=None, config=None, agent_path=None, client_keys=None)


@pytest.mark.asyncio
@pytest.mark.behind("filesystem")
async def test_connect_to_a_closed_port():
    with pytest.raises(OSError):
        await asyncssh.connect("127.0.0.1", 1, known_hosts=None, config=None, agent_path=None, client_keys=None)


@pytest.mark.asyncio
async def test_listen():
    async with asyncssh.listen("127.0.0.1", 0, server_host_keys=[KEY], config=None) as server:
        assert server.sockets
