"""DuckDB, in C++: explicit connections and the default one that module functions use."""

import duckdb
import pandas
import pytest
from duckdb import connect

pytestmark = pytest.mark.expect("duckdb")


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
