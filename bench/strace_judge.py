"""Holds what the plugin reports against what the kernel saw: `python bench/strace_judge.py PATH [pytest arguments]`.

The suite runs twice, every test small: once under the plugin in warn mode, once under strace without it, with a
marker in the trace wherever the plugin begins and ceases to enforce. Printed are the reports that the trace does not
confirm (false alarms), the accesses that nobody reported (candidates for misses, each with the reason that its Python
stack suggests), and totals. Both runs use the same folders, so that their paths can be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import outcomes_plugin
import strace_windows
from strace_reasons import OWN, PERMITTED, Reasons
from strace_trace import Access, read_trace

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent
NO_STRACE = "This needs strace and may trace: `apt-get update && apt-get install strace`, then run it again."
SMALL = ("-o", "test_categories_default_size=small", "--test-categories-enforcement=warn")
STRACE = ("strace", "-f", "-y", "-qq", "-s", "4096", "--seccomp-bpf", "-e", "trace=file,network,process,memfd_create")
RANDOM = re.compile(r"(?<=/)tmp[a-z0-9_]{8}|(?<=^/tmp/)[a-z0-9_]{8}$|0x[0-9a-f]+|\b[0-9a-f]{12,}\b")


@dataclass(frozen=True, kw_only=True)
class Runs:
    """What the two runs say of each test: the plugin's records, and the kernel's accesses."""

    reported: dict[str, list[dict[str, Any]]]
    traced: dict[str, list[Access]]
    reasons: Reasons
    cwd: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    nodeid: str
    resource: str
    what: str
    site: str
    reason: str


def main() -> int:
    """Run both, compare, print; the exit code tells whether reports and trace agree."""
    options = _options()
    if shutil.which("strace") is None:
        sys.exit(NO_STRACE)
    with tempfile.TemporaryDirectory(prefix="judge-") as folder:
        runs = _run_both(options, Path(folder))
    alarms, misses = list(unconfirmed(runs)), list(unreported(runs))
    _print("reported, but not in the trace (false alarms)", alarms, options.most)
    _print("in the trace, but not reported (candidates for misses)", misses, options.most)
    _print_totals(runs, alarms, misses)
    return 1 if alarms or any(miss.reason == OWN for miss in misses) else 0


def unconfirmed(runs: Runs) -> Iterator[Finding]:
    """Find the reports whose test made no such access according to the trace."""
    for nodeid, records in runs.reported.items():
        accesses = runs.traced.get(nodeid, [])
        paths = {_plain(access.path, runs.cwd) for access in accesses}
        sites = {(access.resource, runs.reasons.of(access)[1]) for access in accesses}
        resources = {access.resource for access in accesses}
        for record in records:
            resource, site, what = record["resource"], _site(record, runs.cwd), _target(record)
            path = _plain(what, runs.cwd)
            if resource == "filesystem":
                # A missing parent may hide the very path, so that anything below it confirms as well.
                fine = (resource, site) in sites or any(seen == path or seen.startswith(f"{path}/") for seen in paths)
            else:
                fine = resource in resources or resource == "database"
            if not fine:
                reason = "no such system call in the test's windows"
                yield Finding(nodeid=nodeid, resource=resource, what=what, site=site, reason=reason)


def unreported(runs: Runs) -> Iterator[Finding]:
    """Find the accesses that no report of their test covers by path or by call site; drop the plainly permitted."""
    told = set()
    for nodeid, accesses in runs.traced.items():
        records = runs.reported.get(nodeid, [])
        paths = {_plain(_target(record), runs.cwd) for record in records}
        sites = {(record["resource"], _site(record, runs.cwd)) for record in records}
        for access in accesses:
            reason, site = runs.reasons.of(access)
            path = _plain(access.path, runs.cwd) if access.resource == "filesystem" else access.path
            if reason in PERMITTED or path in paths or (access.resource, site) in sites:
                continue
            what = f"{access.syscall} {path}"
            finding = Finding(nodeid=nodeid, resource=access.resource, what=what, site=site, reason=reason)
            if finding not in told:
                told.add(finding)
                yield finding


def _run_both(options: argparse.Namespace, folder: Path) -> Runs:
    outcomes, windows, trace = folder / "outcomes", folder / "windows", folder / "trace"
    cwd = Path(options.cwd or folder / "cwd")
    cwd.mkdir(exist_ok=True)
    _pytest(options, cwd, ["-p", "outcomes_plugin", *SMALL], **{outcomes_plugin.PLACE: str(outcomes)})
    unwatched = ["-p", "no:hermetic", "-p", "strace_windows"]
    place = {strace_windows.PLACE: str(windows)}
    _pytest(options, cwd, unwatched, *STRACE, "-o", str(trace), **place)
    if options.keep:
        shutil.copy(trace, options.keep)
    return _read_both(outcomes, windows, trace, str(cwd))


def _read_both(outcomes: Path, windows: Path, trace: Path, cwd: str) -> Runs:
    told = [json.loads(line) for line in outcomes.read_text(encoding="utf-8").splitlines()]
    reported = {one["nodeid"]: [json.loads(text) for text in one["violations"]] for one in told}
    lines = [json.loads(line) for line in windows.read_text(encoding="utf-8").splitlines()]
    nodeids = {line["window"]: line["nodeid"] for line in lines if "window" in line}
    stacks = {line["stack"]: line for line in lines if "stack" in line}
    prefixes = next(tuple(line["prefixes"]) for line in lines if "prefixes" in line)
    traced: defaultdict[str, list[Access]] = defaultdict(list)
    for access in read_trace(trace):
        traced[nodeids[access.window]].append(access)
    return Runs(reported=reported, traced=traced, reasons=Reasons(stacks=stacks, prefixes=prefixes), cwd=cwd)


def _pytest(options: argparse.Namespace, cwd: Path, arguments: list[str], *prefix: str, **place: str) -> None:
    base = Path(tempfile.gettempdir(), "strace-judge-base")
    command = [*prefix, options.python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    command += [*arguments, f"--basetemp={base}", *options.arguments]
    paths = os.pathsep.join(filter(None, [str(HERE), os.environ.get("PYTHONPATH")]))
    environment = os.environ | place | {"PYTHONPATH": paths, "PYTHONHASHSEED": "0"}
    output = None if options.verbose else subprocess.DEVNULL
    subprocess.run(command, cwd=cwd, env=environment, stdout=output, stderr=output, check=False)
    shutil.rmtree(base, ignore_errors=True)


def _site(record: dict[str, Any], cwd: str) -> str:
    """Give the call site in full: reports shorten what is below the root folder."""
    return os.path.normpath(Path(cwd, record["at"])) if "at" in record else ""


def _target(record: dict[str, Any]) -> str:
    target = record.get("target")
    if isinstance(target, dict):
        target = target.get("path") or target.get("host") or target.get("command") or ""
    return str(target or "")


def _plain(path: str, cwd: str) -> str:
    """Take out what differs between two runs: random names of temporary files, addresses, hashes."""
    return RANDOM.sub("*", os.path.normpath(Path(cwd, path))) if path else path


def _print(title: str, findings: list[Finding], most: int) -> None:
    print(f"\n{title}: {len(findings)}")
    groups: defaultdict[tuple[str, str, str], list[Finding]] = defaultdict(list)
    for finding in findings:
        groups[finding.reason, finding.site, finding.resource if finding.site else finding.what].append(finding)
    ordered = sorted(groups.items(), key=lambda group: (group[0][0] != OWN, group[0][0], -len(group[1])))
    for (reason, site, _), group in ordered[:most]:
        first = group[0]
        print(f"  [{reason}] {first.resource}: {first.what}  {site}  ({len(group)}x, first {first.nodeid})")
    if len(ordered) > most:
        print(f"  ... and {len(ordered) - most} more groups")


def _print_totals(runs: Runs, alarms: list[Finding], misses: list[Finding]) -> None:
    records = sum(map(len, runs.reported.values()))
    classes = Counter(runs.reasons.of(access)[0] for accesses in runs.traced.values() for access in accesses)
    unexplained = Counter(miss.reason for miss in misses)
    print(f"\ntests {len(runs.reported)}, violations reported {records}, confirmed {records - len(alarms)}")
    print("accesses in the trace:", ", ".join(f"{name} {count}" for name, count in classes.most_common()) or "none")
    print("not reported:", ", ".join(f"{name} {count}" for name, count in unexplained.most_common()) or "none")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", default=sys.executable, help="has the plugin and what the suite needs")
    parser.add_argument("--cwd", help="where pytest runs; an empty folder by default")
    parser.add_argument("--keep", metavar="FILE", help="keep the trace")
    parser.add_argument("--most", type=int, default=40, help="groups to print per list")
    parser.add_argument("--verbose", action="store_true", help="show what pytest prints")
    options, arguments = parser.parse_known_args()
    options.arguments = [str(Path(word).resolve()) if Path(word).exists() else word for word in arguments]
    return options


if __name__ == "__main__":
    sys.exit(main())
