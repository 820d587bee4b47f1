"""How the arguments of network events are read, who may do it, and what a test is told."""

import socket
from dataclasses import dataclass
from typing import Any

import pytest

from pytest_hermetic import ConnectionAttempt, TestSize
from pytest_hermetic.resources.network import NETWORK
from pytest_hermetic.settings import NetworkRule, Settings
from requirements import requirement

pytestmark = pytest.mark.small

SMALL, MEDIUM, LARGE, XLARGE = TestSize
UNIX: Any = getattr(socket, "AF_UNIX", None)


@dataclass
class Socket:
    """As much of a socket as the readers look at."""

    family: int = socket.AF_INET
    own: object = ("127.0.0.1", 1)
    peer: object = ("127.0.0.1", 1)

    def getsockname(self) -> object:
        return self.own

    def getpeername(self) -> object:
        if self.peer is None:
            raise OSError
        return self.peer


def read(event: str, *args: Any) -> ConnectionAttempt | None:
    return NETWORK.events[event](event, args)


def told(event: str, *args: Any) -> str:
    attempt = read(event, *args)
    assert attempt is not None
    return NETWORK.details(attempt)


@requirement("ADR-001-31", "ADR-001-37")
@pytest.mark.parametrize(
    ("event", "args", "details"),
    [
        ("socket.connect", (Socket(), ("api.example", 443)), "connection to: api.example:443"),
        ("socket.connect", (Socket(socket.AF_INET6), ("::1", 443, 0, 0)), "connection to: [::1]:443"),
        ("socket.connect", (Socket(), (b"api.example", 443)), "connection to: api.example:443"),
        ("socket.connect", (Socket(), (bytearray(b"api.example"), 443)), "connection to: api.example:443"),
        ("socket.bind", (Socket(), ("", 80)), "listening on: *:80"),
        ("socket.bind", (Socket(), ("0.0.0.0", 80)), "listening on: 0.0.0.0:80"),
        ("socket.sendto", (Socket(), ("8.8.8.8", 53)), "datagram to: 8.8.8.8:53"),
        ("socket.sendmsg", (Socket(), ("8.8.8.8", 53)), "datagram to: 8.8.8.8:53"),
        ("socket.getaddrinfo", ("api.example", 443, 0, 0, 0), "name look-up of: api.example:443"),
        ("socket.getaddrinfo", (b"api.example", "https", 0, 0, 0), "name look-up of: api.example"),
        ("socket.getaddrinfo", (None, 80, 0, 0, 0), "name look-up of: *:80"),
        ("socket.getaddrinfo", ("me:secret@api.example", 80, 0, 0, 0), "name look-up of: ***@api.example:80"),
        (
            "socket.socket.connect",
            ((Socket(), ("me:secret@api.example", 443)), {}),
            "connection to: ***@api.example:443",
        ),
        ("socket.gethostbyname", ("api.example",), "name look-up of: api.example"),
        ("socket.gethostbyaddr", ("10.0.0.1",), "name look-up of: 10.0.0.1"),
        ("socket.getnameinfo", (("10.0.0.1", 80),), "name look-up of: 10.0.0.1:80"),
        ("socket.socket.connect", ((Socket(), ("api.example", 443)), {}), "connection to: api.example:443"),
        ("socket.socket.connect_ex", ((Socket(), ("api.example", 443)), {}), "connection to: api.example:443"),
        ("socket.socket.bind", ((Socket(), ("name", 1)), {}), "listening on: name:1"),
        ("socket.socket.sendto", ((Socket(), b"x", 0, ("name", 1)), {}), "datagram to: name:1"),
    ],
)
def test_an_access_is_told_with_host_and_port(event: str, args: tuple[Any, ...], details: str) -> None:
    assert told(event, *args) == f"Attempted {details}"


@pytest.mark.skipif(UNIX is None, reason="this platform has no unix sockets")
@pytest.mark.parametrize(
    ("address", "details"),
    [
        ("/run/x.sock", "connection to unix socket: /run/x.sock"),
        (b"/run/x.sock", "connection to unix socket: /run/x.sock"),
        (b"\0abstract", "connection to unix socket: @abstract"),
    ],
)
def test_a_unix_socket_is_told_as_one_and_is_on_this_machine(address: object, details: str) -> None:
    attempt = read("socket.connect", Socket(UNIX), address)
    assert attempt is not None
    assert attempt.local
    assert NETWORK.details(attempt) == f"Attempted {details}"


@requirement("ADR-001-08")
def test_making_a_socket_is_no_access() -> None:
    assert read("socket.__new__", None, socket.AF_INET, socket.SOCK_STREAM, 0) is None
    assert read("socket.__new__", None, socket.AF_INET6, socket.SOCK_DGRAM, 0) is None
    assert read("socket.__new__", None, -1, -1, -1) is None
    with socket.socket() as made:
        assert made.fileno() >= 0


@requirement("ADR-001-08")
def test_making_a_raw_socket_is_an_access() -> None:
    assert told("socket.__new__", None, socket.AF_INET, socket.SOCK_RAW, 1) == "Attempted raw socket"


def test_a_raw_socket_is_noticed_beside_other_flags() -> None:
    flags = getattr(socket, "SOCK_NONBLOCK", 0) | getattr(socket, "SOCK_CLOEXEC", 0)
    assert read("socket.__new__", None, socket.AF_INET, socket.SOCK_RAW | flags, 1) is not None


def test_sending_without_an_address_is_a_use_of_the_connection() -> None:
    assert told("socket.sendmsg", Socket(peer=("10.0.0.1", 80)), None) == (
        "Attempted use of the connection to: 10.0.0.1:80"
    )
    assert read("socket.sendmsg", Socket(peer=None), None) is None


@pytest.mark.parametrize("method", ["recv", "recv_into", "recvfrom", "recvfrom_into", "recvmsg", "recvmsg_into"])
def test_receiving_datagrams_without_a_connection_is_listening(method: str) -> None:
    bound = Socket(peer=None, own=("127.0.0.1", 5353))
    if f"socket.socket.{method}" in NETWORK.events:  # not on Windows
        assert told(f"socket.socket.{method}", (bound,), {}) == "Attempted listening on: 127.0.0.1:5353"
        assert read(f"socket.socket.{method}", (Socket(peer=None, own=("0.0.0.0", 0)),), {}) is None


@pytest.mark.parametrize(("event", "args"), [("syslog.syslog", (6, "hello")), ("syslog.openlog", ("me", 0, 8))])
def test_the_system_log_is_another_process_on_this_machine(event: str, args: tuple[Any, ...]) -> None:
    attempt = read(event, *args)
    assert attempt is not None
    assert NETWORK.details(attempt) == "Attempted message to the system log"
    assert NETWORK.permits(attempt, TestSize.MEDIUM, Settings())


def test_a_call_that_python_will_refuse_is_no_access() -> None:
    assert read("socket.socket.connect", (Socket(),), {}) is None
    assert read("socket.socket.connect", (Socket(), "no address"), {}) is None
    assert read("socket.socket.connect", (Socket(), (80, "swapped")), {}) is None


def test_a_socket_pair_is_within_the_process() -> None:
    left, right = socket.socketpair()
    with left, right:
        left.sendall(b"x")
        assert right.recv(1) == b"x"


@pytest.mark.skipif("socket.socket.send" not in NETWORK.events, reason="socket pairs are TCP connections here")
def test_using_a_connection_made_elsewhere_is_an_access() -> None:
    assert told("socket.socket.send", (Socket(peer=("10.0.0.1", 80)),), {}) == (
        "Attempted use of the connection to: 10.0.0.1:80"
    )
    assert told("socket.socket.accept", (Socket(own=("0.0.0.0", 80)),), {}) == "Attempted listening on: 0.0.0.0:80"
    assert read("socket.socket.send", (Socket(peer=None),), {}) is None
    assert read("socket.socket.send", (Socket(family=UNIX, peer=""),), {}) is None


@requirement("ADR-001-21")
@pytest.mark.parametrize("size", TestSize)
@pytest.mark.parametrize("rule", NetworkRule)
def test_a_rule_says_how_far_a_size_reaches(size: TestSize, rule: NetworkRule) -> None:
    settings = Settings(network=dict.fromkeys(TestSize, rule))
    near, far = ConnectionAttempt(host="127.0.0.1", port=1), ConnectionAttempt(host="api.example", port=1)
    permitted = [NETWORK.permits(attempt, size, settings) for attempt in (near, far)]
    assert permitted == {"block": [False, False], "localhost": [True, False], "allow": [True, True]}[rule]
    assert NETWORK.restricts(size, settings) is (rule is not NetworkRule.ALLOW)


@requirement("ADR-001-02", "ADR-001-22")
@pytest.mark.parametrize(
    ("attempt", "permitted"),
    [
        (ConnectionAttempt(host="localhost", port=80), True),
        (ConnectionAttempt(host="", port=80), True),
        (ConnectionAttempt(host="127.evil.example", port=80), False),
        (ConnectionAttempt(host="/run/x.sock", local=True), True),
        (ConnectionAttempt(host="db.example", port=5432), True),
        (ConnectionAttempt(host="db.example", port=5433), False),
        (ConnectionAttempt(host="db.example", port=None), False),
        (ConnectionAttempt(host="224.0.0.1", port=1), False),
    ],
)
def test_a_medium_test_reaches_this_machine_and_allowed_hosts(attempt: ConnectionAttempt, permitted: bool) -> None:  # noqa: FBT001 - the verdict, by parametrize
    settings = Settings(allowed_hosts=("db.example:5432",))
    assert NETWORK.permits(attempt, MEDIUM, settings) is permitted
    assert not NETWORK.permits(attempt, SMALL, settings)


@requirement("ADR-001-32")
def test_a_small_test_is_told_to_mock_to_inject_or_to_be_medium() -> None:
    mock, inject, grow = NETWORK.advice(ConnectionAttempt(host="api.example", port=443), SMALL)
    assert all(name in mock for name in ("responses", "httpretty", "respx"))
    assert "dependency injection" in inject
    assert "@pytest.mark.medium" in grow


@requirement("ADR-001-33")
def test_a_medium_test_is_told_how_to_allow_the_very_host() -> None:
    advice = NETWORK.advice(ConnectionAttempt(host="api.example", port=443), MEDIUM)
    assert any("--allow-network-hosts=api.example" in line for line in advice)
    assert "@pytest.mark.large" in advice[-1]
    assert not any("mock" in line.lower() for line in advice)


def test_a_small_test_that_serves_is_not_told_to_mock_http() -> None:
    attempt = read("socket.bind", Socket(), ("127.0.0.1", 0))
    assert attempt is not None
    assert "responses" not in NETWORK.advice(attempt, SMALL)[0]
