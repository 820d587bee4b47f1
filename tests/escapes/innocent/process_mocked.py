"""Processes replaced by mocks, by every patching route."""

import asyncio
import os
import subprocess
from subprocess import CompletedProcess
from unittest import TestCase, mock
from unittest.mock import AsyncMock, MagicMock, patch

import pytest

DONE = CompletedProcess(["ls"], 0, "out", "")


@pytest.fixture
def fake_run(monkeypatch):
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: DONE)


@pytest.fixture
def fake_popen():
    with patch("subprocess.Popen") as fake:
        fake.return_value.communicate.return_value = (b"out", b"")
        yield fake


def test_fake_process(fp):
    fp.register(["ls", "-l"], stdout="out")
    assert subprocess.check_output(["ls", "-l"]).strip() == b"out"


def test_fake_process_run(fp):
    fp.register(["git", fp.any()], stdout="clean", returncode=3)
    assert subprocess.run(["git", "status"]).returncode == 3


def test_fake_process_popen(fp):
    fp.register("ls", stdout="out")
    with subprocess.Popen("ls", stdout=subprocess.PIPE) as process:
        assert process.communicate()[0].strip() == b"out"


def test_fake_process_async(fp):
    fp.register(["ls"], stdout="out")

    async def main():
        process = await asyncio.create_subprocess_exec("ls", stdout=asyncio.subprocess.PIPE)
        return await process.communicate()

    assert asyncio.run(main())[0].strip() == b"out"


def test_fake_process_refuses_what_it_does_not_know(fp):
    with pytest.raises(fp.exceptions.ProcessNotRegisteredError):
        subprocess.run(["unknown"])


def test_mocker(mocker):
    mocker.patch("subprocess.run", return_value=DONE)
    assert subprocess.run(["ls"]) is DONE


def test_mocker_of_check_output(mocker):
    mocker.patch("subprocess.check_output", return_value=b"out")
    assert subprocess.check_output(["ls"]) == b"out"


def test_mocker_of_popen(mocker):
    fake = mocker.patch("subprocess.Popen")
    fake.return_value.__enter__.return_value.communicate.return_value = (b"out", b"")
    fake.return_value.__enter__.return_value.poll.return_value = 0
    assert subprocess.run(["ls"], capture_output=True).stdout == b"out"


def test_mocker_of_system(mocker):
    mocker.patch("os.system", return_value=0)
    assert os.system("ls") == 0


def test_mock_in_a_fixture(fake_run):
    assert subprocess.run(["ls"]) is DONE


def test_popen_mock_in_a_fixture(fake_popen):
    assert subprocess.Popen(["ls"]).communicate() == (b"out", b"")
    assert fake_popen.called


@patch("subprocess.call", return_value=0)
def test_patch_as_a_decorator(call):
    assert subprocess.call(["ls"]) == 0


@patch.multiple("subprocess", run=MagicMock(return_value=DONE), call=MagicMock(return_value=0))
def test_patch_of_several():
    assert subprocess.run(["ls"]).returncode == subprocess.call(["ls"])


def test_patch_of_an_object():
    with patch.object(subprocess, "run", return_value=DONE):
        assert subprocess.run(["ls"]) is DONE


def test_monkeypatched_fork(monkeypatch):
    monkeypatch.setattr(os, "fork", lambda: 42)
    assert os.fork() == 42


def test_monkeypatched_kill(monkeypatch):
    sent = []
    monkeypatch.setattr(os, "kill", lambda *what: sent.append(what))
    os.kill(1, 9)
    assert sent == [(1, 9)]


def test_patched_exec():
    with mock.patch("os.execv") as fake:
        os.execv("/nowhere", ["x"])
    fake.assert_called_once()


def test_patched_async_subprocess():
    async def main():
        with patch("asyncio.create_subprocess_exec", AsyncMock(return_value="process")):
            return await asyncio.create_subprocess_exec("ls")

    assert asyncio.run(main()) == "process"


def test_patched_process_class():
    with patch("multiprocessing.Process") as fake:
        import multiprocessing

        multiprocessing.Process(target=len).start()
    assert fake.return_value.start.called


class TestPatched(TestCase):
    def setUp(self):
        patcher = patch("subprocess.run", return_value=DONE)
        patcher.start()
        self.addCleanup(patcher.stop)

    def test_patcher_started_in_set_up(self):
        assert subprocess.run(["ls"]) is DONE


def test_fake_then_mock_then_monkeypatch(fp, mocker, monkeypatch):
    mocker.patch("subprocess.run", return_value=DONE)
    monkeypatch.setattr(subprocess, "run", lambda *_: 1)
    assert subprocess.run(["ls"]) == 1


def test_nothing_left_of_the_mocks():
    assert not isinstance(subprocess.run, MagicMock)
    assert subprocess.Popen.__module__ == "subprocess"
    assert os.kill.__name__ == "kill"


def test_context_of_invoke():
    from invoke import MockContext, Result

    assert MockContext(run=Result("out")).run("ls").stdout == "out"
