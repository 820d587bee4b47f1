"""What a run came to: the records that every other room reads. Data only; nothing here decides or prints."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Verdict(StrEnum):
    """The one word for a whole run. Only PASSED is green."""

    PASSED = "PASSED"
    FAILED = "FAILED"
    NO_TESTS = "NO_TESTS"
    COLLECTION_ERROR = "COLLECTION_ERROR"
    USAGE_ERROR = "USAGE_ERROR"
    INTERNAL_ERROR = "INTERNAL_ERROR"
    INTERRUPTED = "INTERRUPTED"
    CRASHED = "CRASHED"
    TIMEOUT = "TIMEOUT"
    CANCELLED = "CANCELLED"
    NOT_STARTED = "NOT_STARTED"
    ENV_ERROR = "ENV_ERROR"


class TestOutcome(StrEnum):
    """The worst thing that happened to one node id, from harmless to bad."""

    __test__ = False  # the name starts with Test, and pytest would try to collect it

    PASSED = "passed"
    SKIPPED = "skipped"
    XFAILED = "xfailed"
    XPASSED = "xpassed"
    FAILED = "failed"
    ERROR = "error"


class Source(StrEnum):
    """Where the facts of an outcome come from, best first."""

    EVENTS = "events"
    JUNIT = "junit"
    TEXT = "text"
    NONE = "none"


@dataclass(frozen=True, kw_only=True)
class Output:
    """One captured section of one failure: its head and tail, and where the whole of it is."""

    title: str
    text: str
    length: int
    file: str | None = None  # name inside the run's folder; None if `text` is already the whole


@dataclass(frozen=True, kw_only=True)
class Failure:
    """One failed phase of one test, or one file that could not be collected (phase `collect`)."""

    id: str
    phase: str
    exception: str
    message: str  # one line or few, as in pytest's short summary
    location: str  # where it was raised: path:line
    frames: tuple[str, ...] = ()  # the project's own frames, path:line, outermost first
    diff: tuple[str, ...] = ()  # pytest's "E" lines without their prefix
    causes: tuple[str, ...] = ()  # the exceptions this one was raised from
    text: str = ""  # pytest's whole report; its middle is cut if it is very long
    output: tuple[Output, ...] = ()
    subtest: str | None = None


@dataclass(frozen=True, kw_only=True)
class TestResult:
    """One node id."""

    __test__ = False  # the name starts with Test, and pytest would try to collect it

    id: str
    outcome: TestOutcome
    duration: float
    reruns: int = 0
    reason: str = ""  # why skipped or expected to fail
    properties: tuple[tuple[str, object], ...] = ()  # pytest's user_properties, JSON values


@dataclass(frozen=True, kw_only=True)
class Counts:
    """`collected` includes the deselected; `ran` are the tests that finished, in whatever way."""

    collected: int = 0
    deselected: int = 0
    ran: int = 0
    passed: int = 0
    failed: int = 0
    errors: int = 0
    skipped: int = 0
    xfailed: int = 0
    xpassed: int = 0
    reruns: int = 0
    unfinished: int = 0
    warnings: int = 0


@dataclass(frozen=True, kw_only=True)
class Culprit:
    """The test in which the process died or hung."""

    id: str
    phase: str  # setup, call, teardown
    line: str = ""  # path:line in function, as exact as is known
    stack: tuple[str, ...] = ()  # at most 15 lines, innermost first


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """What ran the tests, as it said itself; empty where it never spoke."""

    python: str = ""
    why: str = ""
    python_version: str = ""
    pytest_version: str = ""
    rootdir: str = ""
    start: str = ""  # where pytest was started: ids and paths begin there
    inifile: str = ""
    plugins: tuple[str, ...] = ()
    workers: int = 0


@dataclass(frozen=True, kw_only=True)
class ExitFacts:
    """How the process tree ended, as its supervisor saw it."""

    code: int | None = None
    signal: str = ""  # SIGSEGV, …
    ended_by: str = ""  # "", cancel, timeout, test_timeout, server_gone, processes: what made us end it
    started: bool = True
    error: str = ""  # why it could not be started
    duration: float = 0.0
    swept: int = 0  # processes that outlived pytest and were killed
    cut: int = 0  # bytes dropped from stdout and stderr
    unwritten: str = ""  # why the run could not be written down, and so is not known in full
    lost: bool = False  # the supervisor itself was killed and left no word


@dataclass(frozen=True, kw_only=True)
class RunOutcome:
    """Everything that is known of one run. `reason` is one sentence, empty only when PASSED."""

    run_id: str
    verdict: Verdict
    reason: str
    counts: Counts
    failures: tuple[Failure, ...] = ()
    collect_errors: tuple[Failure, ...] = ()
    culprits: tuple[Culprit, ...] = ()
    tests: Mapping[str, TestResult] = field(default_factory=dict)
    surroundings: Surroundings = Surroundings()
    exit: ExitFacts = ExitFacts()
    source: Source = Source.EVENTS
    duration: float = 0.0
    tail: str = ""  # the last lines of pytest's own output, where the facts above do not explain the verdict

    @property
    def green(self) -> bool:
        return self.verdict is Verdict.PASSED


@dataclass(frozen=True, kw_only=True)
class Item:
    """One test that was found."""

    id: str
    line: int = 0
    markers: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Discovery:
    """What collection found. `verdict` is PASSED only if everything could be collected."""

    run_id: str
    verdict: Verdict
    reason: str
    items: tuple[Item, ...] = ()
    deselected: int = 0
    errors: tuple[Failure, ...] = ()
    surroundings: Surroundings = Surroundings()
    exit: ExitFacts = ExitFacts()
    duration: float = 0.0
    tail: str = ""


@dataclass(frozen=True, kw_only=True)
class Progress:
    """Where a run stands. Sent soon after each change and at least every few seconds."""

    run_id: str
    done: int = 0
    total: int | None = None  # None until collection has finished
    failed: int = 0
    current: str = ""  # the node id that has been running longest
    current_for: float = 0.0  # seconds
    elapsed: float = 0.0
    waiting_for: str = ""  # the run id on the same root that this one waits for
