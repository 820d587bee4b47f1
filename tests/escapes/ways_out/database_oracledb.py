"""Oracle's driver in its thin mode, to a listener that hangs up."""

import oracledb
import pytest
from database_targets import HOST, PORT, reached
from oracledb import connect

pytestmark = pytest.mark.expect("oracledb")

PLACE = {"user": "app", "password": "hunter2secret", "dsn": f"{HOST}:{PORT}/app"}


def test_connect():
    with reached(oracledb.Error):
        oracledb.connect(**PLACE)


def test_connect_by_host():
    with reached(oracledb.Error):
        oracledb.connect(user="app", password="hunter2secret", host=HOST, port=PORT, service_name="app")


def test_connect_by_one_string():
    with reached(oracledb.Error):
        oracledb.connect(f"app/hunter2secret@{HOST}:{PORT}/app")


def test_connect_bound_early():
    with reached(oracledb.Error):
        connect(**PLACE)


def test_connection_class():
    with reached(oracledb.Error):
        oracledb.Connection(**PLACE)


def test_pool():
    with reached(oracledb.Error):
        pool = oracledb.create_pool(**PLACE, min=1, max=1)
        pool.acquire()


@pytest.mark.asyncio
async def test_asynchronous():
    with reached(oracledb.Error):
        await oracledb.connect_async(**PLACE)
