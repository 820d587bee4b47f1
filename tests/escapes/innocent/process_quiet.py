"""What stays within one process."""

import asyncio
import concurrent.futures
import contextlib
import ctypes
import faulthandler
import getpass
import io
import multiprocessing
import multiprocessing.dummy
import os
import pickle
import platform
import pty
import queue
import select
import shlex
import signal
import subprocess
import sys
import threading
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest

fork = multiprocessing.get_context("fork")


def test_kill_oneself_with_nothing():
    os.kill(os.getpid(), 0)


def test_signal_to_oneself():
    got = []
    before = signal.signal(signal.SIGUSR1, lambda *_: got.append(1))
    try:
        os.kill(os.getpid(), signal.SIGUSR1)
        signal.raise_signal(signal.SIGUSR1)
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert len(got) == 3


def test_signal_to_oneself_through_a_pidfd():
    descriptor = os.pidfd_open(os.getpid())
    signal.pidfd_send_signal(descriptor, 0)
    os.close(descriptor)


def test_keyboard_interrupt_by_a_signal_to_oneself():
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)


def test_alarm():
    before = signal.signal(signal.SIGALRM, lambda *_: None)
    signal.setitimer(signal.ITIMER_REAL, 0.001)
    signal.pause()
    signal.signal(signal.SIGALRM, before)


def test_pending_signals():
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
    signal.pthread_sigmask(signal.SIG_SETMASK, before)


def test_thread():
    thread = threading.Thread(target=len, args=("",))
    thread.start()
    thread.join()


def test_thread_pool():
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(abs, [-1, -2])) == [1, 2]


def test_timer():
    timer = threading.Timer(0.001, len, [""])
    timer.start()
    timer.join()


def test_dummy_processes():
    process = multiprocessing.dummy.Process(target=len, args=("",))
    process.start()
    process.join()


def test_process_object_that_never_starts():
    assert fork.Process(target=len).exitcode is None


def test_executor_that_never_starts():
    concurrent.futures.ProcessPoolExecutor(1, mp_context=fork).shutdown()


def test_queue_of_the_fork_context():
    shared = fork.SimpleQueue()
    shared.put(1)
    assert shared.get() == 1


def test_lock_of_the_fork_context():
    with fork.Lock():
        pass


def test_pipe_of_multiprocessing():
    left, right = fork.Pipe(duplex=False)
    right.send(1)
    assert left.recv() == 1


def test_current_process():
    assert multiprocessing.current_process().name
    assert multiprocessing.active_children() == []


def test_number_of_processors():
    assert multiprocessing.cpu_count()


def test_platform():
    assert platform.platform()


def test_platform_parts():
    assert platform.system()
    assert platform.machine()
    assert platform.release()
    assert platform.python_version()


def test_platform_uname():
    assert platform.uname().system


def test_platform_processor():
    platform.processor()


def test_platform_node():
    platform.node()


def test_uuids():
    assert uuid.uuid4() != uuid.uuid4()
    assert uuid.uuid5(uuid.NAMESPACE_DNS, "x") == uuid.uuid5(uuid.NAMESPACE_DNS, "x")


def test_uuid_of_this_node():
    assert uuid.uuid1()


def test_node_number():
    assert uuid.getnode()


def test_own_numbers():
    assert os.getpid() and os.getppid() and os.getpgid(0) and os.getsid(0) and os.getpgrp()


def test_command_line_words():
    assert subprocess.list2cmdline(["a", "b c"]) == 'a "b c"'
    assert shlex.split("a 'b c'") == ["a", "b c"]


def test_completed_process():
    done = subprocess.CompletedProcess(["a"], 1, "out", "err")
    with pytest.raises(subprocess.CalledProcessError):
        done.check_returncode()


def test_errors_of_subprocess():
    error = subprocess.CalledProcessError(1, ["a"], b"out")
    assert pickle.loads(pickle.dumps(error)).returncode == 1
    assert str(subprocess.TimeoutExpired("a", 1))


def test_subclass_that_is_never_made():
    class Tool(subprocess.Popen):
        pass

    assert issubclass(Tool, subprocess.Popen)


def test_wait_status():
    assert os.waitstatus_to_exitcode(256) == 1
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_exit():
    with pytest.raises(SystemExit):
        sys.exit(3)


def test_fault_handler():
    faulthandler.dump_traceback_later(60)
    faulthandler.cancel_dump_traceback_later()


def test_user_name_from_the_environment(monkeypatch):
    monkeypatch.setenv("LOGNAME", "me")
    assert getpass.getuser() == "me"


def test_c_function():
    assert ctypes.CDLL(None).getpid() == os.getpid()


def test_pseudo_terminal_in_one_process():
    master, slave = pty.openpty()
    os.write(slave, b"x")
    assert select.select([master], [], [], 1)[0]
    os.close(master)
    os.close(slave)


def test_loop_without_subprocesses():
    async def main():
        return await asyncio.gather(asyncio.sleep(0, 1), asyncio.to_thread(abs, -2))

    assert asyncio.run(main()) == [1, 2]


def test_work_queue():
    work = queue.Queue()
    thread = threading.Thread(target=work.get)
    thread.start()
    work.put(1)
    thread.join()


def test_captured_output():
    with contextlib.redirect_stdout(io.StringIO()) as out:
        print("hello")
    assert out.getvalue() == "hello\n"


def test_fork_hooks():
    os.register_at_fork(before=lambda: None)


def test_priority_of_oneself():
    assert os.getpriority(os.PRIO_PROCESS, 0) is not None
    os.sched_yield()


def test_async_to_process_limiter():
    import anyio.to_process

    async def main():
        return anyio.to_process.current_default_process_limiter().total_tokens

    assert asyncio.run(main())
