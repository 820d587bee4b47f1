"""Other people's loops, with nothing but work inside."""

import gevent
import gevent.event
import gevent.pool
import pytest
import tornado.ioloop
import trio
import trio.testing
import zmq
from tornado.queues import Queue
from twisted.internet import defer, task


@pytest.mark.trio
async def test_trio_memory_channel():
    send, receive = trio.open_memory_channel(1)
    await send.send(1)
    assert await receive.receive() == 1


@pytest.mark.trio
async def test_trio_nursery():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep, 0)


@pytest.mark.trio
async def test_trio_thread():
    assert await trio.to_thread.run_sync(sum, [1, 2]) == 3


@pytest.mark.trio
async def test_trio_socket_pair():
    left, right = trio.socket.socketpair()
    with left, right:
        await left.send(b"ping")
        assert await right.recv(4) == b"ping"


@pytest.mark.trio
async def test_trio_streams_in_memory():
    left, right = trio.testing.memory_stream_pair()
    await left.send_all(b"ping")
    assert await right.receive_some(4) == b"ping"


def test_trio_run_with_a_mocked_clock():
    trio.run(trio.sleep, 1000, clock=trio.testing.MockClock(autojump_threshold=0))


def test_gevent_greenlets():
    greenlet = gevent.spawn(sum, [1, 2])
    greenlet.join()
    assert greenlet.value == 3


def test_gevent_event():
    event = gevent.event.Event()
    gevent.spawn(event.set)
    assert event.wait(1)


def test_gevent_pool():
    assert gevent.pool.Pool(2).map(abs, [-1]) == [1]


def test_tornado_loop():
    async def main():
        queue = Queue()
        await queue.put(1)
        return await queue.get()

    assert tornado.ioloop.IOLoop(make_current=False).run_sync(main) == 1


def test_twisted_clock():
    clock = task.Clock()
    later = task.deferLater(clock, 5, lambda: "done")
    clock.advance(5)
    assert later.result == "done"


def test_twisted_deferred():
    deferred = defer.Deferred().addCallback(abs)
    deferred.callback(-1)
    assert deferred.result == 1


def test_zmq_within_the_process():
    context = zmq.Context()
    left, right = context.socket(zmq.PAIR), context.socket(zmq.PAIR)
    left.bind("inproc://here")
    right.connect("inproc://here")
    left.send(b"ping")
    assert right.recv() == b"ping"
    context.destroy(0)
