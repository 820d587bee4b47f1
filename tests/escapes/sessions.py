"""Runs one family in a pytest process of its own, and goes on where a case hung or took the process down."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from .families import HERE, Family
from .grounds import Grounds
from .results import CaseResult, FamilyResult, missing_library, read_told

PAUSE = 0.05
START_MAY_TAKE = 120.0
NO_CASES_LEFT = 5
ORPHANS_MAY_LINGER = 10.0
WITHOUT = ("-p", "no:hermetic")
WARN = ("--test-categories-enforcement=warn", "-o", "test_categories_default_size=small")
STRICT = ("--test-categories-enforcement=strict", "-o", "test_categories_default_size=small")
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
CERTIFICATES = ("REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR")
UNWANTED = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS", *PROXIES, *CERTIFICATES)


@dataclass(frozen=True, kw_only=True)
class Bench:
    """What every pytest process of this run has in common."""

    python: str
    grounds: Grounds
    patience: float
    #: Folders with further packages, which these processes may import.
    beside: tuple[Path, ...] = ()


def run(family: Family, flags: Sequence[str], bench: Bench) -> FamilyResult:
    """Run the family until each of its cases has an outcome: passed, failed, skipped, hung or died."""
    if missing := bench.grounds.missing.get(family.resource):
        return FamilyResult(missing_library=missing)
    cases: list[CaseResult] = []
    orphans = False
    while True:
        with tempfile.TemporaryDirectory(prefix="escapes-") as folder:
            told_path = Path(folder, "told.jsonl")
            told_path.touch()
            done = [argument for case in cases for argument in ("--deselect", case.nodeid)]
            process = _start(family, [*flags, *done], bench, told_path)
            hung = _wait(process, told_path, bench.patience)
            orphans |= _left_orphans(process)
            told = read_told(told_path)
            output = Path(folder, "output").read_text(encoding="utf-8", errors="replace")
        cases += told.cases
        if told.running:
            outcome = "hung" if hung else "died"
            cases.append(CaseResult(nodeid=told.running, outcome=outcome, failure=output[-2000:]))
        elif (told.cases and not told.collection_error) or (cases and process.returncode == NO_CASES_LEFT):
            return FamilyResult(cases=tuple(cases), orphans=orphans)
        else:
            why = told.collection_error or output or "It said nothing."
            missing = missing_library(why)
            how = "hung before its first case" if hung else f"ended with status {process.returncode}"
            error = "" if missing else f"pytest {how}: {why}"
            return FamilyResult(cases=tuple(cases), missing_library=missing, collection_error=error, orphans=orphans)


def _start(family: Family, arguments: Sequence[str], bench: Bench, told_path: Path) -> subprocess.Popen[bytes]:
    doctests = ["--doctest-modules"] if "\n    >>> " in family.path.read_text(encoding="utf-8") else []
    command = [bench.python, "-m", "pytest", "-p", "recorder", "-p", "no:cacheprovider", "-p", "no:randomly"]
    command += [
        "-c",
        str(HERE / "cases.ini"),
        "--rootdir",
        str(HERE),
        *doctests,
        *arguments,
        str(family.path),
    ]
    environment = {
        name: value
        for name, value in os.environ.items()
        if name.upper() not in UNWANTED and not name.startswith(("COV_", "COVERAGE_", "PYTEST_XDIST"))
    }
    environment |= bench.grounds.environment
    environment |= {
        "PYTHONPATH": os.pathsep.join(map(str, (HERE / "support", *bench.beside))),
        "ESCAPES_TOLD": str(told_path),
    }
    with (told_path.parent / "output").open("wb") as output:
        return subprocess.Popen(
            command,
            cwd=told_path.parent,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )


def _wait(process: subprocess.Popen[bytes], told_path: Path, patience: float) -> bool:
    """Wait for the end; when nothing new is told for too long, kill the lot and say that it hung."""
    size, since = 0, time.monotonic()
    while process.poll() is None:
        time.sleep(PAUSE)
        if (now_size := told_path.stat().st_size) != size:
            size, since = now_size, time.monotonic()
        if time.monotonic() - since > (patience if size else max(patience, START_MAY_TAKE)):
            _kill_group(process)
            process.wait()
            return True
    return False


def _left_orphans(process: subprocess.Popen[bytes]) -> bool:
    until = time.monotonic() + ORPHANS_MAY_LINGER
    while time.monotonic() < until:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(PAUSE)
    _kill_group(process)
    return True


def _kill_group(process: subprocess.Popen[bytes]) -> None:
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
