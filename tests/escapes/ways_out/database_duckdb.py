"""DuckDB, in C++: explicit connections and the default one that module functions use."""

import dataclasses
from functools import partial

import duckdb
import pandas
import pytest
from duckdb import connect

pytestmark = pytest.mark.expect("duckdb")

CONNECTED_EARLY = duckdb.connect()
early = partial(duckdb.connect, ":memory:")
BY_NAME = {"duckdb": duckdb.connect}
IN_A_TUPLE = ("duckdb", duckdb.connect)


class Settings:
    connect = staticmethod(duckdb.connect)

    def __init__(self):
        self.opener = duckdb.connect


@dataclasses.dataclass
class Store:
    connect: object = duckdb.connect
    connection: object = dataclasses.field(default_factory=duckdb.connect)


settings = Settings()


def opened(connect=duckdb.connect):
    return connect()


def opened_by_keyword(*, connect=duckdb.connect):
    return connect()


def opener():
    connect = duckdb.connect
    return lambda: connect()


opened_by_a_closure = opener()


def test_connection_made_early():
    assert CONNECTED_EARLY.execute("select 1").fetchall() == [(1,)]


def test_query_on_a_connection_made_early():
    assert CONNECTED_EARLY.sql("select 1").fetchall() == [(1,)]


def test_partial_made_early():
    early().close()


def test_function_in_a_table():
    BY_NAME["duckdb"]().close()


def test_function_in_a_tuple():
    IN_A_TUPLE[1]().close()


def test_static_method():
    Settings.connect().close()


def test_attribute_of_an_early_instance():
    settings.opener().close()


def test_default_of_a_field():
    Store(connection=None).connect().close()


def test_factory_of_a_field():
    Store().connection.close()


def test_default_argument():
    opened().close()


def test_keyword_default_argument():
    opened_by_keyword().close()


def test_closure():
    opened_by_a_closure().close()


@pytest.mark.parametrize("connect", [duckdb.connect])
def test_parameter(connect):
    connect().close()


def test_connect():
    with duckdb.connect() as connection:
        assert connection.execute("select 1").fetchall() == [(1,)]


def test_connect_to_memory():
    duckdb.connect(":memory:").close()


def test_connect_to_a_file(tmp_path):
    duckdb.connect(str(tmp_path / "app.duckdb")).close()


def test_connect_by_keyword(tmp_path):
    duckdb.connect(database=str(tmp_path / "app.duckdb"), read_only=False).close()


def test_connect_bound_early():
    connect().close()


def test_module_sql():
    assert duckdb.sql("select 1").fetchall() == [(1,)]


def test_module_query():
    assert duckdb.query("select 1").fetchall() == [(1,)]


def test_module_execute():
    assert duckdb.execute("select 1").fetchall() == [(1,)]


def test_default_connection():
    assert duckdb.default_connection().execute("select 1").fetchall() == [(1,)]


def test_module_cursor():
    duckdb.cursor().execute("select 1")


def test_data_frame():
    frame = pandas.DataFrame({"x": [1, 2]})
    assert duckdb.from_df(frame).aggregate("sum(x)").fetchall() == [(3,)]


def test_values():
    assert duckdb.values([1]).fetchall() == [(1,)]


def test_swallowed():
    try:
        duckdb.connect()
    except Exception:
        pass
