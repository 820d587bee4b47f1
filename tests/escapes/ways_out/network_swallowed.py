"""Code under test that swallows whatever goes wrong, in every way there is."""

import asyncio
import contextlib
import gc
import logging
import queue
import signal
import sys
import threading
import unittest
import warnings
import weakref
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from functools import cached_property, singledispatch
from socket import create_connection

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from targets import address

TCP = address("TCP")
log = logging.getLogger("swallowed")


def leave():
    create_connection(TCP).close()


def test_except_exception():
    try:
        leave()
    except Exception:
        pass


def test_bare_except():
    try:
        leave()
    except:  # noqa: E722
        pass


def test_except_base_exception():
    try:
        leave()
    except BaseException:
        pass


def test_except_and_log():
    try:
        leave()
    except Exception:
        log.exception("no connection")


def test_except_and_return_a_default():
    def is_up():
        try:
            leave()
        except Exception:
            return False
        return True

    assert is_up() in {True, False}


def test_suppress():
    with suppress(Exception):
        leave()


def test_suppress_base_exception():
    with contextlib.suppress(BaseException):
        leave()


def test_finally_return():
    def quiet():
        try:
            leave()
        finally:
            return True

    assert quiet()


def test_finally_break():
    while True:
        try:
            leave()
        finally:
            break


def test_exit_that_says_true():
    class Quiet:
        def __enter__(self):
            return self

        def __exit__(self, *_):
            return True

    with Quiet():
        leave()


def test_exit_stack():
    with contextlib.ExitStack() as stack:
        stack.push(lambda *_: True)
        leave()


def test_context_manager_function_that_swallows():
    @contextlib.contextmanager
    def best_effort():
        try:
            yield
        except Exception:
            pass

    with best_effort():
        leave()


def test_decorator_that_swallows():
    def never_raises(function):
        def run():
            try:
                return function()
            except Exception:
                return None

        return run

    never_raises(leave)()


def test_retries():
    for attempt in range(3):
        try:
            leave()
            break
        except Exception:
            continue


def test_raised_as_something_else():
    class ApiDown(Exception):
        pass

    def fetch():
        try:
            leave()
        except Exception as error:
            raise ApiDown from error

    try:
        fetch()
    except ApiDown:
        pass


def test_raised_as_something_else_without_a_cause():
    def fetch():
        try:
            leave()
        except Exception:
            raise ValueError from None

    with suppress(ValueError):
        fetch()


def test_raised_as_an_expected_error():
    def fetch():
        try:
            leave()
        except Exception as error:
            raise ConnectionError from error
        raise ConnectionError

    with pytest.raises(ConnectionError):
        fetch()


def test_pytest_raises_exception():
    with pytest.raises(Exception):
        leave()
        raise OSError


def test_pytest_raises_base_exception():
    with pytest.raises(BaseException):
        leave()
        raise OSError


def test_pytest_raises_as_a_function():
    def fail():
        leave()
        raise OSError

    pytest.raises(Exception, fail)


def test_pytest_warns_and_swallows():
    with pytest.warns(UserWarning):
        try:
            leave()
        except Exception:
            pass
        warnings.warn("offline", UserWarning, stacklevel=1)


class TestCases(unittest.TestCase):
    def test_assert_raises(self):
        with self.assertRaises(Exception):
            leave()
            raise OSError

    def test_assert_raises_regex(self):
        with self.assertRaisesRegex(Exception, ""):
            leave()
            raise OSError

    def test_sub_tests(self):
        for number in range(2):
            with self.subTest(number=number):
                with suppress(Exception):
                    leave()

    def test_unswallowed_in_a_sub_test(self):
        with self.subTest(number=1):
            leave()


def test_inner_test_case_run():
    class Inner(unittest.TestCase):
        def runTest(self):
            leave()

    assert Inner().run().testsRun == 1


@settings(max_examples=3, deadline=None, database=None)
@given(st.integers())
def test_hypothesis(number):
    with suppress(Exception):
        leave()


@settings(max_examples=3, deadline=None, database=None)
@given(st.integers())
def test_hypothesis_unswallowed(number):
    leave()


def test_thread():
    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()


def test_thread_that_swallows():
    def work():
        with suppress(Exception):
            leave()

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


def test_daemon_thread_that_answers_in_a_queue():
    answers = queue.SimpleQueue()

    def work():
        try:
            leave()
            answers.put("up")
        except Exception:
            answers.put("down")

    threading.Thread(target=work, daemon=True).start()
    assert answers.get(timeout=5)


def test_pool():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(leave)


def test_pool_future_exception_looked_at():
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(leave)
        wait([future])
        future.exception()


def test_pool_callback():
    with ThreadPoolExecutor(1) as pool:
        pool.submit(int).add_done_callback(lambda _: leave())


def test_deletion():
    class Session:
        def __del__(self):
            leave()

    Session()
    gc.collect()


def test_deletion_by_the_garbage_collector():
    class Session:
        def __init__(self):
            self.itself = self

        def __del__(self):
            leave()

    Session()
    gc.collect()


def test_weak_reference_callback():
    class Thing:
        pass

    thing = Thing()
    reference = weakref.ref(thing, lambda _: leave())
    del thing
    assert reference() is None


def test_finalizer():
    class Thing:
        pass

    thing = Thing()
    weakref.finalize(thing, leave)
    del thing


def test_generator_close():
    def stream():
        try:
            yield 1
        finally:
            leave()

    generator = stream()
    next(generator)
    del generator


def test_unraisable_hook_replaced(monkeypatch):
    monkeypatch.setattr(sys, "unraisablehook", lambda _: None)
    test_deletion()


def test_threading_hook_replaced(monkeypatch):
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    test_thread()


def test_signal_handler():
    before = signal.signal(signal.SIGUSR1, lambda *_: leave())
    try:
        with suppress(Exception):
            signal.raise_signal(signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)


def test_gc_callback():
    def collected(phase, info):
        if phase == "start":
            leave()

    gc.callbacks.append(collected)
    try:
        gc.collect()
    finally:
        gc.callbacks.remove(collected)


def test_trace_function():
    def trace(*_):
        sys.settrace(None)
        with suppress(Exception):
            leave()

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        len([])
        (lambda: 0)()
    finally:
        sys.settrace(before)


def test_property():
    class Config:
        @property
        def online(self):
            leave()
            return True

    assert getattr(Config(), "online", "default")


def test_hasattr_with_attribute_error():
    class Config:
        def __getattr__(self, name):
            try:
                leave()
            except Exception as error:
                raise AttributeError(name) from error
            return True

    hasattr(Config(), "online")


def test_cached_property():
    class Config:
        @cached_property
        def online(self):
            try:
                leave()
            except Exception:
                return False
            return True

    assert Config().online in {True, False}


def test_dictionary_default():
    class Cache(dict):
        def __missing__(self, key):
            with suppress(Exception):
                leave()
            return key

    assert Cache()["a"] == "a"


def test_comparison():
    class Version:
        def __eq__(self, other):
            with suppress(Exception):
                leave()
            return True

        __hash__ = None

    assert Version() == 1


def test_sort_key():
    def rank(item):
        with suppress(Exception):
            leave()
        return item

    assert sorted([2, 1], key=rank) == [1, 2]


def test_representation():
    class Lazy:
        def __repr__(self):
            try:
                leave()
            except Exception:
                return "offline"
            return "online"

    assert repr(Lazy())


def test_dispatch():
    @singledispatch
    def send(_):
        with suppress(Exception):
            leave()

    send(1)


def test_system_exit():
    with suppress(SystemExit):
        try:
            leave()
        except Exception:
            sys.exit(1)


def test_keyboard_interrupt_raised_instead():
    try:
        try:
            leave()
        except Exception:
            raise KeyboardInterrupt from None
    except KeyboardInterrupt:
        pass


def test_exception_group():
    try:
        try:
            leave()
        except Exception as error:
            raise ExceptionGroup("several", [error]) from None
    except* Exception:
        pass


def test_async_gather():
    async def work():
        leave()

    async def main():
        await asyncio.gather(work(), return_exceptions=True)

    asyncio.run(main())


def test_forgotten_task():
    async def work():
        leave()

    async def main():
        task = asyncio.create_task(work())
        await asyncio.sleep(0.01)
        del task

    asyncio.run(main())


def test_loop_exception_handler():
    async def main():
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)
        loop.call_soon(leave)
        await asyncio.sleep(0.01)

    asyncio.run(main())


def test_xfail_style_return():
    try:
        leave()
    except Exception as error:
        return
    assert True


def test_mock_side_effect():
    from unittest.mock import Mock

    client = Mock(side_effect=lambda: leave())
    with suppress(Exception):
        client()
    assert client.called
