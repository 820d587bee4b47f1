"""What is done with a socket that C does not announce, or only after it has looked a name up.

Announced from the start of the session, since a method that somebody binds at import stays what it was then.
"""

from __future__ import annotations

from pytest_hermetic.sensors.calls import Call

#: These look a name up before C announces them.
RESOLVING = ("connect", "connect_ex", "bind", "sendto")
SERVING = ("listen", "accept")
SENDING = ("send", "sendall", "sendfile")
RECEIVING = ("recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "recvmsg_into")
USING_TLS = ("send", "sendall", "recv", "recv_into", "read", "write")

CALLS = (
    *(Call("socket", f"socket.{name}", f"socket.socket.{name}") for name in RESOLVING + SERVING + SENDING + RECEIVING),
    *(Call("ssl", f"SSLSocket.{name}", f"ssl.SSLSocket.{name}") for name in USING_TLS),
)
