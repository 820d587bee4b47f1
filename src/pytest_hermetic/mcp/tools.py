"""The six tools as an agent sees them: names, one-line descriptions, arguments, answers. Data only."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from pytest_hermetic.mcp.arguments import Schema, flag, needed_text, seconds, text, texts, whole
from pytest_hermetic.mcp.command import MOST_WORKERS, SIZES

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

LONGEST_RUN: Final = 86_400
USUAL_RUN: Final = 600
_ROOT: Final = "project folder, if the server has several"


@dataclass(frozen=True, kw_only=True)
class DiscoverTests:
    root: str = text(_ROOT)
    paths: tuple[str, ...] = texts("files or folders")
    keyword: str = text("pytest -k expression")
    markers: str = text("pytest -m expression")
    sizes: tuple[str, ...] = texts(one_of=SIZES)
    page: int = whole("of a long list", least=1, most=10_000, default=1)


@dataclass(frozen=True, kw_only=True)
class RunTests:
    root: str = text()
    ids: tuple[str, ...] = texts("node ids")
    paths: tuple[str, ...] = texts()
    keyword: str = text()
    markers: str = text()
    sizes: tuple[str, ...] = texts(one_of=SIZES)
    last_failed: bool = flag("only what failed in this project's last run")
    max_failures: int = whole("stop after", least=1, most=100_000)
    timeout: float = seconds("seconds for everything", most=LONGEST_RUN, default=USUAL_RUN)
    test_timeout: float = seconds("seconds for one test", most=LONGEST_RUN)
    workers: int = whole("processes (needs pytest-xdist)", least=1, most=MOST_WORKERS)
    repeat: int = whole("rounds, stops at the first that is not green", least=1, most=100, default=1)


@dataclass(frozen=True, kw_only=True)
class InspectRun:
    run: str = needed_text("run id from an answer")
    test: str = text("node id: this failure in full")
    lines: str = text("output lines, e.g. 1-80 or -40 for the last 40")
    search: str = text("output lines that contain this text")


@dataclass(frozen=True, kw_only=True)
class CheckFlaky:
    root: str = text()
    ids: tuple[str, ...] = texts("suspects; default: whatever varies")
    paths: tuple[str, ...] = texts("suite to run them in; default: their files, or all")
    runs: int = whole("fresh processes", least=2, most=50, default=5)
    timeout: float = seconds("for everything", most=LONGEST_RUN, default=USUAL_RUN)


@dataclass(frozen=True, kw_only=True)
class AffectedTests:
    root: str = text()
    base: str = text("git commit to compare the working tree with", default="HEAD")


@dataclass(frozen=True, kw_only=True)
class CheckHermetic:
    root: str = text()
    paths: tuple[str, ...] = texts()
    keyword: str = text()
    timeout: float = seconds(most=LONGEST_RUN, default=USUAL_RUN)


@dataclass(frozen=True, kw_only=True)
class Tool:
    name: str
    about: str
    arguments: "type[DataclassInstance]"
    answer: Schema
    runs_code: bool = True  # collecting imports the project, so only looking back is read-only


def _facts(**kinds: str) -> Schema:
    return {"type": "object", "properties": {name: {"type": kind} for name, kind in kinds.items()}}


TOOLS: Final[Sequence[Tool]] = (
    Tool(
        name="discover_tests",
        about="List tests: a tree with counts, names once few are left. No test is run.",
        arguments=DiscoverTests,
        answer=_facts(tests="integer", files="integer", errors="integer", interpreter="string", rootdir="string"),
    ),
    Tool(
        name="run_tests",
        about="Run the project's tests in its own environment. Only PASSED means green. "
        "Answers the verdict and each cause of failure with its assertion and frames.",
        arguments=RunTests,
        answer=_facts(
            run="string",
            verdict="string",
            counts="object",
            seconds="number",
            interpreter="string",
            rootdir="string",
        ),
    ),
    Tool(
        name="inspect_run",
        about="Look into a finished run: its failures, one in full, or its output. Nothing is run.",
        arguments=InspectRun,
        answer=_facts(run="string", verdict="string"),
        runs_code=False,
    ),
    Tool(
        name="check_flaky",
        about="Run tests in N fresh processes, in their suite and alone: a pattern such as PPFPP for each.",
        arguments=CheckFlaky,
        answer=_facts(patterns="object", alone="object", runs="array"),
    ),
    Tool(
        name="affected_tests",
        about="Which test files a git diff can affect and why; says all when unsure. No test is run.",
        arguments=AffectedTests,
        answer=_facts(all="boolean", paths="array"),
    ),
    Tool(
        name="check_hermetic",
        about="Run tests and tell which are not hermetic and why: network, files, processes, database, time.",
        arguments=CheckHermetic,
        answer=_facts(run="string", verdict="string", violations="object"),
    ),
)
