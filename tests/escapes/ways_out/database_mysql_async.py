"""aiomysql and asyncmy (Cython), to a listener that hangs up."""

import aiomysql
import asyncmy
import pytest
from database_targets import HOST, PORT, SOCKET, reached

pytestmark = pytest.mark.asyncio

PLACE = {"host": HOST, "port": PORT, "user": "root", "password": "hunter2secret", "connect_timeout": 3}


@pytest.mark.expect("aiomysql")
async def test_aiomysql():
    with reached():
        await aiomysql.connect(**PLACE)


@pytest.mark.expect("aiomysql")
async def test_aiomysql_pool():
    with reached():
        await aiomysql.create_pool(minsize=1, **PLACE)


@pytest.mark.expect("aiomysql")
async def test_aiomysql_unix_socket():
    with reached():
        await aiomysql.connect(unix_socket=SOCKET, user="root")


@pytest.mark.expect("asyncmy")
async def test_asyncmy():
    with reached():
        await asyncmy.connect(**PLACE)


@pytest.mark.expect("asyncmy")
async def test_asyncmy_pool():
    with reached():
        await asyncmy.create_pool(minsize=1, **PLACE)
