"""A program whose sockets gevent replaced at import."""

from gevent import monkey

monkey.patch_socket()
monkey.patch_select()

import socket  # noqa: E402
import urllib.request  # noqa: E402

from targets import address, url  # noqa: E402


def test_create_connection():
    with socket.create_connection(address("TCP")) as connection:
        connection.sendall(b"ping")
        assert connection.recv(4) == b"ping"


def test_urlopen():
    assert urllib.request.urlopen(url("HTTP")).status == 200


def test_getaddrinfo():
    assert socket.getaddrinfo("localhost", 80)
