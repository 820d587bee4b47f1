"""Databases that live in the process: other SQLites, key-value stores, object and graph databases."""

import apsw
import chdb
import kuzu
import libsql
import pysqlite3
import pytest
import rocksdict
import sqlcipher3
import ZODB


@pytest.mark.expect("apsw")
def test_apsw():
    apsw.Connection(":memory:").close()


@pytest.mark.expect("apsw")
def test_apsw_to_a_file(tmp_path):
    apsw.Connection(str(tmp_path / "app.db")).close()


@pytest.mark.expect("apsw")
def test_apsw_own_class():
    class Own(apsw.Connection):
        pass

    Own(":memory:").close()


@pytest.mark.expect("pysqlite3")
def test_pysqlite3():
    pysqlite3.connect(":memory:").close()


@pytest.mark.expect("sqlcipher3")
def test_sqlcipher3():
    sqlcipher3.connect(":memory:").close()


@pytest.mark.expect("libsql")
def test_libsql():
    libsql.connect(":memory:").execute("select 1")


@pytest.mark.expect("rocksdict")
def test_rocksdict(tmp_path):
    store = rocksdict.Rdict(str(tmp_path / "app"))
    store["a"] = "b"
    store.close()


@pytest.mark.expect("ZODB")
def test_zodb_in_memory():
    ZODB.DB(None).close()


@pytest.mark.expect("ZODB")
def test_zodb_connection():
    ZODB.connection(None).close()


@pytest.mark.expect("ZODB")
def test_zodb_file(tmp_path):
    ZODB.DB(str(tmp_path / "app.fs")).close()


@pytest.mark.expect("kuzu")
def test_kuzu():
    kuzu.Connection(kuzu.Database()).execute("return 1")


@pytest.mark.expect("chdb")
def test_chdb():
    assert str(chdb.query("select 1")).strip() == "1"
