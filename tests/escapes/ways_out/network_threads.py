"""Threads that the test starts, in every way there is; what they do is the test's."""

import asyncio
import queue
import sched
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from multiprocessing.dummy import Pool as DummyPool
from multiprocessing.pool import ThreadPool
from socket import create_connection
from threading import Thread, Timer

import pytest
from bare_threads import to_its_end
from targets import address, text

TCP = address("TCP")
EARLY_POOL = ThreadPool(1)
EARLY_POOL.apply(int)


def leave(*_):
    create_connection(TCP).close()


class Worker(Thread):
    def run(self):
        leave()


def run(thread):
    thread.start()
    thread.join()


@pytest.mark.expect(text("TCP"))
def test_thread():
    run(Thread(target=leave))


def test_thread_subclass():
    run(Worker())


def test_thread_by_module_with_daemon():
    run(threading.Thread(target=leave, daemon=True))


def test_timer():
    run(Timer(0.01, leave))


def test_low_level_thread():
    to_its_end(leave)


def test_thread_of_a_thread():
    run(Thread(target=lambda: run(Thread(target=leave))))


def test_executor_submit():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(leave).result()


def test_executor_map():
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(leave, range(3)))


def test_executor_as_completed():
    with ThreadPoolExecutor(2) as pool:
        for future in as_completed([pool.submit(leave)]):
            assert future.done()


def test_executor_initializer():
    with ThreadPoolExecutor(1, initializer=leave) as pool:
        future = pool.submit(int)
        future.exception()


def test_executor_not_waited_for():
    done = threading.Event()

    def work():
        try:
            leave()
        finally:
            done.set()

    pool = ThreadPoolExecutor(1)
    pool.submit(work)
    pool.shutdown(wait=False)
    assert done.wait(5)


def test_thread_pool():
    with ThreadPool(1) as pool:
        pool.map(leave, [1])


def test_thread_pool_apply_async_never_asked():
    with ThreadPool(1) as pool:
        pool.apply_async(leave).wait(5)


def test_early_thread_pool():
    with suppress(Exception):
        EARLY_POOL.apply(leave)


def test_early_thread_pool_map():
    with suppress(Exception):
        EARLY_POOL.map(leave, [1, 2])


def test_early_thread_pool_starmap():
    with suppress(Exception):
        EARLY_POOL.starmap(leave, [(1, 2)])


def test_early_thread_pool_callback():
    EARLY_POOL.apply_async(int, callback=leave).wait(5)
    EARLY_POOL.apply(int)


def test_early_thread_pool_drawing_from_a_generator():
    def jobs():
        leave()
        yield 1

    with suppress(Exception):
        list(EARLY_POOL.imap(int, jobs()))


def test_early_thread_pool_in_any_order():
    with suppress(Exception):
        list(EARLY_POOL.imap_unordered(leave, [1, 2]))


def test_early_thread_pool_calls_a_c_function():
    with suppress(Exception):
        EARLY_POOL.apply(create_connection, (TCP,))


def test_dummy_process_pool():
    with DummyPool(1) as pool:
        pool.map(leave, [1])


def test_to_thread():
    asyncio.run(asyncio.to_thread(leave))


def test_scheduler():
    scheduler = sched.scheduler()
    scheduler.enter(0, 1, leave)
    scheduler.run()


def test_scheduler_in_a_thread():
    scheduler = sched.scheduler()
    scheduler.enter(0, 1, leave)
    run(Thread(target=scheduler.run))


def test_worker_queue():
    work = queue.Queue()

    def worker():
        while (job := work.get()) is not None:
            try:
                job()
            except Exception:
                pass
            finally:
                work.task_done()

    thread = Thread(target=worker, daemon=True)
    thread.start()
    work.put(leave)
    work.join()
    work.put(None)
    thread.join()


def test_thread_with_a_profile_function():
    threading.setprofile(lambda *_: None)
    try:
        run(Thread(target=leave))
    finally:
        threading.setprofile(None)


def test_thread_local_initialisation():
    class Connections(threading.local):
        def __init__(self):
            leave()

    try:
        Connections()
    except Exception:
        pass


def test_thread_with_its_own_context():
    import contextvars

    run(Thread(target=contextvars.Context().run, args=(leave,)))


def test_barrier_action():
    barrier = threading.Barrier(1, action=leave)
    try:
        barrier.wait()
    except Exception:
        pass
