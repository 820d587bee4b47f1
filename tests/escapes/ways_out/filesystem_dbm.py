"""Key-value stores of the standard library."""

import dbm
import dbm.dumb
import pickle
import shelve
from importlib.util import find_spec

import pytest


def test_shelve(box):
    with shelve.open(str(box / "shelf")) as shelf:
        shelf["a"] = 1


def test_shelve_over_dumb_dbm(box):
    with shelve.Shelf(dbm.dumb.open(str(box / "shelf"))) as shelf:
        shelf["a"] = 1


def test_dbm(box):
    with dbm.open(str(box / "store"), "c") as store:
        store["a"] = "1"


def test_dbm_dumb(box):
    with dbm.dumb.open(str(box / "store"), "c") as store:
        store["a"] = "1"


if find_spec("_gdbm"):

    def test_dbm_gnu(box):
        import dbm.gnu

        with dbm.gnu.open(str(box / "store"), "c") as store:
            store["a"] = "1"


if find_spec("_dbm"):

    def test_dbm_ndbm(box):
        import dbm.ndbm

        with dbm.ndbm.open(str(box / "store"), "c") as store:
            store["a"] = "1"


if find_spec("dbm.sqlite3"):

    def test_dbm_sqlite(box):
        import dbm.sqlite3

        with dbm.sqlite3.open(box / "store", "c") as store:
            store["a"] = "1"


def test_whichdb(box):
    assert dbm.whichdb(str(box / "text")) is None


def test_pickle_cache_of_a_function(box):
    def cached(path, compute):
        try:
            with open(path, "rb") as file:
                return pickle.load(file)
        except FileNotFoundError:
            value = compute()
            with open(path, "wb") as file:
                pickle.dump(value, file)
            return value

    assert cached(box / "cache", lambda: 42) == 42
