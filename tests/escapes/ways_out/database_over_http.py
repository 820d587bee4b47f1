"""Databases that are spoken to over HTTP, to a listener that hangs up."""

import arango
import couchdb
import influxdb
import influxdb_client
import meilisearch
import pytest
import qdrant_client
import trino
from arango.http import DefaultHTTPClient
from database_targets import HOST, HTTP, PORT, reached
from influxdb_client.client.influxdb_client_async import InfluxDBClientAsync

EARLY_COUCHDB = couchdb.Server(HTTP)


@pytest.mark.expect("influxdb_client")
def test_influxdb_client():
    with reached(), influxdb_client.InfluxDBClient(HTTP, token="hunter2secret", org="app", timeout=2000) as client:
        client.query_api().query("buckets()")


@pytest.mark.asyncio
@pytest.mark.expect("influxdb_client")
async def test_influxdb_client_asynchronous():
    async with InfluxDBClientAsync(HTTP, token="hunter2secret", org="app", timeout=2000) as client:
        with reached():
            await client.query_api().query("buckets()")


@pytest.mark.expect("influxdb")
def test_influxdb():
    with reached():
        influxdb.InfluxDBClient(HOST, PORT, "app", "hunter2secret", "app", retries=1, timeout=2).query("show series")


@pytest.mark.expect("trino")
def test_trino():
    with reached():
        trino.dbapi.connect(host=HOST, port=PORT, user="app", request_timeout=2, max_attempts=1).cursor().execute(
            "select 1"
        )


@pytest.mark.expect("couchdb")
def test_couchdb_made_early():
    with reached():
        EARLY_COUCHDB.version()


@pytest.mark.expect("arango")
def test_arango():
    with reached():
        arango.ArangoClient(hosts=HTTP, http_client=DefaultHTTPClient(request_timeout=1, retry_attempts=0)).db(
            "app", "app", "hunter2secret", verify=True
        )


@pytest.mark.expect("qdrant_client")
def test_qdrant():
    with reached():
        qdrant_client.QdrantClient(url=HTTP, timeout=2, check_compatibility=False).get_collections()


@pytest.mark.expect("meilisearch")
def test_meilisearch():
    with reached():
        meilisearch.Client(HTTP, "hunter2secret", timeout=2).get_indexes()
