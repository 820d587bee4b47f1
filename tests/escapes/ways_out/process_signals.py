"""Signals to another process; the bystander was there before the test and ignores what it gets."""

import asyncio
import multiprocessing
import os
import signal
import subprocess
from contextlib import suppress
from os import kill, killpg
from threading import Thread

import psutil
import pytest
from targets import text

BYSTANDER = int(text("BYSTANDER"))
process = psutil.Process(BYSTANDER)
descriptor = os.pidfd_open(BYSTANDER)
children = [subprocess.Popen(["/bin/sleep", "60"]) for _ in range(4)]
worker = multiprocessing.get_context("fork").Process(target=signal.pause, daemon=True)
worker.start()


def teardown_module():
    for child in children:
        child.kill()
        child.wait()
    worker.kill()
    worker.join()


@pytest.mark.expect("os.kill")
def test_kill():
    os.kill(BYSTANDER, signal.SIGUSR1)


def test_kill_imported_by_name():
    kill(BYSTANDER, signal.SIGTERM)


def test_is_alive_helper():
    def is_alive(pid):
        try:
            os.kill(pid, 0)
        except OSError:
            return False
        return True

    assert is_alive(BYSTANDER)


def test_kill_the_parent_with_nothing():
    os.kill(os.getppid(), 0)


def test_kill_a_process_that_does_not_exist():
    with pytest.raises(ProcessLookupError):
        os.kill(2**22 - 1, 0)


def test_kill_a_group_by_its_negative_number():
    os.kill(-BYSTANDER, signal.SIGUSR1)


@pytest.mark.expect("os.killpg")
def test_killpg():
    os.killpg(BYSTANDER, signal.SIGUSR1)


def test_killpg_imported_by_name():
    killpg(BYSTANDER, 0)


def test_kill_swallowed():
    with suppress(Exception):
        os.kill(BYSTANDER, signal.SIGUSR1)


def test_kill_in_a_thread():
    thread = Thread(target=os.kill, args=(BYSTANDER, signal.SIGUSR1))
    thread.start()
    thread.join()


def test_kill_from_a_loop():
    async def main():
        asyncio.get_running_loop().call_soon(os.kill, BYSTANDER, 0)
        await asyncio.sleep(0.01)

    asyncio.run(main())


def test_pidfd_send_signal():
    signal.pidfd_send_signal(descriptor, signal.SIGUSR1)


def test_pidfd_opened_here():
    own = os.pidfd_open(BYSTANDER)
    try:
        signal.pidfd_send_signal(own, 0)
    finally:
        os.close(own)


def test_psutil_send_signal():
    process.send_signal(signal.SIGUSR1)


def test_psutil_terminate():
    process.terminate()


def test_terminate_a_child_made_at_import():
    children[0].terminate()
    assert children[0].wait() == -signal.SIGTERM


def test_kill_a_child_made_at_import():
    children[1].kill()
    assert children[1].wait() == -signal.SIGKILL


def test_signal_a_child_made_at_import():
    children[2].send_signal(signal.SIGCONT)


def test_time_out_a_child_made_at_import():
    try:
        children[3].communicate(timeout=0.05)
    except subprocess.TimeoutExpired:
        children[3].kill()


def test_terminate_a_worker_made_at_import():
    worker.terminate()
    worker.join()
