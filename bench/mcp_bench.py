"""What the engine of the MCP server costs and how fast it ends: `python bench/mcp_bench.py`.

Overhead: the same 2,000 tests under `pytest -q` and through the engine, in turns. Cancel: from the request to
the last process gone, of a project with a setsid daemon, a double fork and a child that ignores SIGTERM.
Kill: the same when the server process is killed.
"""

import argparse
import asyncio
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.engine import GRACE, Engine
from pytest_hermetic.mcp.outcome import Progress

TESTS = 2_000
MARK = "sleep 86397"  # found again by its odd number of seconds
HANG = f"""
import os, subprocess, time
def test_hang():
    subprocess.Popen(["setsid", *"{MARK}".split()])
    subprocess.Popen(["sh", "-c", "({MARK} &) & {MARK}"])
    subprocess.Popen(["sh", "-c", "trap '' INT TERM; {MARK}"])
    open("ready", "w").close()
    time.sleep(60)
"""
Taken = tuple[float, float]
SERVER = """
import asyncio, sys
from pathlib import Path
from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.engine import Engine
root, store = map(Path, sys.argv[1:])
asyncio.run(Engine(roots=[root], store=store).run(RunRequest(root=root, python=sys.executable)))
"""


def many_tests(root: Path) -> None:
    for number in range(20):
        lines = "".join(f"def test_{test}(): pass\n" for test in range(TESTS // 20))
        (root / f"test_{number}.py").write_text(lines)


def hanging_test(root: Path) -> None:
    (root / "test_hang.py").write_text(HANG)


def milliseconds(work: Callable[[], object]) -> Taken:
    """Return the time on the wall, and that of the processors in this process and those it waited for."""
    start, busy = time.perf_counter(), sum(os.times()[:4])
    work()
    return (time.perf_counter() - start) * 1000, (sum(os.times()[:4]) - busy) * 1000


def overhead(root: Path, store: Path, rounds: int) -> None:
    """Print the median of each way, the difference, and what the target allows."""
    many_tests(root)
    engine = Engine(roots=[root], store=store)
    argv = [sys.executable, "-m", "pytest", "-q"]
    plain, cold, warm = [], [], []
    for turn in range(rounds + 1):
        bare = milliseconds(lambda: subprocess.run(argv, cwd=root, stdout=subprocess.DEVNULL, check=True))
        first = milliseconds(lambda: _green(engine, root))
        engine.warm_up()
        time.sleep(0.3)
        second = milliseconds(lambda: _green(engine, root))
        if turn:  # the first writes bytecode
            plain.append(bare)
            cold.append(first)
            warm.append(second)
    engine.close()
    allowed = 80 + 0.04 * TESTS
    print(f"{TESTS} tests, {rounds} rounds in turns; target: {allowed:.0f} ms more than pytest -q")
    print(f"{'':22}{'median ms':>10}{'best ms':>10}{'more':>8}{'ratio':>8}{'CPU ms':>8}{'more':>8}{'ratio':>8}")
    for name, taken in (("pytest -q", plain), ("engine", cold), ("engine, warmed up", warm)):
        wall, more, ratio = _against(plain, taken, 0)
        best = min(each[0] for each in taken)
        cpu, more_cpu, ratio_cpu = _against(plain, taken, 1)
        print(f"{name:22}{wall:10.0f}{best:10.0f}{more:8.0f}{ratio:8.2f}{cpu:8.0f}{more_cpu:8.0f}{ratio_cpu:8.2f}")


def _against(plain: Sequence[Taken], taken: Sequence[Taken], which: int) -> tuple[float, float, float]:
    """Return the median, the median difference to the plain run of the same turn, and the ratio."""
    ours, bare = [each[which] for each in taken], [each[which] for each in plain]
    more = statistics.median(one - other for one, other in zip(ours, bare, strict=True))
    return statistics.median(ours), more, statistics.median(ours) / statistics.median(bare)


def _green(engine: Engine, root: Path) -> None:
    outcome = asyncio.run(engine.run(RunRequest(root=root, python=sys.executable)))
    if not outcome.green or outcome.counts.ran != TESTS:
        msg = f"the measured run is not green: {outcome.verdict} {outcome.reason}"
        raise RuntimeError(msg)


def alive() -> int:
    """Count the processes of the hanging project that still live, zombies left out."""
    found = 0
    for name in filter(str.isdigit, (each.name for each in Path("/proc").iterdir())):
        try:
            command = Path("/proc", name, "cmdline").read_bytes().replace(b"\0", b" ")
            state = Path("/proc", name, "stat").read_text().rpartition(")")[2].split()[0]
        except OSError:  # it ended meanwhile
            continue
        found += MARK.encode() in command and state != "Z"
    return found


def gone_after(begin: float) -> float:
    """Return the seconds until nothing is left, or 10."""
    while alive() and time.perf_counter() - begin < 10:
        time.sleep(0.001)
    return (time.perf_counter() - begin) * 1000


async def cancelled_once(root: Path, store: Path, *, grace: float) -> float:
    engine = Engine(roots=[root], store=store, grace=grace)
    (root / "ready").unlink(missing_ok=True)
    task = asyncio.create_task(engine.run(RunRequest(root=root, python=sys.executable), on_progress=_ignore))
    while not (root / "ready").exists():
        await asyncio.sleep(0.01)
    begin = time.perf_counter()
    task.cancel()
    await asyncio.wait({task})
    await engine.settle(5)  # the supervisor's word that all are gone …
    return max((time.perf_counter() - begin) * 1000, gone_after(begin) if alive() else 0)  # … and a look


def killed_once(root: Path, store: Path, number: signal.Signals) -> float:
    (root / "ready").unlink(missing_ok=True)
    argv = [sys.executable, "-c", SERVER, str(root), str(store)]
    with subprocess.Popen(argv, stderr=subprocess.DEVNULL, start_new_session=True) as server:
        while not (root / "ready").exists():
            time.sleep(0.01)
        begin = time.perf_counter()
        os.killpg(server.pid, number)
        return gone_after(begin)


def endings(root: Path, store: Path, tries: int) -> None:
    """Print how long each way of ending takes until the last process is gone, and what survived."""
    hanging_test(root)
    print(f"\n{tries} tries each, with setsid, double-forked and deaf children; ms until the last is gone")
    print(f"{'':22}{'median':>10}{'p95':>10}{'worst':>10}{'survivors':>11}")
    _row("cancel, graceful", [asyncio.run(cancelled_once(root, store, grace=GRACE)) for _ in range(tries)])
    _row("cancel, hard", [asyncio.run(cancelled_once(root, store, grace=0)) for _ in range(tries)])
    for number in (signal.SIGKILL, signal.SIGTERM):
        _row(
            f"server gets {number.name}",
            [killed_once(root, store, number) for _ in range(max(1, tries // 5))],
        )


def _row(name: str, times: Sequence[float]) -> None:
    ordered = sorted(times)
    p95 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))]
    print(f"{name:22}{statistics.median(times):10.1f}{p95:10.1f}{ordered[-1]:10.1f}{alive():11}")


def _ignore(_: Progress) -> None:
    """Take progress that nobody asked for."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10, help="of the overhead measurement")
    parser.add_argument("--tries", type=int, default=100, help="of each way of ending")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mcp-bench-") as folder:
        for name in ("many", "hang"):
            Path(folder, name).mkdir()
        overhead(Path(folder, "many").resolve(), Path(folder, "store"), options.rounds)
        endings(Path(folder, "hang").resolve(), Path(folder, "store"), options.tries)


if __name__ == "__main__":
    main()
