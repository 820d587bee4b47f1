"""Web clients and servers whose traffic is mocked; they look for netrc, proxies, certificates and settings."""

import asyncio

import pytest
import requests
import responses
import respx


@responses.activate
def test_requests_with_responses():
    responses.get("http://example.org/", body="hello")
    assert requests.get("http://example.org/", timeout=1).text == "hello"


@responses.activate
def test_requests_with_a_session_over_tls():
    responses.get("https://example.org/", json={})
    with requests.Session() as session:
        assert session.get("https://example.org/").json() == {}


def test_requests_with_requests_mock(requests_mock):
    requests_mock.get("https://example.org/", text="hello")
    assert requests.get("https://example.org/", timeout=1).text == "hello"


def test_requests_with_a_netrc_in_the_environment(requests_mock, monkeypatch):
    monkeypatch.setenv("NETRC", "/nowhere/netrc")
    requests_mock.get("https://example.org/", text="hello")
    assert requests.get("https://example.org/", timeout=1).ok


def test_requests_prepared():
    assert requests.Request("POST", "http://example.org", json={"a": 1}).prepare().body


@respx.mock
def test_httpx_with_respx():
    import httpx

    respx.get("https://example.org/").respond(text="hello")
    assert httpx.get("https://example.org/").text == "hello"


def test_httpx_with_a_mock_transport():
    import httpx

    with httpx.Client(transport=httpx.MockTransport(lambda request: httpx.Response(204))) as client:
        assert client.get("https://example.org").status_code == 204


def test_httpx_client_made():
    import httpx

    httpx.Client().close()


def test_httpx_async():
    import httpx

    async def main():
        async with httpx.AsyncClient(transport=httpx.MockTransport(lambda request: httpx.Response(200))) as client:
            return await client.get("https://example.org")

    assert asyncio.run(main()).status_code == 200


def test_boto_client_made(monkeypatch):
    import boto3

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "b")
    assert boto3.client("s3", region_name="eu-central-1").meta.region_name == "eu-central-1"


def test_boto_stubbed(monkeypatch):
    import boto3
    from botocore.stub import Stubber

    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "a")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "b")
    client = boto3.client("sqs", region_name="eu-central-1")
    with Stubber(client) as stubber:
        stubber.add_response("list_queues", {"QueueUrls": []})
        assert client.list_queues()["QueueUrls"] == []


def test_boto_with_a_configuration_that_the_environment_names(monkeypatch):
    import boto3

    for name in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE"):
        monkeypatch.setenv(name, f"/nowhere/{name}")
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    assert boto3.client("s3", region_name="eu-central-1").meta.region_name == "eu-central-1"


def test_flask_client():
    import flask

    app = flask.Flask("innocent_app")

    @app.get("/")
    def index():
        return flask.jsonify(answer=42)

    assert app.test_client().get("/").json == {"answer": 42}


def test_flask_template_in_memory():
    import flask

    app = flask.Flask("innocent_app")
    with app.test_request_context():
        assert flask.render_template_string("{{ 1 + 1 }}") == "2"


def test_fastapi_client():
    import fastapi
    import fastapi.testclient

    app = fastapi.FastAPI()

    @app.get("/")
    def index():
        return {"answer": 42}

    with fastapi.testclient.TestClient(app) as client:
        assert client.get("/").json() == {"answer": 42}
        assert client.get("/openapi.json").json()["openapi"]


def test_starlette_app():
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route
    from starlette.testclient import TestClient

    app = Starlette(routes=[Route("/", lambda request: PlainTextResponse("hello"))])
    assert TestClient(app).get("/").text == "hello"


def test_werkzeug_request():
    from werkzeug.test import EnvironBuilder
    from werkzeug.wrappers import Request

    builder = EnvironBuilder(method="POST", data={"file": (__import__("io").BytesIO(b"hello"), "a.txt")})
    assert Request(builder.get_environ()).files["file"].read() == b"hello"


def test_werkzeug_error_page():
    from werkzeug.debug.tbtools import DebugTraceback

    try:
        fail()
    except ValueError as error:
        assert "on purpose" in DebugTraceback(error).render_debugger_html("", "", evalex_trusted=False)


def test_werkzeug_debugger():
    from werkzeug.debug import DebuggedApplication
    from werkzeug.test import Client

    client = Client(DebuggedApplication(lambda *_: fail(), evalex=True))
    assert client.get("/").status_code == 500


def fail(_request=None):
    raise ValueError("on purpose")


@pytest.fixture(scope="module")
def django_ready():
    import django.conf

    if not django.conf.settings.configured:
        django.conf.settings.configure(
            USE_TZ=True,
            ROOT_URLCONF=__name__,
            SECRET_KEY="x",
            ALLOWED_HOSTS=["*"],
            TEMPLATES=[],
            INSTALLED_APPS=["sample_project"],
        )
    django.setup()


urlpatterns = []


def test_django_template(django_ready):
    from django.template import Context, Engine

    assert Engine().from_string("hello {{ name }}").render(Context({"name": "you"})) == "hello you"


def test_django_form(django_ready):
    from django import forms

    class Form(forms.Form):
        size = forms.IntegerField()

    assert not Form({"size": "x"}).is_valid()


def test_django_translation(django_ready):
    from django.utils import translation

    with translation.override("de"):
        assert translation.gettext("Yes") == "Ja"


def test_django_client(django_ready):
    from django.test import Client

    assert Client(raise_request_exception=False).get("/nothing").status_code == 404


def test_django_error_page(django_ready):
    from django.test import RequestFactory
    from django.views.debug import technical_500_response

    try:
        fail()
    except ValueError as error:
        page = technical_500_response(RequestFactory().get("/"), type(error), error, error.__traceback__)
    assert b"on purpose" in page.content


def test_django_time_zone(django_ready):
    from django.utils import timezone

    assert timezone.localtime()


def test_urllib_request_made():
    import urllib.request

    assert urllib.request.Request("https://example.org", headers={"a": "b"}).host == "example.org"


def test_vcr_made():
    import vcr

    assert vcr.VCR(record_mode="none")


def test_cookies():
    import http.cookiejar

    assert len(http.cookiejar.CookieJar()) == 0
