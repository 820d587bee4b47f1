"""Connections made at import and used in the test: the bytes leave now."""

import http.client
import os
import smtplib
import socket
import ssl
from multiprocessing.connection import Client

import pytest
from targets import address, text

TCP = address("TCP")
line = socket.create_connection(TCP)
line.settimeout(5)
bare = socket.create_connection(TCP)
stream = socket.create_connection(TCP).makefile("rwb")
datagrams = socket.socket(type=socket.SOCK_DGRAM)
datagrams.connect(address("UDP"))
local = socket.socket(socket.AF_UNIX)
local.connect(text("UNIX"))
web = http.client.HTTPConnection(text("HTTP"))
web.connect()
mail = smtplib.SMTP(*address("SMTP"), local_hostname="me")
trusting = ssl.create_default_context(cafile=text("CERTIFICATE"))
secret = trusting.wrap_socket(socket.create_connection(address("HTTPS")), server_hostname="localhost")
pipe = Client(address("LISTENER"), authkey=b"escapes")
server = socket.create_server(("127.0.0.1", 0))
mailbox = socket.socket(type=socket.SOCK_DGRAM)
mailbox.bind(("127.0.0.1", 0))
mailbox.settimeout(5)
with socket.socket(type=socket.SOCK_DGRAM) as _sender:
    for _ in range(8):
        _sender.sendto(b"ping", mailbox.getsockname())
send = socket.create_connection(TCP).send
waiting_guest = socket.create_connection(server.getsockname())


def test_send():
    assert line.send(b"ping") == 4
    assert line.recv(4) == b"ping"


def test_sendall():
    line.sendall(b"ping")
    assert line.recv(4) == b"ping"


def test_recv_into():
    line.sendall(b"ping")
    assert line.recv_into(bytearray(4)) == 4


def test_sendmsg():
    assert line.sendmsg([b"ping"]) == 4
    assert line.recv(4) == b"ping"


@pytest.mark.native
def test_write_to_the_descriptor():
    os.write(bare.fileno(), b"ping")
    assert os.read(bare.fileno(), 4) == b"ping"


def test_socket_file():
    stream.write(b"line\n")
    stream.flush()
    assert stream.readline() == b"line\n"


def test_connected_datagrams():
    datagrams.send(b"ping")
    assert datagrams.recv(4) == b"ping"


def test_datagrams_that_came_to_a_bound_socket():
    assert mailbox.recv(4) == b"ping"


def test_datagrams_with_their_sender():
    assert mailbox.recvfrom(4)[0] == b"ping"


def test_datagrams_into_a_buffer():
    assert mailbox.recvfrom_into(bytearray(4))[0] == 4


def test_message():
    assert mailbox.recvmsg(4)[0] == b"ping"


def test_message_into_buffers():
    assert mailbox.recvmsg_into([bytearray(4)])[0] == 4


def test_message_with_descriptors():
    assert socket.recv_fds(mailbox, 4, 1)[0] == b"ping"


def test_stream_with_its_sender():
    line.sendall(b"ping")
    assert line.recvfrom(4)[0] == b"ping"


def test_bound_method():
    assert send(b"ping") == 4


def test_bound_method_as_a_default_argument(send=line.send):
    assert send(b"ping") == 4


def test_bound_method_in_a_map():
    assert list(map(send, [b"ping"])) == [4]


def test_unix_socket():
    local.sendall(b"ping")
    assert local.recv(4) == b"ping"


def test_tls():
    secret.sendall(b"GET / HTTP/1.0\r\n\r\n")
    assert secret.recv(8) == b"HTTP/1.1"


def test_http_keep_alive():
    web.request("GET", "/")
    assert web.getresponse().read()


def test_smtp_session():
    assert mail.noop()[0] == 250


@pytest.mark.native  # it writes to the descriptor
def test_multiprocessing_connection():
    pipe.send("hello")
    assert pipe.recv() == "hello"


def test_accept():
    guest, _ = server.accept()
    guest.close()
