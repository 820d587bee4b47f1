"""memcached by four clients, to a listener that hangs up."""

import aiomcache
import memcache
import pylibmc
import pymemcache
import pytest
from database_targets import HOST, PORT, SOCKET, reached
from pymemcache.client.hash import HashClient

EARLY_PYMEMCACHE = pymemcache.Client((HOST, PORT), timeout=3)
EARLY_MEMCACHE = memcache.Client([f"{HOST}:{PORT}"])
EARLY_PYLIBMC = pylibmc.Client([f"{HOST}:{PORT}"])


@pytest.mark.expect("pymemcache")
def test_pymemcache():
    with reached():
        pymemcache.Client((HOST, PORT), timeout=3).get("a")


@pytest.mark.expect("pymemcache")
def test_pymemcache_made_early():
    with reached():
        EARLY_PYMEMCACHE.set("a", "b")


@pytest.mark.expect("pymemcache")
def test_pymemcache_unix_socket():
    with reached():
        pymemcache.Client(SOCKET, timeout=3).get("a")


@pytest.mark.expect("pymemcache")
def test_pymemcache_pool():
    with reached():
        pymemcache.PooledClient((HOST, PORT), timeout=3).get("a")


@pytest.mark.expect("pymemcache")
def test_pymemcache_over_several():
    with reached():
        HashClient([(HOST, PORT)], timeout=3, retry_attempts=0).get("a")


@pytest.mark.expect("memcache")
def test_python_memcached_made_early():
    with reached():
        EARLY_MEMCACHE.get("a")


@pytest.mark.expect("memcache")
def test_python_memcached_in_the_test():
    with reached():
        memcache.Client([f"{HOST}:{PORT}"]).set("a", 1)


@pytest.mark.expect("pylibmc")
def test_pylibmc_made_early():
    with reached():
        EARLY_PYLIBMC.get("a")


@pytest.mark.expect("pylibmc")
def test_pylibmc_in_the_test():
    with reached():
        pylibmc.Client([f"{HOST}:{PORT}"]).set("a", "b")


@pytest.mark.asyncio
@pytest.mark.expect("aiomcache")
async def test_aiomcache():
    with reached():
        await aiomcache.Client(HOST, PORT).get(b"a")
