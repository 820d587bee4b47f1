"""A program whose sockets gevent replaced at import."""

from gevent import monkey

monkey.patch_socket()
monkey.patch_select()

import socket  # noqa: E402
import urllib.request  # noqa: E402

import gevent  # noqa: E402
import pytest  # noqa: E402
from targets import address, url  # noqa: E402


@pytest.fixture(autouse=True)
def fresh_pool():
    """Gevent keeps the threads that look names up; a thread of an earlier test would not be this test's."""
    yield
    gevent.get_hub().threadpool.kill()


def test_create_connection():
    with socket.create_connection(address("TCP")) as connection:
        connection.sendall(b"ping")
        assert connection.recv(4) == b"ping"


def test_urlopen():
    assert urllib.request.urlopen(url("HTTP")).status == 200


def test_getaddrinfo():
    assert socket.getaddrinfo("localhost", 80)
