"""Where a database call would connect, read from its arguments: `Target` and the small readers that make one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from pytest_hermetic.masking import mask

Arguments = tuple[object, ...]
Keywords = dict[str, object]
Hosts = tuple[tuple[str, int | None], ...]

_PATHS = frozenset({"database", "database_path", "filename", "path", "dbfilename", "storage", "name"})
_OPTION_FILES = frozenset({"read_default_file", "read_default_group"})  # not read here, and may name any host
UNKNOWN = "?"  # a host that cannot be known from the arguments; never this machine


class Target(NamedTuple):
    """Where a call would connect: what the user would recognise, and the hosts, of which there are none in-process."""

    text: str
    hosts: Hosts = ()


Reader = Callable[[Arguments, Keywords], Target]


def in_process(args: Arguments, kwargs: Keywords) -> Target:
    """Read the first argument that looks like a name or a path: this database lives in the test's own process."""
    given = [*args, *(value for name, value in kwargs.items() if name in _PATHS)]
    names = [plain(value) for value in given if isinstance(value, (str, bytes)) or hasattr(value, "__fspath__")]
    return Target(text=mask(names[0]) if names else ":memory:")


def argument(position: int, *names: str) -> Callable[[Arguments, Keywords], object]:
    """Find one argument by its position or any of its names; None when it was not given."""

    def find(args: Arguments, kwargs: Keywords) -> object:
        for name in names:
            if kwargs.get(name) is not None:
                return kwargs[name]
        return args[position] if 0 <= position < len(args) else None

    return find


def keywords(scheme: str, port: int, *, first: int = 1, names: tuple[str, ...] = ("host",)) -> Reader:
    """Read `host`, `port`, `unix_socket` and `database`, the host also by its position."""
    host_of, port_of = argument(first, *names), argument(-1, "port")
    socket_of = argument(-1, "unix_socket", "unix_sock", "named_pipe")
    database_of = argument(-1, "database", "db", "dbname")

    def read(args: Arguments, kwargs: Keywords) -> Target:
        path = plain(socket_of(args, kwargs))
        if path:
            return target(scheme, ((path, None),), plain(database_of(args, kwargs)))
        chosen = number(port_of(args, kwargs), port)
        elsewhere = UNKNOWN if kwargs.keys() & _OPTION_FILES else "localhost"
        hosts = endpoints(plain(host_of(args, kwargs)) or elsewhere, chosen)
        return target(scheme, hosts, plain(database_of(args, kwargs)))

    return read


def fields(scheme: str, host: str, port: str = "", *, socket: str = "", default: int | None = None) -> Reader:
    """Read dotted attributes of the object whose method is called: a connection that already knows where it belongs."""

    def read(args: Arguments, _kwargs: Keywords) -> Target:
        path = plain(attribute(args[0], socket)) if socket else ""
        if path:
            return target(scheme, ((path, None),))
        name = attribute(args[0], host)
        return target(scheme, ((UNKNOWN if name is None else plain(name), number(attribute(args[0], port), default)),))

    return read


def address(position: int, scheme: str, *, name: str = "address", default: int | None = None) -> Reader:
    """Read an argument that is a `(host, port)` pair, the path of a socket, or a list of such."""
    find = argument(position, name)

    def read(args: Arguments, kwargs: Keywords) -> Target:
        return target(scheme, pairs(find(args, kwargs), default))

    return read


def url(position: int, *names: str, scheme: str = "", default: int | None = None) -> Reader:
    """Read an argument, or an attribute of self when named with a leading dot, that is a URL or `host:port/name`."""
    own = [name[1:] for name in names if name.startswith(".")]
    find = argument(position, *names)

    def read(args: Arguments, kwargs: Keywords) -> Target:
        value = attribute(args[0], own[0]) if own else find(args, kwargs)
        text = plain(value) or UNKNOWN
        return Target(
            text=mask(text if "://" in text or not scheme else f"{scheme}://{text}"), hosts=endpoints(text, default)
        )

    return read


def target(scheme: str, hosts: Hosts, database: str = "") -> Target:
    """Write hosts as one URL that a user would recognise."""
    place = ",".join(written(host, port) for host, port in hosts)
    return Target(text=mask(f"{scheme}://{place}" + (f"/{database}" if database else "")), hosts=hosts)


def pairs(value: object, default: int | None = None) -> Hosts:
    """Read `(host, port)`, `{"host": ..., "port": ...}`, `"host:port"`, a path, or any collection of these."""
    if value is None:
        return ((UNKNOWN, default),)
    if isinstance(value, (str, bytes)):
        return endpoints(plain(value), default)
    if isinstance(value, Mapping):
        return ((plain(value.get("host") or value.get("hostname") or ""), number(value.get("port"), default)),)
    several = list(value) if isinstance(value, (tuple, list, set, frozenset)) else [UNKNOWN]
    if len(several) >= 2 and isinstance(several[0], (str, bytes)) and isinstance(several[1], int | None):  # noqa: PLR2004 - a pair
        return ((plain(several[0]), number(several[1], default)),)
    return tuple(pair for one in several for pair in pairs(one, default))


def endpoints(text: str, default: int | None = None) -> Hosts:
    """Read the hosts of a URL or of `host:port,host:port/name`; a path is a socket of this machine."""
    if text == UNKNOWN:
        return ((UNKNOWN, default),)
    if text.startswith(("/", "@")):
        return ((text if text.startswith("/") else "", None),)
    rest = text.partition("://")[2] if "://" in text else text
    for end in "/?#;":
        rest = rest.partition(end)[0]
    return tuple(_endpoint(one, default) for one in rest.rpartition("@")[2].split(","))


def attribute(owner: object, path: str) -> object:
    """Follow a dotted path; None where it ends early."""
    for name in path.split(".") if path else ():
        owner = getattr(owner, name, None)
    return owner if path else None


def _endpoint(text: str, default: int | None) -> tuple[str, int | None]:
    text = text.strip()
    if text.startswith("["):
        host, _, port = text[1:].partition("]")
        return host, number(port.lstrip(":"), default)
    if text.count(":") > 1:
        return text, default
    host, _, port = text.partition(":")
    return _unquoted(host), number(port, default)


def _unquoted(text: str) -> str:
    if "%" not in text:
        return text
    from urllib.parse import unquote  # noqa: PLC0415 - rarely needed, and slow to import

    return unquote(text)


def written(host: str, port: int | None) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port is not None else shown


def number(value: object, default: int | None = None) -> int | None:
    text = plain(value).strip()
    return int(text) if text.isascii() and text.isdigit() else default


def plain(value: object) -> str:
    if value is None:
        return ""
    if hasattr(value, "__fspath__"):
        value = value.__fspath__()
    return value.decode(errors="replace") if isinstance(value, bytes) else str(value)
