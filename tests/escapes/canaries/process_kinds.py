"""After each kind of violation, a medium test of the same session starts processes as it likes."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
from concurrent.futures import ProcessPoolExecutor

import pytest
from targets import text

fork, spawn, forkserver = map(multiprocessing.get_context, ("fork", "spawn", "forkserver"))
TRUE = ["/bin/true"]


def run_a_child():
    subprocess.run(TRUE, check=True)


def swallow_a_child():
    try:
        subprocess.run(TRUE, check=True)
    except Exception:
        pass


def fork_a_child():
    if (pid := os.fork()) == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def run_a_shell():
    assert os.system("true") == 0


def posix_spawn_a_child():
    os.waitpid(os.posix_spawn(TRUE[0], TRUE, {}), 0)


def spawn_a_child():
    assert os.spawnv(os.P_WAIT, TRUE[0], TRUE) == 0


def execute_nothing():
    with pytest.raises(FileNotFoundError):
        os.execv("/nowhere/program", ["program"])


def start_a_process():
    process = fork.Process(target=int)
    process.start()
    process.join()
    assert process.exitcode == 0


def start_a_spawned_process():
    process = spawn.Process(target=int)
    process.start()
    process.join()
    assert process.exitcode == 0


def start_a_served_process():
    process = forkserver.Process(target=int)
    process.start()
    process.join()
    assert process.exitcode == 0


def start_a_pool():
    with fork.Pool(1) as pool:
        assert pool.map(abs, [-1]) == [1]


def start_an_executor():
    with ProcessPoolExecutor(1, mp_context=fork) as pool:
        assert pool.submit(abs, -1).result() == 1


def start_a_manager():
    with fork.Manager() as manager:
        assert manager.dict(a=1).copy() == {"a": 1}


def start_an_async_child():
    async def main():
        return await (await asyncio.create_subprocess_exec(*TRUE)).wait()

    assert asyncio.run(main()) == 0


def signal_a_bystander():
    os.kill(int(text("BYSTANDER")), signal.SIGUSR1)


KINDS = [
    start_a_served_process,
    run_a_child,
    swallow_a_child,
    fork_a_child,
    run_a_shell,
    posix_spawn_a_child,
    spawn_a_child,
    execute_nothing,
    start_a_process,
    start_a_spawned_process,
    start_a_pool,
    start_an_executor,
    start_a_manager,
    start_an_async_child,
    signal_a_bystander,
]
steps = [
    pytest.param(kind, id=f"{kind.__name__}-{size}", marks=getattr(pytest.mark, size))
    for kind in KINDS
    for size in ("small", "medium")
]


@pytest.mark.parametrize("kind", steps)
def test_in_turn(kind):
    kind()


@pytest.mark.medium
@pytest.mark.parametrize("kind", KINDS)
def test_all_kinds_once_more(kind):
    kind()
