"""asyncpg against a real PostgreSQL, its pools included."""

import asyncpg
import pytest
from asyncpg import connect
from database_targets import HOST, POSTGRES_FOLDER, POSTGRES_PORT, POSTGRES_URL

pytestmark = [pytest.mark.expect("asyncpg"), pytest.mark.asyncio]


async def answer(connection):
    assert await connection.fetchval("select 1") == 1
    await connection.close()


async def test_connect():
    await answer(await asyncpg.connect(POSTGRES_URL))


async def test_connect_by_keywords():
    await answer(await asyncpg.connect(host=HOST, port=POSTGRES_PORT, user="postgres", password="hunter2secret"))


async def test_connect_by_name():
    await answer(await asyncpg.connect(host="localhost", port=POSTGRES_PORT, user="postgres", ssl=False))


async def test_connect_to_a_unix_socket():
    await answer(await asyncpg.connect(host=POSTGRES_FOLDER, port=POSTGRES_PORT, user="postgres"))


async def test_connect_bound_early():
    await answer(await connect(POSTGRES_URL))


async def test_pool():
    async with asyncpg.create_pool(POSTGRES_URL, min_size=1, max_size=2) as pool:
        assert await pool.fetchval("select 1") == 1


async def test_pool_that_connects_late():
    async with asyncpg.create_pool(POSTGRES_URL, min_size=0, max_size=2) as pool, pool.acquire() as connection:
        assert await connection.fetchval("select 1") == 1


async def test_swallowed():
    try:
        await (await asyncpg.connect(POSTGRES_URL)).close()
    except Exception:
        pass
