"""Code that runs in another interpreter of the same process, which Python 3.14 made public."""

import concurrent.interpreters
import os
from concurrent.futures import InterpreterPoolExecutor
from threading import Thread

import pytest


@pytest.fixture(scope="module")
def interpreter():
    made = concurrent.interpreters.create()
    yield made
    made.close()


def look():
    import os

    os.stat("/")


def test_text(interpreter):
    interpreter.exec("import os; os.stat('/')")


def test_function(interpreter):
    interpreter.call(look)


def test_thread_in_it(interpreter):
    thread = interpreter.call_in_thread(look)
    thread.join()


def test_made_by_the_test():
    made = concurrent.interpreters.create()
    try:
        made.exec("import os; os.stat('/')")
    finally:
        made.close()


def test_in_a_thread(interpreter):
    thread = Thread(target=interpreter.exec, args=["import os; os.stat('/')"])
    thread.start()
    thread.join()


def test_pool():
    with InterpreterPoolExecutor(max_workers=1) as pool:
        pool.submit(os.stat, "/").result()
