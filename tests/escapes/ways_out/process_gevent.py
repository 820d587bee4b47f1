"""gevent's own subprocess and fork."""

import os

import gevent.os
import gevent.subprocess


def test_run():
    assert gevent.subprocess.run(["/bin/true"]).returncode == 0


def test_popen():
    assert gevent.subprocess.Popen(["/bin/true"]).wait() == 0


def test_check_output():
    assert gevent.subprocess.check_output(["/bin/echo", "hello"]) == b"hello\n"


def test_fork():
    if (pid := gevent.os.fork()) == 0:
        os._exit(0)
    os.waitpid(pid, 0)
