"""Processes: a small test is one process, and starts, replaces or signals no other."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from pytest_hermetic.masking import mask
from pytest_hermetic.record import record
from pytest_hermetic.resources.base import Resource, allow_bigger, small_only
from pytest_hermetic.sensors.calls import Call
from pytest_hermetic.violations import Attempt, HermeticityViolationError

if TYPE_CHECKING:
    from pytest_hermetic.sizes import TestSize

_SHELLS = {"/bin/sh", "/system/bin/sh"}


@record
class SpawnAttempt(Attempt):
    """A command that a test tried to run, and by which function; credentials are masked."""

    command: str
    args: tuple[str, ...] = ()
    method: str = ""

    @property
    def command_args(self) -> tuple[str, ...]:
        """The arguments, under the name that the exception has for them."""
        return self.args


class SubprocessViolationError(HermeticityViolationError):
    """A test tried to spawn or signal a process; has `command`, `command_args` and `method`."""

    __module__ = "pytest_hermetic"


def masked_spawn(command: object, args: object = ()) -> SpawnAttempt:
    """Tell command and arguments apart, whatever form they came in, and mask the credentials."""
    words = [_text(word) for word in (command, *_sequence(args))]
    if len(words) == 1:
        return SpawnAttempt(command=mask(words[0]))
    masked = mask(shlex.join(words))
    try:
        first, *rest = shlex.split(masked)
    except ValueError:  # a mask may have swallowed a quote
        return SpawnAttempt(command=masked)
    return SpawnAttempt(command=first, args=tuple(rest))


def _sequence(args: object) -> tuple[object, ...]:
    if isinstance(args, str | bytes | os.PathLike):
        return (args,)
    return tuple(args) if isinstance(args, list | tuple) else ()


def _text(word: object) -> str:
    return os.fsdecode(word) if isinstance(word, str | bytes | os.PathLike) else str(word)


def _read_popen(_event: str, event_args: tuple[Any, ...]) -> SpawnAttempt:
    executable, args = event_args[:2]
    words = _sequence(args)
    if len(words) == 3 and words[0] in _SHELLS and words[1] == "-c":  # noqa: PLR2004 - sh -c COMMAND
        return masked_spawn(words[2])
    return masked_spawn(*((words[0], words[1:]) if words else (executable,)))


def _read_command(_event: str, args: tuple[Any, ...]) -> SpawnAttempt:
    return masked_spawn(args[0])


def _read_program(event: str, args: tuple[Any, ...]) -> SpawnAttempt:
    """Read (path, argv, …) of exec and posix_spawn: argv repeats the program's name."""
    path, argv = args[0], _sequence(args[1])
    # C audits both under one name; execv alone passes no environment.
    method = {"os.exec": "os.execv" if args[2] is None else "os.execve"}.get(event, event)
    return replace(masked_spawn(path, argv[1:]), method=method)


def _read_windows_spawn(_event: str, args: tuple[Any, ...]) -> SpawnAttempt:
    return masked_spawn(args[1], _sequence(args[2])[1:])


def _read_argv(_event: str, args: tuple[Any, ...]) -> SpawnAttempt:
    argv = _sequence(args[0])
    return masked_spawn(argv[0] if argv else "", argv[1:])


def _read_fork(_event: str, _args: tuple[Any, ...]) -> SpawnAttempt:
    return SpawnAttempt(command="")


def _read_kill(event: str, args: tuple[Any, ...]) -> SpawnAttempt | None:
    process, signal = args[:2]
    if event == "os.kill" and process == os.getpid():
        return None
    return SpawnAttempt(command=f"signal {int(signal)} to {'group' if event == 'os.killpg' else 'process'} {process}")


def _read_pidfd_signal(_event: str, args: tuple[Any, ...]) -> SpawnAttempt | None:
    if _process_of(args[0]) == os.getpid():
        return None
    return SpawnAttempt(command=f"signal {int(args[1])} to the process of descriptor {args[0]}")


def _read_tracked(_event: str, args: tuple[Any, ...]) -> SpawnAttempt | None:
    """Read what the tracker is told: of locks it only keeps the names, and what is let go was taken before."""
    (_, command, _, kind, *_), _ = args
    return SpawnAttempt(command="") if command == "REGISTER" and kind != "semaphore" else None


def _read_shared_memory(_event: str, args: tuple[Any, ...]) -> SpawnAttempt:
    (name, *_), _ = args
    return SpawnAttempt(command=_text(name))


def _read_remote_exec(_event: str, args: tuple[Any, ...]) -> SpawnAttempt:
    process, script = args
    return masked_spawn(f"{_text(script)} in process {process}")


def _process_of(descriptor: int) -> int | None:
    """Ask the kernel which process a descriptor stands for."""
    try:
        with open(f"/proc/self/fdinfo/{descriptor}", encoding="ascii") as told:  # noqa: PTH123 - no path of anybody's
            return next((int(line[4:]) for line in told if line.startswith("Pid:")), None)
    except OSError:
        return None


def _named(attempt: SpawnAttempt, event: str, called: str) -> SpawnAttempt:
    """Name the library function that was called; of a C function only the event is known."""
    return replace(attempt, method=called or attempt.method or event)


def _details(attempt: SpawnAttempt) -> str:
    command = shlex.join((attempt.command, *attempt.args)) if attempt.args else attempt.command
    return f"Attempted {attempt.method}{': ' if command else ''}{command}"


def _rule(_size: TestSize) -> str:
    return "Small tests have restricted resource access: they are one process."


def _advice(attempt: SpawnAttempt, _size: TestSize) -> tuple[str, ...]:
    return (
        f"Mock {attempt.method} using pytest-mock (mocker.patch) or pytest-subprocess",
        "Use dependency injection to provide a fake command executor",
        "Test the logic that prepares the command, not the spawn itself",
        "Change test category to @pytest.mark.medium (if subprocess is required)",
    )


_CALLS = (
    # Whatever the start method does first, and whether its servers run already, from a test before, must not decide.
    Call("multiprocessing.process", "BaseProcess.start", "multiprocessing.Process.start"),
    Call("multiprocessing.forkserver", "ForkServer.ensure_running", "multiprocessing.forkserver"),
    Call("multiprocessing.resource_tracker", "ResourceTracker._send", "multiprocessing.resource_tracker"),
    # Memory with a name is there to be shared with other processes.
    Call("_posixshmem", "shm_open", "_posixshmem.shm_open"),
    # Nothing that is watched in this interpreter would be seen in another one of the same process.
    *(Call("_interpreters", name, f"_interpreters.{name}") for name in ("exec", "call", "run_func", "run_string")),
    Call("_xxsubinterpreters", "run_string", "_xxsubinterpreters.run_string"),
)

PROCESS = Resource(
    name="process",
    title="Subprocess spawn attempted",
    error=SubprocessViolationError,
    events={
        "subprocess.Popen": _read_popen,
        "os.system": _read_command,
        "os.startfile": _read_command,
        "os.startfile/2": _read_command,
        "os.exec": _read_program,
        "os.posix_spawn": _read_program,
        "os.spawn": _read_windows_spawn,
        "pty.spawn": _read_argv,
        "os.fork": _read_fork,
        "os.forkpty": _read_fork,
        "os.kill": _read_kill,
        "os.killpg": _read_kill,
        "signal.pidfd_send_signal": _read_pidfd_signal,
        "_posixsubprocess.fork_exec": _read_argv,
        "sys.remote_exec": _read_remote_exec,
        **dict.fromkeys((call.event for call in _CALLS), _read_fork),
        "multiprocessing.resource_tracker": _read_tracked,
        "_posixshmem.shm_open": _read_shared_memory,
    },
    calls=_CALLS,
    restricts=small_only,
    permits=allow_bigger,
    details=_details,
    rule=_rule,
    advice=_advice,
    called=_named,
)
