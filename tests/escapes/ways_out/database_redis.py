"""redis-py, sync and async, against a real Redis: pools, pipelines, pub/sub, locks, clients made early."""

import pytest
import redis
import redis.asyncio
import redis.cluster
import redis.sentinel
from database_targets import HOST, PORT, REDIS_PORT, REDIS_SOCKET, REDIS_URL, reached
from redis import Redis
from redis import Redis as Client

pytestmark = pytest.mark.expect("redis")

EARLY = Redis(host=HOST, port=REDIS_PORT)
EARLY_FROM_URL = redis.from_url(REDIS_URL)
EARLY_POOL = redis.ConnectionPool.from_url(REDIS_URL)
EARLY_PIPELINE = redis.Redis(connection_pool=EARLY_POOL).pipeline()
EARLY_ASYNC = redis.asyncio.from_url(REDIS_URL)


def fresh():
    return Redis(host=HOST, port=REDIS_PORT)


def test_ping():
    assert redis.Redis(host=HOST, port=REDIS_PORT).ping()


def test_ping_bound_early():
    assert Client(host=HOST, port=REDIS_PORT).ping()


def test_strict_redis():
    assert redis.StrictRedis(host=HOST, port=REDIS_PORT).ping()


def test_from_url():
    assert redis.from_url(REDIS_URL).ping()


def test_unix_socket():
    assert redis.Redis(unix_socket_path=REDIS_SOCKET).ping()


def test_unix_socket_by_url():
    assert redis.from_url(f"unix://{REDIS_SOCKET}").ping()


def test_client_made_early():
    EARLY.set("a", "b")
    EARLY.close()


def test_client_from_a_url_made_early():
    assert EARLY_FROM_URL.ping()
    EARLY_FROM_URL.close()


def test_pool_made_early():
    assert redis.Redis(connection_pool=EARLY_POOL).ping()
    EARLY_POOL.disconnect()


def test_pipeline_made_early():
    assert EARLY_PIPELINE.ping().execute() == [True]
    EARLY_POOL.disconnect()


def test_blocking_pool():
    assert redis.Redis(connection_pool=redis.BlockingConnectionPool.from_url(REDIS_URL)).ping()


def test_single_connection_client():
    assert redis.Redis(host=HOST, port=REDIS_PORT, single_connection_client=True).ping()


def test_connection():
    connection = redis.Connection(host=HOST, port=REDIS_PORT)
    connection.connect()
    connection.disconnect()


def test_publish():
    fresh().publish("news", "hello")


def test_subscribe():
    subscription = fresh().pubsub()
    subscription.subscribe("news")
    subscription.close()


def test_lock():
    with fresh().lock("lock", timeout=1):
        pass


def test_script():
    assert fresh().register_script("return 1")() == 1


def test_monitor():
    with fresh().monitor():
        pass


def test_scan():
    list(fresh().scan_iter())


def test_sentinel():
    with reached():
        redis.sentinel.Sentinel([(HOST, PORT)], socket_timeout=0.3).master_for("main").ping()


def test_cluster():
    with reached():
        redis.cluster.RedisCluster(host=HOST, port=PORT, socket_timeout=0.3)


def test_tls():
    with reached():
        redis.Redis(host=HOST, port=PORT, ssl=True, ssl_cert_reqs="none", retry=None).ping()


def test_swallowed():
    try:
        fresh().ping()
    except Exception:
        pass


@pytest.mark.asyncio
async def test_asynchronous():
    async with redis.asyncio.Redis(host=HOST, port=REDIS_PORT) as client:
        assert await client.ping()


@pytest.mark.asyncio
async def test_asynchronous_made_early():
    assert await EARLY_ASYNC.ping()
    await EARLY_ASYNC.aclose()


@pytest.mark.asyncio
async def test_asynchronous_unix_socket():
    async with redis.asyncio.Redis(unix_socket_path=REDIS_SOCKET) as client:
        assert await client.ping()


@pytest.mark.asyncio
async def test_asynchronous_pipeline():
    async with redis.asyncio.from_url(REDIS_URL) as client, client.pipeline() as pipeline:
        assert await pipeline.ping().execute() == [True]


@pytest.mark.asyncio
async def test_asynchronous_subscription():
    async with redis.asyncio.from_url(REDIS_URL) as client, client.pubsub() as subscription:
        await subscription.subscribe("news")
