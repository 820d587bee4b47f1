"""mysqlclient, which connects in C, to a listener that hangs up."""

import MySQLdb
import MySQLdb._mysql
import MySQLdb.connections
import pytest
from database_targets import HOST, PORT, reached
from MySQLdb import connect

pytestmark = pytest.mark.expect("MySQLdb")

PLACE = {"host": HOST, "port": PORT, "user": "root", "password": "hunter2secret", "connect_timeout": 3}


def test_connect():
    with reached(MySQLdb.OperationalError):
        MySQLdb.connect(**PLACE)


def test_connect_bound_early():
    with reached(MySQLdb.OperationalError):
        connect(**PLACE)


def test_connection_class():
    with reached(MySQLdb.OperationalError):
        MySQLdb.connections.Connection(**PLACE)


def test_c_function():
    with reached(MySQLdb.OperationalError):
        MySQLdb._mysql.connect(**PLACE)


@pytest.mark.native
def test_c_connection_class_directly():
    with reached(MySQLdb.OperationalError):
        MySQLdb._mysql.connection(**PLACE)
