"""What a host is: this machine, one that the project allows, or any other. Decided without asking anybody."""

from __future__ import annotations

import fnmatch
import ipaddress
import re
import socket
from functools import lru_cache

import pytest

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address
_PORT = re.compile(r"(?P<host>[^:]*|\[[^\]]*\]):(?P<port>\d+)")
_NAME = re.compile(r"(\*\.)?[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?")
_OLD_NUMERIC = re.compile(r"(0[xX][0-9a-fA-F]*|[0-9]+)(\.(0[xX][0-9a-fA-F]*|[0-9]+)){0,3}")


def is_this_machine(host: str) -> bool:
    """Say whether a host is this machine, by its parsed address or by one of the names that need no look-up."""
    address = parse_address(host)
    if address is None:
        return host == "" or host.rstrip(".").lower() in ("localhost", _own_name())
    return address.is_loopback or address.is_unspecified


def is_allowed(host: str, port: int | None, patterns: tuple[str, ...]) -> bool:
    """Say whether one of the project's patterns covers this host and port."""
    return any(_covers(pattern, host, port) for pattern in patterns)


def check_pattern(pattern: str) -> None:
    """Refuse a pattern that could never match."""
    host, port = _split_port(pattern)
    valid = port is None or 0 < port < 65536  # noqa: PLR2004 - the range of TCP and UDP ports
    if not (valid and (_network(host) is not None or (_NAME.fullmatch(host) and not _OLD_NUMERIC.fullmatch(host)))):
        message = (
            f"allowed host {pattern!r} is not valid: use a name, *.name, an IP address, a CIDR block, or one with :port"
        )
        raise pytest.UsageError(message)


def parse_address(host: str) -> _Address | None:
    """Read an address in any form the C library takes for one, or return None for a name."""
    text = _without_brackets(host).partition("%")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        # 127.1, 2130706433 and 0x7f.1 are addresses to the C library; it resolves them without a query.
        return ipaddress.IPv4Address(socket.inet_aton(text)) if _is_old_numeric(text) else None
    return getattr(address, "ipv4_mapped", None) or address


def _is_old_numeric(text: str) -> bool:
    if not _OLD_NUMERIC.fullmatch(text):
        return False
    try:
        socket.inet_aton(text)
    except OSError:
        return False
    return True


def _covers(pattern: str, host: str, port: int | None) -> bool:
    wanted, wanted_port = _split_port(pattern)
    if wanted_port is not None and wanted_port != port:
        return False
    network = _network(wanted)
    if network is not None:
        address = parse_address(host)
        return address is not None and address in network
    name, wanted = host.rstrip(".").lower(), wanted.rstrip(".").lower()
    return fnmatch.fnmatchcase(name, wanted) if wanted.startswith("*.") else name == wanted


@lru_cache(maxsize=256)
def _split_port(pattern: str) -> tuple[str, int | None]:
    found = _PORT.fullmatch(pattern)
    host, port = (found["host"], int(found["port"])) if found else (pattern, None)
    return _without_brackets(host), port


def _without_brackets(host: str) -> str:
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


@lru_cache(maxsize=256)
def _network(host: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    try:
        return ipaddress.ip_network(host, strict=False)
    except ValueError:
        return None


@lru_cache(maxsize=1)
def _own_name() -> str:
    return socket.gethostname().lower()
