"""Every fault against several versions of pytest: `python tests/mcp/faults/fault_runner.py --venvs DIR`.

Makes the environments it lacks below DIR, prints one table, and ends with 1 if any answer was wrong.
"""

import argparse
import asyncio
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from fault_scenarios import SCENARIOS, Scenario

from pytest_hermetic.mcp import cut, render
from pytest_hermetic.mcp.command import RunRequest
from pytest_hermetic.mcp.disk import Facts
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.outcome import RunOutcome

VERSIONS = (("6.2.5", "3.9"), ("7.4.4", "3.8"), ("8.0.2", "3.12"), ("8.4.2", "3.13"), ("9.2.0", "3.11"))
AT_ONCE = 2
TEMPORARY = Path(tempfile.gettempdir()).resolve()


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What the engine said of one scenario, and what is wrong with it."""

    scenario: Scenario
    outcome: RunOutcome
    complaints: Sequence[str]

    @property
    def false_green(self) -> bool:
        return self.outcome.green and not self.scenario.may_be_green


async def answer(scenario: Scenario, python: Path, folder: Path) -> Answer:
    """Run one scenario in a fresh project below `folder`."""
    root = folder / "project"
    root.mkdir(parents=True)
    scenario.write(root)
    used = _replaced(scenario, python, folder) if scenario.python else python
    facts = Facts.of_this_machine()
    facts = replace(facts, environ={**facts.environ, **scenario.environ})
    engine = Engine(roots=[root], store=folder / "runs", facts=facts)
    request = RunRequest(**{"root": root, "python": str(used), "timeout": 60.0, **scenario.asked})
    outcome = await engine.run(request)
    engine.close()
    await gone(folder)
    wrong = [
        *scenario.complaints(outcome),
        *(f"process {pid} is left" for pid in processes_in(folder)),
        *(f"{name} is left in the project" for name in scenario.left_behind(root)),
        *(["the answer is too long"] if cut.size(render.run(outcome)) > render.MOST_BYTES else []),
    ]
    return Answer(scenario=scenario, outcome=outcome, complaints=wrong)


async def gone(folder: Path) -> None:
    """Wait until no process is left, but not long: one that was just killed may still be on its way out."""
    until = time.monotonic() + 2
    while processes_in(folder) and time.monotonic() < until:  # noqa: ASYNC110 - other processes make it true
        await asyncio.sleep(0.02)


def processes_in(folder: Path) -> list[str]:
    """Return the processes that stand in or below a folder; Linux tells."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it ended while we looked
            if (each / "cwd").readlink().is_relative_to(folder):
                found.append(each.name)
    return found


def _replaced(scenario: Scenario, python: Path, folder: Path) -> Path:
    path = folder / "bin" / "python"
    path.parent.mkdir()
    path.write_text(scenario.python.format(python=python), encoding="utf-8")
    path.chmod(0o755)
    return path


async def answers(scenarios: Sequence[Scenario], python: Path) -> list[Answer]:
    """Run all, a few at once."""
    room = asyncio.Semaphore(AT_ONCE)

    async def one(scenario: Scenario) -> Answer:
        async with room:
            with tempfile.TemporaryDirectory(prefix="fault-", dir=TEMPORARY) as folder:
                return await answer(scenario, python, Path(folder))

    return await asyncio.gather(*map(one, scenarios))


def environment(venvs: Path, pytest_version: str, python_version: str) -> Path | None:
    """Return the interpreter of a cached environment, made if need be; None if there is no such Python."""
    home = venvs / f"pytest-{pytest_version}-py{python_version}"
    python = home / "bin" / "python"
    if not python.exists():
        base = _interpreter(python_version)
        if base is None:
            return None
        subprocess.run([base, "-m", "venv", str(home)], check=True)
        wanted = [f"pytest=={pytest_version}", "pytest-xdist", "pytest-rerunfailures"]
        subprocess.run([python, "-m", "pip", "install", "-q", *wanted], check=True)
    return python


def _interpreter(version: str) -> str | None:
    pyenv = sorted((Path.home() / ".pyenv" / "versions").glob(f"{version}.*/bin/python"))
    return str(pyenv[-1]) if pyenv else shutil.which(f"python{version}")


def table(by_version: Mapping[str, Sequence[Answer]]) -> Iterator[str]:
    """Yield one line per wrong answer, then one per version."""
    for version, found in by_version.items():
        for each in found:
            if each.complaints:
                complaints = "; ".join(each.complaints)
                yield f"WRONG  {version:8} {each.scenario.name}: {complaints} [{each.outcome.reason}]"
    yield f"{'pytest':10}{'scenarios':>10}{'right':>8}{'wrong':>8}{'false green':>13}"
    for version, found in by_version.items():
        wrong = sum(bool(each.complaints) for each in found)
        greens = sum(each.false_green for each in found)
        yield f"{version:10}{len(found):10}{len(found) - wrong:8}{wrong:8}{greens:13}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--venvs", type=Path, required=True, help="where environments are kept; outside the project")
    parser.add_argument("--pytest", action="append", help="only this version of pytest; repeatable")
    parser.add_argument("--only", default="", help="only scenarios whose name contains this")
    options = parser.parse_args()
    scenarios = [scenario for scenario in SCENARIOS if options.only in scenario.name]
    by_version: dict[str, Sequence[Answer]] = {}
    for pytest_version, python_version in VERSIONS:
        if options.pytest and pytest_version not in options.pytest:
            continue
        python = environment(options.venvs.resolve(), pytest_version, python_version)
        if python is None:
            print(f"{pytest_version}: skipped, there is no Python {python_version} here")
            continue
        by_version[pytest_version] = asyncio.run(answers(scenarios, python))
    print("\n".join(table(by_version)))
    return int(any(each.complaints for found in by_version.values() for each in found))


if __name__ == "__main__":
    sys.exit(main())
