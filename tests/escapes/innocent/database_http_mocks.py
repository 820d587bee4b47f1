"""Databases spoken to over HTTP, answered by HTTP mocks: the calls reach nobody."""

import elasticsearch
import influxdb
import opensearchpy
import pytest
import responses
import trino
from elastic_transport import ApiResponseMeta, HttpHeaders, NodeConfig, Urllib3HttpNode
from elastic_transport._node import NodeApiResponse


class Dummy(Urllib3HttpNode):
    """A node as Elastic's own guide to testing writes one."""

    def perform_request(self, method, target, **_):
        headers = HttpHeaders({"x-elastic-product": "Elasticsearch", "content-type": "application/json"})
        meta = ApiResponseMeta(node=self.config, duration=0.0, http_version="1.1", status=200, headers=headers)
        return NodeApiResponse(meta, b'{"tagline": "You Know, for Search"}')


def test_elasticsearch_with_a_node_of_its_own():
    client = elasticsearch.Elasticsearch("http://db.example:9200", node_class=Dummy)
    assert client.info()["tagline"]


@responses.activate
def test_elasticsearch_through_responses():
    responses.get("http://db.example:9200/", json={"tagline": "x"}, headers={"x-elastic-product": "Elasticsearch"})
    client = elasticsearch.Elasticsearch("http://db.example:9200", node_class="requests")
    assert client.info()["tagline"] == "x"


@responses.activate
def test_influxdb_through_responses():
    responses.get("http://db.example:8086/query", json={"results": [{"series": []}]})
    assert list(influxdb.InfluxDBClient("db.example").query("show databases")) == []


@responses.activate
def test_trino_through_responses():
    responses.post(
        "http://db.example:8080/v1/statement",
        json={"id": "1", "stats": {"state": "FINISHED"}, "infoUri": "x", "columns": [], "data": []},
    )
    request = trino.client.TrinoRequest("db.example", 8080, trino.client.ClientSession("app"), max_attempts=1)
    assert request.post("select 1").status_code == 200


def test_opensearch_client_is_lazy():
    assert opensearchpy.OpenSearch([{"host": "db.example", "port": 9200}]).transport


@pytest.fixture
def config():
    return NodeConfig("http", "db.example", 9200)


def test_node_config(config):
    assert config.port == 9200
