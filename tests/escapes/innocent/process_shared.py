"""What multiprocessing makes that no other process shares yet."""

import multiprocessing
import multiprocessing.pool

import pytest


def test_default_start_method():
    """Python 3.14 tries the temporary folder before it chooses, once: this has to be the first to ask."""
    assert multiprocessing.get_context().get_start_method()


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_locks_and_queues(method):
    context = multiprocessing.get_context(method)
    with context.Lock():
        context.Queue().close()


def test_values():
    assert multiprocessing.Value("i", 42).value == 42
    assert multiprocessing.Array("i", 2)[:] == [0, 0]


def test_thread_pool():
    with multiprocessing.pool.ThreadPool(1) as pool:
        assert pool.map(abs, [-1]) == [1]
