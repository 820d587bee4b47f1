"""Elasticsearch and OpenSearch, to a listener that hangs up; both speak HTTP."""

import elasticsearch
import opensearchpy
import pytest
from database_targets import HOST, HTTP, PORT, reached

EARLY = elasticsearch.Elasticsearch(HTTP, basic_auth=("app", "hunter2secret"), max_retries=0)
EARLY_OPENSEARCH = opensearchpy.OpenSearch([{"host": HOST, "port": PORT}], max_retries=0)


@pytest.mark.expect("elasticsearch")
def test_elasticsearch():
    with reached(elasticsearch.ConnectionError):
        elasticsearch.Elasticsearch(HTTP, max_retries=0).info()


@pytest.mark.expect("elasticsearch")
def test_elasticsearch_made_early():
    with reached(elasticsearch.ConnectionError):
        EARLY.index(index="people", document={"name": "Ada"})


@pytest.mark.expect("elasticsearch")
def test_elasticsearch_through_requests():
    with reached(elasticsearch.ConnectionError):
        elasticsearch.Elasticsearch(HTTP, node_class="requests", max_retries=0).search(index="people")


@pytest.mark.expect("elasticsearch")
def test_elasticsearch_swallowed():
    with reached():
        try:
            EARLY.info()
        except Exception:
            pass


@pytest.mark.asyncio
@pytest.mark.expect("elasticsearch")
async def test_elasticsearch_asynchronous():
    async with elasticsearch.AsyncElasticsearch(HTTP, max_retries=0) as client:
        with reached(elasticsearch.ConnectionError):
            await client.info()


@pytest.mark.expect("opensearchpy")
def test_opensearch():
    with reached(opensearchpy.ConnectionError):
        opensearchpy.OpenSearch([HTTP], max_retries=0).info()


@pytest.mark.expect("opensearchpy")
def test_opensearch_made_early():
    with reached(opensearchpy.ConnectionError):
        EARLY_OPENSEARCH.search(index="people")


@pytest.mark.asyncio
@pytest.mark.expect("opensearchpy")
async def test_opensearch_asynchronous():
    async with opensearchpy.AsyncOpenSearch([HTTP], max_retries=0) as client:
        with reached(opensearchpy.ConnectionError):
            await client.info()
