"""The same work in small and in bigger tests: only the small one is kept from it."""

import sqlite3

import psycopg2
import pytest
import redis
import sqlalchemy
from database_targets import DSN, HOST, POSTGRES_FOLDER, POSTGRES_PORT, REDIS_PORT, REDIS_SOCKET

SIZES = [pytest.param(mark, marks=getattr(pytest.mark, mark), id=mark) for mark in ("small", "medium", "large")]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.expect("sqlite3")
def test_sqlite3(size):
    sqlite3.connect(":memory:").close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.expect("psycopg2")
def test_postgresql_over_tcp(size):
    psycopg2.connect(DSN).close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.expect("psycopg2")
def test_postgresql_by_its_socket(size):
    psycopg2.connect(host=POSTGRES_FOLDER, port=POSTGRES_PORT, user="postgres").close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.expect("redis")
def test_redis_over_tcp(size):
    assert redis.Redis(host=HOST, port=REDIS_PORT).ping()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.expect("redis")
def test_redis_by_its_socket(size):
    assert redis.Redis(unix_socket_path=REDIS_SOCKET).ping()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.expect("sqlalchemy")
def test_engine(size):
    with sqlalchemy.create_engine(f"postgresql+psycopg2://postgres@{HOST}:{POSTGRES_PORT}/postgres").connect():
        pass
