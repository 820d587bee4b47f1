"""How the calls of single drivers are read; what several have in common is in `targets`, what is libpq's in `libpq`."""

from __future__ import annotations

from pytest_hermetic.masking import mask

from .libpq import conninfo
from .targets import (
    UNKNOWN,
    Arguments,
    Keywords,
    Reader,
    Target,
    argument,
    attribute,
    endpoints,
    in_process,
    number,
    pairs,
    plain,
    target,
)


def engine_made(args: Arguments, kwargs: Keywords) -> Target:
    """`create_engine` contacts nobody: it is reported in a small test for what it is, and allowed in a medium one."""
    return Target(text=_shown(argument(3, "url")(args, kwargs)))


def engine_connects(args: Arguments, _kwargs: Keywords) -> Target:
    """Read the URL; where it names no host (a creator, a DSN, a path) the driver beneath tells where it goes."""
    made = attribute(args[0], "url")
    host, query = plain(attribute(made, "host")), attribute(made, "query")
    hosts: tuple[tuple[str, int | None], ...] = ((host, number(attribute(made, "port"))),) if host else ()
    if isinstance(query, dict) or hasattr(query, "get"):
        asked = query.get("host")
        several = asked if isinstance(asked, tuple) else (asked,) if asked else ()
        hosts += tuple(pair for one in several for pair in endpoints(plain(one)))
    return Target(text=_shown(made), hosts=hosts)


def engine_used(args: Arguments, kwargs: Keywords) -> Target:
    """Read the engine of a connection that was made earlier."""
    return engine_connects((attribute(args[0], "engine"),), kwargs)


def pool_of_libpq(args: Arguments, _kwargs: Keywords) -> Target:
    """Read what psycopg2's pool connects, or has connected, with."""
    pool = args[0]
    return conninfo(getattr(pool, "_args", ()), getattr(pool, "_kwargs", {}))


def _shown(made: object) -> str:
    render = getattr(made, "render_as_string", None)
    return mask(render(hide_password=True) if render else plain(made))


def record_connects(args: Arguments, _kwargs: Keywords) -> Target:
    """Name the pool; it connects with a function of its own, and the driver beneath tells where to."""
    return Target(text=type(attribute(args[0], "_ConnectionRecord__pool") or args[0]).__name__)


def topology(args: Arguments, _kwargs: Keywords) -> Target:
    settings = attribute(args[0], "_settings")
    name = plain(attribute(settings, "fqdn"))
    return target(
        "mongodb+srv" if name else "mongodb", ((name, None),) if name else pairs(attribute(settings, "seeds"), 27017)
    )


def oracle(args: Arguments, kwargs: Keywords) -> Target:
    pool = kwargs.get("pool")
    dsn = plain(argument(1, "dsn")(args, kwargs) or attribute(pool, "dsn"))
    params = kwargs.get("params")
    host = plain(kwargs.get("host") or attribute(params, "host"))
    if host:
        return target("oracle", endpoints(host, number(kwargs.get("port"), 1521)))
    if dsn.lstrip().startswith("("):
        found = [
            part.partition("=")[2].strip()
            for part in dsn.replace(")", "(").split("(")
            if part.upper().lstrip().startswith("HOST")
        ]
        return target("oracle", tuple((one, None) for one in found) or ((UNKNOWN, None),))
    dsn = dsn.rpartition("@")[2]
    known = ":" in dsn or "/" in dsn or "." in dsn
    return target(
        "oracle",
        endpoints(dsn.removeprefix("//"), 1521) if known else ((UNKNOWN, None),),
        dsn.rpartition("/")[2] if known else dsn,
    )


def oracle_function(args: Arguments, kwargs: Keywords) -> Target:
    return oracle((None, *args), kwargs)


def odbc(args: Arguments, kwargs: Keywords) -> Target:
    """Read `Server=host,port;Database=name`; a bare data source name may lead anywhere."""
    parts = (part.partition("=") for part in plain(args[0] if args else "").split(";"))
    given = {name.strip().lower(): value.strip(" {}") for name, _, value in parts} | {
        name.lower(): plain(v) for name, v in kwargs.items()
    }
    server = next(
        (given[name] for name in ("server", "servername", "host", "hostname", "address") if given.get(name)), ""
    )
    name = given.get("database") or given.get("dbq") or given.get("dsn") or ""
    if not server:
        return target("odbc", () if "sqlite" in given.get("driver", "").lower() else ((UNKNOWN, None),), name)
    host, _, port = server.removeprefix("tcp:").partition(",")
    return target(
        "odbc",
        endpoints(host.partition("\\")[0].replace("(local)", "localhost"), number(port or given.get("port"))),
        name,
    )


def duckdb(args: Arguments, kwargs: Keywords) -> Target:
    name = plain(argument(0, "database")(args, kwargs))
    remote = name.startswith(("md:", "motherduck:"))
    return Target(
        text=in_process((name,), {}).text if name else ":memory:",
        hosts=(("api.motherduck.com", 443),) if remote else (),
    )


def libsql(args: Arguments, kwargs: Keywords) -> Target:
    text = plain(kwargs.get("sync_url") or argument(0, "database")(args, kwargs))
    return Target(
        text=in_process((text,), {}).text,
        hosts=endpoints(text) if "://" in text and not text.startswith("file:") else (),
    )


def apsw(args: Arguments, _kwargs: Keywords) -> Target:
    return Target(text=plain(attribute(args[0], "filename")) or ":memory:")


def aerospike(args: Arguments, kwargs: Keywords) -> Target:
    config = argument(0, "config")(args, kwargs)
    return target("aerospike", pairs(config.get("hosts") if isinstance(config, dict) else None, 3000))


def vertica(args: Arguments, kwargs: Keywords) -> Target:
    options = attribute(args[0], "options")
    given = options if isinstance(options, dict) else kwargs
    return target("vertica", pairs(given, 5433), plain(given.get("database")))


def snowflake(_args: Arguments, kwargs: Keywords) -> Target:
    host = plain(kwargs.get("host")) or f"{plain(kwargs.get('account')) or UNKNOWN}.snowflakecomputing.com"
    return target("snowflake", ((host, number(kwargs.get("port"), 443)),), plain(kwargs.get("database")))


def named(text: str) -> Reader:
    """Show one fixed name, for a database in the test's own process that has no other."""
    return lambda _args, _kwargs: Target(text=text)


def own_process(args: Arguments, kwargs: Keywords) -> Target:
    """Read a path or name behind self: this database lives in the test's own process."""
    return in_process(args[1:], kwargs)


def nodes(scheme: str, path: str, port: int) -> Reader:
    """Read an attribute of self that holds one server or several."""

    def read(args: Arguments, _kwargs: Keywords) -> Target:
        held = attribute(args[0], path)
        plainly = isinstance(held, (str, bytes, tuple, list)) or held is None
        return target(scheme, pairs(held if plainly else _listed(held), port))

    return read


def mysql_connector(args: Arguments, kwargs: Keywords) -> Target:
    """Read what `connect` is given, or else what the connection was configured with."""
    path = plain(kwargs.get("unix_socket") or attribute(args[0], "_unix_socket"))
    if path:
        return target("mysql", ((path, None),))
    name = plain(kwargs.get("host") or attribute(args[0], "_host")) or UNKNOWN
    return target("mysql", ((name, number(kwargs.get("port") or attribute(args[0], "_port"), 3306)),))


def cassandra(args: Arguments, _kwargs: Keywords) -> Target:
    points = [plain(one) for one in _listed(attribute(args[0], "contact_points"))]
    return target("cassandra", pairs(points, number(attribute(args[0], "port"), 9042)))


def cassandra_made(args: Arguments, kwargs: Keywords) -> Target:
    """Read the contact points, whose names are looked up as soon as a cluster is made."""
    points = _listed(argument(1, "contact_points")(args, kwargs)) or ["127.0.0.1"]
    return target("cassandra", tuple(pair for one in points for pair in pairs(one, number(kwargs.get("port"), 9042))))


def elasticsearch(args: Arguments, _kwargs: Keywords) -> Target:
    every = attribute(args[0], "node_pool.all")
    return _searched("elasticsearch", every() if callable(every) else (), "config.host", "config.port")


def opensearch(args: Arguments, _kwargs: Keywords) -> Target:
    return _searched("opensearch", attribute(args[0], "connection_pool.connections"), "hostname", "port")


def _searched(scheme: str, held: object, host: str, port: str) -> Target:
    found = tuple((plain(attribute(node, host)), number(attribute(node, port))) for node in _listed(held))
    return target(scheme, found or ((UNKNOWN, None),))


def request(args: Arguments, kwargs: Keywords) -> Target:
    """Read the URL of a request that is handed over whole."""
    text = plain(attribute(argument(1, "request")(args, kwargs), "url")) or UNKNOWN
    return Target(text=mask(text), hosts=endpoints(text))


def teradata(args: Arguments, kwargs: Keywords) -> Target:
    """Read `host`, also out of the JSON that may be given instead of keywords."""
    import json  # noqa: PLC0415 - needed by one driver only

    text = plain(args[1]) if len(args) > 1 else ""
    given = json.loads(text) if text else {}
    host = plain(kwargs.get("host") or given.get("host"))
    return target("teradata", endpoints(host, number(kwargs.get("dbs_port") or given.get("dbs_port"), 1025)))


def firebird(args: Arguments, kwargs: Keywords) -> Target:
    """Read `host`, or a data source name of the form `host/port:path`; a bare path is served by this machine."""
    dsn = plain(argument(0, "dsn")(args, kwargs))
    place, colon, path = dsn.rpartition(":")
    host, _, port = place.partition("/") if colon else ("", "", "")
    asked = plain(argument(4, "host")(args, kwargs)) or host or "localhost"
    known = number(argument(-1, "port")(args, kwargs) or port, 3050)
    return target("firebird", ((asked, known),), (plain(kwargs.get("database")) or path).lstrip("/"))


def _listed(value: object) -> list[object]:
    return list(value) if hasattr(value, "__iter__") and not isinstance(value, (str, bytes)) else []
