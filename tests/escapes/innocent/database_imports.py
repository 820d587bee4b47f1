"""Importing a driver in the test, for the first time or again, opens nothing."""

import importlib
import sys

import pytest

DRIVERS = [
    "aiosqlite",
    "asyncpg",
    "cassandra.cluster",
    "clickhouse_connect",
    "clickhouse_driver",
    "coredis",
    "dbm",
    "duckdb",
    "elasticsearch",
    "mysql.connector",
    "neo4j",
    "oracledb",
    "pg8000",
    "psycopg",
    "psycopg2",
    "psycopg_pool",
    "pymongo",
    "pymssql",
    "pymysql",
    "redis",
    "redis.asyncio",
    "sqlite3",
    "sqlalchemy",
    "sqlalchemy.ext.asyncio",
    "valkey",
]


@pytest.mark.parametrize("name", DRIVERS)
def test_import(name):
    assert importlib.import_module(name)


def test_import_again():
    sys.modules.pop("aiomysql", None)
    import aiomysql

    assert aiomysql.connect


def test_reload():
    import pymysql.connections

    importlib.reload(pymysql.connections)
    assert pymysql.connections.Connection


def test_import_of_a_driver_that_is_missing():
    with pytest.raises(ImportError):
        importlib.import_module("cx_Oracle_that_is_not_there")


def test_inspecting_what_is_guarded():
    import inspect

    import psycopg
    import sqlalchemy

    assert inspect.iscoroutinefunction(psycopg.AsyncConnection.connect)
    assert "url" in inspect.signature(sqlalchemy.create_engine).parameters
    assert psycopg.Connection.connect.__self__ is psycopg.Connection
