"""SQLite by every route that the standard library has: modules, classes, aliases, URIs, and ATTACH."""

import _sqlite3
import contextlib
import dbm
import functools
import shelve
import sqlite3
import sqlite3.dbapi2
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from sqlite3 import Connection, connect
from sqlite3 import connect as open_database
from sqlite3.dbapi2 import connect as dbapi2_connect

import pytest

pytestmark = pytest.mark.expect("sqlite3")

EARLY = sqlite3.connect(":memory:", check_same_thread=False)
EARLY.execute("create table early (x)")
EARLY_CURSOR = EARLY.cursor()
connect_to_memory = functools.partial(sqlite3.connect, ":memory:")


class Own(sqlite3.Connection):
    def ask(self):
        return self.execute("select 42").fetchone()[0]


class Loud(sqlite3.Connection):
    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.loud = True


def answer(connection):
    with contextlib.closing(connection):
        assert connection.execute("select 1").fetchone() == (1,)


def test_connect_to_memory():
    answer(sqlite3.connect(":memory:"))


def test_connect_to_a_file(tmp_path):
    answer(sqlite3.connect(tmp_path / "app.db"))


def test_connect_by_keyword():
    answer(sqlite3.connect(database=":memory:", timeout=1))


def test_connect_to_nothing():
    answer(sqlite3.connect(""))


def test_connect_to_bytes(tmp_path):
    answer(sqlite3.connect(bytes(tmp_path / "app.db")))


def test_uri_memory():
    answer(sqlite3.connect("file::memory:?cache=shared", uri=True))


def test_uri_named_memory():
    answer(sqlite3.connect("file:shared?mode=memory&cache=shared", uri=True))


def test_uri_file(tmp_path):
    answer(sqlite3.connect(f"file:{tmp_path / 'app.db'}?mode=rwc", uri=True))


def test_dbapi2():
    answer(sqlite3.dbapi2.connect(":memory:"))


def test_dbapi2_bound_early():
    answer(dbapi2_connect(":memory:"))


def test_c_module():
    answer(_sqlite3.connect(":memory:"))


def test_c_connection():
    answer(_sqlite3.Connection(":memory:"))


def test_connection_class():
    answer(sqlite3.Connection(":memory:"))


def test_connection_class_bound_early():
    answer(Connection(":memory:"))


def test_connect_bound_early():
    answer(connect(":memory:"))


def test_connect_bound_early_under_another_name():
    answer(open_database(":memory:"))


def test_partial_made_early():
    answer(connect_to_memory())


def test_own_class():
    with contextlib.closing(Own(":memory:")) as own:
        assert own.ask() == 42


def test_own_class_with_its_own_init():
    with contextlib.closing(Loud(":memory:")) as loud:
        assert loud.loud


def test_factory():
    with contextlib.closing(sqlite3.connect(":memory:", factory=Own)) as own:
        assert own.ask() == 42


def test_new_then_init():
    connection = sqlite3.Connection.__new__(sqlite3.Connection)
    connection.__init__(":memory:")
    answer(connection)


def test_connect_again_by_init():
    connection = sqlite3.Connection.__new__(Own)
    sqlite3.Connection.__init__(connection, ":memory:")
    assert connection.ask() == 42
    connection.close()


def test_through_sys_modules():
    answer(sys.modules["sqlite3"].connect(":memory:"))


def test_through_import_module():
    answer(__import__("sqlite3").connect(":memory:"))


def test_with_statement():
    with sqlite3.connect(":memory:") as connection:
        connection.execute("create table t (x)")
    connection.close()


def test_backup_into_another():
    source, copy = sqlite3.connect(":memory:"), sqlite3.connect(":memory:")
    source.execute("create table t (x)")
    source.backup(copy)
    assert copy.execute("select count(*) from t").fetchone() == (0,)
    source.close()
    copy.close()


def test_serialize():
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table t (x)")
        assert connection.serialize()


def test_deserialize():
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.deserialize(EARLY.serialize())


def test_blob():
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table t (x blob)")
        connection.execute("insert into t values (zeroblob(4))")
        with connection.blobopen("t", "x", 1) as blob:
            assert blob.read() == bytes(4)


def test_iterdump():
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.execute("create table t (x)")
        assert list(connection.iterdump())


def test_in_a_thread():
    answers = []
    thread = threading.Thread(target=lambda: answers.append(sqlite3.connect(":memory:").execute("select 1").fetchone()))
    thread.start()
    thread.join()
    assert answers == [(1,)]


def test_in_a_pool():
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: sqlite3.connect(":memory:").execute("select 1").fetchone()).result() == (1,)


def test_swallowed():
    try:
        connection = sqlite3.connect(":memory:")
    except Exception:
        return
    answer(connection)


def test_suppressed():
    with contextlib.suppress(BaseException):
        answer(sqlite3.connect(":memory:"))


@pytest.fixture
def store():
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        yield connection


def test_in_a_fixture(store):
    assert store.execute("select 1").fetchone() == (1,)


def test_query_on_an_early_connection():
    assert EARLY.execute("select count(*) from early").fetchone() == (0,)


def test_query_through_an_early_cursor():
    assert EARLY_CURSOR.execute("select max(x) from early").fetchone() == (None,)


def test_change_on_an_early_connection():
    EARLY.execute("insert into early values (1)")
    EARLY.rollback()


def test_script_on_an_early_connection():
    EARLY.executescript("create table more (x); drop table more")


def test_attach_memory_on_an_early_connection():
    EARLY.execute("attach database ':memory:' as other")
    EARLY.execute("detach database other")


def test_attach_file_on_an_early_connection(tmp_path):
    EARLY.execute("attach database ? as file", (str(tmp_path / "other.db"),))
    EARLY.execute("create table file.t (x)")
    EARLY.commit()
    EARLY.execute("detach database file")


def test_attach_through_a_cursor_and_a_script(tmp_path):
    EARLY.cursor().executescript(f"ATTACH '{tmp_path / 'script.db'}' AS script; DETACH script;")


def test_vacuum_into_a_file_from_an_early_connection(tmp_path):
    EARLY.execute("vacuum into ?", (str(tmp_path / "copy.db"),))
    assert (tmp_path / "copy.db").stat


@pytest.mark.behind("filesystem")
@pytest.mark.skipif(sys.version_info < (3, 13), reason="dbm.sqlite3 came with Python 3.13")
def test_dbm_sqlite3(tmp_path):
    import dbm.sqlite3

    with dbm.sqlite3.open(tmp_path / "app", "c") as store:
        store["a"] = "b"
        assert store["a"] == b"b"


@pytest.mark.behind("filesystem")
@pytest.mark.skipif(sys.version_info < (3, 13), reason="dbm.sqlite3 came with Python 3.13")
def test_dbm_and_shelve_default_to_sqlite(tmp_path):
    with dbm.open(str(tmp_path / "app"), "c") as store:
        store["a"] = "b"
    with shelve.open(str(tmp_path / "shelf")) as shelf:
        shelf["a"] = 1
