"""How the arguments of process events are read, and what a test is told."""

import os
import signal
from pathlib import Path
from typing import Any

import pytest

from pytest_hermetic import SpawnAttempt, TestSize
from pytest_hermetic.resources.process import PROCESS
from pytest_hermetic.settings import Settings
from requirements import requirement

pytestmark = pytest.mark.small

SMALL = TestSize.SMALL


def read(event: str, *args: Any) -> SpawnAttempt | None:
    return PROCESS.events[event](event, args)


def told(attempt: SpawnAttempt | None, method: str = "subprocess.run") -> str:
    assert attempt is not None
    return PROCESS.details(PROCESS.called(attempt, "an event", method))


@requirement("ADR-003-07")
@pytest.mark.parametrize(
    "args",
    [
        ["python", "script.py", "--verbose"],
        ("python", "script.py", "--verbose"),
        ["python", b"script.py", "--verbose"],
        ["python", Path("script.py"), "--verbose"],
    ],
)
def test_a_list_is_told_apart_into_command_and_arguments(args: object) -> None:
    attempt = read("subprocess.Popen", "python", args, None, None)
    assert attempt == SpawnAttempt(command="python", args=("script.py", "--verbose"))


@requirement("ADR-003-08")
@pytest.mark.parametrize("args", ["python script.py", b"python script.py", Path("python script.py")])
def test_a_string_is_one_command_without_arguments(args: object) -> None:
    attempt = read("subprocess.Popen", None, args, None, None)
    assert attempt == SpawnAttempt(command="python script.py")


@requirement("ADR-003-08")
def test_a_command_for_the_shell_is_shown_as_the_test_wrote_it() -> None:
    attempt = read("subprocess.Popen", "/bin/sh", ["/bin/sh", "-c", "ls | wc -l"], None, None)
    assert attempt == SpawnAttempt(command="ls | wc -l")


@requirement("ADR-003-12")
@pytest.mark.parametrize(
    ("event", "args", "command", "arguments"),
    [
        ("os.system", (b"ls -l",), "ls -l", ()),
        ("os.exec", ("/bin/ls", ["ls", "-l"], None), "/bin/ls", ("-l",)),
        ("os.posix_spawn", ("/bin/ls", ("ls", "-l"), {}), "/bin/ls", ("-l",)),
        ("os.spawn", (0, "/bin/ls", ["ls", "-l"], None), "/bin/ls", ("-l",)),
        ("pty.spawn", (["ls", "-l"],), "ls", ("-l",)),
        ("_posixsubprocess.fork_exec", ([b"ls", b"-l"], None), "ls", ("-l",)),
        ("os.fork", (), "", ()),
        ("os.forkpty", (), "", ()),
        ("os.startfile", ("x.doc", "open"), "x.doc", ()),
        ("sys.remote_exec", (7, "/tmp/x.py"), "/tmp/x.py in process 7", ()),
        ("_interpreters.exec", ((1, "code"), {}), "", ()),
        ("multiprocessing.Process.start", (("process",), {}), "", ()),
    ],
)
def test_every_way_to_start_a_process_is_read(
    event: str, args: tuple[Any, ...], command: str, arguments: tuple[str, ...]
) -> None:
    attempt = read(event, *args)
    assert attempt is not None
    assert (attempt.command, attempt.args) == (command, arguments)


def test_a_signal_to_another_process_is_an_access_and_one_to_itself_is_not() -> None:
    assert read("os.kill", os.getpid(), signal.SIGTERM) is None
    attempt = read("os.kill", 1, signal.SIGTERM)
    assert attempt is not None
    assert attempt.command == f"signal {int(signal.SIGTERM)} to process 1"


def test_the_tracker_of_shared_memory_counts_and_that_of_locks_does_not() -> None:
    assert read("multiprocessing.resource_tracker", ("tracker", "REGISTER", "/psm_1", "shared_memory"), {}) is not None
    assert read("multiprocessing.resource_tracker", ("tracker", "UNREGISTER", "/psm_1", "shared_memory"), {}) is None
    assert read("multiprocessing.resource_tracker", ("tracker", "REGISTER", "/mp-1", "semaphore"), {}) is None


@requirement("ADR-003-19")
def test_the_details_name_function_command_and_arguments() -> None:
    attempt = read("subprocess.Popen", "python", ["python", "script.py", "--verbose"], None, None)
    assert told(attempt) == "Attempted subprocess.run: python script.py --verbose"
    assert told(read("os.fork"), "os.fork") == "Attempted os.fork"


def test_an_argument_with_a_space_is_quoted() -> None:
    assert told(read("subprocess.Popen", "echo", ["echo", "a b"], None, None)) == "Attempted subprocess.run: echo 'a b'"


@pytest.mark.parametrize(
    "args",
    [
        ["psql", "--password=hunter2"],
        ["psql", "--password", "hunter2"],
        ["mysql", "-phunter2"],
        ["curl", "https://me:hunter2@api.example/"],
        ["env", "PGPASSWORD=hunter2", "psql"],
        "mysql -phunter2",
    ],
)
def test_no_credential_is_shown(args: object) -> None:
    attempt = read("subprocess.Popen", None, args, None, None)
    assert attempt is not None
    assert "hunter2" not in told(attempt) + repr(attempt)


@pytest.mark.parametrize("args", [[], (), None, [""], 5])
def test_arguments_that_make_no_sense_are_left_to_fail_by_themselves(args: object) -> None:
    assert told(read("subprocess.Popen", "x", args, None, None)).startswith("Attempted subprocess.run")


@requirement("ADR-003-20")
def test_a_small_test_is_told_to_mock_to_inject_to_test_the_preparation_or_to_be_medium() -> None:
    mock, inject, prepare, grow = PROCESS.advice(SpawnAttempt(command="git", method="subprocess.run"), SMALL)
    assert mock.startswith("Mock subprocess.run ")
    assert "dependency injection" in inject
    assert "prepares" in prepare
    assert "@pytest.mark.medium" in grow


@requirement("ADR-003-02")
@pytest.mark.parametrize("size", TestSize)
def test_only_small_tests_are_restricted(size: TestSize) -> None:
    assert PROCESS.permits(SpawnAttempt(command="git"), size, Settings()) is (size is not SMALL)
    assert PROCESS.restricts(size, Settings()) is (size is SMALL)
