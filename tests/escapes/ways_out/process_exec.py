"""Replacing the process: the program does not exist, so that the attempt comes back without the plugin."""

import contextlib
import os
from os import execv, execvp

import pytest

PROGRAM = "/nowhere/program"


@pytest.mark.expect("os.execl")
def test_execl():
    with pytest.raises(FileNotFoundError):
        os.execl(PROGRAM, PROGRAM)


@pytest.mark.expect("os.execle")
def test_execle():
    with pytest.raises(FileNotFoundError):
        os.execle(PROGRAM, PROGRAM, {})


@pytest.mark.expect("os.execlp")
def test_execlp():
    with pytest.raises(FileNotFoundError):
        os.execlp("nowhere-program", "nowhere-program")


@pytest.mark.expect("os.execlpe")
def test_execlpe():
    with pytest.raises(FileNotFoundError):
        os.execlpe("nowhere-program", "nowhere-program", {"PATH": "/nowhere"})


@pytest.mark.expect("os.execv")
def test_execv():
    with pytest.raises(FileNotFoundError):
        os.execv(PROGRAM, [PROGRAM])


@pytest.mark.expect("os.execve")
def test_execve():
    with pytest.raises(FileNotFoundError):
        os.execve(PROGRAM, [PROGRAM], {})


@pytest.mark.expect("os.execvp")
def test_execvp():
    with pytest.raises(FileNotFoundError):
        os.execvp("nowhere-program", ["nowhere-program"])


@pytest.mark.expect("os.execvpe")
def test_execvpe():
    with pytest.raises(FileNotFoundError):
        os.execvpe("nowhere-program", ["nowhere-program"], {"PATH": "/nowhere"})


def test_execv_imported_by_name():
    with pytest.raises(FileNotFoundError):
        execv(PROGRAM, [PROGRAM])


def test_execvp_imported_by_name():
    with pytest.raises(FileNotFoundError):
        execvp(PROGRAM, [PROGRAM])


def test_exec_in_bytes():
    with pytest.raises(FileNotFoundError):
        os.execv(PROGRAM.encode(), [b"program"])


def test_exec_swallowed():
    with contextlib.suppress(Exception):
        os.execv(PROGRAM, [PROGRAM])


def test_exec_of_the_c_module():
    import posix

    with pytest.raises(FileNotFoundError):
        posix.execv(PROGRAM, [PROGRAM])


def test_restart_helper():
    def restart():
        try:
            os.execv(PROGRAM, [PROGRAM, "--again"])
        except OSError:
            return "could not restart"

    assert restart() == "could not restart"
