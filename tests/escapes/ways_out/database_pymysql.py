"""PyMySQL, as itself and as a stand-in for MySQLdb, to a listener that hangs up."""

import peewee
import pymysql
import pymysql.connections
import pytest
from database_targets import HOST, PORT, SOCKET, reached
from dbutils.pooled_db import PooledDB
from pymysql import connect

pytestmark = pytest.mark.expect("pymysql")

PLACE = {"host": HOST, "port": PORT, "user": "root", "password": "hunter2secret", "connect_timeout": 3}
EARLY = pymysql.Connection(**PLACE, defer_connect=True)
EARLY_PEEWEE = peewee.MySQLDatabase("app", **PLACE)
EARLY_POOL = PooledDB(pymysql, mincached=0, maxconnections=2, **PLACE)


def test_connect():
    with reached(pymysql.OperationalError):
        pymysql.connect(**PLACE)


def test_connect_bound_early():
    with reached(pymysql.OperationalError):
        connect(**PLACE)


def test_connect_as_a_class():
    with reached(pymysql.OperationalError):
        pymysql.Connect(**PLACE)


def test_connection_class():
    with reached(pymysql.OperationalError):
        pymysql.connections.Connection(**PLACE)


def test_connection_made_early():
    with reached(pymysql.OperationalError):
        EARLY.connect()


def test_reconnect_by_ping():
    with reached(pymysql.OperationalError, pymysql.err.Error):
        EARLY.ping(reconnect=True)


def test_unix_socket():
    with reached(pymysql.OperationalError):
        pymysql.connect(unix_socket=SOCKET, user="root")


def test_instead_of_mysqldb():
    with reached(pymysql.OperationalError):
        pymysql.get_client_info()
        pymysql.connect(db="app", passwd="hunter2secret", host=HOST, port=PORT)


def test_peewee_made_early():
    with reached(peewee.OperationalError):
        EARLY_PEEWEE.connect()


def test_pool_made_early():
    with reached(pymysql.OperationalError):
        EARLY_POOL.connection()


def test_swallowed():
    with reached():
        try:
            pymysql.connect(**PLACE)
        except Exception:
            pass
