"""MySQL's own connector, to a listener that hangs up."""

import mysql.connector
import mysql.connector.aio
import mysql.connector.pooling
import pytest
from database_targets import HOST, PORT, reached

pytestmark = pytest.mark.expect("mysql.connector")

PLACE = {"host": HOST, "port": PORT, "user": "root", "password": "hunter2secret", "connection_timeout": 3}
EARLY = mysql.connector.MySQLConnection()
EARLY_CONFIGURED = mysql.connector.MySQLConnection()
EARLY_CONFIGURED.config(**PLACE)


def test_connect_in_python():
    with reached(mysql.connector.Error):
        mysql.connector.connect(**PLACE, use_pure=True)


def test_connection_made_early():
    with reached(mysql.connector.Error):
        EARLY.connect(**PLACE)


def test_reconnect():
    with reached(mysql.connector.Error):
        EARLY_CONFIGURED.reconnect()


def test_pool():
    with reached(mysql.connector.Error):
        mysql.connector.pooling.MySQLConnectionPool(pool_size=1, **PLACE, use_pure=True)


@pytest.mark.asyncio
async def test_asynchronous():
    with reached(mysql.connector.Error):
        await mysql.connector.aio.connect(**PLACE)
