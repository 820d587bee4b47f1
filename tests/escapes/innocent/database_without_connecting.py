"""What drivers do without a database: making clients, addresses and statements, adapting values, raising errors."""

import datetime
import sqlite3

import elasticsearch
import neo4j
import peewee
import psycopg
import psycopg.conninfo
import psycopg2.extensions
import psycopg2.sql
import pymongo
import pymysql
import pymysql.converters
import pytest
import redis
import redis.asyncio
import sqlalchemy
from bson import ObjectId
from psycopg import sql
from sqlalchemy.dialects import mysql, postgresql, sqlite
from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column, sessionmaker


class Base(DeclarativeBase):
    pass


class Person(Base):
    __tablename__ = "person"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Pet(peewee.Model):
    name = peewee.CharField()


def test_redis_client():
    assert redis.Redis(host="db.example", port=6380).connection_pool


def test_redis_client_from_url():
    client = redis.from_url("redis://:hunter2secret@db.example:6379/0")
    assert client.get_connection_kwargs()["host"] == "db.example"


def test_redis_pipeline():
    pipeline = redis.Redis(host="db.example").pipeline()
    pipeline.set("a", 1)
    assert len(pipeline) == 1


def test_redis_asynchronous_client():
    assert redis.asyncio.Redis(host="db.example")


def test_redis_pool():
    assert redis.ConnectionPool.from_url("redis://db.example").max_connections


def test_mongo_client_that_does_not_connect():
    client = pymongo.MongoClient("mongodb://db.example", connect=False)
    assert client.app.people.full_name == "app.people"
    client.close()


def test_mongo_asynchronous_client():
    assert pymongo.AsyncMongoClient("mongodb://db.example").app.people.name == "people"


def test_mongo_uri():
    assert pymongo.uri_parser.parse_uri("mongodb://a:hunter2secret@db.example/app")["database"] == "app"


def test_object_id():
    assert ObjectId("64b7f9a2c2a1b4d3e8f0a1b2").generation_time


def test_elasticsearch_client():
    assert elasticsearch.Elasticsearch("http://db.example:9200").transport


def test_neo4j_driver():
    with neo4j.GraphDatabase.driver("bolt://db.example", auth=("a", "hunter2secret")) as driver:
        assert not driver.encrypted


def test_pymysql_connection_that_is_deferred():
    connection = pymysql.Connection(host="db.example", defer_connect=True)
    assert not connection.open


def test_pymysql_escaping():
    assert pymysql.converters.escape_string("it's") == "it\\'s"


def test_psycopg2_dsn():
    assert psycopg2.extensions.make_dsn("host=db.example", dbname="app") == "host=db.example dbname=app"
    assert psycopg2.extensions.parse_dsn("postgresql://db.example/app")["dbname"] == "app"


def test_psycopg2_adapters():
    assert psycopg2.extensions.adapt([1, 2]).getquoted() == b"ARRAY[1,2]"


def test_psycopg_conninfo():
    assert psycopg.conninfo.make_conninfo(host="db.example") == "host=db.example"
    assert psycopg.conninfo.conninfo_to_dict("postgresql://db.example/app")["dbname"] == "app"


def test_psycopg_sql():
    statement = sql.SQL("select {}").format(sql.Identifier("a b"))
    assert statement.as_string() == 'select "a b"'


def test_psycopg_errors():
    with pytest.raises(psycopg.OperationalError):
        msg = "cancelled"
        raise psycopg.errors.lookup("57014")(msg)


def test_sqlite3_constants():
    assert sqlite3.SQLITE_OK == 0
    assert sqlite3.sqlite_version_info > (3,)
    assert sqlite3.threadsafety in {0, 1, 3}


def test_sqlite3_adapters():
    sqlite3.register_adapter(datetime.date, str)
    sqlite3.register_converter("date", bytes)


def test_sqlite3_complete_statement():
    assert sqlite3.complete_statement("select 1;")


def test_sqlite3_errors():
    with pytest.raises(sqlite3.IntegrityError):
        raise sqlite3.IntegrityError


def test_sqlite3_row_and_types():
    assert sqlite3.Row
    assert sqlite3.Binary(b"a") == b"a"


def test_sqlite3_in_annotations():
    def count(connection: sqlite3.Connection) -> int:
        return connection.total_changes

    assert count.__annotations__["connection"] is sqlite3.Connection


def test_sqlalchemy_url():
    url = sqlalchemy.make_url("postgresql+psycopg://a:hunter2secret@db.example/app")
    assert url.host == "db.example"
    assert "hunter2" not in str(url)


def test_sqlalchemy_url_create():
    assert sqlalchemy.URL.create("sqlite", database="app.db").database == "app.db"


@pytest.mark.parametrize("dialect", [sqlite.dialect(), postgresql.dialect(), mysql.dialect()], ids=lambda d: d.name)
def test_sqlalchemy_compile(dialect):
    statement = sqlalchemy.select(Person).where(Person.name == "Ada")
    assert "FROM person" in str(statement.compile(dialect=dialect))


def test_sqlalchemy_schema():
    assert "CREATE TABLE" in str(sqlalchemy.schema.CreateTable(Person.__table__))


def test_sqlalchemy_model():
    assert Person(id=1, name="Ada").name == "Ada"


def test_sqlalchemy_model_class_in_the_test():
    class Dog(Base):
        __tablename__ = "dog"
        id: Mapped[int] = mapped_column(primary_key=True)

    assert Dog.__table__.name == "dog"
    Base.metadata.remove(Dog.__table__)


def test_sqlalchemy_session_without_an_engine():
    with Session() as session:
        session.add(Person(id=1, name="Ada"))
        assert len(session.new) == 1
        session.expunge_all()


def test_sqlalchemy_sessionmaker():
    assert sessionmaker()().bind is None


def test_peewee_model_unbound():
    assert Pet(name="Rex").name == "Rex"


def test_peewee_statement():
    statement, values = Pet.select().where(Pet.name == "Rex").sql()
    assert "SELECT" in statement
    assert values == ["Rex"]


def test_peewee_database_that_is_deferred():
    assert peewee.SqliteDatabase(None).deferred


def test_peewee_database_not_connected():
    assert peewee.PostgresqlDatabase("app", host="db.example").is_closed()
