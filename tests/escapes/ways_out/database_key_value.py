"""Key-value stores written in C: LMDB by its function, the others by immutable classes that nobody can guard."""

import leveldb
import lmdb
import plyvel
import pytest


@pytest.mark.expect("lmdb")
def test_lmdb_open(tmp_path):
    lmdb.open(str(tmp_path / "app")).close()


@pytest.mark.native
def test_lmdb_environment(tmp_path):
    lmdb.Environment(str(tmp_path / "app")).close()


@pytest.mark.native
def test_plyvel(tmp_path):
    plyvel.DB(str(tmp_path / "app"), create_if_missing=True).close()


@pytest.mark.native
def test_leveldb(tmp_path):
    leveldb.LevelDB(str(tmp_path / "app"))
