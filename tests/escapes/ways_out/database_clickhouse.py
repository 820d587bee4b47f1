"""ClickHouse by its own protocol and over HTTP, to a listener that hangs up."""

import clickhouse_connect
import clickhouse_driver
import clickhouse_driver.dbapi
import pytest
from database_targets import HOST, PORT, reached

EARLY = clickhouse_driver.Client(HOST, port=PORT, connect_timeout=2)


@pytest.mark.expect("clickhouse_driver")
def test_driver():
    with reached(Exception):
        clickhouse_driver.Client(HOST, port=PORT, password="hunter2secret", connect_timeout=2).execute("select 1")


@pytest.mark.expect("clickhouse_driver")
def test_driver_made_early():
    with reached(Exception):
        EARLY.execute("select 1")


@pytest.mark.expect("clickhouse_driver")
def test_driver_by_url():
    with reached(Exception):
        clickhouse_driver.Client.from_url(f"clickhouse://app:hunter2secret@{HOST}:{PORT}/app").execute("select 1")


@pytest.mark.expect("clickhouse_driver")
def test_driver_as_dbapi():
    with reached(Exception):
        clickhouse_driver.dbapi.connect(host=HOST, port=PORT).cursor().execute("select 1")


@pytest.mark.expect("clickhouse_connect")
def test_over_http():
    with reached(Exception):
        clickhouse_connect.get_client(host=HOST, port=PORT, username="app", password="hunter2secret", connect_timeout=2)


@pytest.mark.asyncio
@pytest.mark.expect("clickhouse_connect")
async def test_over_http_asynchronously():
    with reached(Exception):
        await clickhouse_connect.get_async_client(host=HOST, port=PORT, connect_timeout=2)
