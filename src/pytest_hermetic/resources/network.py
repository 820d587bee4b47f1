"""The network: connections, name look-ups, datagrams and servers, through whatever library uses Python's sockets."""

from __future__ import annotations

import socket
import sys
from typing import TYPE_CHECKING, Any

from pytest_hermetic.masking import HIDDEN
from pytest_hermetic.record import record
from pytest_hermetic.resources.base import Resource
from pytest_hermetic.sensors import sockets
from pytest_hermetic.settings import NetworkRule, Settings
from pytest_hermetic.sizes import TestSize
from pytest_hermetic.violations import Attempt, HermeticityViolationError

if TYPE_CHECKING:
    from collections.abc import Callable

_INTERNET = {socket.AF_INET, socket.AF_INET6}
#: Families whose other end is this machine's kernel or another process on it.
_LOCAL_FAMILIES = {getattr(socket, name) for name in ("AF_UNIX", "AF_NETLINK", "AF_ALG") if hasattr(socket, name)}
_ACTIONS = {"bind": "listening on", "connect": "connection to", "connect_ex": "connection to"}
_TO_SYSTEM_LOG = "message to the system log"
_PACKET = getattr(socket, "AF_PACKET", None)


@record
class ConnectionAttempt(Attempt):
    """A host and port that a test tried to reach, and how."""

    host: str
    port: int | None = None
    action: str = "connection to"
    #: Whether the other end is on this machine whatever the host says: a unix socket, the kernel.
    local: bool = False


class NetworkAccessViolationError(HermeticityViolationError):
    """A test reached for the network; has `host` and `port`."""

    __module__ = "pytest_hermetic"


def _read_socket_call(event: str, args: tuple[Any, ...]) -> ConnectionAttempt | None:
    """Read the arguments of connect, bind, sendto and sendmsg: a socket and an address."""
    sock, address = args[0], args[1]
    action = _ACTIONS.get(event.rpartition(".")[2], "datagram to")
    if address is None:  # sendmsg on a connected socket
        return _read_use(event, ((sock,), {}))
    return _attempt(sock.family, address, action)


#: Methods that use a connection made elsewhere. Windows makes its socket pairs of TCP connections, so there they cannot
#: be told from the event loop's own.
_USING = () if sys.platform == "win32" else (*sockets.SERVING, *sockets.SENDING, *sockets.RECEIVING)
_USING_TLS = () if sys.platform == "win32" else sockets.USING_TLS


def _read_named(event: str, args: tuple[Any, ...]) -> ConnectionAttempt | None:
    """Read a call that would look a name up; with an address in numbers, C itself announces it."""
    (sock, *given), _ = args
    address = given[-1] if given else None
    if sock.family not in _INTERNET or not isinstance(address, tuple):
        return None
    if not isinstance(address[0], str | bytes | bytearray):
        return None
    return _attempt(sock.family, address, _ACTIONS.get(event.rpartition(".")[2], "datagram to"))


def _read_use(event: str, args: tuple[Any, ...]) -> ConnectionAttempt | None:
    """Read the use of a connection or a server that was made elsewhere; socket pairs have no names and are fine."""
    sock = args[0][0]
    name = event.rpartition(".")[2]
    serving = name in sockets.SERVING
    peer = None if serving else _name(sock.getpeername)
    # Who receives datagrams without a connection is a server, too, once there is a port to send them to.
    address = peer or (_name(sock.getsockname) if serving or name in sockets.RECEIVING else None)
    if not address or (sock.family not in _INTERNET and not isinstance(address, str | bytes)):
        return None
    if address[1:2] == (0,) and not serving:
        return None
    return _attempt(sock.family, address, "use of the connection to" if peer else "listening on")


def _name(ask: Callable[[], Any]) -> Any:
    try:
        return ask()
    except OSError:
        return None


def _attempt(family: int, address: Any, action: str) -> ConnectionAttempt:
    if family in _INTERNET and isinstance(address, tuple) and address:
        port = address[1] if len(address) > 1 and isinstance(address[1], int) else None
        return ConnectionAttempt(host=_host(address[0]), port=port, action=action)
    if family == _PACKET and isinstance(address, tuple) and address:
        return ConnectionAttempt(host=_text(address[0]), action=action, local=address[0] == "lo")
    host = _text(address) if isinstance(address, str | bytes | bytearray) else repr(address)
    name = getattr(family, "name", str(family)).removeprefix("AF_").lower()
    return ConnectionAttempt(host=host, action=f"{action} {name} socket", local=family in _LOCAL_FAMILIES)


def _read_lookup(_event: str, args: tuple[Any, ...]) -> ConnectionAttempt | None:
    host, port = args[0], args[1] if len(args) > 1 else None
    if isinstance(host, tuple):  # getnameinfo takes a socket address
        host, port = host[0], host[1]
    return ConnectionAttempt(host=_host(host), port=port if isinstance(port, int) else None, action="name look-up of")


def _read_creation(_event: str, args: tuple[Any, ...]) -> ConnectionAttempt | None:
    """Let sockets be made, but not raw ones: those exist only to see or forge the machine's traffic."""
    _, family, kind, _ = args
    raw = kind & 0xF == getattr(socket, "SOCK_RAW", -1) and family in _INTERNET | {_PACKET}
    return ConnectionAttempt(host="", action="raw socket", local=True) if raw else None


def _read_system_log(_event: str, _args: tuple[Any, ...]) -> ConnectionAttempt:
    return ConnectionAttempt(host="", action=_TO_SYSTEM_LOG, local=True)


def _host(host: object) -> str:
    """Write a host; urllib takes what a URL says before it, user and password, for a part of the name."""
    _, at, name = _text(host).rpartition("@")
    return f"{HIDDEN}@{name}" if at else name


def _text(host: object) -> str:
    if isinstance(host, bytes | bytearray):
        return bytes(host).decode("utf-8", "replace").replace("\0", "@")
    return "" if host is None else str(host).replace("\0", "@")


def _restricts(size: TestSize, settings: Settings) -> bool:
    return settings.network[size] is not NetworkRule.ALLOW


def _permits(attempt: ConnectionAttempt, size: TestSize, settings: Settings) -> bool:
    if settings.network[size] is not NetworkRule.LOCALHOST:
        return settings.network[size] is NetworkRule.ALLOW
    from pytest_hermetic import hosts  # noqa: PLC0415 - only tests that use the network pay for parsing addresses

    return (
        attempt.local
        or hosts.is_this_machine(attempt.host)
        or hosts.is_allowed(attempt.host, attempt.port, settings.allowed_hosts)
    )


def _details(attempt: ConnectionAttempt) -> str:
    host = f"[{attempt.host}]" if ":" in attempt.host and attempt.port is not None else attempt.host
    where = f"{host or '*'}:{attempt.port}" if attempt.port is not None else host
    return f"Attempted {attempt.action}{': ' if where else ''}{where}"


def _rule(size: TestSize) -> str:
    if size is TestSize.SMALL:
        return "Small tests cannot access the network."
    return f"{size.capitalize()} tests may reach this machine only."


def _advice(attempt: ConnectionAttempt, size: TestSize) -> tuple[str, ...]:
    if size is not TestSize.SMALL:
        return (
            "Run the service on this machine, and connect to localhost",
            f"Allow the host for the whole project: --allow-network-hosts={attempt.host or 'HOST'}",
            "Change test category to @pytest.mark.large (if the remote service is required)",
        )
    if attempt.action == _TO_SYSTEM_LOG:
        first = "Log through the logging module, and let tests use caplog"
    elif any(word in attempt.action for word in ("socket", "listening", "datagram")):
        first = "Hand the code under test a fake connection; socket.socketpair() stays within the process"
    else:
        first = "Mock the network call using responses, httpretty, or respx"
    return (
        first,
        "Use dependency injection to provide a fake client",
        "Change test category to @pytest.mark.medium (if network is required)",
    )


NETWORK = Resource(
    name="network",
    title="Network access attempted",
    error=NetworkAccessViolationError,
    events={
        "socket.connect": _read_socket_call,
        "socket.bind": _read_socket_call,
        "socket.sendto": _read_socket_call,
        "socket.sendmsg": _read_socket_call,
        "socket.getaddrinfo": _read_lookup,
        "socket.gethostbyname": _read_lookup,
        "socket.gethostbyaddr": _read_lookup,
        "socket.getnameinfo": _read_lookup,
        "socket.__new__": _read_creation,
        "syslog.openlog": _read_system_log,
        "syslog.syslog": _read_system_log,
        **{f"socket.socket.{name}": _read_named for name in sockets.RESOLVING},
        **{f"socket.socket.{name}": _read_use for name in _USING},
        **{f"ssl.SSLSocket.{name}": _read_use for name in _USING_TLS},
    },
    underlies=True,
    restricts=_restricts,
    permits=_permits,
    details=_details,
    rule=_rule,
    advice=_advice,
)
