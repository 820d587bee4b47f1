"""psycopg 3, sync and async, with its pools, against a real PostgreSQL. libpq connects in C."""

import os
from unittest import mock

import psycopg
import psycopg.pq
import psycopg_pool
import pytest
from database_targets import DSN, HOST, POSTGRES_FOLDER, POSTGRES_PORT, POSTGRES_URL
from psycopg import Connection, connect
from psycopg.pq import pq_ctypes

pytestmark = pytest.mark.expect("psycopg")

connect_asynchronously = psycopg.AsyncConnection.connect
CONNECTED_EARLY = psycopg.connect(DSN)
EARLY_CURSOR = CONNECTED_EARLY.cursor()
EARLY_POOL = psycopg_pool.ConnectionPool(DSN, min_size=0, max_size=2, open=False)


class Own(psycopg.Connection):
    pass


class OwnAsynchronous(psycopg.AsyncConnection):
    pass


def answer(connection):
    with connection:
        assert connection.execute("select 1").fetchone()[0] == 1


async def answer_later(connection):
    async with connection:
        assert await (await connection.execute("select 1")).fetchone() == (1,)


def test_connect():
    answer(psycopg.connect(DSN))


def test_connect_by_keywords():
    answer(psycopg.connect(host=HOST, port=POSTGRES_PORT, user="postgres", password="hunter2secret"))


def test_connect_by_url():
    answer(psycopg.connect(POSTGRES_URL))


def test_connect_by_hostaddr():
    answer(psycopg.connect(host="db.invalid", hostaddr=HOST, port=POSTGRES_PORT, user="postgres"))


def test_connect_to_a_unix_socket():
    answer(psycopg.connect(host=POSTGRES_FOLDER, port=POSTGRES_PORT, user="postgres"))


def test_connect_by_the_environment():
    with mock.patch.dict(os.environ, {"PGHOST": HOST, "PGPORT": str(POSTGRES_PORT), "PGUSER": "postgres"}):
        answer(psycopg.connect())


def test_connection_class():
    answer(psycopg.Connection.connect(DSN))


def test_connection_class_bound_early():
    answer(Connection.connect(DSN))


def test_connect_bound_early():
    answer(connect(DSN))


def test_own_class():
    answer(Own.connect(DSN))


def test_client_cursor():
    answer(psycopg.connect(DSN, cursor_factory=psycopg.ClientCursor))


@pytest.mark.asyncio
async def test_asynchronous():
    await answer_later(await psycopg.AsyncConnection.connect(DSN))


@pytest.mark.asyncio
async def test_asynchronous_bound_early():
    await answer_later(await connect_asynchronously(DSN))


@pytest.mark.asyncio
async def test_asynchronous_own_class():
    await answer_later(await OwnAsynchronous.connect(POSTGRES_URL))


def test_pool():
    with (
        psycopg_pool.ConnectionPool(DSN, min_size=1, max_size=2, open=True, timeout=5) as pool,
        pool.connection() as connection,
    ):
        connection.execute("select 1")


def test_null_pool():
    with psycopg_pool.NullConnectionPool(DSN, open=True, timeout=5) as pool, pool.connection() as connection:
        connection.execute("select 1")


def test_pool_made_early():
    EARLY_POOL.open()
    with EARLY_POOL.connection(timeout=5) as connection:
        connection.execute("select 1")
    EARLY_POOL.close()


def test_connection_made_early():
    assert CONNECTED_EARLY.execute("select 1").fetchone() == (1,)


def test_cursor_made_early():
    assert EARLY_CURSOR.execute("select 1").fetchone() == (1,)


def test_rollback_on_a_connection_made_early():
    CONNECTED_EARLY.execute("select 1")
    CONNECTED_EARLY.rollback()


@pytest.mark.asyncio
async def test_asynchronous_pool():
    async with (
        psycopg_pool.AsyncConnectionPool(DSN, min_size=1, open=False, timeout=5) as pool,
        pool.connection() as connection,
    ):
        await connection.execute("select 1")


def test_libpq_through_ctypes():
    connection = pq_ctypes.PGconn.connect(DSN.encode())
    assert connection.status == psycopg.pq.ConnStatus.OK
    connection.finish()


@pytest.mark.native
def test_libpq_through_the_binary_module():
    connection = psycopg.pq.PGconn.connect(DSN.encode())
    assert connection.status == psycopg.pq.ConnStatus.OK
    connection.finish()


def test_swallowed():
    try:
        psycopg.connect(DSN).close()
    except Exception:
        pass
