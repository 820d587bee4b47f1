"""Libraries that end in the standard library's sqlite3."""

import asyncio
import contextlib

import aiosqlite
import databases
import dataset
import pandas
import peewee
import pony.orm
import pytest
from playhouse.db_url import connect as connect_by_url
from playhouse.pool import PooledSqliteDatabase
from tortoise import Tortoise

pytestmark = pytest.mark.expect("sql")  # sqlite3, or SQLAlchemy where it stands before it

EARLY = peewee.SqliteDatabase(":memory:")
EARLY_PROXY = peewee.DatabaseProxy()
EARLY_PROXY.initialize(peewee.SqliteDatabase(":memory:"))


class Person(peewee.Model):
    name = peewee.CharField()

    class Meta:
        database = EARLY


class Pet(peewee.Model):
    name = peewee.CharField()

    class Meta:
        database = EARLY_PROXY


@pytest.mark.expect("sqlite3")
async def aiosqlite_answers():
    async with aiosqlite.connect(":memory:") as connection, connection.execute("select 1") as cursor:
        assert await cursor.fetchone() == (1,)


@pytest.mark.expect("sqlite3")
def test_aiosqlite():
    asyncio.run(aiosqlite_answers())


@pytest.mark.asyncio
@pytest.mark.expect("sqlite3")
async def test_aiosqlite_under_pytest_asyncio():
    await aiosqlite_answers()


@pytest.mark.asyncio
@pytest.mark.expect("sqlite3")
async def test_aiosqlite_to_a_file(tmp_path):
    async with aiosqlite.connect(tmp_path / "app.db") as connection:
        await connection.execute("create table t (x)")


@pytest.mark.expect("sqlite3")
def test_peewee_database_made_early():
    EARLY.connect(reuse_if_open=True)
    EARLY.close()


@pytest.mark.expect("sqlite3")
def test_peewee_model_connects_by_itself():
    EARLY.create_tables([Person])
    assert Person.select().count() == 0
    EARLY.close()


@pytest.mark.expect("sqlite3")
def test_peewee_model_behind_a_proxy():
    EARLY_PROXY.obj.create_tables([Pet])
    EARLY_PROXY.obj.close()


@pytest.mark.expect("sqlite3")
def test_peewee_bound_to_memory_in_the_test():
    database = peewee.SqliteDatabase(":memory:")
    with database.bind_ctx([Person]):
        database.create_tables([Person])
        Person.create(name="Ada")
        assert Person.get().name == "Ada"
    database.close()


@pytest.mark.expect("sqlite3")
def test_peewee_pool(tmp_path):
    pool = PooledSqliteDatabase(str(tmp_path / "app.db"), max_connections=2)
    with pool.connection_context():
        assert pool.execute_sql("select 1").fetchone() == (1,)
    pool.close_all()


@pytest.mark.expect("sqlite3")
def test_peewee_by_url():
    database = connect_by_url("sqlite:///:memory:")
    assert database.execute_sql("select 1").fetchone() == (1,)
    database.close()


@pytest.mark.expect("sqlite3")
def test_pony():
    database = pony.orm.Database()
    database.bind(provider="sqlite", filename=":memory:")
    database.disconnect()


@pytest.mark.asyncio
@pytest.mark.expect("sqlite3")
async def test_tortoise():
    await Tortoise.init(db_url="sqlite://:memory:", modules={"models": ["tortoise.models"]})
    connection = Tortoise.get_connection("default")
    await connection.execute_query("select 1")
    await Tortoise.close_connections()


@pytest.mark.asyncio
async def test_encode_databases():
    async with databases.Database("sqlite+aiosqlite:///:memory:") as database:
        assert (await database.fetch_one("select 1"))[0] == 1


def test_dataset():
    with contextlib.closing(dataset.connect("sqlite:///:memory:")) as database:
        database["t"].insert({"x": 1})


def test_pandas_to_sql():
    pandas.DataFrame({"x": [1]}).to_sql("t", "sqlite:///:memory:")


@pytest.mark.expect("sqlite3")
def test_pandas_read_sql_over_a_connection():
    import sqlite3

    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        assert pandas.read_sql("select 1 as x", connection)["x"][0] == 1
