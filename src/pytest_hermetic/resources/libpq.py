"""Where libpq would connect: its keyword=value strings and URLs, keywords beside them, and the PG* environment.

libpq connects in C, so nobody sees the socket: the target must be judged here. Service files are not read; a
service without a `hostaddr` beside it may lead anywhere and counts as unknown.
"""

from __future__ import annotations

import os
import re
from itertools import zip_longest

from pytest_hermetic.masking import mask

from .targets import UNKNOWN, Arguments, Hosts, Keywords, Target, argument, endpoints, number, plain, written

DEFAULT_PORT = 5432
_ENVIRONMENT = {
    "host": "PGHOST",
    "hostaddr": "PGHOSTADDR",
    "port": "PGPORT",
    "service": "PGSERVICE",
    "dbname": "PGDATABASE",
}
_PAIR = r"(\w+)\s*=\s*('(?:[^'\\]|\\.)*'|(?:[^\s'\\]|\\.)*)(?:\s+|$)"


def conninfo(args: Arguments, kwargs: Keywords, position: int = 0) -> Target:
    """Read a call of libpq or of a driver that follows its rules."""
    given = parse(plain(argument(position, "dsn", "conninfo")(args, kwargs)))
    given |= {
        _keyword(name): _list(value)
        for name, value in kwargs.items()
        if value is not None and name not in {"dsn", "conninfo"}
    }
    hosts = where(given)
    text = ",".join(written(host, port) for host, port in hosts if not host.startswith("/"))
    paths = "".join(f"?host={host}" for host, _ in hosts if host.startswith("/"))
    name = given.get("dbname") or os.environ.get("PGDATABASE", "")
    return Target(text=mask(f"postgresql://{text}" + (f"/{name}{paths}" if name or paths else "")), hosts=hosts)


def conninfo_after_self(args: Arguments, kwargs: Keywords) -> Target:
    """Read the same where the class or the connection comes first."""
    return conninfo(args, kwargs, 1)


def where(given: dict[str, str]) -> Hosts:
    """Apply libpq's precedence: what is given, then the service, then the environment, then the local socket."""
    service = given.get("service") or os.environ.get("PGSERVICE")
    addresses = given.get("hostaddr") or ""
    if service and not addresses:
        return ((UNKNOWN, None),)
    addresses = addresses or os.environ.get("PGHOSTADDR", "")
    names = given.get("host") or os.environ.get("PGHOST", "")
    ports = (given.get("port") or os.environ.get("PGPORT") or str(DEFAULT_PORT)).split(",")
    spread = zip_longest(addresses.split(","), names.split(","), fillvalue="")
    hosts = [endpoint for address, name in spread for endpoint in _one(address.strip() or name.strip())]
    return tuple(
        (host, port or number(ports[index] if len(ports) > 1 and index < len(ports) else ports[0], DEFAULT_PORT))
        for index, (host, port) in enumerate(hosts)
    )


def parse(text: str) -> dict[str, str]:
    """Read a connection string of either form into its keywords; one that libpq would refuse leads nowhere known."""
    if text.startswith(("postgres://", "postgresql://")):
        return _parse_url(text)
    found = {name: _unescaped(value) for name, value in re.findall(_PAIR, text)}
    return found if re.fullmatch(rf"\s*(?:{_PAIR})*", text) else {"host": UNKNOWN}


def _parse_url(text: str) -> dict[str, str]:
    from urllib.parse import parse_qsl, unquote  # noqa: PLC0415 - slow to import, needed for URLs only

    rest, _, query = text.partition("://")[2].partition("?")
    place, _, name = rest.partition("/")
    hosts = endpoints(place) if place else ()
    found = {"dbname": unquote(name)} if name else {}
    if any(host for host, _ in hosts):
        found["host"] = ",".join(host for host, _ in hosts)
    if any(port for _, port in hosts):
        found["port"] = ",".join(str(port or DEFAULT_PORT) for _, port in hosts)
    return found | dict(parse_qsl(query))


def _one(name: str) -> Hosts:
    """Read one host: a name or address, a directory of sockets, or an abstract socket."""
    if name.startswith("@"):
        return (("", None),)
    return ((name, None),)


def _keyword(name: str) -> str:
    return "dbname" if name == "database" else name


def _list(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return ",".join(plain(one) for one in value)
    return plain(value)


def _unescaped(value: str) -> str:
    if value.startswith("'"):
        value = value[1:-1]
    return re.sub(r"\\(.)", r"\1", value)
