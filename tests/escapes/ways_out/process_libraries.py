"""Libraries of PyPI whose business is to start processes."""

import delegator
import execnet
import git
import invoke
import pexpect
import pexpect.popen_spawn
import psutil
import ptyprocess
import pytest
import sh
from plumbum import FG, local

behind_the_filesystem = pytest.mark.behind("filesystem")
git_command = git.Git()
echo = sh.Command("/bin/echo")
true = local["/bin/true"]


@behind_the_filesystem
def test_pexpect_spawn():
    child = pexpect.spawn("/bin/echo hello")
    child.expect("hello")
    child.close()


@behind_the_filesystem
def test_pexpect_run():
    assert pexpect.run("/bin/echo hello") == b"hello\r\n"


def test_pexpect_popen():
    child = pexpect.popen_spawn.PopenSpawn("/bin/echo hello")
    child.expect("hello")
    child.wait()


@behind_the_filesystem
def test_ptyprocess():
    child = ptyprocess.PtyProcess.spawn(["/bin/true"])
    assert child.wait() == 0


def test_sh():
    assert echo("hello") == "hello\n"


@behind_the_filesystem
def test_sh_by_attribute():
    assert sh.echo("hello") == "hello\n"


def test_sh_in_the_background():
    echo("hello", _bg=True).wait()


def test_plumbum():
    assert true() == ""


def test_plumbum_pipeline():
    assert (local["/bin/echo"]["hello"] | local["/bin/cat"])() == "hello\n"


def test_plumbum_in_the_foreground():
    true & FG


def test_psutil_popen():
    assert psutil.Popen(["/bin/true"]).wait() == 0


@behind_the_filesystem
def test_invoke():
    assert invoke.run("true", hide=True, in_stream=False).ok


@behind_the_filesystem
def test_invoke_context():
    assert invoke.Context().run("true", hide=True, in_stream=False).ok


def test_delegator():
    assert delegator.run("echo hello").out == "hello\n"


@behind_the_filesystem
def test_git():
    assert git_command.version()


@behind_the_filesystem
def test_git_swallowed():
    try:
        git_command.status("/nowhere")
    except Exception:
        pass


def test_execnet():
    group = execnet.Group()
    gateway = group.makegateway("popen")
    assert gateway.remote_exec("channel.send(1)").receive(5) == 1
    group.terminate(1)
