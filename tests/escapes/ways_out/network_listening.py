"""Being reachable: bind, listen, accept, and every server of the standard library."""

import http.server
import socket
import socketserver
import threading
import wsgiref.simple_server
import xmlrpc.server
from http.server import HTTPServer, SimpleHTTPRequestHandler, ThreadingHTTPServer
from socket import create_server

import _socket
import pytest

HERE = ("127.0.0.1", 0)
open_door = socket.socket()
open_door.bind(HERE)
shop = create_server(HERE)
shop.settimeout(0.05)


def app(environ, start_response):
    start_response("200 OK", [])
    return [b"hello"]


def test_bind():
    with socket.socket() as door:
        door.bind(HERE)
        assert door.getsockname()[1]


def test_bind_to_the_wildcard():
    with socket.socket() as door:
        door.bind(("", 0))


def test_bind_by_name():
    with socket.socket() as door:
        door.bind(("localhost", 0))


def test_bind_over_ipv6():
    with socket.socket(socket.AF_INET6) as door:
        door.bind(("::1", 0))


def test_bind_of_the_c_class():
    door = _socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.bind(HERE)
    door.close()


def test_bind_unbound():
    with socket.socket() as door:
        socket.socket.bind(door, HERE)


def test_bind_and_listen():
    with socket.socket() as door:
        door.bind(HERE)
        door.listen()


def test_listen_without_bind():
    with socket.socket() as door:
        door.listen()
        assert door.getsockname()[1]


def test_listen_on_a_socket_bound_at_import():
    open_door.listen(1)
    open_door.close()


def test_accept_on_a_server_made_at_import():
    with pytest.raises(TimeoutError):
        shop.accept()


def test_find_a_free_port_helper():
    def free_port():
        with socket.socket() as probe:
            probe.bind(("", 0))
            return probe.getsockname()[1]

    assert free_port()


def test_create_server():
    with create_server(HERE) as server:
        assert server.getsockname()[1]


def test_create_server_dual_stack():
    with socket.create_server(("", 0), family=socket.AF_INET6, dualstack_ipv6=True) as server:
        assert server.getsockname()[1]


def test_create_server_reusing_the_port():
    with socket.create_server(HERE, reuse_port=True) as server:
        assert server.getsockname()[1]


def test_server_and_client_in_one_test():
    with create_server(HERE) as server, socket.create_connection(server.getsockname()) as client:
        peer, _ = server.accept()
        with peer:
            peer.sendall(b"hi")
            assert client.recv(2) == b"hi"


def test_tcp_server():
    with socketserver.TCPServer(HERE, socketserver.BaseRequestHandler) as server:
        assert server.server_address[1]


def test_threading_tcp_server():
    with socketserver.ThreadingTCPServer(HERE, socketserver.BaseRequestHandler) as server:
        assert server.server_address[1]


def test_forking_tcp_server_that_never_forks():
    with socketserver.ForkingTCPServer(HERE, socketserver.BaseRequestHandler) as server:
        assert server.server_address[1]


def test_udp_server():
    with socketserver.UDPServer(HERE, socketserver.BaseRequestHandler) as server:
        assert server.server_address[1]


def test_threading_udp_server():
    with socketserver.ThreadingUDPServer(HERE, socketserver.BaseRequestHandler) as server:
        assert server.server_address[1]


def test_tcp_server_that_binds_later():
    server = socketserver.TCPServer(HERE, socketserver.BaseRequestHandler, bind_and_activate=False)
    with server:
        server.server_bind()
        server.server_activate()


def test_http_server():
    with HTTPServer(HERE, SimpleHTTPRequestHandler) as server:
        assert server.server_port


def test_threading_http_server():
    with ThreadingHTTPServer(HERE, SimpleHTTPRequestHandler) as server:
        assert server.server_port


def test_http_server_in_a_thread():
    with ThreadingHTTPServer(HERE, http.server.BaseHTTPRequestHandler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        server.shutdown()
        thread.join()


def test_http_server_as_a_subclass():
    class Stub(HTTPServer):
        allow_reuse_address = True

    Stub(HERE, SimpleHTTPRequestHandler).server_close()


def test_wsgi_server():
    with wsgiref.simple_server.make_server(*HERE, app) as server:
        assert server.server_port


def test_xmlrpc_server():
    with xmlrpc.server.SimpleXMLRPCServer(HERE) as server:
        assert server.server_address[1]


def test_documented_xmlrpc_server():
    with xmlrpc.server.DocXMLRPCServer(HERE) as server:
        assert server.server_address[1]


def test_logging_configuration_server():
    import logging.config

    thread = logging.config.listen(0)
    thread.start()
    assert thread.ready.wait(5)
    logging.config.stopListening()
    thread.join()


def test_pydoc_server():
    import pydoc

    server = pydoc._start_server(lambda url, kind: "", "127.0.0.1", 0)
    assert server.serving
    server.stop()
