"""Sockets that lead nowhere, and what needs no socket."""

import array
import http.client
import http.cookiejar
import http.cookies
import io
import ipaddress
import logging
import logging.handlers
import multiprocessing
import multiprocessing.dummy
import os
import queue
import select
import selectors
import smtplib
import socket
import socketserver
import ssl
import urllib.parse
import urllib.request
import urllib.response
import wsgiref.handlers
import wsgiref.util
import xmlrpc.client
import xmlrpc.server
from email import message_from_string
from email.message import EmailMessage
from email.utils import make_msgid
from http.server import BaseHTTPRequestHandler
from socket import socketpair

import _socket
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


@pytest.fixture
def pair():
    left, right = socketpair()
    with left, right:
        yield left, right


@pytest.mark.skipif(not hasattr(socket, "_fallback_socketpair"), reason="came with Python 3.13")
def test_socketpair_as_on_windows():
    left, right = socket._fallback_socketpair()
    with left, right:
        left.close()


def test_socket_that_never_connects():
    with socket.socket() as idle:
        assert idle.fileno() >= 0


def test_udp_socket_that_never_sends():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as idle:
        idle.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        assert idle.getsockname() == ("0.0.0.0", 0)


def test_c_socket_that_never_connects():
    _socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()


def test_socket_pair(pair):
    pair[0].sendall(b"ping")
    assert pair[1].recv(4) == b"ping"


def test_socket_pair_of_datagrams():
    left, right = socket.socketpair(type=socket.SOCK_DGRAM)
    with left, right:
        left.send(b"ping")
        assert right.recvfrom(4)[0] == b"ping"


def test_socket_pair_of_the_c_module():
    left, right = _socket.socketpair()
    left.send(b"ping")
    assert right.recv(4) == b"ping"
    left.close()
    right.close()


def test_message_over_a_pair(pair):
    assert pair[0].sendmsg([b"pi", b"ng"]) == 4
    assert pair[1].recvmsg(4)[0] == b"ping"


def test_descriptor_over_a_pair(pair):
    read, write = os.pipe()
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [read]))]
    pair[0].sendmsg([b"x"], rights)
    assert pair[1].recvmsg(1, 64)[1]
    os.close(read)
    os.close(write)


def test_files_over_a_pair(pair):
    with pair[0].makefile("wb") as out, pair[1].makefile("rb") as into:
        out.write(b"line\n")
        out.flush()
        assert into.readline() == b"line\n"


def test_duplicate_of_a_pair(pair):
    with pair[0].dup() as again, socket.socket(fileno=os.dup(pair[1].fileno())) as other:
        again.sendall(b"ping")
        assert other.recv(4) == b"ping"


def test_shut_down_of_a_pair(pair):
    pair[0].shutdown(socket.SHUT_WR)
    assert pair[1].recv(4) == b""


def test_pipe():
    read, write = os.pipe()
    os.write(write, b"ping")
    assert os.read(read, 4) == b"ping"
    os.close(read)
    os.close(write)


def test_select_on_a_pair(pair):
    pair[0].send(b"x")
    assert select.select([pair[1]], [], [], 1)[0]


def test_selector_on_a_pair(pair):
    with selectors.DefaultSelector() as selector:
        selector.register(pair[0], selectors.EVENT_WRITE)
        assert selector.select(1)


def test_multiprocessing_pipe_in_one_process():
    left, right = multiprocessing.Pipe()
    left.send({"a": 1})
    assert right.recv() == {"a": 1}
    left.close()
    right.close()


def test_multiprocessing_dummy():
    with multiprocessing.dummy.Pool(1) as pool:
        assert pool.map(abs, [-1]) == [1]


def test_tls_in_memory():
    context = ssl.create_default_context()
    client = context.wrap_bio(ssl.MemoryBIO(), ssl.MemoryBIO(), server_hostname="localhost")
    with pytest.raises(ssl.SSLWantReadError):
        client.do_handshake()


def test_default_tls_context():
    assert ssl.create_default_context().check_hostname


def test_wrapped_socket_that_never_connects():
    with ssl.create_default_context().wrap_socket(socket.socket(), server_hostname="localhost") as idle:
        assert idle.fileno() >= 0


def test_number_forms():
    assert socket.inet_aton("127.0.0.1") == socket.inet_pton(socket.AF_INET, "127.0.0.1")
    assert socket.inet_ntop(socket.AF_INET6, bytes(15) + b"\1") == "::1"
    assert socket.ntohs(socket.htons(80)) == 80


def test_own_name():
    assert socket.gethostname()


def test_default_timeout():
    before = socket.getdefaulttimeout()
    socket.setdefaulttimeout(1)
    socket.setdefaulttimeout(before)


def test_addresses():
    assert ipaddress.ip_address("127.0.0.1").is_loopback
    assert ipaddress.ip_address("203.0.113.9") in ipaddress.ip_network("203.0.113.0/24")


def test_url_parts():
    assert urllib.parse.urlsplit("http://localhost:8080/a?b=c").port == 8080


def test_request_object():
    assert urllib.request.Request("http://nowhere.invalid/").host == "nowhere.invalid"


def test_data_url():
    assert urllib.request.urlopen("data:text/plain,hello").read() == b"hello"


def test_opener_that_answers_itself():
    class Answers(urllib.request.BaseHandler):
        def fake_open(self, request):
            return urllib.response.addinfourl(io.BytesIO(b"hello"), {}, request.full_url, 200)

        http_open = fake_open

    opener = urllib.request.build_opener(Answers)
    assert opener.open("fake://nowhere.invalid/").read() == b"hello"


def test_cookies():
    assert http.cookies.SimpleCookie("a=b")["a"].value == "b"
    assert not http.cookiejar.CookieJar()


def test_mail_in_memory():
    message = EmailMessage()
    message["Message-ID"] = make_msgid(domain="nowhere.invalid")
    message.set_content("hello")
    assert message_from_string(str(message)).get_payload() == "hello\n"


def test_http_connection_object():
    assert http.client.HTTPConnection("nowhere.invalid", 80).host == "nowhere.invalid"


def test_smtp_object():
    assert smtplib.SMTP(local_hostname="me").local_hostname == "me"


def test_xmlrpc_object_and_marshalling():
    assert xmlrpc.client.ServerProxy("http://nowhere.invalid/")
    assert xmlrpc.client.loads(xmlrpc.client.dumps((1,), "add")) == ((1,), "add")


def test_xmlrpc_dispatcher_in_memory():
    dispatcher = xmlrpc.server.SimpleXMLRPCDispatcher()
    dispatcher.register_function(lambda a, b: a + b, "add")
    assert b"<int>3</int>" in dispatcher._marshaled_dispatch(xmlrpc.client.dumps((1, 2), "add"))


def test_response_read_from_memory():
    class Canned:
        def makefile(self, *_):
            return io.BytesIO(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")

    response = http.client.HTTPResponse(Canned())
    response.begin()
    assert response.read() == b"hi"


def test_connection_with_a_canned_socket():
    class Canned:
        def sendall(self, data):
            self.sent = data

        def makefile(self, *_):
            return io.BytesIO(b"HTTP/1.1 204 No Content\r\n\r\n")

        def close(self):
            pass

    connection = http.client.HTTPConnection("nowhere.invalid")
    connection.sock = Canned()
    connection.request("GET", "/")
    assert connection.getresponse().status == 204


def test_request_handler_over_a_pair(pair):
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    pair[0].sendall(b"GET / HTTP/1.0\r\n\r\n")
    Handler(pair[1], ("nowhere", 0), None)
    assert b"204" in pair[0].recv(1024)


def test_stream_handler_over_a_pair(pair):
    class Echo(socketserver.StreamRequestHandler):
        def handle(self):
            self.wfile.write(self.rfile.readline())

    pair[0].sendall(b"hello\n")
    Echo(pair[1], ("nowhere", 0), None)
    assert pair[0].recv(16) == b"hello\n"


def test_server_that_never_binds():
    with socketserver.TCPServer(("127.0.0.1", 0), None, bind_and_activate=False) as server:
        assert server.fileno() >= 0


def test_wsgi_application_in_memory():
    def app(environ, start_response):
        start_response("200 OK", [])
        return [b"hello"]

    environ = {}
    wsgiref.util.setup_testing_defaults(environ)
    out = io.BytesIO()
    wsgiref.handlers.SimpleHandler(io.BytesIO(), out, io.StringIO(), environ).run(app)
    assert out.getvalue().endswith(b"hello")


def test_log_handlers_that_get_no_record():
    logging.handlers.SocketHandler("127.0.0.1", 9).close()
    logging.handlers.DatagramHandler("127.0.0.1", 9).close()
    logging.handlers.HTTPHandler("127.0.0.1", "/").close()
    logging.handlers.SMTPHandler("127.0.0.1", "a@x.invalid", ["b@x.invalid"], "s").close()


def test_queue_listener_in_memory():
    records = queue.SimpleQueue()
    listener = logging.handlers.QueueListener(records, logging.NullHandler())
    listener.start()
    logging.handlers.QueueHandler(records).emit(logging.makeLogRecord({"msg": "hello"}))
    listener.stop()


@settings(max_examples=5, deadline=None)
@given(st.ip_addresses(v=4))
def test_hypothesis_of_addresses(address):
    assert ipaddress.ip_address(str(address)) == address


def test_words_about_a_host():
    assert "http://localhost:5432".replace("localhost", "127.0.0.1") == "http://127.0.0.1:5432"
