"""The C library called directly."""

import ctypes
import os
import socket
import struct

import pytest
from targets import address

pytestmark = pytest.mark.native
C = ctypes.CDLL(None, use_errno=True)
HOST, PORT = address("TCP")
PEER = struct.pack("=H", socket.AF_INET) + struct.pack("!H", PORT) + socket.inet_aton(HOST) + bytes(8)


def test_connect():
    with socket.socket() as connection:
        assert C.connect(connection.fileno(), PEER, len(PEER)) == 0
        connection.sendall(b"ping")
        assert connection.recv(4) == b"ping"


def test_socket_and_connect():
    descriptor = C.socket(socket.AF_INET, socket.SOCK_STREAM, 0)
    assert C.connect(descriptor, PEER, len(PEER)) == 0
    os.write(descriptor, b"ping")
    assert os.read(descriptor, 4) == b"ping"
    os.close(descriptor)


def test_sendto():
    udp = struct.pack("=H", socket.AF_INET) + struct.pack("!H", address("UDP")[1]) + socket.inet_aton(HOST)
    with socket.socket(type=socket.SOCK_DGRAM) as sender:
        assert C.sendto(sender.fileno(), b"ping", 4, 0, udp + bytes(8), 16) == 4


def test_gethostbyname():
    C.gethostbyname.restype = ctypes.c_void_p
    assert C.gethostbyname(b"localhost")
