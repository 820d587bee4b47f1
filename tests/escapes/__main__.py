"""Prints the table: `python -m tests.escapes [--only network] [--plugin-python PY]`."""

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from .families import Family, families
from .grounds import real_grounds
from .sessions import STRICT, WARN, WITHOUT, Bench, run
from .table import table
from .verdicts import Verdict, judge


def main() -> int:
    options = _options()
    chosen = list(families(only=options.only))
    resources = {family.resource for family in chosen}
    with (
        real_grounds(options.plugin_python, resources) as grounds,
        ThreadPoolExecutor(options.jobs) as pool,
    ):
        bench = Bench(python=options.plugin_python, grounds=grounds, patience=options.patience)
        verdicts = []
        for verdict in pool.map(partial(examine, bench=bench, strictly=not options.without_only), chosen):
            verdicts.append(verdict)
            sys.stderr.write(f"{verdict.family}: {'good' if verdict.good else 'NOT GOOD'}\n")
    print("\n".join(table(verdicts)))  # noqa: T201
    return 0 if verdicts and all(verdict.good for verdict in verdicts) else 1


def examine(family: Family, *, bench: Bench, strictly: bool = True) -> Verdict:
    """Run a family without the plugin, then under it (in warn mode where strict hides a case), and judge."""
    without = run(family, WITHOUT, bench)
    if not strictly:
        return judge(family, without)
    strict = run(family, STRICT, bench)
    hidden = any(case.behind for case in strict.cases)
    return judge(family, without, strict, run(family, WARN, bench) if hidden else None)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.escapes", description=__doc__)
    parser.add_argument("--only", default="", metavar="TEXT", help="families whose kind/name contains it")
    parser.add_argument("--plugin-python", default=sys.executable, metavar="PY", help="has the plugin and libraries")
    parser.add_argument("--without-only", action="store_true", help="only prove the cases, without the plugin")
    parser.add_argument("--patience", type=float, default=30, metavar="SECONDS", help="per case, before it hangs")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="families at the same time")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
