"""The process between the server and pytest, and the only room that ends processes.

Run by file path as `PYTHON -I -S supervisor.py`, standard library only. Its stdin is the lifeline: first
one JSON line, the order; then the words `cancel`, `timeout`, `test_timeout` or `kill`; its end means that the
server is gone. Whatever happens, nothing that the order started outlives this process: on Linux also not what has
daemonised, because orphans become children of the nearest subreaper. macOS has no subreaper: a process
there escapes if it leaves both its session and its parent. Windows ends the tree through a Job Object
(`supervisor_windows.py`).
"""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from select import select
from typing import Any, TypedDict

DUMP = 0.15  # the last of them, in which faulthandler writes the stack of a process that our reporter is not in
LINGER = 0.1  # seconds for the children of a pytest that ended by itself: multiprocessing's tracker cleans up then
LOOK = 0.05  # seconds between two looks at the amount of output and the number of processes
STUCK = 5.0  # seconds after which a process that does not die of SIGKILL is left to the kernel
MANY = 20  # processes that are stopped before they are killed, lest they go on forking
MOST_PROCESSES = 400
MOST_OUTPUT = 64 * 1024 * 1024  # bytes that are kept of stdout, and of stderr
BELOW_RTMAX = 3  # the signal on which reporter.py dumps the stack, one that nobody else uses
LINUX = sys.platform == "linux"

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_WORKER = b"exec(eval(sys.stdin.readline()))"  # how execnet, and so xdist, starts a worker


class Order(TypedDict):
    """What the server asks for, as JSON."""

    argv: list[str]
    cwd: str
    env: dict[str, str]
    stdout: str
    stderr: str
    exit_file: str
    events: str
    timeout: float
    grace: float
    memory_mb: int | None
    cpu_seconds: int | None


class Lifeline:
    """Our stdin, read as it comes. `gone` once the other end is closed."""

    def __init__(self) -> None:
        self.gone = False
        self._pending = b""

    def first_line(self) -> bytes:
        while b"\n" not in self._pending and not self.gone:
            self._read()
        line, _, self._pending = self._pending.partition(b"\n")
        return line

    @property
    def has_words(self) -> bool:
        """Tell whether something came along with what was read before: stdin does not become readable by it again."""
        return b"\n" in self._pending

    def words(self) -> list[str]:
        """Return what has been said since; to be called when there are words, or stdin is readable."""
        if not self.has_words:
            self._read()
        *lines, self._pending = self._pending.split(b"\n")
        return [line.decode() for line in lines]

    def _read(self) -> None:
        data = os.read(0, 1 << 20)
        self.gone = not data
        self._pending += data


class Run:
    """One pytest process and everything that descends from it, on POSIX."""

    def __init__(self, order: Order, lifeline: Lifeline) -> None:
        self._order = order
        self._lifeline = lifeline
        self._ended_by = ""
        self._status: int | None = None
        self._process: subprocess.Popen[bytes] | None = None  # kept: being collected, it would reap pytest itself
        self._main = 0
        self._cut = 0
        self._entities = _entities()
        self._kill_at = self._dump_at = float("inf")

    def facts(self) -> dict[str, Any]:
        """Run to the end and say how it ended."""
        became_subreaper = _become_subreaper()
        self._signals = _signals_as_bytes()
        started = time.monotonic()
        try:
            self._process = self._spawn()
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            return {"started": False, "error": str(error)}
        self._main = self._process.pid
        self._timeout_at = started + self._order["timeout"]
        self._watch()
        duration = time.monotonic() - started
        swept = self._sweep(became_subreaper)
        return {
            "ended_by": self._ended_by,
            "duration": duration,
            "swept": swept,
            "cut": self._cut,
            **self._how(),
        }

    def _spawn(self) -> "subprocess.Popen[bytes]":
        order = self._order
        with open(order["stdout"], "ab") as out, open(order["stderr"], "ab") as err:
            return subprocess.Popen(  # noqa: S603 - argv comes from the engine, which made it of checked values
                order["argv"],
                cwd=order["cwd"],
                env=order["env"],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
                preexec_fn=lambda: _before_exec(order),  # noqa: PLW1509 - this process has one thread
            )

    def _watch(self) -> None:
        """Wait until pytest has ended or is to be killed."""
        look_at = time.monotonic() + LOOK
        while self._reap() and self._status is None:
            now = time.monotonic()
            if now >= self._kill_at:
                return
            if now >= self._dump_at:
                self._dump_at = float("inf")
                _abort(self._main)
            if now >= self._timeout_at:
                self._end("timeout")
            if now >= look_at:
                look_at = now + LOOK
                self._look()
            until = min(look_at, self._kill_at, self._dump_at, self._timeout_at)
            self._listen(max(0.0, until - time.monotonic()))

    def _listen(self, seconds: float) -> None:
        sources = [self._signals] if self._lifeline.gone else [self._signals, 0]
        ready, _, _ = select(sources, [], [], 0.0 if self._lifeline.has_words else seconds)
        if self._signals in ready and set(os.read(self._signals, 4096)) - {signal.SIGCHLD}:
            self._end("server_gone", hard=True)  # someone ends us
        if 0 in ready or self._lifeline.has_words:
            for word in self._lifeline.words():
                self._end("cancel" if word == "kill" else word, hard=word == "kill")
            if self._lifeline.gone:
                self._end("server_gone", hard=True)

    def _end(self, why: str, *, hard: bool = False) -> None:
        """Begin the end; a second reason can only make it harder."""
        first = not self._ended_by
        self._ended_by = self._ended_by or why
        self._timeout_at = float("inf")
        if first:
            self._mark_the_end()
        if hard:
            self._kill_at = 0.0
        elif first:
            self._kill_at = time.monotonic() + self._order["grace"]
            dumped = _dump(self._main)
            if why.endswith("timeout"):
                self._dump_at = float("inf") if dumped else self._kill_at - DUMP
                self._abort_workers()
            _send(-self._main, signal.SIGINT)
            _send(self._main, signal.SIGCONT)

    def _mark_the_end(self) -> None:
        """Say among the events where the end began: what was under way then may still finish before it is killed."""
        with suppress(OSError), open(self._order["events"], "ab") as file:
            file.write(b'{"e":"ending"}\n')

    def _abort_workers(self) -> None:
        """Have each xdist worker write its stack, while the controller, who would report a crash, sleeps."""
        workers = [pid for pid in _descendants() if _is_worker(pid)]
        if workers:
            _send(self._main, signal.SIGSTOP)
            for pid in workers:
                _abort(pid)
                time.sleep(min(0.02, 0.2 / len(workers)))  # two stacks written at once would be mixed

    def _look(self) -> None:
        for name in (self._order["stdout"], self._order["stderr"]):
            size = os.stat(name).st_size
            if size > MOST_OUTPUT:
                os.truncate(name, MOST_OUTPUT // 2)  # they are appended to, so the end of the output still follows
                self._cut += size - MOST_OUTPUT // 2
        if _entities() > self._entities + MOST_PROCESSES and len(_descendants()) > MOST_PROCESSES:
            self._end("processes", hard=True)

    def _reap(self) -> bool:
        """Collect the dead; False once no child is left, which on Linux means no descendant at all."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self._main:
                self._status = status

    def _sweep(self, became_subreaper: bool) -> int:  # noqa: FBT001 - a fact, not a switch
        """Kill until nothing is left; return how many had to be killed beyond pytest itself."""
        if not self._kill_at < float("inf"):
            self._linger()
        swept: set[int] = set()
        give_up_at = time.monotonic() + STUCK
        while self._reap() and time.monotonic() < give_up_at:
            found = _descendants()
            swept.update(found)
            for number in ([signal.SIGSTOP] if len(found) > MANY else []) + [signal.SIGKILL]:
                for pid in found:
                    _send(pid, number)
            self._doze(0.005)
        if not became_subreaper:
            _send(-self._main, signal.SIGKILL)
        return len(swept - {self._main})

    def _linger(self) -> None:
        until = time.monotonic() + LINGER
        while self._reap() and (left := until - time.monotonic()) > 0:
            self._doze(left)

    def _doze(self, seconds: float) -> None:
        """Sleep until a child ends, at the longest `seconds`."""
        if select([self._signals], [], [], seconds)[0]:
            os.read(self._signals, 4096)

    def _how(self) -> dict[str, Any]:
        if self._status is None:
            return {"code": None, "signal": "SIGKILL"}
        if os.WIFSIGNALED(self._status):
            return {"code": None, "signal": _name(os.WTERMSIG(self._status))}
        return {"code": os.WEXITSTATUS(self._status), "signal": ""}


def _become_subreaper() -> bool:
    if LINUX:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGCONT)  # stopped by a test, we could not notice that the server is gone
    return LINUX and _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _prctl(option: int, value: int) -> bool:
    import ctypes  # noqa: PLC0415 - only where it is needed: it costs milliseconds

    return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)


def _signals_as_bytes() -> int:
    """Return a descriptor on which each signal that concerns us arrives as one byte."""
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    os.set_blocking(writing, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, lambda *_: None)
    return reading


def _before_exec(order: Order) -> None:
    import resource  # noqa: PLC0415 - not on Windows

    signal.signal(
        signal.SIGINT, signal.SIG_DFL
    )  # a server started in the background has it ignored, and so would pytest
    if LINUX:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)  # should we be killed ourselves, pytest at least goes too
    if order["memory_mb"]:
        size = order["memory_mb"] * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    if order["cpu_seconds"]:
        resource.setrlimit(resource.RLIMIT_CPU, (order["cpu_seconds"], order["cpu_seconds"] + 1))


def _send(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # it is gone; or, on macOS, it is a zombie
        if pid < 0:
            os.killpg(-pid, number)
        else:
            os.kill(pid, number)


def _abort(pid: int) -> None:
    """Make faulthandler write the stack, but no core file into the project."""
    if LINUX:
        import resource  # noqa: PLC0415 - not on Windows

        with suppress(ProcessLookupError, PermissionError):
            _, most = resource.prlimit(pid, resource.RLIMIT_CORE)
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, most))
    _send(pid, signal.SIGABRT)


def _dump(pid: int) -> bool:
    """Have our reporter's faulthandler write the stack; where it is not there, the signal would kill."""
    if not LINUX:
        return False
    number = signal.SIGRTMAX - BELOW_RTMAX
    with suppress(OSError), open(f"/proc/{pid}/status", "rb") as file:
        caught = next((line for line in file if line.startswith(b"SigCgt:")), b"SigCgt: 0").split()[1]
        if int(caught, 16) >> (number - 1) & 1:
            _send(pid, number)
            return True
    return False


def _is_worker(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return _WORKER in file.read()
    except OSError:  # gone, or not Linux
        return False


def _descendants() -> list[int]:
    """Return all living processes below this one."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found, queue = [], [os.getpid()]
    while queue:
        below = children.get(queue.pop(), [])
        found += below
        queue += below
    return found


def _entities() -> int:
    """Return how many processes and threads the machine has: cheap to ask, to know when to count our own."""
    if not LINUX:
        return 0
    with open("/proc/loadavg", encoding="ascii") as file:
        return int(file.read().split()[3].partition("/")[2])


def _processes() -> list[tuple[int, int]]:
    """Return (pid, parent's pid) of every process that is not a zombie."""
    if not LINUX:
        listed = subprocess.run(["/bin/ps", "-A", "-o", "pid=,ppid=,state="], capture_output=True, check=True).stdout
        rows = [row.split() for row in listed.decode().splitlines()]
        return [(int(pid), int(parent)) for pid, parent, state in rows if not state.startswith("Z")]
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError):  # it ended while we were looking
                with open(f"/proc/{name}/stat", "rb") as file:
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
                if state != b"Z":
                    found.append((int(name), int(parent)))
    return found


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # a real-time signal
        return f"signal {number}"


def main() -> None:
    lifeline = Lifeline()
    line = lifeline.first_line()
    if not line:
        return  # a spare that was never needed
    order: Order = json.loads(line)
    facts = _facts(order, lifeline)
    try:
        with open(order["exit_file"] + ".new", "w", encoding="utf-8") as file:
            file.write(json.dumps(facts))
        os.replace(order["exit_file"] + ".new", order["exit_file"])
    except OSError as error:  # a full disk: what the tests did is not written either
        facts["unwritten"] = str(error)
    with suppress(BrokenPipeError):  # the server is gone; it finds the file when it comes back
        os.write(1, json.dumps(facts).encode() + b"\n")


def _facts(order: Order, lifeline: Lifeline) -> dict[str, Any]:
    if sys.platform == "win32":
        sys.path.append(os.path.dirname(os.path.abspath(__file__)))
        from supervisor_windows import WindowsRun  # noqa: PLC0415 - there only

        return WindowsRun(order, lifeline).facts()
    return Run(order, lifeline).facts()


if __name__ == "__main__":
    main()
