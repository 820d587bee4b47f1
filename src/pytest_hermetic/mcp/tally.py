"""Events become a tally: per node id the worst that happened, what is unfinished, what pytest says. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pytest_hermetic.mcp.outcome import Counts, Failure, Item, Output, Surroundings, TestOutcome, TestResult

Event = Mapping[str, Any]

Handler = Callable[["Tally", Event], None]

_NEXT = {"setup": "call", "call": "teardown"}
_WORST = list(TestOutcome)
_CONTAINS_SUBTESTS = re.compile(r"contains \d+ failed subtests?")
_OUTCOMES = ("passed", "skipped", "failed")
_WORKER_DIED = "???"  # the phase that xdist and pytest-forked give the report of a test whose process died


@dataclass(kw_only=True)
class Running:
    """A test between its start and its finish, and the phase it has reached."""

    id: str
    phase: str = "setup"
    outcome: TestOutcome | None = None
    duration: float = 0.0
    reruns: int = 0
    reason: str = ""
    properties: tuple[tuple[str, object], ...] = ()


@dataclass(kw_only=True)
class Tally:
    """The one mutable record of the engine: `add` each event in its order."""

    boot: Event | None = None
    hello: Event | None = None
    no_pytest: Event | None = None
    exit_code: int | None = None  # what pytest.main returned
    session_code: int | None = None
    system_exit: str | None = None
    interrupt: Event | None = None
    internal_error: str = ""
    reporter_errors: list[str] = field(default_factory=list)
    selected: int | None = None
    deselected: int = 0
    warnings: int = 0
    items: list[Item] = field(default_factory=list)
    running: dict[str, Running] = field(default_factory=dict)
    ended_in: tuple[tuple[str, str], ...] | None = None  # id and phase of what was under way when we began the end
    tests: dict[str, TestResult] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    collect_errors: dict[str, Failure] = field(default_factory=dict)
    died_in: list[str] = field(default_factory=list)  # tests whose worker process died under them
    workers_lost: list[str] = field(default_factory=list)  # why worker processes went away
    counted: Counts | None = None  # where only numbers are known

    def add(self, event: Event) -> None:
        handler = _HANDLERS.get(str(event.get("e")))
        if handler is not None:
            handler(self, event)

    @property
    def under_way(self) -> tuple[tuple[str, str], ...]:
        """Return id and phase of the tests that were under way when the end began, or at the last event."""
        return self.ended_in or tuple((test.id, test.phase) for test in self.running.values())

    @property
    def failed(self) -> int:
        return sum(test.outcome in (TestOutcome.FAILED, TestOutcome.ERROR) for test in self.tests.values())

    def counts(self) -> Counts:
        if self.counted is not None:
            return self.counted
        outcomes = [test.outcome for test in self.tests.values()]
        return Counts(
            collected=(self.selected or 0) + self.deselected,
            deselected=self.deselected,
            ran=len(outcomes),
            passed=outcomes.count(TestOutcome.PASSED),
            failed=outcomes.count(TestOutcome.FAILED),
            errors=outcomes.count(TestOutcome.ERROR),
            skipped=outcomes.count(TestOutcome.SKIPPED),
            xfailed=outcomes.count(TestOutcome.XFAILED),
            xpassed=outcomes.count(TestOutcome.XPASSED),
            reruns=sum(test.reruns for test in self.tests.values()),
            unfinished=len(self.running),
            warnings=self.warnings,
        )

    def surroundings(self, *, python: str, why: str) -> Surroundings:
        boot, hello = self.boot or {}, self.hello or {}
        return Surroundings(
            python=str(boot.get("python") or python),
            why=why,
            python_version=str(boot.get("version", "")),
            pytest_version=str(hello.get("pytest", "")),
            rootdir=str(hello.get("rootdir", "")),
            start=str(hello.get("start", "")),
            inifile=str(hello.get("inifile", "")),
            plugins=tuple(dict.fromkeys(hello.get("plugins", ()))),
            workers=int(hello.get("workers", 0)),
        )


def tally(events: Iterable[Event]) -> Tally:
    result = Tally()
    for event in events:
        result.add(event)
    return result


def failure(event: Event) -> Failure:
    return Failure(
        id=event["id"],
        phase=event["when"],
        exception=event.get("exception", ""),
        message=event.get("message", ""),
        location=event.get("location", ""),
        frames=tuple(event.get("frames", ())),
        diff=tuple(event.get("diff", ())),
        causes=tuple(event.get("causes", ())),
        text=event.get("text", ""),
        output=tuple(Output(**section) for section in event.get("output", ())),
        subtest=event.get("subtest"),
    )


def _start(tally: Tally, event: Event) -> None:
    tally.running.setdefault(event["id"], Running(id=event["id"]))


def _meant(tally: Tally, event: Event) -> Running:
    """Return the test that a report is about: hooks rename reports, and there is but one that can be meant."""
    if event["id"] not in tally.running and len(tally.running) == 1 and event["when"] != _WORKER_DIED:
        return next(iter(tally.running.values()))
    return tally.running.setdefault(event["id"], Running(id=event["id"]))


def _phase(tally: Tally, event: Event) -> None:
    test = _meant(tally, event)
    event = {**event, "id": test.id}
    when, outcome = event["when"], event["outcome"]
    test.phase = _NEXT.get(when, str(when))
    test.duration += event.get("duration") or 0.0
    test.properties = tuple((name, value) for name, value in event.get("properties", ())) or test.properties
    test.reason = str(event.get("xfail") or event.get("reason") or test.reason)
    if outcome == "rerun":
        test.reruns += 1
        test.outcome = None
    if outcome not in _OUTCOMES:
        return  # a plugin's own word, from which nothing follows
    _worsen(test, event)
    if outcome == "failed" and not _only_counts_subtests(tally, event):
        tally.failures.append(failure(event))
    if when == _WORKER_DIED:  # no finish follows
        tally.died_in.append(event["id"])
        _finish(tally, event)


def _only_counts_subtests(tally: Tally, event: Event) -> bool:
    """Tell whether this is what pytest 9 adds to the subtests' own failures."""
    says_so = _CONTAINS_SUBTESTS.fullmatch(event.get("message", ""))
    return bool(says_so) and any(each.id == event["id"] and each.subtest is not None for each in tally.failures)


def _worsen(test: Running, event: Event) -> None:
    when, outcome = event["when"], event["outcome"]
    if outcome == "passed" and when != "call":
        return  # a test that only got through its set-up has not passed
    if "subtest" in event and outcome != "failed":
        return  # the test's own report follows
    if outcome == "failed":
        now = TestOutcome.ERROR if when in ("setup", "teardown") else TestOutcome.FAILED
    elif "xfail" in event:
        now = TestOutcome.XFAILED if outcome == "skipped" else TestOutcome.XPASSED
    else:
        now = TestOutcome.SKIPPED if outcome == "skipped" else TestOutcome.PASSED
    if test.outcome is None or _WORST.index(now) > _WORST.index(test.outcome):
        test.outcome = now


def _ending(tally: Tally, _: Event) -> None:
    tally.ended_in = tally.under_way


def _finish(tally: Tally, event: Event) -> None:
    test = tally.running.pop(event["id"], None)
    if test is None or test.outcome is None:
        return  # finished without a word of what became of it: it counts as not run
    before = tally.tests.get(test.id)
    worse = before is not None and _WORST.index(before.outcome) > _WORST.index(test.outcome)
    tally.tests[test.id] = TestResult(
        id=test.id,
        outcome=before.outcome if before is not None and worse else test.outcome,
        duration=test.duration,
        reruns=test.reruns,
        reason=test.reason,
        properties=test.properties,
    )


def _collected(tally: Tally, event: Event) -> None:
    tally.selected = max(tally.selected or 0, event["selected"])
    tally.deselected = event["deselected"]


def _collect_error(tally: Tally, event: Event) -> None:
    tally.collect_errors[event["id"]] = failure(event)


def _items(tally: Tally, event: Event) -> None:
    tally.items += [Item(id=name, line=line, markers=tuple(markers)) for name, line, markers in event["items"]]


def _warning(tally: Tally, _: Event) -> None:
    tally.warnings += 1


def _keep(name: str, key: str = "") -> "Handler":
    def keep(tally: Tally, event: Event) -> None:
        setattr(tally, name, event[key] if key else event)

    return keep


def _worker_lost(tally: Tally, event: Event) -> None:
    tally.workers_lost.append(str(event["error"]))


def _reporter_error(tally: Tally, event: Event) -> None:
    tally.reporter_errors.append(f"{event['hook']}: {event['error']}")


_HANDLERS: Mapping[str, Handler] = {
    "boot": _keep("boot"),
    "hello": _keep("hello"),
    "no_pytest": _keep("no_pytest"),
    "exit": _keep("exit_code", "code"),
    "session_finish": _keep("session_code", "code"),
    "system_exit": _keep("system_exit", "code"),
    "interrupt": _keep("interrupt"),
    "internal_error": _keep("internal_error", "text"),
    "reporter_error": _reporter_error,
    "collected": _collected,
    "collect_error": _collect_error,
    "items": _items,
    "warning": _warning,
    "worker_lost": _worker_lost,
    "ending": _ending,
    "start": _start,
    "phase": _phase,
    "finish": _finish,
}
