"""Doctests get a size too."""

import socket

from targets import address


def ping(peer):
    """Ping a peer.

    >>> ping(address("TCP"))
    b'ping'
    """
    with socket.create_connection(peer) as connection:
        connection.sendall(b"ping")
        return connection.recv(4)


def look_up(name):
    """Look up a name.

    >>> look_up("localhost")
    '127.0.0.1'
    """
    return socket.gethostbyname(name)
