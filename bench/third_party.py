"""Runs other people's test suites with and without the plugin: `python bench/third_party.py [NAME ...]`.

Each suite comes from its project's source distribution and runs in a virtual environment of its own, once without the
plugin and once with every test small in warn mode. The outcome of every test must be the same; what the plugin
reports is listed by call site, for a person to check (`bench/strace_judge.py` helps: `--judge` runs it as well).
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import venv
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import outcomes_plugin

HERE = Path(__file__).parent
SMALL = ("-o", "test_categories_default_size=small", "--test-categories-enforcement=warn")
WITHOUT = ("-p", "no:hermetic")
SECONDS = 600
AGAIN = 2  # times to run both again when an outcome differs: some tests do without any help
READY = "ready"  # a file that says for which suite, spelled out, an environment is whole


Told = dict[str, dict[str, Any]]  # what the recorder told of each test of one run


@dataclass(frozen=True, kw_only=True)
class Suite:
    """A project's tests as its source distribution has them, and what they need besides the project."""

    name: str
    version: str
    kind: str
    requires: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ("tests",)
    hide: tuple[str, ...] = ()  # folders of the source that would stand before the installed, compiled package

    @property
    def place(self) -> str:
        return f"{self.name}-{self.version}"


HTTPCORE = ("pytest-httpbin", "pytest-trio", "trio", "anyio", "h2", "socksio", "hpack", "trio-typing")
RESPONSES = ("pytest-asyncio", "pytest-httpserver", "tomli-w", "tomli")

SUITES = (
    Suite(name="iniconfig", version="2.3.1", kind="pure, files", arguments=("testing",)),
    Suite(name="itsdangerous", version="2.2.0", kind="pure", requires=("freezegun",)),
    Suite(name="pluggy", version="1.7.0", kind="pure", arguments=("testing", "--ignore=testing/benchmark.py")),
    Suite(name="h11", version="0.16.0", kind="pure, sockets", arguments=("h11/tests",)),
    Suite(name="pathspec", version="1.1.1", kind="files"),
    Suite(name="python-dotenv", version="1.2.4", kind="files, processes", requires=("sh", "click", "ipython")),
    Suite(name="aiofiles", version="25.1.0", kind="async, files", requires=("pytest-asyncio",)),
    Suite(name="httpcore", version="1.0.9", kind="async, network", requires=HTTPCORE),
    Suite(
        name="responses", version="0.26.3", kind="network, mocked", requires=RESPONSES, arguments=("responses/tests",)
    ),
    Suite(name="markupsafe", version="3.0.4", kind="C extension"),
    Suite(name="msgpack", version="1.2.4", kind="C extension", arguments=("test",), hide=("msgpack",)),
    Suite(name="click", version="8.5.1", kind="files, streams"),
    Suite(name="jinja2", version="3.1.6", kind="files, templates", requires=("trio",)),
    Suite(name="filelock", version="4.2.10", kind="files, processes", requires=("pytest-asyncio", "pytest-mock")),
    Suite(
        name="werkzeug",
        version="3.1.9",
        kind="files, sockets",
        requires=("ephemeral-port-reserve", "watchdog", "pytest-timeout", "pytest-xprocess"),
    ),
    Suite(
        name="frozenlist",
        version="1.8.0",
        kind="C extension",
        requires=("pytest-cov",),
        arguments=("tests", "--no-cov"),
        hide=("frozenlist",),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Result:
    """What one suite showed: how many tests, whose outcome differs, and what was reported where."""

    suite: Suite
    tests: int = 0
    failing: int = 0
    differing: tuple[str, ...] = ()
    sites: Counter[tuple[str, str]]
    examples: dict[tuple[str, str], str]
    trouble: str = ""

    @property
    def good(self) -> bool:
        return not self.trouble and not self.differing and self.tests > 0


def main() -> int:
    """Run the chosen suites, then print their table."""
    options = _options()
    chosen = [suite for suite in SUITES if not options.names or suite.name in options.names]
    if unknown := set(options.names) - {suite.name for suite in SUITES}:
        sys.exit(f"There is no suite {', '.join(sorted(unknown))}; there are {', '.join(s.name for s in SUITES)}.")
    options.folder.mkdir(parents=True, exist_ok=True)
    (options.folder / "pytest.ini").touch()  # a suite without settings of its own gets none of ours
    results = []
    for suite in chosen:
        results.append(examine(suite, options))
        _print_sites(results[-1], options.most)
    _print_table(results)
    return 0 if all(result.good for result in results) else 1


def examine(suite: Suite, options: argparse.Namespace) -> Result:
    """Get a suite ready, run it twice and hold the outcomes against each other."""
    python, source = options.folder / f"venv-{suite.place}" / "bin" / "python", options.folder / suite.place
    try:
        if not source.is_dir():
            _fetch(suite, options.folder)
        ready = python.parent / READY
        if not ready.is_file() or ready.read_text(encoding="utf-8") != str(suite):
            _prepare(suite, python, source, options.plugin)
        without, small = [_run(suite, python, source, WITHOUT)], [_run(suite, python, source, SMALL)]
        for _ in range(AGAIN):
            if not _differing(without, small):
                break
            without.append(_run(suite, python, source, WITHOUT))
            small.append(_run(suite, python, source, SMALL))
    except subprocess.SubprocessError as error:
        said = getattr(error, "stdout", b"") or b""
        return Result(suite=suite, sites=Counter(), examples={}, trouble=f"{error}\n{said.decode()[-1500:]}")
    if options.judge:
        judge = [sys.executable, str(HERE / "strace_judge.py"), "--python", str(python), "--cwd", str(source)]
        subprocess.run([*judge, *suite.arguments], cwd=source, check=False)
    return _compare(suite, without, small)


def _compare(suite: Suite, without: list[Told], small: list[Told]) -> Result:
    sites: Counter[tuple[str, str]] = Counter()
    examples: dict[tuple[str, str], str] = {}
    for nodeid, told in small[0].items():
        for record in map(json.loads, told["violations"]):
            site = (record["resource"], record.get("at", "?"))
            sites[site] += record.get("count", 1)
            examples.setdefault(site, f"{record.get('details', '')}  ({nodeid})")
    return Result(
        suite=suite,
        tests=len(without[0].keys() | small[0].keys()),
        failing=sum(1 for told in without[0].values() if "failed" in told["outcome"]),
        differing=_differing(without, small),
        sites=sites,
        examples=examples,
    )


def _differing(without: list[Told], small: list[Told]) -> tuple[str, ...]:
    """Name the tests that never ended the same way in both kinds of runs."""
    lines = []
    for name in sorted(without[0].keys() | small[0].keys()):
        before, after = (
            {run[name]["outcome"] if name in run else "not run" for run in runs} for runs in (without, small)
        )
        if not before & after:
            lines.append(f"{name}: {' or '.join(sorted(before))} without, {' or '.join(sorted(after))} with")
    return tuple(lines)


def _fetch(suite: Suite, folder: Path) -> None:
    if not _archives(suite, folder):
        command = [sys.executable, "-m", "pip", "-q", "download", "--no-deps", "--no-binary", suite.name]
        _command([*command, f"{suite.name}=={suite.version}", "-d", str(folder)], cwd=folder)
    (archive,) = _archives(suite, folder)
    with tarfile.open(archive) as packed:
        top = packed.getnames()[0].partition("/")[0]
        packed.extractall(folder, filter="data")
    if top != suite.place:
        (folder / top).rename(folder / suite.place)
    for name in suite.hide:
        shutil.rmtree(folder / suite.place / name)


def _archives(suite: Suite, folder: Path) -> set[Path]:
    spellings = {suite.name, suite.name.replace("-", "_"), suite.name.replace("-", ".")}
    return {path for name in spellings for path in folder.glob(f"{name}-{suite.version}.tar.gz")}


def _prepare(suite: Suite, python: Path, source: Path, plugin: Path) -> None:
    venv.create(python.parent.parent, clear=True, with_pip=True)
    pip = [str(python), "-m", "pip", "-q", "install"]
    own = ["--editable", str(plugin)] if plugin.is_dir() else [str(plugin)]  # a tree is tested as it stands
    _command([*pip, f"{suite.name}=={suite.version}", "pytest", *own, *suite.requires], cwd=source)
    (python.parent / READY).write_text(str(suite), encoding="utf-8")


def _run(suite: Suite, python: Path, source: Path, flags: tuple[str, ...]) -> Told:
    """Run the suite from its source folder; what it prints is of no interest, the recorder tells."""
    place = source.parent / f"outcomes-{suite.place}"
    place.unlink(missing_ok=True)
    environment = os.environ | {"PYTHONPATH": str(HERE), "PYTHONHASHSEED": "0", outcomes_plugin.PLACE: str(place)}
    command = [str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "outcomes_plugin", *flags]
    said = _command([*command, *suite.arguments], cwd=source, environment=environment, codes=(0, 1))
    if not place.is_file():
        raise subprocess.SubprocessError(f"pytest did not begin: {said.decode()[-1500:]}")  # noqa: EM102, TRY003
    told = [json.loads(line) for line in place.read_text(encoding="utf-8").splitlines()]
    return {one["nodeid"]: one for one in told}


def _command(
    command: list[str], *, cwd: Path, environment: dict[str, str] | None = None, codes: tuple[int, ...] = (0,)
) -> bytes:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=SECONDS,
        check=False,
    )
    if done.returncode not in codes:
        raise subprocess.CalledProcessError(done.returncode, command, done.stdout)
    return done.stdout


def _print_sites(result: Result, most: int) -> None:
    print(f"\n== {result.suite.place} ({result.suite.kind}) {result.trouble}", flush=True)
    for line in result.differing[:most]:
        print(f"  DIFFERS {line}")
    files: defaultdict[str, int] = defaultdict(int)
    for place, count in result.sites.most_common():
        files[place[0]] += 1
        if files[place[0]] <= most:
            resource, site = place
            print(f"  {count:>6} x {resource:<10} {site}  e.g. {result.examples[place]}")


def _print_table(results: list[Result]) -> None:
    resources = ("filesystem", "network", "process", "database")
    titles = ("suite", "kind", "tests", "failing", "differing", *resources, "verdict")
    print("\n" + "".join(f"{title:<24}" if title in {"suite", "kind"} else f"{title:>11}" for title in titles))
    for result in results:
        counts = [sum(n for (name, _), n in result.sites.items() if name == resource) for resource in resources]
        numbers = (result.tests, result.failing, len(result.differing), *counts, "same" if result.good else "NOT GOOD")
        print(f"{result.suite.place:<24}{result.suite.kind:<24}" + "".join(f"{number:>11}" for number in numbers))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="suites to run; all by default")
    parser.add_argument(
        "--folder", type=Path, default=Path("build/third-party").resolve(), help="sources, environments"
    )
    parser.add_argument("--plugin", type=Path, default=HERE.parent, help="the plugin's source tree or wheel")
    parser.add_argument("--most", type=int, default=15, help="call sites to print per suite and resource")
    parser.add_argument("--judge", action="store_true", help="hold the reports against strace as well")
    options = parser.parse_args()
    options.folder, options.plugin = options.folder.resolve(), options.plugin.resolve()
    return options


if __name__ == "__main__":
    sys.exit(main())
