"""Test clients that call an application in memory."""

import django
import falcon
import falcon.testing
import fastapi
import fastapi.testclient
import flask
import httpx
import pytest
import starlette.applications
import starlette.responses
import starlette.routing
import starlette.testclient
from django.conf import settings
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import path

settings.configure(ROOT_URLCONF=__name__, SECRET_KEY="x", ALLOWED_HOSTS=["*"])
django.setup()
urlpatterns = [path("", lambda request: HttpResponse("hello"))]
flask_app = flask.Flask("app")
fast_app = fastapi.FastAPI()


@flask_app.get("/")
def hello():
    return "hello"


@fast_app.get("/")
def fast_hello():
    return {"hello": "world"}


@fast_app.websocket("/socket")
async def fast_socket(websocket: fastapi.WebSocket):
    await websocket.accept()
    await websocket.send_text("hello")
    await websocket.close()


async def starlette_hello(request):
    return starlette.responses.PlainTextResponse("hello")


starlette_app = starlette.applications.Starlette(routes=[starlette.routing.Route("/", starlette_hello)])


class FalconHello:
    def on_get(self, request, response):
        response.text = "hello"


@pytest.fixture
def client():
    with starlette.testclient.TestClient(starlette_app) as client:
        yield client


def test_starlette():
    assert starlette.testclient.TestClient(starlette_app).get("/").text == "hello"


def test_starlette_from_a_fixture(client):
    assert client.get("/").text == "hello"


def test_starlette_on_trio():
    assert starlette.testclient.TestClient(starlette_app, backend="trio").get("/").text == "hello"


def test_fastapi():
    assert fastapi.testclient.TestClient(fast_app).get("/").json() == {"hello": "world"}


def test_fastapi_websocket():
    with fastapi.testclient.TestClient(fast_app).websocket_connect("/socket") as socket:
        assert socket.receive_text() == "hello"


def test_flask():
    assert flask_app.test_client().get("/").text == "hello"


def test_django():
    assert Client().get("/").content == b"hello"


def test_django_request_factory():
    assert RequestFactory().get("/").path == "/"


def test_falcon():
    app = falcon.App()
    app.add_route("/", FalconHello())
    assert falcon.testing.TestClient(app).simulate_get("/").text == "hello"


def test_httpx_wsgi_transport():
    with httpx.Client(transport=httpx.WSGITransport(app=flask_app)) as client:
        assert client.get("http://app.invalid/").text == "hello"


@pytest.mark.asyncio
async def test_httpx_asgi_transport():
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=fast_app)) as client:
        assert (await client.get("http://app.invalid/")).json() == {"hello": "world"}
