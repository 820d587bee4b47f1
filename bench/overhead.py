"""What the plugin costs: against plain pytest, and beside the two plugins nearest to it, in one interleaved run.

Every round runs every variant once, in an order that rotates, so that whatever else the machine does meets all
alike. Figures are the median of the rounds' ratios to plain pytest, and the difference of the fastest runs.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

TESTS = 2_000
ACCESSES = 100_000


class Variant(NamedTuple):
    """One way to run pytest."""

    name: str
    options: tuple[str, ...] = ()


class Suite(NamedTuple):
    """A test file, and what one unit of its work is."""

    name: str
    source: str
    units: int
    unit: str
    rounds: int


#: With a plugin that does nothing: for any `-p`, pytest looks through the entry points of everything installed.
PLAIN = Variant("plain pytest", ("-p", "keyword"))
STRICT = Variant("pytest-hermetic, strict", ("-p", "pytest_hermetic.plugin", "--test-categories-enforcement=strict"))
VARIANTS = (
    PLAIN,
    STRICT,
    Variant("pytest-hermetic, off", ("-p", "pytest_hermetic.plugin", "--test-categories-enforcement=off")),
    Variant("pytest-socket", ("-p", "pytest_socket", "--disable-socket")),
    Variant("pytest-test-categories", ("-p", "pytest_test_categories.plugin", "--test-categories-enforcement=strict")),
)
SUITES = (
    Suite("start-up: one test without a size", "def test_nothing(): pass\n", 1, "start", 15),
    Suite(
        f"{TESTS:,} empty small tests",
        "import pytest\npytestmark = pytest.mark.small\n"
        + "".join(f"def test_{number}(): pass\n" for number in range(TESTS)),
        TESTS,
        "test",
        7,
    ),
    Suite(
        f"a medium test that opens and stats {ACCESSES:,} times",
        "import os, pytest\n@pytest.mark.medium\ndef test_files(tmp_path):\n"
        "    path = str(tmp_path / 'file')\n    open(path, 'w').close()\n"
        f"    for _ in range({ACCESSES}):\n        open(path).close()\n        os.stat(path)\n",
        2 * ACCESSES,
        "access",
        7,
    ),
)


def main() -> None:
    """Run every suite in every variant, and print a table for each."""
    for suite in SUITES:
        seconds = measure(suite)
        print(f"\n{suite.name} ({suite.rounds} interleaved rounds)")
        for variant in VARIANTS:
            print(line(suite, variant, seconds))


def measure(suite: Suite) -> dict[Variant, list[float]]:
    """Time every variant once a round."""
    seconds = defaultdict[Variant, list[float]](list)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "test_suite.py")
        file.write_text(suite.source, encoding="utf-8")
        for variant in VARIANTS:
            run(file, variant)  # writes the bytecode that all later runs read
        for number in range(suite.rounds):
            for offset in range(len(VARIANTS)):
                variant = VARIANTS[(number + offset) % len(VARIANTS)]
                seconds[variant].append(run(file, variant))
    return seconds


def run(file: Path, variant: Variant) -> float:
    """Run pytest once; return the seconds it took."""
    quietly = ["-q", "-p", "no:cacheprovider", "-W", "ignore"]
    command = [sys.executable, "-m", "pytest", *quietly, *variant.options, str(file)]
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    before = time.perf_counter()
    done = subprocess.run(command, env=environment, cwd=file.parent, capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{variant.name} failed:\n{done.stdout.decode()}\n{done.stderr.decode()}")
    return time.perf_counter() - before


def line(suite: Suite, variant: Variant, seconds: dict[Variant, list[float]]) -> str:
    """Lay out one variant's figures."""
    ratio = statistics.median(own / plain for own, plain in zip(seconds[variant], seconds[PLAIN], strict=True))
    more = min(seconds[variant]) - min(seconds[PLAIN])
    each = more / suite.units * 1e6
    return (
        f"  {variant.name:<26} {min(seconds[variant]) * 1e3:8.1f} ms  {ratio:6.3f}x  "
        f"{more * 1e3:+8.1f} ms  {each:+10.2f} us per {suite.unit}"
    )


if __name__ == "__main__":
    main()
