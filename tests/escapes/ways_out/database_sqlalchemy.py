"""SQLAlchemy: making an engine, and using one that was made early, whatever driver is beneath."""

import psycopg2
import pytest
import sqlalchemy
import sqlalchemy.pool
import sqlmodel
from database_targets import DSN, HOST, POSTGRES_PORT
from sqlalchemy import create_engine, text
from sqlalchemy import create_engine as make_engine
from sqlalchemy.ext.asyncio import AsyncSession, async_engine_from_config, create_async_engine
from sqlalchemy.orm import Session, declarative_base, scoped_session, sessionmaker

pytestmark = pytest.mark.expect("sqlalchemy")

PLACE = f"postgres:hunter2secret@{HOST}:{POSTGRES_PORT}/postgres"
EARLY_SQLITE = create_engine("sqlite://")
EARLY_FILE = create_engine("sqlite:////tmp/never-made/app.db")
EARLY_PSYCOPG2 = create_engine(f"postgresql+psycopg2://{PLACE}", poolclass=sqlalchemy.pool.NullPool)
EARLY_PSYCOPG = create_engine(f"postgresql+psycopg://{PLACE}", poolclass=sqlalchemy.pool.NullPool)
EARLY_PG8000 = create_engine(f"postgresql+pg8000://{PLACE}", poolclass=sqlalchemy.pool.NullPool)
EARLY_ASYNCPG = create_async_engine(f"postgresql+asyncpg://{PLACE}", poolclass=sqlalchemy.pool.NullPool)
EARLY_AIOSQLITE = create_async_engine("sqlite+aiosqlite://")
EARLY_CREATOR = create_engine(
    "postgresql+psycopg2://", creator=lambda: psycopg2.connect(DSN), poolclass=sqlalchemy.pool.NullPool
)
EARLY_POOLED = create_engine(f"postgresql+psycopg2://{PLACE}", pool_size=1)
EARLY_POOLED.connect().close()  # a connection now waits in the pool
EARLY_SESSION = sessionmaker(EARLY_SQLITE)
EARLY_POOL = sqlalchemy.pool.QueuePool(lambda: psycopg2.connect(DSN), pool_size=1)

Base = declarative_base()


class Person(Base):
    __tablename__ = "person"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)


CONNECTED_EARLY = EARLY_POOLED.connect()


def answer(engine):
    with engine.connect() as connection:
        assert connection.execute(text("select 1")).scalar() == 1


def test_connection_made_early():
    assert CONNECTED_EARLY.execute(text("select 1")).scalar() == 1


def test_driver_sql_on_a_connection_made_early():
    assert CONNECTED_EARLY.exec_driver_sql("select 1").scalar() == 1


def test_create_engine():
    create_engine("sqlite://")


def test_create_engine_for_postgresql():
    create_engine(f"postgresql+psycopg2://{PLACE}")


def test_create_engine_bound_early():
    make_engine("sqlite://")


def test_create_engine_from_a_url_object():
    create_engine(sqlalchemy.make_url("sqlite://"))


def test_create_async_engine():
    create_async_engine("sqlite+aiosqlite://")


def test_engine_from_config():
    sqlalchemy.engine_from_config({"sqlalchemy.url": "sqlite://"})


def test_async_engine_from_config():
    async_engine_from_config({"sqlalchemy.url": "sqlite+aiosqlite://"})


def test_sqlmodel_create_engine():
    sqlmodel.create_engine("sqlite://")


def test_create_and_use():
    answer(create_engine("sqlite://"))


def test_early_engine_on_sqlite():
    answer(EARLY_SQLITE)


def test_early_engine_on_psycopg2():
    answer(EARLY_PSYCOPG2)


def test_early_engine_on_psycopg():
    answer(EARLY_PSYCOPG)


def test_early_engine_on_pg8000():
    answer(EARLY_PG8000)


def test_early_engine_with_a_creator():
    answer(EARLY_CREATOR)


def test_early_engine_with_a_connection_in_its_pool():
    answer(EARLY_POOLED)


@pytest.mark.asyncio
async def test_early_engine_on_asyncpg():
    async with EARLY_ASYNCPG.connect() as connection:
        assert (await connection.execute(text("select 1"))).scalar() == 1


@pytest.mark.asyncio
async def test_early_engine_on_aiosqlite():
    async with EARLY_AIOSQLITE.connect() as connection:
        assert (await connection.execute(text("select 1"))).scalar() == 1


@pytest.mark.asyncio
async def test_async_session():
    async with AsyncSession(EARLY_AIOSQLITE) as session:
        assert (await session.execute(text("select 1"))).scalar() == 1


def test_begin():
    with EARLY_SQLITE.begin() as connection:
        connection.execute(text("select 1"))


def test_raw_connection():
    EARLY_PSYCOPG2.raw_connection().close()


def test_session():
    with Session(EARLY_SQLITE) as session:
        assert session.execute(text("select 1")).scalar() == 1


def test_session_made_early():
    with EARLY_SESSION() as session:
        assert session.scalar(text("select 1")) == 1


def test_scoped_session():
    session = scoped_session(EARLY_SESSION)
    assert session.execute(text("select 1")).scalar() == 1
    session.remove()


def test_create_all():
    Base.metadata.create_all(EARLY_SQLITE)


def test_inspect():
    assert sqlalchemy.inspect(EARLY_PSYCOPG2).get_schema_names()


def test_reflect():
    sqlalchemy.MetaData().reflect(EARLY_SQLITE)


def test_execution_options():
    answer(EARLY_SQLITE.execution_options(isolation_level="AUTOCOMMIT"))


def test_bare_pool():
    EARLY_POOL.connect().close()


def test_sqlmodel_session():
    with sqlmodel.Session(EARLY_SQLITE) as session:
        assert session.exec(sqlmodel.select(1)).one() == 1


def test_swallowed():
    try:
        answer(EARLY_PSYCOPG2)
    except Exception:
        pass


def test_early_engine_to_a_file_that_cannot_be():
    with pytest.raises(sqlalchemy.exc.OperationalError, match="unable to open"):
        EARLY_FILE.connect()
