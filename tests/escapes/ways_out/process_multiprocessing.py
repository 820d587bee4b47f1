"""multiprocessing in every start method, and the pools upon it."""

import asyncio
import concurrent.futures
import multiprocessing
import multiprocessing.managers
import multiprocessing.pool
import multiprocessing.resource_tracker
import multiprocessing.util
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from multiprocessing import Manager, Pool, Process, get_context
from multiprocessing.shared_memory import ShareableList, SharedMemory
from threading import Thread

import _posixshmem
import _posixsubprocess
import os
import pytest
from _posixsubprocess import fork_exec

fork, spawn, forkserver = map(get_context, ("fork", "spawn", "forkserver"))
methods = pytest.mark.parametrize("context", [fork, spawn, forkserver], ids=lambda c: c._name or "default")
at_import = fork.Process(target=int)


@pytest.fixture(scope="module")
def memory():
    memory = SharedMemory(create=True, size=16)
    yield memory
    memory.close()
    memory.unlink()


class Worker(multiprocessing.Process):
    def run(self):
        pass


def square(number):
    return number * number


def ended_well(process):
    process.start()
    process.join()
    return process.exitcode == 0


def arguments_of_fork_exec():
    """What multiprocessing itself hands over in this version of Python."""
    seen = []
    original = _posixsubprocess.fork_exec
    _posixsubprocess.fork_exec = lambda *arguments: seen.append(arguments)
    try:
        multiprocessing.util.spawnv_passfds(b"/bin/true", [b"true"], [])
    finally:
        _posixsubprocess.fork_exec = original
    return seen[0]


FORK_EXEC = arguments_of_fork_exec()


@pytest.mark.expect("multiprocessing")
def test_process():
    assert ended_well(multiprocessing.Process(target=int))


def test_process_imported_by_name():
    assert ended_well(Process(target=square, args=(2,)))


def test_process_subclass():
    assert ended_well(Worker())


def test_process_made_at_import():
    assert ended_well(at_import)


def test_daemon_process():
    assert ended_well(fork.Process(target=int, daemon=True))


@methods
def test_process_of_a_context(context):
    assert ended_well(context.Process(target=int))


@methods
def test_pool_of_a_context(context):
    with context.Pool(1) as pool:
        assert pool.map(square, [1, 2]) == [1, 4]


@methods
def test_executor_of_a_context(context):
    with ProcessPoolExecutor(1, mp_context=context) as pool:
        assert list(pool.map(square, [1, 2])) == [1, 4]


@methods
def test_manager_of_a_context(context):
    with context.Manager() as manager:
        assert manager.dict(a=1).copy() == {"a": 1}


def test_pool():
    with multiprocessing.Pool(2) as pool:
        assert pool.map(square, [1, 2]) == [1, 4]


def test_pool_imported_by_name():
    with Pool(1) as pool:
        assert pool.apply(square, (3,)) == 9


def test_pool_of_the_pool_module():
    with multiprocessing.pool.Pool(1) as pool:
        assert pool.apply_async(square, (3,)).get(5) == 9


def test_pool_swallowed():
    try:
        with Pool(1) as pool:
            pool.map(square, [1])
    except Exception:
        pass


def test_manager():
    with Manager() as manager:
        assert manager.list([1])[0] == 1


def test_manager_started_by_hand():
    manager = multiprocessing.managers.SyncManager()
    manager.start()
    manager.shutdown()


def test_shared_memory_manager():
    with multiprocessing.managers.SharedMemoryManager() as manager:
        assert manager.SharedMemory(16).size >= 16


def test_shared_memory_starts_the_resource_tracker():
    memory = SharedMemory(create=True, size=16)
    memory.close()
    memory.unlink()


def test_shared_memory_of_somebody_else(memory):
    SharedMemory(memory.name).close()


def test_shared_memory_without_the_resource_tracker(memory):
    os.close(_posixshmem.shm_open(f"/{memory.name}", os.O_RDONLY, 0o600))


def test_shareable_list_starts_the_resource_tracker():
    numbers = ShareableList([1, 2])
    numbers.shm.close()
    numbers.shm.unlink()


def test_resource_tracker_by_hand():
    multiprocessing.resource_tracker.ResourceTracker().ensure_running()


def test_fork_server_by_hand():
    from multiprocessing.forkserver import ForkServer

    server = ForkServer()
    server.ensure_running()
    server._stop()


def test_executor():
    with ProcessPoolExecutor(1) as pool:
        assert pool.submit(square, 3).result() == 9


def test_executor_by_module():
    with concurrent.futures.ProcessPoolExecutor(max_workers=1) as pool:
        assert list(pool.map(square, [1])) == [1]


def test_executor_as_completed():
    with ProcessPoolExecutor(1) as pool:
        assert [future.result() for future in as_completed([pool.submit(square, 2)])] == [4]


def test_executor_with_a_default_method_in_the_loop():
    async def main():
        with ProcessPoolExecutor(1) as pool:
            return await asyncio.get_running_loop().run_in_executor(pool, square, 3)

    assert asyncio.run(main()) == 9


def test_executor_in_a_thread():
    def work():
        with ProcessPoolExecutor(1) as pool:
            return pool.submit(square, 3).result()

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(work).result() == 9


def test_process_in_a_thread():
    codes = []
    thread = Thread(target=lambda: codes.append(ended_well(fork.Process(target=int))))
    thread.start()
    thread.join()
    assert codes in ([True], [])


def test_fork_exec():
    read, write = os.pipe()
    known = iter((read, write))
    descriptors = [argument for argument in FORK_EXEC if type(argument) is int and argument > 2][:2]
    arguments = [
        next(known) if argument in descriptors and type(argument) is int else argument for argument in FORK_EXEC
    ]
    pid = fork_exec(*arguments)
    os.close(write)
    os.close(read)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


def test_spawn_with_descriptors():
    pid = multiprocessing.util.spawnv_passfds(b"/bin/true", [b"true"], [])
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
