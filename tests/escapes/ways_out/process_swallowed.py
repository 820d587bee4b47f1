"""Processes started where errors are swallowed, and from threads, callbacks and fixtures."""

import asyncio
import contextlib
import gc
import logging
import subprocess
import threading
import unittest
import weakref
from concurrent.futures import ThreadPoolExecutor
from subprocess import run

import pytest
import pytest_asyncio
from bare_threads import to_its_end
from hypothesis import given, settings
from hypothesis import strategies as st


def start(*_):
    run(["/bin/true"], check=True)


def test_except_exception():
    try:
        start()
    except Exception:
        pass


def test_bare_except():
    try:
        start()
    except:  # noqa: E722
        pass


def test_except_base_exception():
    try:
        start()
    except BaseException:
        pass


def test_suppress():
    with contextlib.suppress(Exception):
        start()


def test_finally_return():
    def quiet():
        try:
            start()
        finally:
            return True

    assert quiet()


def test_raised_as_something_else():
    try:
        try:
            start()
        except Exception as error:
            raise RuntimeError from error
    except RuntimeError:
        pass


def test_logging_handler():
    class Notifier(logging.Handler):
        def emit(self, record):
            try:
                start()
            except Exception:
                self.handleError(record)

    logger = logging.Logger("case")
    logger.addHandler(Notifier())
    logger.error("hello")


def test_pytest_raises_exception():
    with pytest.raises(Exception):
        start()
        raise OSError


class TestCases(unittest.TestCase):
    def test_assert_raises(self):
        with self.assertRaises(Exception):
            start()
            raise OSError

    def test_cleanup(self):
        self.addCleanup(start)

    def test_sub_test(self):
        with self.subTest(number=1), contextlib.suppress(Exception):
            start()


@settings(max_examples=2, deadline=None, database=None)
@given(st.integers())
def test_hypothesis(number):
    with contextlib.suppress(Exception):
        start()


def test_thread():
    thread = threading.Thread(target=start)
    thread.start()
    thread.join()


def test_timer():
    timer = threading.Timer(0.01, start)
    timer.start()
    timer.join()


def test_low_level_thread():
    to_its_end(start)


def test_pool_nobody_asks():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(start)


def test_to_thread():
    asyncio.run(asyncio.to_thread(start))


def test_loop_callback():
    async def main():
        asyncio.get_running_loop().call_soon(start)
        await asyncio.sleep(0.05)

    asyncio.run(main())


def test_deletion():
    class Session:
        def __del__(self):
            start()

    Session()
    gc.collect()


def test_finalizer():
    class Thing:
        pass

    weakref.finalize(Thing(), start)
    gc.collect()


def test_generator_close():
    def stream():
        try:
            yield 1
        finally:
            start()

    next(stream())
    gc.collect()


@pytest.fixture
def set_up():
    start()


@pytest.fixture
def tear_down():
    yield
    with contextlib.suppress(Exception):
        start()


@pytest_asyncio.fixture
async def async_set_up():
    await asyncio.create_subprocess_exec("/bin/true")


def test_fixture_set_up(set_up):
    pass


def test_fixture_tear_down(tear_down):
    pass


@pytest.mark.asyncio
async def test_async_fixture(async_set_up):
    pass


@pytest.mark.trio
async def test_trio_body():
    start()


class TestSetUpMethod:
    def setup_method(self):
        subprocess.call("true")

    def test_set_up_method(self):
        pass


class TestSetUp(unittest.TestCase):
    def setUp(self):
        start()

    def test_unittest_set_up(self):
        pass
