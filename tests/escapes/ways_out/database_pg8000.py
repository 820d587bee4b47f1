"""pg8000, which speaks PostgreSQL's protocol in Python."""

import pg8000.dbapi
import pg8000.native
import pytest
from database_targets import HOST, POSTGRES_FOLDER, POSTGRES_PORT
from pg8000.dbapi import connect

pytestmark = pytest.mark.expect("pg8000")


def test_dbapi():
    connection = pg8000.dbapi.connect("postgres", host=HOST, port=POSTGRES_PORT)
    cursor = connection.cursor()
    cursor.execute("select 1")
    assert list(cursor.fetchone()) == [1]
    connection.close()


def test_dbapi_bound_early():
    connect(user="postgres", host=HOST, port=POSTGRES_PORT, password="hunter2secret").close()


def test_native():
    with pg8000.native.Connection("postgres", host=HOST, port=POSTGRES_PORT) as connection:
        assert connection.run("select 1") == [[1]]


def test_unix_socket():
    path = f"{POSTGRES_FOLDER}/.s.PGSQL.{POSTGRES_PORT}"
    with pg8000.native.Connection("postgres", unix_sock=path) as connection:
        assert connection.run("select 1") == [[1]]
