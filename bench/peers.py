"""How many ways out the two plugins nearest to ours stop, and how much innocent code: `make peers`.

Each case of tests/escapes that works without any plugin runs once more under each of them, every test small. A case
that then fails in whatever way counts as stopped.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from escapes.families import RESOURCES, Family, Kind, families
from escapes.grounds import real_grounds
from escapes.sessions import STRICT, WITHOUT, Bench, run

#: Where `make peers` installs them; in one environment with ours their options would clash.
INSTALLED = Path(__file__).parent.parent / "build" / "peers"


class Guard(NamedTuple):
    """A plugin in its strictest mode."""

    name: str
    flags: tuple[str, ...]


OTHERS = ("-p", "no:hermetic", "-p", "no:socket", "-p", "no:test_categories")
GUARDS = (
    Guard("pytest-hermetic", STRICT),
    Guard("pytest-socket", (*OTHERS[:2], *OTHERS[4:], "--disable-socket")),
    Guard("pytest-test-categories", (*OTHERS[:4], "-p", "all_small", "--test-categories-enforcement=strict")),
)


class Count(NamedTuple):
    """How many cases work without a plugin, and how many of them each guard stops."""

    working: int
    stopped: tuple[int, ...]


def main() -> None:
    """Print a row per resource, for ways out and for innocent code."""
    if not INSTALLED.is_dir():
        sys.exit(f"{INSTALLED} is not there: run `make peers`.")
    chosen = [family for family in families() if family.kind is not Kind.CANARIES]
    counts: dict[tuple[Kind, str], list[Count]] = defaultdict(list)
    with real_grounds(sys.executable, RESOURCES) as grounds, ThreadPoolExecutor(2) as pool:
        ours = Bench(python=sys.executable, grounds=grounds, patience=20)
        theirs = Bench(python=sys.executable, grounds=grounds, patience=20, beside=(INSTALLED,))
        for family, count in zip(chosen, pool.map(partial(examine, ours=ours, theirs=theirs), chosen), strict=True):
            counts[family.kind, family.resource].append(count)
            print(f"{family}: {count.stopped} of {count.working}", file=sys.stderr, flush=True)
    for kind, title in ((Kind.WAYS_OUT, "ways out stopped"), (Kind.INNOCENT, "innocent code stopped")):
        print(f"{title:<24}{'of':>8}" + "".join(f"{guard.name:>24}" for guard in GUARDS))
        for resource in RESOURCES:
            told = counts[kind, resource]
            stopped = (sum(count.stopped[place] for count in told) for place in range(len(GUARDS)))
            print(f"  {resource:<22}{sum(count.working for count in told):>8}" + "".join(f"{n:>24}" for n in stopped))


def examine(family: Family, ours: Bench, theirs: Bench) -> Count:
    """Run a family without any plugin, then under each."""
    working = {case.name for case in run(family, WITHOUT, ours).cases if case.outcome == "passed"}
    stopped = []
    for guard in GUARDS:
        passed = {
            case.name
            for case in run(family, guard.flags, ours if guard.flags is STRICT else theirs).cases
            if case.outcome == "passed"
        }
        stopped.append(len(working - passed))
    return Count(working=len(working), stopped=tuple(stopped))


if __name__ == "__main__":
    main()
