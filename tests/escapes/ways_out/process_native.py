"""Processes started and signalled by the C library itself."""

import asyncio
import ctypes
import os

import pytest
from targets import text

pytestmark = pytest.mark.native
C = ctypes.CDLL(None, use_errno=True)


def test_system():
    assert C.system(b"true") == 0


def test_popen():
    C.popen.restype = C.pclose.argtypes = None
    C.popen.restype = ctypes.c_void_p
    C.pclose.argtypes = [ctypes.c_void_p]
    assert C.pclose(C.popen(b"true", b"r")) == 0


def test_fork():
    if (pid := ctypes.PyDLL(None).fork()) == 0:
        os._exit(0)
    os.waitpid(pid, 0)


def test_kill():
    assert C.kill(int(text("BYSTANDER")), 0) == 0


def test_posix_spawn():
    pid = ctypes.c_int()
    arguments = (ctypes.c_char_p * 2)(b"true", None)
    assert C.posix_spawn(ctypes.byref(pid), b"/bin/true", None, None, arguments, None) == 0
    os.waitpid(pid.value, 0)


def test_uvloop_subprocess():
    uvloop = pytest.importorskip("uvloop")

    async def main():
        return await (await asyncio.create_subprocess_exec("/bin/true")).wait()

    assert uvloop.run(main()) == 0
