"""Runs pytest inside a test, in a process of its own, and says what every inner test came to.

A test that carries an inner file with `@inner(...)` asks for the fixture `came`: all inner files of a module
run together, once, each set of options for itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Decorate = Callable[[Callable[..., None]], Callable[..., None]]

STRICT = "--test-categories-enforcement=strict"
WARN = "--test-categories-enforcement=warn"
_MARK = "inner"
PREAMBLE = """\
import os
import pytest

pytestmark = pytest.mark.small

def touch():
    return os.listdir()

"""


@dataclass(frozen=True, kw_only=True)
class Report:
    """One phase of an inner test."""

    nodeid: str
    when: str
    outcome: str
    text: str
    sections: Sequence[Sequence[str]]
    properties: Sequence[Sequence[str]]


@dataclass(frozen=True, kw_only=True)
class Warned:
    """One warning of an inner run."""

    nodeid: str
    category: str
    text: str
    at: str


@dataclass(frozen=True, kw_only=True)
class Run:
    """What an inner run, or one file of it, came to."""

    exit: int
    output: str
    reports: Sequence[Report]
    warnings: Sequence[Warned]

    def outcomes(self) -> dict[str, str]:
        """Tell what every test came to, by its name in its file; whatever went wrong first counts."""
        told: dict[str, str] = {}
        for report in self.reports:
            name = report.nodeid.partition("::")[2]
            if report.outcome == "rerun":
                told.pop(name, None)
                continue
            bad = report.outcome != "passed" and told.get(name, "passed") == "passed"
            if bad or (report.when == "call" and name not in told):
                on_the_way = report.outcome == "failed" and report.when != "call"
                told[name] = f"failed in {report.when}" if on_the_way else report.outcome
        return told

    def outcome(self) -> str:
        """Tell what the only test came to."""
        (outcome,) = self.outcomes().values()
        return outcome

    def violations(self, name: str = "") -> list[dict[str, Any]]:
        """Return the violations on record for one test, or for all of them."""
        last = {report.nodeid: report for report in self.reports if report.when == "teardown" and name in report.nodeid}
        return [
            json.loads(value)
            for report in last.values()
            for key, value in report.properties
            if key == "hermetic.violation"
        ]

    def text(self) -> str:
        """Return everything that the failures said."""
        return "\n".join(report.text for report in self.reports)

    def beside(self) -> str:
        """Return the violations told beside a failure of the tests' own."""
        told = [text for report in self.reports for title, text in report.sections if title == "hermeticity violations"]
        return "\n".join(told)

    def our_warnings(self) -> list[Warned]:
        """Return the warnings that came from this plugin."""
        return [warned for warned in self.warnings if warned.category == "HermeticityWarning"]

    def summary(self) -> list[str]:
        """Return the lines of the plugin's section at the end of the run."""
        lines = self.output.splitlines()
        starts = [number for number, line in enumerate(lines) if line.strip("=").strip() == "hermeticity"]
        if not starts:
            return []
        rest = lines[starts[0] + 1 :]
        ends = [number for number, line in enumerate(rest) if line.startswith("=")]
        return rest[: ends[0]] if ends else rest

    def only(self, file: str) -> Run:
        """Narrow a run down to one file."""
        return Run(
            exit=self.exit,
            output=self.output,
            reports=[report for report in self.reports if report.nodeid.startswith(file)],
            warnings=[warned for warned in self.warnings if warned.nodeid.startswith(file)],
        )


def inner(source: str, *options: str, mode: str = STRICT, size: str = "small", **environment: str) -> Decorate:
    """Give a test an inner file; `touch()` in it does what a small test may not."""
    preamble = PREAMBLE.replace("mark.small", f"mark.{size}") if size else PREAMBLE.replace("pytestmark", "unused")
    text = preamble + textwrap.dedent(source)
    return getattr(pytest.mark, _MARK)(text, (mode, *options), tuple(environment.items()))  # type: ignore[no-any-return]


def run_pytest(
    folder: Path,
    *options: str,
    environment: Mapping[str, str] | None = None,
    autoload: bool = False,
    entry_point: bool = True,
) -> Run:
    """Run pytest in a folder, with this plugin and those named in the options only, unless told to load all."""
    records = folder / ".records.jsonl"
    records.unlink(missing_ok=True)
    plugins = ["-p", "inner_recorder", *(["-p", "hermetic"] if entry_point and not autoload else [])]
    done = run_python(
        folder,
        *("-m", "pytest", *plugins, *options),
        environment={
            "INNER_RECORDS": str(records),
            **({} if autoload else {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}),
            **(environment or {}),
        },
    )
    lines = records.read_text(encoding="utf-8").splitlines() if records.exists() else []
    told = [json.loads(line) for line in lines]
    return Run(
        exit=done.returncode,
        output=done.stdout + done.stderr,
        reports=[Report(**_without_kind(each)) for each in told if each["kind"] == "report"],
        warnings=[Warned(**_without_kind(each)) for each in told if each["kind"] == "warning"],
    )


def _without_kind(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "kind"}


def run_python(
    folder: Path, *arguments: str, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run this Python in a folder, with none of the outer run's settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "COV_", "COVERAGE"))}
    return subprocess.run(  # noqa: PLW1510 - the tests look at the exit status
        [sys.executable, *arguments],
        cwd=folder,
        env=kept | {"PYTHONPATH": str(Path(__file__).parent), "COLUMNS": "200"} | dict(environment or {}),
        capture_output=True,
        text=True,
        timeout=120,
        stdin=subprocess.DEVNULL,
    )


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of an inner project, by path and dedented text."""
    (folder / "pytest.ini").touch()
    (folder / "data.txt").write_text("data", encoding="utf-8")
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text), encoding="utf-8")


@dataclass(frozen=True)
class Project:
    """A small project in a folder of its own, to run pytest in."""

    folder: Path

    def write(self, **files: str) -> None:
        """Write modules, by name without suffix; each test module starts like those of `inner`."""
        write_files(
            self.folder,
            {
                f"{name}.py": (PREAMBLE if name.startswith("test") else "") + textwrap.dedent(text)
                for name, text in files.items()
            },
        )

    def run(self, *options: str, mode: str = STRICT, **environment: str) -> Run:
        """Run pytest in it."""
        return run_pytest(self.folder, mode, *options, environment=environment)

    def script(self, source: str) -> subprocess.CompletedProcess[str]:
        """Run a script in it."""
        write_files(self.folder, {"script.py": source})
        return run_python(self.folder, "script.py", environment={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """Return an empty project."""
    write_files(tmp_path, {})
    return Project(tmp_path)


@pytest.fixture(scope="module")
def inner_runs(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Callable[[pytest.Item], Run]:
    """Run the inner files of this module's tests together, each set of options once."""
    groups: dict[object, dict[str, str]] = {}
    for item in request.session.items:
        mark = item.get_closest_marker(_MARK)
        if mark is not None and item.path == request.path:
            groups.setdefault(mark.args[1:], {})[_file_of(item)] = mark.args[0]
    runs: dict[object, Run] = {}

    def run_of(item: pytest.Item) -> Run:
        mark = item.get_closest_marker(_MARK)
        assert mark is not None, "the test carries no inner file"
        _, options, environment = mark.args
        if mark.args[1:] not in runs:
            folder = tmp_path_factory.mktemp("inner")
            write_files(folder, groups[mark.args[1:]])
            runs[mark.args[1:]] = run_pytest(folder, *options, environment=dict(environment))
        run = runs[mark.args[1:]].only(_file_of(item))
        assert run.reports, run.output
        return run

    return run_of


def _file_of(item: pytest.Item) -> str:
    return f"{item.name.partition('[')[0]}.py"


@pytest.fixture
def came(request: pytest.FixtureRequest, inner_runs: Callable[[pytest.Item], Run]) -> Run:
    """Return what this test's inner file came to."""
    return inner_runs(request.node)
