"""What the os and pty modules start."""

import os
import pty
import sys
from functools import partial
from os import fork, popen, posix_spawn, spawnv, system

import pytest

TRUE = "/bin/true"
wait_for = partial(os.spawnl, os.P_WAIT)


def ended_well(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0


@pytest.mark.expect("os.system")
def test_system():
    assert os.system("true") == 0


@pytest.mark.expect("os.system")
def test_system_imported_by_name():
    assert system("true") == 0


def test_system_by_map():
    assert list(map(os.system, ["true", "true"])) == [0, 0]


def test_system_of_the_c_module():
    import posix

    assert posix.system("true") == 0


@pytest.mark.expect("os.popen")
def test_popen():
    assert os.popen("echo hello").read() == "hello\n"


@pytest.mark.expect("os.popen")
def test_popen_imported_by_name():
    with popen("echo hello") as stream:
        assert stream.read() == "hello\n"


def test_popen_for_writing():
    stream = os.popen("cat > /dev/null", "w")
    stream.write("hello")
    assert stream.close() is None


@pytest.mark.expect("os.fork")
def test_fork():
    if (pid := os.fork()) == 0:
        os._exit(0)
    assert ended_well(pid)


def test_fork_imported_by_name():
    if (pid := fork()) == 0:
        os._exit(0)
    assert ended_well(pid)


def test_fork_of_the_c_module():
    import posix

    if (pid := posix.fork()) == 0:
        os._exit(0)
    assert ended_well(pid)


@pytest.mark.expect("os.forkpty")
def test_forkpty():
    pid, descriptor = os.forkpty()
    if pid == 0:
        os._exit(0)
    os.close(descriptor)
    os.waitpid(pid, 0)


def test_pty_fork():
    pid, descriptor = pty.fork()
    if pid == 0:
        os._exit(0)
    os.close(descriptor)
    os.waitpid(pid, 0)


@pytest.mark.expect("pty.spawn")
def test_pty_spawn():
    assert os.waitstatus_to_exitcode(pty.spawn(TRUE)) == 0


@pytest.mark.expect("os.posix_spawn")
def test_posix_spawn():
    assert ended_well(os.posix_spawn(TRUE, [TRUE], os.environ))


def test_posix_spawn_imported_by_name():
    assert ended_well(posix_spawn(TRUE, [TRUE], {}))


@pytest.mark.expect("os.posix_spawn")
def test_posix_spawnp():
    assert ended_well(os.posix_spawnp("true", ["true"], os.environ))


@pytest.mark.expect("os.spawnl")
def test_spawnl():
    assert os.spawnl(os.P_WAIT, TRUE, TRUE) == 0


@pytest.mark.expect("os.spawnle")
def test_spawnle():
    assert os.spawnle(os.P_WAIT, TRUE, TRUE, {}) == 0


@pytest.mark.expect("os.spawnlp")
def test_spawnlp():
    assert os.spawnlp(os.P_WAIT, "true", "true") == 0


@pytest.mark.expect("os.spawnlpe")
def test_spawnlpe():
    assert os.spawnlpe(os.P_WAIT, "true", "true", os.environ) == 0


@pytest.mark.expect("os.spawnv")
def test_spawnv():
    assert os.spawnv(os.P_WAIT, TRUE, [TRUE]) == 0


@pytest.mark.expect("os.spawnve")
def test_spawnve():
    assert os.spawnve(os.P_WAIT, TRUE, [TRUE], {}) == 0


@pytest.mark.expect("os.spawnvp")
def test_spawnvp():
    assert os.spawnvp(os.P_WAIT, "true", ["true"]) == 0


@pytest.mark.expect("os.spawnvpe")
def test_spawnvpe():
    assert os.spawnvpe(os.P_WAIT, "true", ["true"], os.environ) == 0


def test_spawn_without_waiting():
    assert ended_well(os.spawnv(os.P_NOWAIT, TRUE, [TRUE]))


def test_spawnv_imported_by_name():
    assert spawnv(os.P_WAIT, TRUE, [TRUE]) == 0


def test_spawnl_by_a_partial():
    assert wait_for(TRUE, TRUE) == 0


def test_double_fork_of_a_daemon():
    if (pid := os.fork()) == 0:
        os.setsid()
        if os.fork():
            os._exit(0)
        os._exit(0)
    assert ended_well(pid)


def test_fork_and_exec():
    if (pid := os.fork()) == 0:
        try:
            os.execv(sys.executable, [sys.executable, "-c", "pass"])
        finally:
            os._exit(1)
    assert ended_well(pid)
