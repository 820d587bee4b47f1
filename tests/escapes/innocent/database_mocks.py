"""Drivers that a test mocks, by every route: nothing is connected."""

import sqlite3
from unittest import mock

import psycopg
import psycopg2
import pymongo
import pymysql
import pytest
import redis
import sqlalchemy
import sqlalchemy.orm


def test_patch_psycopg2_connect():
    with mock.patch("psycopg2.connect") as connect:
        connect.return_value.cursor.return_value.fetchone.return_value = (1,)
        assert psycopg2.connect("host=db.example").cursor().fetchone() == (1,)


@mock.patch("psycopg2.connect")
def test_patch_as_decorator(connect):
    psycopg2.connect("host=db.example")
    connect.assert_called_once_with("host=db.example")


def test_patch_object():
    with mock.patch.object(psycopg.Connection, "connect") as connect:
        psycopg.Connection.connect("host=db.example")
    assert connect.called


def test_patch_psycopg_connect():
    with mock.patch("psycopg.connect"):
        psycopg.connect("host=db.example")


def test_patch_the_low_level_function():
    with mock.patch("psycopg2._connect") as connect:
        psycopg2.connect("host=db.example")
    assert connect.called


def test_patch_sqlite3_connect():
    with mock.patch("sqlite3.connect") as connect:
        sqlite3.connect(":memory:").execute("select 1")
    assert connect.called


def test_monkeypatch_sqlite3(monkeypatch):
    monkeypatch.setattr(sqlite3, "connect", lambda *_: "connected")
    assert sqlite3.connect(":memory:") == "connected"


def test_monkeypatch_pymysql(monkeypatch):
    monkeypatch.setattr("pymysql.connections.Connection.connect", lambda self, sock=None: None)
    assert pymysql.connect(host="db.example").host == "db.example"


def test_monkeypatch_mongo_client(monkeypatch):
    monkeypatch.setattr(pymongo, "MongoClient", dict)
    assert pymongo.MongoClient(host="db.example") == {"host": "db.example"}


def test_patch_redis_execute_command():
    with mock.patch("redis.Redis.execute_command", return_value=True):
        assert redis.Redis(host="db.example").ping()


def test_autospec():
    client = mock.create_autospec(redis.Redis, instance=True)
    client.get.return_value = b"1"
    assert client.get("a") == b"1"


def test_patch_create_engine():
    with mock.patch("sqlalchemy.create_engine") as make:
        sqlalchemy.create_engine("postgresql://db.example/app")
    assert make.called


def test_magic_mock_as_a_session():
    session = mock.MagicMock(spec=sqlalchemy.orm.Session)
    session.scalar.return_value = 1
    assert session.scalar(sqlalchemy.text("select 1")) == 1


@pytest.fixture
def connect():
    with mock.patch("psycopg2.connect") as connect:
        yield connect


def test_patch_in_a_fixture(connect):
    psycopg2.connect("host=db.example")
    assert connect.called


@pytest.fixture
def driver(monkeypatch):
    monkeypatch.setattr("pymysql.connect", mock.Mock())
    return pymysql


def test_monkeypatch_in_a_fixture(driver):
    driver.connect(host="db.example")


def test_undone_patches_leave_the_guard_in_place():
    with mock.patch("psycopg2._connect"), mock.patch("sqlite3.connect"):
        pass
    assert psycopg2.connect
