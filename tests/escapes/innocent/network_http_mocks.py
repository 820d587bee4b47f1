"""Every way of answering HTTP in memory."""

from http.client import HTTPConnection

import aiohttp
import boto3
import botocore.stub
import freezegun
import httpretty
import httpx
import moto
import pytest
import requests
import requests_mock
import responses
import respx
import urllib3
import vcr
from aiohttp.test_utils import make_mocked_request
from aioresponses import aioresponses
from requests.adapters import BaseAdapter
from targets import text

URL = "http://nowhere.invalid/"
TAPE = {
    "requests": [vcr.request.Request("GET", URL, None, {})],
    "responses": [{"status": {"code": 200, "message": "OK"}, "headers": {}, "body": {"string": b"hello"}}],
}
KEYS = {"aws_access_key_id": "a", "aws_secret_access_key": "b", "region_name": "eu-west-1"}


class FromMemory:
    @staticmethod
    def load_cassette(path, serializer):
        return TAPE["requests"], TAPE["responses"]

    @staticmethod
    def save_cassette(path, tape, serializer):
        pass


@responses.activate
def test_responses():
    responses.get(URL, json={"a": 1})
    assert requests.get(URL).json() == {"a": 1}


def test_responses_as_a_context():
    with responses.RequestsMock() as mock:
        mock.add(responses.GET, URL, body="hello")
        assert requests.get(URL).text == "hello"


@responses.activate
def test_responses_refuses_what_it_does_not_know():
    with pytest.raises(requests.ConnectionError):
        requests.get(URL)


def test_requests_mock():
    with requests_mock.Mocker() as mock:
        mock.get(URL, text="hello")
        assert requests.get(URL).text == "hello"


def test_requests_mock_fixture(requests_mock):
    requests_mock.get(URL, text="hello")
    assert requests.get(URL).text == "hello"


@httpretty.activate(verbose=True, allow_net_connect=False)
def test_httpretty():
    httpretty.register_uri(httpretty.GET, URL, body="hello")
    connection = HTTPConnection("nowhere.invalid")
    connection.request("GET", "/")
    assert connection.getresponse().read() == b"hello"


@httpretty.activate(verbose=True, allow_net_connect=False)
def test_httpretty_of_urllib():
    from urllib.request import urlopen

    httpretty.register_uri(httpretty.GET, URL, body="hello")
    assert urlopen(URL).read() == b"hello"


@respx.mock
def test_respx():
    respx.get(URL).respond(json={"a": 1})
    assert httpx.get(URL, trust_env=False).json() == {"a": 1}


@respx.mock
@pytest.mark.asyncio
async def test_respx_async():
    respx.get(URL).respond(204)
    async with httpx.AsyncClient() as client:
        assert (await client.get(URL)).status_code == 204


def test_respx_fixture(respx_mock):
    respx_mock.get(URL).respond(204)
    assert httpx.get(URL).status_code == 204


def test_pytest_httpx(httpx_mock):
    httpx_mock.add_response(text="hello")
    assert httpx.get(URL).text == "hello"


@pytest.mark.asyncio
async def test_pytest_httpx_async(httpx_mock):
    httpx_mock.add_response(text="hello")
    async with httpx.AsyncClient() as client:
        assert (await client.get(URL)).text == "hello"


def test_httpx_mock_transport():
    transport = httpx.MockTransport(lambda request: httpx.Response(200, text="hello"))
    with httpx.Client(transport=transport) as client:
        assert client.get(URL).text == "hello"


@pytest.mark.asyncio
async def test_aioresponses():
    with aioresponses() as mock:
        mock.get(URL, payload={"a": 1})
        async with aiohttp.ClientSession() as session, session.get(URL) as response:
            assert await response.json() == {"a": 1}


@pytest.mark.asyncio
async def test_aiohttp_session_that_asks_nothing():
    async with aiohttp.ClientSession() as session:
        assert not session.closed


@pytest.mark.asyncio
async def test_aiohttp_mocked_request():
    assert make_mocked_request("GET", "/a").path == "/a"


def test_vcr_from_memory():
    recorder = vcr.VCR(record_mode="none")
    recorder.register_persister(FromMemory)
    with recorder.use_cassette("made-up"):
        assert requests.get(URL).text == "hello"


def test_vcr_with_the_certificates_of_the_company(monkeypatch):
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", text("CERTIFICATE"))
    recorder = vcr.VCR(record_mode="none")
    recorder.register_persister(FromMemory)
    with recorder.use_cassette("made-up"):
        assert requests.get(URL).text == "hello"


def test_vcr_of_httpx_from_memory():
    recorder = vcr.VCR(record_mode="none")
    recorder.register_persister(FromMemory)
    with recorder.use_cassette("made-up"):
        assert httpx.get(URL).text == "hello"


def test_requests_adapter():
    class Canned(BaseAdapter):
        def send(self, request, **_):
            response = requests.Response()
            response.status_code, response.url = 204, request.url
            return response

        def close(self):
            pass

    session = requests.Session()
    session.mount("http://", Canned())
    assert session.get(URL).status_code == 204


def test_requests_session_that_asks_nothing():
    with requests.Session() as session:
        assert session.prepare_request(requests.Request("GET", URL)).url == URL


def test_httpx_client_that_asks_nothing():
    with httpx.Client() as client:
        assert client.build_request("GET", URL).url == URL


def test_urllib3_pool_that_asks_nothing():
    assert urllib3.PoolManager().connection_from_url(URL).host == "nowhere.invalid"


def test_boto3_client_that_asks_nothing():
    assert boto3.client("s3", **KEYS).meta.region_name == "eu-west-1"


def test_boto3_presigned_url():
    url = boto3.client("s3", **KEYS).generate_presigned_url("get_object", {"Bucket": "b", "Key": "k"})
    assert "amazonaws.com" in url


def test_boto3_stub():
    client = boto3.client("s3", **KEYS)
    with botocore.stub.Stubber(client) as stub:
        stub.add_response("list_buckets", {"Buckets": []})
        assert client.list_buckets()["Buckets"] == []


@moto.mock_aws
def test_moto():
    client = boto3.client("s3", **KEYS)
    client.create_bucket(Bucket="mine", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
    assert client.list_buckets()["Buckets"][0]["Name"] == "mine"


@freezegun.freeze_time("2020-01-01")
def test_frozen_time():
    import datetime

    assert datetime.datetime.now().year == 2020
