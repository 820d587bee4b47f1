"""Threads and pools that the test starts."""

import concurrent.futures
import contextvars
import multiprocessing.pool
import os
import queue
import threading

from bare_threads import to_its_end


def test_thread(box):
    thread = threading.Thread(target=os.stat, args=[box / "text.txt"])
    thread.start()
    thread.join()


def test_thread_that_opens(box):
    def read():
        with open(box / "text.txt") as file:
            file.read()

    thread = threading.Thread(target=read)
    thread.start()
    thread.join()


def test_subclass_of_thread(box):
    class Worker(threading.Thread):
        def run(self):
            os.listdir(box)

    worker = Worker()
    worker.start()
    worker.join()


def test_daemon_thread(box):
    thread = threading.Thread(target=(box / "touched").touch, daemon=True)
    thread.start()
    thread.join()


def test_bare_thread(box):
    to_its_end(os.mkdir, box / "made")


def test_timer(box):
    timer = threading.Timer(0.001, os.remove, [box / "text.txt"])
    timer.start()
    timer.join()


def test_thread_of_a_thread(box):
    def outer():
        inner = threading.Thread(target=os.stat, args=[box / "text.txt"])
        inner.start()
        inner.join()

    thread = threading.Thread(target=outer)
    thread.start()
    thread.join()


def test_thread_pool_executor(box):
    with concurrent.futures.ThreadPoolExecutor(1) as pool:
        pool.submit(os.stat, box / "text.txt").exception()


def test_thread_pool_executor_map(box):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        futures = [pool.submit((box / name).read_text) for name in ("text.txt", "other.txt")]
        assert all(future.exception() or future.result() for future in futures)


def test_thread_pool(box):
    with multiprocessing.pool.ThreadPool(1) as pool:
        pool.apply_async(os.path.getsize, [box / "text.txt"]).wait()


def test_worker_with_a_queue(box):
    names, sizes = queue.Queue(), queue.Queue()

    def work():
        while (name := names.get()) is not None:
            try:
                sizes.put(os.path.getsize(name))
            except Exception as error:
                sizes.put(error)

    worker = threading.Thread(target=work)
    worker.start()
    names.put(box / "text.txt")
    names.put(None)
    worker.join()
    assert sizes.get()


def test_thread_with_a_copied_context(box):
    context = contextvars.copy_context()
    thread = threading.Thread(target=context.run, args=[os.stat, box / "text.txt"])
    thread.start()
    thread.join()


def test_thread_with_an_empty_context(box):
    thread = threading.Thread(target=contextvars.Context().run, args=[os.stat, box / "text.txt"])
    thread.start()
    thread.join()


def test_thread_that_swallows(box):
    def work():
        try:
            os.stat(box / "text.txt")
        except BaseException:
            pass

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_future_callback(box):
    future = concurrent.futures.Future()
    future.add_done_callback(lambda _: os.stat(box / "text.txt"))
    future.set_result(1)


def test_thread_local_initialiser(box):
    with concurrent.futures.ThreadPoolExecutor(1, initializer=os.path.exists, initargs=[box]) as pool:
        pool.submit(int).exception()
