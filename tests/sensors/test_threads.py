"""A thread works for whoever started it, a pool's job for whoever submitted it, and both only while they run."""

import _thread
import concurrent.futures
import gc
import multiprocessing.pool
import sys
import threading
import weakref
from collections.abc import Iterator
from threading import get_ident

import pytest

from pytest_hermetic.sensors import bus
from requirements import requirement

pytestmark = pytest.mark.small

Owner = list[object]


@pytest.fixture
def owner() -> Iterator[Owner]:
    """Name who whatever is started now works for: the list's first item."""
    current: Owner = ["the test"]
    former = bus.listen({}, lambda: current[0])
    yield current
    bus.listen(*former)


def works_for() -> object:
    return bus.owner_of_thread.get(get_ident())


@requirement("ADR-001-35")
def test_a_thread_works_for_whoever_started_it(owner: Owner) -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(works_for()))
    thread.start()
    thread.join()
    assert found == owner
    assert thread.ident not in bus.owner_of_thread


@requirement("ADR-001-35")
def test_a_thread_that_nobody_owns_works_for_nobody(owner: Owner) -> None:
    owner[0] = None
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(works_for()))
    thread.start()
    thread.join()
    assert found == [None]


def test_a_thread_started_at_the_lowest_level_is_owned_too(owner: Owner) -> None:
    found: list[object] = []
    done = threading.Event()

    def run(word: str, *, number: int) -> None:
        found.extend([works_for(), word, number])
        done.set()

    _thread.start_new_thread(run, ("x",), {"number": 1})
    assert done.wait(10)
    assert found == [*owner, "x", 1]


def test_a_timer_is_owned_by_whoever_started_it(owner: Owner) -> None:
    found: list[object] = []
    timer = threading.Timer(0, lambda: found.append(works_for()))
    timer.start()
    timer.join()
    assert found == owner


@requirement("ADR-001-35")
def test_a_job_works_for_whoever_submitted_it_whoever_started_the_pool_s_thread(owner: Owner) -> None:
    owner[0] = "the session"
    with concurrent.futures.ThreadPoolExecutor(max_workers=1) as pool:
        assert pool.submit(works_for).result() == "the session"
        owner[0] = "a test"
        assert pool.submit(works_for).result() == "a test"
        assert list(pool.map(lambda _: works_for(), range(2))) == ["a test", "a test"]
        owner[0] = "the next test"
        assert pool.submit(works_for).result() == "the next test"


def test_an_error_in_a_job_is_its_own_and_leaves_no_owner_behind(owner: Owner) -> None:
    def fail() -> None:
        raise LookupError(works_for())

    with concurrent.futures.ThreadPoolExecutor(max_workers=1) as pool:
        with pytest.raises(LookupError, match=str(owner[0])):
            pool.submit(fail).result()
        owner[0] = "the next test"
        assert pool.submit(works_for).result() == "the next test"


def test_a_job_that_failed_is_freed_without_the_garbage_collector(owner: Owner) -> None:
    def fail() -> None:
        raise LookupError(owner)

    gc.disable()
    try:
        with concurrent.futures.ThreadPoolExecutor(max_workers=1) as pool:
            future = pool.submit(fail)
            freed = weakref.ref(future)
            assert isinstance(future.exception(), LookupError)
        del future
        assert freed() is None
    finally:
        gc.enable()


if sys.version_info >= (3, 14):

    @pytest.mark.medium  # starts another interpreter
    def test_a_pool_of_interpreters_gets_its_job_as_it_was_submitted(owner: Owner) -> None:
        with concurrent.futures.InterpreterPoolExecutor(max_workers=1) as pool:
            assert pool.submit(divmod, 7, 2).result() == (3, 1)
        assert owner == ["the test"]


def test_starting_a_thread_with_nonsense_fails_as_it_does_without_us(owner: Owner) -> None:
    owner[0] = None
    with pytest.raises(TypeError, match="first arg must be callable"):
        _thread.start_new_thread(None, ())  # type: ignore[call-overload] # the point


def test_an_early_pool_of_multiprocessing_works_for_whoever_hands_it_a_job(owner: Owner) -> None:
    owner[0] = None
    with multiprocessing.pool.ThreadPool(1) as pool:
        pool.apply(int)
        owner[0] = "the test"
        called_back: list[object] = []

        def jobs() -> Iterator[object]:
            yield works_for()

        assert pool.apply(works_for) == "the test"
        assert pool.map(lambda _: works_for(), [1]) == ["the test"]
        assert list(pool.imap(lambda drawn: (drawn, works_for()), jobs())) == [("the test", "the test")]
        pool.apply_async(int, callback=lambda _: called_back.append(works_for())).wait()
        pool.map_async(int, [1], None, lambda _: called_back.append(works_for())).wait()
        assert called_back == ["the test", "the test"]
        owner[0] = None
        assert pool.apply(works_for) is None


def test_a_callback_s_error_is_told_and_the_pool_goes_on(
    owner: Owner,  # noqa: ARG001 - asks for an owner
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: told.append(args.exc_type))

    def fail(_: object) -> None:
        raise LookupError

    with multiprocessing.pool.ThreadPool(1) as pool:
        assert pool.apply_async(int, callback=fail).get(5) == 0
        assert pool.apply(abs, (-1,)) == 1
    assert told == [LookupError]
