"""gevent: its own sockets, its own resolver, its own servers."""

import gevent
import pytest
import gevent.pool
import gevent.server
import gevent.socket
from gevent.pywsgi import WSGIServer
from targets import address

TCP = address("TCP")


@pytest.fixture(autouse=True)
def fresh_pool():
    """Gevent keeps the threads that look names up; a thread of an earlier test would not be this test's."""
    yield
    gevent.get_hub().threadpool.kill()


def test_create_connection():
    with gevent.socket.create_connection(TCP) as connection:
        connection.sendall(b"ping")
        assert connection.recv(4) == b"ping"


def test_connect():
    connection = gevent.socket.socket()
    connection.connect(TCP)
    connection.close()


def test_connect_ex():
    assert gevent.socket.socket().connect_ex(TCP) == 0


def test_sendto():
    assert gevent.socket.socket(type=gevent.socket.SOCK_DGRAM).sendto(b"ping", address("UDP")) == 4


def test_greenlet_that_nobody_asks():
    gevent.spawn(gevent.socket.create_connection, TCP).join()


def test_greenlets_joined():
    gevent.joinall([gevent.spawn(gevent.socket.create_connection, TCP) for _ in range(2)])


def test_pool():
    for connection in gevent.pool.Pool(2).imap(gevent.socket.create_connection, [TCP]):
        connection.close()


def test_getaddrinfo():
    assert gevent.socket.getaddrinfo("localhost", 80)


def test_gethostbyname():
    assert gevent.socket.gethostbyname("localhost")


def test_stream_server():
    server = gevent.server.StreamServer(("127.0.0.1", 0), handle=print)
    server.start()
    server.stop()


def test_datagram_server():
    server = gevent.server.DatagramServer(("127.0.0.1", 0), handle=print)
    server.start()
    server.stop()


def test_wsgi_server():
    server = WSGIServer(("127.0.0.1", 0), lambda environ, start: [], log=None)
    server.start()
    server.stop()
