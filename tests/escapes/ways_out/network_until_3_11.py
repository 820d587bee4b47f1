"""Network modules of the standard library that 3.12 removed."""

import asynchat
import asyncore
import smtpd
import socket

from targets import address


def test_asyncore_client():
    class Client(asyncore.dispatcher):
        def handle_connect(self):
            self.connected_once = True
            self.close()

        def writable(self):
            return True

    own_map = {}
    client = Client(map=own_map)
    client.create_socket(socket.AF_INET, socket.SOCK_STREAM)
    client.connect(address("TCP"))
    asyncore.loop(timeout=1, count=2, map=own_map)
    assert client.connected_once


def test_asyncore_server():
    server = asyncore.dispatcher(map={})
    server.create_socket(socket.AF_INET, socket.SOCK_STREAM)
    server.bind(("127.0.0.1", 0))
    server.listen(1)
    server.close()


def test_asynchat_client():
    client = asynchat.async_chat(map={})
    client.create_socket(socket.AF_INET, socket.SOCK_STREAM)
    client.connect(address("TCP"))
    client.close()


def test_smtpd_server():
    server = smtpd.SMTPServer(("127.0.0.1", 0), None, map={})
    server.close()
