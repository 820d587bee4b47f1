"""The drivers' table: each reader read by itself, and each row held against the driver that is installed."""

import importlib
import os
import re
import sys
from importlib.util import find_spec
from inspect import getattr_static
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hermetic.resources.drivers import DRIVERS, Driver, read_sure
from pytest_hermetic.resources.libpq import conninfo, parse
from pytest_hermetic.resources.targets import UNKNOWN, Target, endpoints, pairs

HERE = (("", 5432),)
NOWHERE_KNOWN = ((UNKNOWN, None),)


def row(module: str, call: str) -> Driver:
    return next(driver for driver in DRIVERS if driver.module == module and call in driver.calls + driver.hooks)


def read(module: str, call: str, *args: object, **kwargs: object) -> Target:
    return read_sure(row(module, call), args, kwargs)


@pytest.fixture
def no_environment() -> object:
    with mock.patch.dict(os.environ):
        for name in [name for name in os.environ if name.startswith("PG")]:
            del os.environ[name]
        yield


@pytest.mark.small
@pytest.mark.usefixtures("no_environment")
@pytest.mark.parametrize(
    ("dsn", "hosts"),
    [
        ("", HERE),
        ("dbname=app", HERE),
        ("host=db.example", (("db.example", 5432),)),
        ("host = 'db.example' port = 5433", (("db.example", 5433),)),
        ("host=a,b port=1,2", (("a", 1), ("b", 2))),
        ("host=a,b port=1", (("a", 1), ("b", 1))),
        ("host=db.example hostaddr=203.0.113.9", (("203.0.113.9", 5432),)),
        ("host=a,b hostaddr=203.0.113.9,", (("203.0.113.9", 5432), ("b", 5432))),
        ("host=/var/run/postgresql", (("/var/run/postgresql", 5432),)),
        ("host=@abstract", (("", 5432),)),
        (r"host=db\.example password='it\'s'", (("db.example", 5432),)),
        ("postgresql://", HERE),
        ("postgresql:///app", HERE),
        ("postgresql://db.example/app", (("db.example", 5432),)),
        ("postgres://a:pw@db.example:5433/app", (("db.example", 5433),)),
        ("postgresql://a:p%40w@[2001:db8::1]:5433/app", (("2001:db8::1", 5433),)),
        ("postgresql://a,b:5433/app", (("a", 5432), ("b", 5433))),
        ("postgresql:///app?host=db.example&port=5433", (("db.example", 5433),)),
        ("postgresql:///app?host=/tmp", (("/tmp", 5432),)),
        ("postgresql://%2Ftmp/app", (("/tmp", 5432),)),
        ("postgresql://localhost/app?hostaddr=203.0.113.9", (("203.0.113.9", 5432),)),
        ("service=app", NOWHERE_KNOWN),
        ("service=app host=localhost", NOWHERE_KNOWN),
        ("service=app hostaddr=127.0.0.1", (("127.0.0.1", 5432),)),
        ("no connection string", ((UNKNOWN, 5432),)),
    ],
)
def test_libpq_goes_where_its_string_says(dsn: str, hosts: object) -> None:
    assert conninfo((dsn,), {}).hosts == hosts


@pytest.mark.small
@pytest.mark.usefixtures("no_environment")
@pytest.mark.parametrize(
    ("environment", "dsn", "hosts"),
    [
        ({"PGHOST": "db.example"}, "", (("db.example", 5432),)),
        ({"PGHOST": "db.example", "PGPORT": "5433"}, "", (("db.example", 5433),)),
        ({"PGHOST": "db.example"}, "host=localhost", (("localhost", 5432),)),
        ({"PGHOSTADDR": "203.0.113.9"}, "host=localhost", (("203.0.113.9", 5432),)),
        ({"PGSERVICE": "app"}, "", NOWHERE_KNOWN),
        ({"PGSERVICE": "app"}, "host=localhost", NOWHERE_KNOWN),
        ({"PGHOST": "a,b"}, "port=1,2", (("a", 1), ("b", 2))),
    ],
)
def test_libpq_goes_where_the_environment_says(environment: dict[str, str], dsn: str, hosts: object) -> None:
    with mock.patch.dict(os.environ, environment):
        assert conninfo((dsn,), {}).hosts == hosts


@pytest.mark.small
@pytest.mark.usefixtures("no_environment")
def test_libpq_keywords_win_over_its_string() -> None:
    given_both = conninfo(("host=a dbname=x",), {"host": "b", "port": 5433, "password": "hunter2secret"})
    assert given_both == Target(text="postgresql://b:5433/x", hosts=(("b", 5433),))


@pytest.mark.small
@given(st.dictionaries(st.sampled_from(["host", "port", "dbname", "user", "password"]), st.text(min_size=1)))
def test_any_quoted_libpq_string_is_read_back(keywords: dict[str, str]) -> None:
    escaped = {name: value.replace("\\", "\\\\").replace("'", "\\'") for name, value in keywords.items()}
    assert parse(" ".join(f"{name}='{value}'" for name, value in escaped.items())) == keywords


@pytest.mark.small
@given(st.text())
def test_no_string_breaks_the_readers(text: str) -> None:
    assert isinstance(parse(text), dict)
    assert endpoints(text)
    assert pairs(text)


@pytest.mark.small
@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ("db.example", (("db.example", 1),)),
        ("db.example:2", (("db.example", 2),)),
        ("a:2,b", (("a", 2), ("b", 1))),
        ("[::1]:2", (("::1", 2),)),
        ("::1", (("::1", 1),)),
        ("redis://:pw@db.example:2/0?x=y", (("db.example", 2),)),
        ("/tmp/a.sock", (("/tmp/a.sock", None),)),
        ("db.example:2/service", (("db.example", 2),)),
    ],
)
def test_endpoints(text: str, hosts: object) -> None:
    assert endpoints(text, 1) == hosts


@pytest.mark.small
@pytest.mark.parametrize(
    ("value", "hosts"),
    [
        (("db.example", 2), (("db.example", 2),)),
        (("db.example", None), (("db.example", 1),)),
        ([("a", 2), ("b", 3)], (("a", 2), ("b", 3))),
        ("a:2", (("a", 2),)),
        ({"host": "a", "port": "2"}, (("a", 2),)),
        ([{"host": "a"}], (("a", 1),)),
        ("/tmp/a.sock", (("/tmp/a.sock", None),)),
        (None, ((UNKNOWN, 1),)),
        (object(), ((UNKNOWN, 1),)),
    ],
)
def test_pairs(value: object, hosts: object) -> None:
    assert pairs(value, 1) == hosts


def connection(**attributes: object) -> SimpleNamespace:
    return SimpleNamespace(**attributes)


@pytest.mark.small
@pytest.mark.parametrize(
    ("module", "call", "args", "kwargs", "text"),
    [
        ("pymysql.connections", "Connection.connect", [connection(host="h", port=1, unix_socket=None)], {}, "mysql://h:1"),
        ("pymysql.connections", "Connection.connect", [connection(unix_socket="/s")], {}, "mysql:///s"),
        ("MySQLdb._mysql", "connect", ["h"], {"passwd": "hunter2secret"}, "mysql://h:3306"),
        ("MySQLdb._mysql", "connect", [], {"read_default_file": "~/.my.cnf"}, "mysql://?:3306"),
        ("redis.connection", "Connection._connect", [connection(host="h", port=1)], {}, "redis://h:1"),
        ("redis.connection", "UnixDomainSocketConnection._connect", [connection(path="/s")], {}, "redis+unix:///s"),
        ("redis.connection", "Connection._connect", [connection()], {}, "redis://?:6379"),
        ("couchdb.http", "Session.request", [], {}, "?"),
        ("_duckdb", "connect", [], {}, ":memory:"),
        ("_duckdb", "connect", ["app.duckdb"], {}, "app.duckdb"),
        ("_duckdb", "execute", ["select 1"], {}, ":default:"),
        ("libsql", "connect", ["app.db"], {"sync_url": "libsql://db.example", "auth_token": "hunter2secret"}, "libsql://db.example"),
        ("pyodbc", "connect", ["Driver={x};Server=tcp:h,1;Database=app;PWD={hunter2secret}"], {}, "odbc://h:1/app"),
        ("pyodbc", "connect", ["DSN=app;PWD=hunter2secret"], {}, "odbc://?/app"),
        ("ibm_db", "connect", ["DATABASE=app;HOSTNAME=h;PORT=1;PWD=hunter2secret", "", ""], {}, "odbc://h:1/app"),
        ("oracledb.connection", "Connection.__init__", [None, "h:1/app"], {"password": "hunter2secret"}, "oracle://h:1/app"),
        ("oracledb.connection", "Connection.__init__", [None, "a/hunter2secret@h/app"], {}, "oracle://h:1521/app"),
        ("oracledb.connection", "Connection.__init__", [None, "(ADDRESS=(HOST=h)(PORT=1))"], {}, "oracle://h"),
        ("oracledb.connection", "Connection.__init__", [None, "alias"], {}, "oracle://?/alias"),
        ("aerospike", "client", [{"hosts": [("h", 1)]}], {}, "aerospike://h:1"),
        ("teradatasql", "TeradataConnection.__init__", [None, '{"host": "h", "password": "hunter2secret"}'], {}, "teradata://h:1025"),
        ("teradatasql", "TeradataConnection.__init__", [None], {"host": "h", "password": "hunter2secret"}, "teradata://h:1025"),
        ("snowflake.connector.connection._connection", "Connection.__init__", [None], {"account": "a"}, "snowflake://a.snowflakecomputing.com:443"),
        ("firebirdsql", "connect", ["db.example/1:/app.fdb", "a", "hunter2secret"], {}, "firebird://db.example:1/app.fdb"),
    ],
)  # fmt: skip
def test_a_call_is_shown_as_its_user_would_recognise_it(
    module: str, call: str, args: list[object], kwargs: dict[str, object], text: str
) -> None:
    shown = read(module, call, *args, **kwargs)
    assert shown.text == text
    assert "hunter2" not in repr(shown)


@pytest.mark.small
@pytest.mark.parametrize(
    "driver", DRIVERS, ids=lambda driver: f"{driver.module}:{'|'.join(driver.calls or driver.hooks)}"
)
def test_a_call_that_nobody_foresaw_is_read_without_an_error(driver: Driver) -> None:
    for args in ((), (object(),), (None, None), (object(), object(), object())):
        assert read_sure(driver, args, {"host": object(), "password": "hunter2secret"}).text is not None
        assert "hunter2" not in repr(read_sure(driver, args, {"password": "hunter2secret"}))


@pytest.mark.small
def test_no_place_stands_in_the_table_twice() -> None:
    places = [(driver.module, name) for driver in DRIVERS for name in driver.calls + driver.hooks]
    assert len(places) == len(set(places))


UNCHECKED = {
    "mariadb.connections": "needs MariaDB's client library to be built",
    "mysql.connector.connection_cext": "needs the OpenSSL it was built with",
}


@pytest.mark.large  # imports fifty libraries, some of which look around while they are loaded
@pytest.mark.parametrize("module", sorted({driver.module for driver in DRIVERS} - UNCHECKED.keys()))
def test_each_row_names_what_its_driver_has(module: str) -> None:
    """Holds for what is installed; the collection in tests/escapes installs everything."""
    library = module.partition(".")[0]
    if find_spec(library) is None:
        assert module not in sys.modules
        return
    loaded = importlib.import_module(module)
    for driver in (driver for driver in DRIVERS if driver.module == module):
        for path in driver.calls + driver.hooks:
            owner: object = loaded
            *way, name = path.split(".")
            for step in way:
                owner = getattr(owner, step)
            assert getattr_static(owner, name) is not None


@pytest.mark.medium
def test_the_table_imports_no_driver() -> None:
    source = Path(sys.modules["pytest_hermetic.resources.drivers"].__file__ or "")
    files = [source, *(source.with_name(f"{name}.py") for name in ("readers", "targets", "libpq"))]
    imported = {
        name
        for file in files
        for name in re.findall(r"^\s*(?:import|from) ([\w.]+)", file.read_text("utf-8"), re.MULTILINE)
    }
    assert {name.partition(".")[0] for name in imported} <= {"", *sys.stdlib_module_names, "pytest_hermetic"}
