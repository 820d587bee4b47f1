"""Announces what is done with a socket where C announces nothing, or only after it has looked a name up.

From the start of the session, since a method that somebody binds at import stays what it was then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pytest_hermetic.sensors.calls import Call

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

#: These look a name up before C announces them.
RESOLVING = ("connect", "connect_ex", "bind", "sendto")
SERVING = ("listen", "accept")
SENDING = ("send", "sendall", "sendfile")
RECEIVING = ("recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "recvmsg_into")
USING_TLS = ("send", "sendall", "recv", "recv_into", "read", "write")


def attach(module: ModuleType) -> Callable[[], None]:
    """Announce the methods of sockets; return what ends that."""
    return _attach(module, "socket", RESOLVING + SERVING + SENDING + RECEIVING)


def attach_to_tls(module: ModuleType) -> Callable[[], None]:
    """Announce the methods of sockets that encrypt; return what ends that."""
    return _attach(module, "SSLSocket", USING_TLS)


def _attach(module: ModuleType, owner: str, names: tuple[str, ...]) -> Callable[[], None]:
    place = f"{module.__name__}.{owner}"
    undo = [Call(module.__name__, f"{owner}.{name}", f"{place}.{name}").attach(module) for name in names]

    def detach() -> None:
        for put_back in undo:
            put_back()

    return detach
