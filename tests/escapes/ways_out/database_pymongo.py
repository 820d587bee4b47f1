"""PyMongo, sync and async, and what stands on it, to a listener that hangs up. The client's threads connect."""

from urllib.parse import quote

import mongoengine
import pymongo
import pytest
from database_targets import HOST, PORT, SOCKET, reached
from motor.motor_asyncio import AsyncIOMotorClient
from pymongo import MongoClient
from pymongo import MongoClient as Client

pytestmark = pytest.mark.expect("pymongo")

URL = f"mongodb://app:hunter2secret@{HOST}:{PORT}/app?serverSelectionTimeoutMS=300&connectTimeoutMS=300"
EARLY = MongoClient(URL, connect=False)
EARLY_COLLECTION = EARLY["app"]["people"]


def test_client_that_connects_when_made():
    with reached():
        pymongo.MongoClient(URL)


def test_client_bound_early():
    with reached():
        Client(URL)


def test_client_of_host_and_port():
    with reached():
        MongoClient(HOST, PORT, serverSelectionTimeoutMS=300)


def test_client_of_several_hosts():
    with reached():
        MongoClient([f"{HOST}:{PORT}", f"localhost:{PORT}"], serverSelectionTimeoutMS=300)


def test_client_of_a_unix_socket():
    with reached():
        MongoClient(f"mongodb://{quote(SOCKET, safe='')}", serverSelectionTimeoutMS=300)


def test_client_made_early():
    with reached():
        EARLY.admin.command("ping")


def test_client_made_early_again():
    with reached():
        EARLY.list_database_names()


def test_collection_made_early():
    with reached():
        EARLY_COLLECTION.find_one({"name": "Ada"})


def test_insert():
    with reached():
        EARLY_COLLECTION.insert_one({"name": "Ada"})


def test_iterating_a_cursor():
    with reached():
        list(EARLY_COLLECTION.find())


def test_transaction():
    with reached(), EARLY.start_session() as session, session.start_transaction():
        EARLY_COLLECTION.insert_one({"name": "Ada"}, session=session)


def test_swallowed():
    with reached():
        try:
            EARLY.admin.command("ping")
        except Exception:
            pass


def test_mongoengine():
    class Person(mongoengine.Document):
        name = mongoengine.StringField()

    mongoengine.connect(host=URL, alias="default", uuidRepresentation="standard")
    try:
        with reached():
            Person.objects.count()
    finally:
        mongoengine.disconnect()


@pytest.mark.asyncio
async def test_asynchronous():
    async with pymongo.AsyncMongoClient(URL) as client:
        with reached():
            await client.admin.command("ping")


@pytest.mark.asyncio
async def test_asynchronous_connect():
    async with pymongo.AsyncMongoClient(URL) as client:
        with reached():
            await client.aconnect()
            await client.app.people.find_one()


@pytest.mark.asyncio
async def test_motor():
    client = AsyncIOMotorClient(URL)
    with reached():
        await client.admin.command("ping")
