"""Fakes of databases: they answer from memory and open nothing."""

import asyncio
from unittest import mock

import fakeredis
import fakeredis.aioredis
import mongomock
import pytest
import redis
import sqlalchemy
from moto import mock_aws
from sqlalchemy import create_mock_engine
from tinydb import TinyDB
from tinydb.storages import MemoryStorage


def test_fakeredis():
    client = fakeredis.FakeRedis()
    client.set("a", "b")
    assert client.get("a") == b"b"


def test_fakeredis_strict():
    assert fakeredis.FakeStrictRedis(decode_responses=True).ping()


def test_fakeredis_shared_server():
    server = fakeredis.FakeServer()
    fakeredis.FakeRedis(server=server).set("a", 1)
    assert fakeredis.FakeRedis(server=server).get("a") == b"1"


def test_fakeredis_from_url():
    assert fakeredis.FakeRedis.from_url("redis://db.example:6379/0").ping()


def test_fakeredis_pipeline():
    with fakeredis.FakeRedis().pipeline() as pipeline:
        assert pipeline.set("a", 1).get("a").execute() == [True, b"1"]


def test_fakeredis_subscription():
    subscription = fakeredis.FakeRedis().pubsub()
    subscription.subscribe("news")
    assert subscription.get_message()["type"] == "subscribe"


def test_fakeredis_lock():
    with fakeredis.FakeRedis().lock("lock", timeout=1):
        pass


def test_fakeredis_asynchronous():
    async def work():
        client = fakeredis.aioredis.FakeRedis()
        await client.set("a", "b")
        assert await client.get("a") == b"b"
        await client.aclose()

    asyncio.run(work())


@pytest.mark.asyncio
async def test_fakeredis_under_pytest_asyncio():
    assert await fakeredis.FakeAsyncRedis().ping()


@pytest.fixture
def store():
    return fakeredis.FakeRedis()


def test_fakeredis_in_a_fixture(store):
    assert store.incr("n") == 1


def test_fakeredis_in_place_of_redis():
    with mock.patch("redis.Redis", fakeredis.FakeRedis):
        assert redis.Redis(host="db.example").ping()


def test_mongomock():
    people = mongomock.MongoClient().app.people
    people.insert_one({"name": "Ada"})
    assert people.count_documents({}) == 1


def test_mongomock_by_url():
    assert mongomock.MongoClient("mongodb://db.example:27017/app").get_database().list_collection_names() == []


@mongomock.patch(servers=(("db.example", 27017),))
def test_mongomock_patch():
    import pymongo

    client = pymongo.MongoClient("db.example")
    client.app.people.insert_one({"name": "Ada"})
    assert client.app.people.find_one()["name"] == "Ada"


def test_sqlalchemy_mock_engine():
    said = []
    engine = create_mock_engine("postgresql+psycopg2://", lambda statement, *_, **__: said.append(str(statement)))
    table = sqlalchemy.Table("t", sqlalchemy.MetaData(), sqlalchemy.Column("x", sqlalchemy.Integer))
    table.create(engine)
    assert "CREATE TABLE t" in said[0]


def test_sqlalchemy_mock_engine_for_sqlite():
    engine = create_mock_engine("sqlite://", lambda *_, **__: None)
    sqlalchemy.MetaData().create_all(engine, checkfirst=False)


def test_tinydb_in_memory():
    database = TinyDB(storage=MemoryStorage)
    database.insert({"name": "Ada"})
    assert len(database) == 1


def test_moto_dynamodb():
    import boto3

    with mock_aws():
        client = boto3.client("dynamodb", region_name="eu-west-1", aws_access_key_id="a", aws_secret_access_key="b")
        assert client.list_tables()["TableNames"] == []


def test_a_fake_repository():
    people = {}
    people["ada"] = {"name": "Ada"}
    assert people["ada"]["name"] == "Ada"
