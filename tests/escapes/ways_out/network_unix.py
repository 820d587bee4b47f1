"""AF_UNIX: a socket in the file system or in the abstract space is another program all the same."""

import http.client
import os
import socket
import socketserver

import pytest
from targets import text

ECHO = text("UNIX")
DATAGRAMS = text("UNIX_DATAGRAM")
HTTP = text("UNIX_HTTP")
ABSTRACT = text("ABSTRACT").replace("@", "\0")
OWN = f"\0escapes-case-{os.getpid()}"


class UnixHttp(http.client.HTTPConnection):
    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(HTTP)


def says_ping(connection):
    connection.sendall(b"ping")
    return connection.recv(4) == b"ping"


@pytest.mark.expect(ECHO)
def test_connect_to_a_path():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(ECHO)
        assert says_ping(connection)


def test_connect_to_a_path_in_bytes():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(ECHO.encode())
        assert says_ping(connection)


def test_connect_ex_to_a_path():
    with socket.socket(socket.AF_UNIX) as connection:
        assert connection.connect_ex(ECHO) == 0


def test_connect_to_a_path_that_is_not_there():
    with socket.socket(socket.AF_UNIX) as connection, pytest.raises(FileNotFoundError):
        connection.connect("/nowhere/docker.sock")


def test_connect_to_an_abstract_name():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(ABSTRACT)
        assert says_ping(connection)


def test_connect_to_an_abstract_name_in_bytes():
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(ABSTRACT.encode())
        assert says_ping(connection)


def test_send_a_datagram():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        assert connection.sendto(b"ping", DATAGRAMS) == 4


def test_send_a_datagram_by_sendmsg():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        assert connection.sendmsg([b"ping"], [], 0, DATAGRAMS) == 4


def test_connected_datagrams():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        connection.connect(DATAGRAMS)
        assert connection.send(b"ping") == 4


def test_bind_an_abstract_name():
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(OWN)
        door.listen()


def test_bind_a_datagram_socket_automatically():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as door:
        door.bind("")
        assert door.getsockname().startswith(b"\0")


def test_bind_a_path_that_cannot_be():
    with socket.socket(socket.AF_UNIX) as door, pytest.raises(FileNotFoundError):
        door.bind("/nowhere/door")


def test_unix_stream_server():
    with socketserver.UnixStreamServer(OWN, socketserver.BaseRequestHandler) as server:
        assert server.fileno()


def test_threading_unix_datagram_server():
    with socketserver.ThreadingUnixDatagramServer(OWN, socketserver.BaseRequestHandler) as server:
        assert server.fileno()


def test_http_over_a_unix_socket():
    connection = UnixHttp("localhost")
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()


def test_sequential_packets():
    with socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as connection:
        with pytest.raises(OSError):
            connection.connect(ECHO)


def test_system_log_socket():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        assert connection.connect_ex("/dev/log") >= 0


def test_systemd_notification():
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
        try:
            connection.sendto(b"READY=1", "/run/systemd/notify")
        except OSError:
            pass
