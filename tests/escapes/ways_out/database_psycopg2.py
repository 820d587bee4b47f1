"""psycopg2 and what stands on it, against a real PostgreSQL over TCP and a unix socket. libpq connects in C."""

import os
from functools import partial
from unittest import mock

import aiopg
import psycopg2
import psycopg2.extensions
import psycopg2.extras
import psycopg2.pool
import pytest
from database_targets import DSN, HOST, POSTGRES_FOLDER, POSTGRES_PORT, POSTGRES_URL
from psycopg2 import connect
from psycopg2 import connect as open_database

pytestmark = pytest.mark.expect("psycopg2")

connect_early = partial(psycopg2.connect, DSN)
CONNECTED_POOL = psycopg2.pool.SimpleConnectionPool(1, 1, DSN)
CONNECTED_EARLY = psycopg2.connect(DSN)
EARLY_POOL = psycopg2.pool.ThreadedConnectionPool(0, 4, DSN)


def answer(connection):
    with connection.cursor() as cursor:
        cursor.execute("select 1")
        assert cursor.fetchone()[0] == 1
    connection.close()


def test_connect():
    answer(psycopg2.connect(DSN))


def test_connect_by_keywords():
    answer(psycopg2.connect(host=HOST, port=POSTGRES_PORT, user="postgres", password="hunter2secret"))


def test_connect_by_url():
    answer(psycopg2.connect(POSTGRES_URL))


def test_connect_by_hostaddr():
    answer(psycopg2.connect(host="db.invalid", hostaddr=HOST, port=POSTGRES_PORT, user="postgres"))


def test_connect_to_a_unix_socket():
    answer(psycopg2.connect(host=POSTGRES_FOLDER, port=POSTGRES_PORT, user="postgres"))


def test_connect_by_the_environment():
    environment = {"PGHOST": HOST, "PGPORT": str(POSTGRES_PORT), "PGUSER": "postgres", "PGPASSWORD": "hunter2secret"}
    with mock.patch.dict(os.environ, environment):
        answer(psycopg2.connect(""))


def test_connect_to_the_second_of_two_hosts():
    answer(psycopg2.connect(host=f"{POSTGRES_FOLDER}/nowhere,{HOST}", port=POSTGRES_PORT, user="postgres"))


def test_connect_bound_early():
    answer(connect(DSN))


def test_connect_bound_early_under_another_name():
    answer(open_database(DSN))


def test_partial_made_early():
    answer(connect_early())


def test_cursor_factory():
    answer(psycopg2.connect(DSN, cursor_factory=psycopg2.extras.DictCursor))


def test_connection_factory():
    psycopg2.connect(DSN, connection_factory=psycopg2.extras.RealDictConnection).close()


def test_python_connection_class_directly():
    answer(psycopg2.extras.DictConnection(DSN))


def test_replication_connection():
    psycopg2.connect(DSN, connection_factory=psycopg2.extras.LogicalReplicationConnection).close()


@pytest.mark.native
def test_c_connection_class_directly():
    answer(psycopg2.extensions.connection(DSN))


def test_asynchronous_connection():
    connection = psycopg2.connect(DSN, async_=1)
    psycopg2.extras.wait_select(connection)
    connection.close()


def test_pool_made_in_the_test():
    pool = psycopg2.pool.SimpleConnectionPool(1, 2, DSN)
    connection = pool.getconn()
    pool.putconn(connection)
    pool.closeall()


def test_pool_made_early():
    connection = EARLY_POOL.getconn()
    EARLY_POOL.putconn(connection, close=True)


def test_pool_that_has_connected_early():
    connection = CONNECTED_POOL.getconn()
    CONNECTED_POOL.putconn(connection)


@pytest.mark.native
def test_connection_made_early():
    with CONNECTED_EARLY.cursor() as cursor:
        cursor.execute("select 1")


def test_swallowed():
    try:
        psycopg2.connect(DSN).close()
    except Exception:
        pass


@pytest.mark.asyncio
async def test_aiopg():
    async with aiopg.connect(DSN) as connection, connection.cursor() as cursor:
        await cursor.execute("select 1")
        assert await cursor.fetchone() == (1,)


@pytest.mark.asyncio
async def test_aiopg_pool():
    async with aiopg.create_pool(DSN, minsize=1) as pool, pool.acquire() as connection:
        assert connection.raw


@pytest.fixture
def connection():
    connection = psycopg2.connect(DSN)
    yield connection
    connection.close()


def test_in_a_fixture(connection):
    assert connection.status
