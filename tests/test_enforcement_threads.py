"""Threads: those a test starts belong to it, those from before do not, and none is blamed on the next test."""

from __future__ import annotations

import pytest

from inner_runs import WARN, Run, inner
from requirements import requirement

pytestmark = pytest.mark.medium


@inner("""
    import _thread
    import asyncio
    import concurrent.futures
    import multiprocessing.pool
    import threading

    def quietly():
        try:
            touch()
        except Exception:
            pass

    def test_thread():
        thread = threading.Thread(target=quietly)
        thread.start()
        thread.join()

    def test_subclass_of_thread():
        class Looking(threading.Thread):
            def run(self):
                quietly()
        thread = Looking(daemon=True)
        thread.start()
        thread.join()

    def test_thread_module():
        done = threading.Event()
        def work():
            quietly()
            done.set()
        _thread.start_new_thread(work, ())
        assert done.wait(10)

    def test_timer():
        timer = threading.Timer(0, quietly)
        timer.start()
        timer.join()

    def test_executor():
        with concurrent.futures.ThreadPoolExecutor() as pool:
            pool.submit(quietly).result()

    def test_executor_map():
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(lambda _: quietly(), range(3)))

    def test_pool_of_threads():
        with multiprocessing.pool.ThreadPool(1) as pool:
            pool.apply(quietly)

    def test_to_thread():
        asyncio.run(asyncio.to_thread(quietly))

    def test_run_in_executor():
        async def main():
            await asyncio.get_running_loop().run_in_executor(None, quietly)
        asyncio.run(main())

    def test_thread_of_a_thread():
        def outer():
            inner = threading.Thread(target=quietly)
            inner.start()
            inner.join()
        thread = threading.Thread(target=outer)
        thread.start()
        thread.join()

    def test_loop_in_a_thread():
        def run():
            async def main():
                quietly()
            asyncio.run(main())
        thread = threading.Thread(target=run)
        thread.start()
        thread.join()

    def test_thread_that_dies_of_it():
        thread = threading.Thread(target=touch)
        thread.start()
        thread.join()

    def test_callback_of_a_future():
        future = concurrent.futures.Future()
        future.add_done_callback(lambda _: touch())
        thread = threading.Thread(target=future.set_result, args=(1,))
        thread.start()
        thread.join()
""")
@requirement("ADR-001-35")
def test_a_thread_that_the_test_starts_belongs_to_it(came: Run) -> None:
    outcomes = came.outcomes()
    assert len(outcomes) == 13
    assert outcomes == dict.fromkeys(outcomes, "failed")


@inner("""
    import threading
    from concurrent.futures import ThreadPoolExecutor
    from threading import Thread
    from _thread import start_new_thread

    def test_aliases():
        for start in (
            lambda work: Thread(target=work).start(),
            lambda work: start_new_thread(work, ()),
            lambda work: ThreadPoolExecutor().submit(work),
        ):
            done = threading.Event()
            def work():
                try:
                    touch()
                except Exception:
                    pass
                finally:
                    done.set()
            start(work)
            assert done.wait(10)
""")
def test_a_thread_started_by_an_alias_belongs_to_the_test(came: Run) -> None:
    assert came.outcome() == "failed"
    assert sum(each["count"] for each in came.violations()) == 3


@inner("""
    import queue
    import threading

    @pytest.fixture(scope="session")
    def server():
        asked, answered = queue.Queue(), queue.Queue()
        def serve():
            while asked.get():
                answered.put(touch())
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        def ask():
            asked.put(True)
            return answered.get(timeout=10)
        yield ask
        asked.put(False)
        thread.join()

    def test_first(server):
        assert server()

    def test_second(server):
        assert server()

    at_import, done = queue.Queue(), queue.Queue()

    def work():
        while True:
            at_import.get()
            done.put(touch())

    threading.Thread(target=work, daemon=True).start()

    def test_thread_from_import():
        at_import.put(1)
        assert done.get(timeout=10)

    def test_late(request):
        assert request.getfixturevalue("server")()
""")
def test_a_thread_that_was_there_before_does_not_belong_to_the_test(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    assert came.violations() == []


@inner("""
    import threading
    from concurrent.futures import ThreadPoolExecutor

    shared = ThreadPoolExecutor(1)
    shared.submit(int).result()

    @pytest.fixture(scope="module")
    def pool():
        with ThreadPoolExecutor(1) as pool:
            pool.submit(touch).result()
            yield pool

    def test_job_in_a_shared_pool(pool):
        with pytest.raises(Exception):
            pool.submit(touch).result()

    def test_job_in_a_pool_from_import():
        with pytest.raises(Exception):
            shared.submit(touch).result()

    def test_innocent_job(pool):
        assert pool.submit(sum, [1, 2]).result() == 3

    @pytest.mark.medium
    def test_free_job(pool):
        assert pool.submit(touch).result()
""")
def test_a_job_given_to_a_pool_from_before_belongs_to_whoever_gave_it(came: Run) -> None:
    assert came.outcomes() == {
        "test_job_in_a_shared_pool": "failed",
        "test_job_in_a_pool_from_import": "failed",
        "test_innocent_job": "passed",
        "test_free_job": "passed",
    }


@inner("""
    import threading

    go, gone = threading.Event(), threading.Event()
    said = []

    def test_leaves_a_thread_behind():
        def late():
            go.wait(10)
            try:
                said.append(touch())
            except BaseException as error:
                said.append(error)
            gone.set()
        threading.Thread(target=late, daemon=True).start()

    def test_next():
        go.set()
        assert gone.wait(10)
        assert isinstance(said[0], list)
""")
def test_a_thread_that_outlives_its_test_is_not_blamed_on_the_next(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    assert came.violations() == []


@inner("""
    import threading

    def test_leaves_a_timer_behind():
        threading.Timer(0.05, touch).start()

    @pytest.mark.parametrize("number", range(20))
    def test_next(number):
        import time
        time.sleep(0.01)
""")
def test_a_timer_that_goes_off_later_fails_no_test(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}


@inner("""
    import threading

    @pytest.fixture
    def background():
        stop = threading.Event()
        def work():
            try:
                touch()
            except Exception:
                pass
            stop.set()
        thread = threading.Thread(target=work)
        yield thread
        assert stop.wait(10)
        thread.join()

    def test_it(background):
        background.start()
""")
def test_a_thread_running_into_tear_down_still_belongs_to_its_test(came: Run) -> None:
    assert came.outcome().startswith("failed")
    assert len(came.violations()) == 1


@inner("""
    import threading
    import os

    def test_it():
        caught = []
        def work():
            try:
                os.stat("data.txt")
            except Exception as error:
                caught.append(error)
        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        assert type(caught[0]).__name__ == "FilesystemAccessViolationError"
        assert ":17 in " in str(caught[0])
""")
def test_a_violation_in_a_thread_is_raised_there_and_names_the_line(came: Run) -> None:
    assert came.outcome() == "failed"
    assert [each["at"].rpartition(":")[2] for each in came.violations()] == ["17"]


@inner("""
    import threading

    def test_it():
        thread = threading.Thread(target=os.listdir)
        thread.start()
        thread.join()
""")
def test_a_thread_without_a_line_of_the_users_points_at_the_one_that_started_it(came: Run) -> None:
    assert came.outcome() == "failed"
    assert [each["at"].rpartition(":")[2] for each in came.violations()] == ["14"]


@inner(
    """
    import threading

    def test_it():
        thread = threading.Thread(target=touch)
        thread.start()
        thread.join()
    """,
    mode=WARN,
)
def test_threads_are_reported_in_warn_mode_too(came: Run) -> None:
    assert came.outcome() == "passed"
    assert len(came.our_warnings()) == 1


@inner("""
    import contextvars
    import threading
    import queue

    jobs = queue.Queue()

    def work():
        while True:
            context, job, done = jobs.get()
            try:
                context.run(job)
            except BaseException:
                pass
            finally:
                done.set()

    threading.Thread(target=work, daemon=True).start()

    def test_it():
        done = threading.Event()
        jobs.put((contextvars.copy_context(), touch, done))
        assert done.wait(10)
""")
def test_a_context_copied_into_a_strangers_thread_carries_the_test_along(came: Run) -> None:
    assert came.outcome() == "failed"
