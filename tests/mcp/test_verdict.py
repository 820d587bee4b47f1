"""Only a run that pytest ended with 0, and in which every test ran, is green."""

from collections.abc import Sequence
from typing import Any

import pytest

from pytest_hermetic.mcp import verdict
from pytest_hermetic.mcp.evidence import Evidence
from pytest_hermetic.mcp.outcome import ExitFacts, Verdict
from pytest_hermetic.mcp.tally import Event, tally
from requirements import requirement

BOOT: list[Event] = [{"e": "boot", "python": "/p", "version": "3.12.1"}]
HELLO: list[Event] = [*BOOT, {"e": "hello", "pytest": "9.2.0", "rootdir": "/r"}]


def ran(name: str, outcome: str = "passed") -> list[Event]:
    return [
        {"e": "start", "id": name},
        {"e": "phase", "id": name, "when": "setup", "outcome": "passed", "duration": 0},
        {"e": "phase", "id": name, "when": "call", "outcome": outcome, "duration": 0},
        {"e": "finish", "id": name},
    ]


def collected(selected: int, deselected: int = 0) -> list[Event]:
    return [{"e": "collected", "selected": selected, "deselected": deselected}]


def over(code: int) -> list[Event]:
    return [{"e": "session_finish", "code": code}, {"e": "exit", "code": code}]


def judged(events: Sequence[Event], *, stderr: str = "", **facts: Any) -> tuple[Verdict, str]:
    evidence = Evidence(
        run_id="r1",
        tally=tally(events),
        exit=ExitFacts(**{"code": 0, **facts}),
        python="/p",
        why="as asked",
        stderr=stderr,
        timeout=5,
    )
    outcome = verdict.outcome(evidence)
    return outcome.verdict, outcome.reason


GREEN = [*HELLO, *collected(2, 1), *ran("a"), *ran("b"), *over(0)]


def test_all_ran_and_pytest_said_0() -> None:
    assert judged(GREEN) == (Verdict.PASSED, "")


@pytest.mark.parametrize("missing", range(len(HELLO), len(GREEN)))
def test_no_line_of_a_green_run_can_go_missing_unnoticed(missing: int) -> None:
    rest = GREEN[:missing] + GREEN[missing + 1 :]
    harmless = (
        GREEN[missing]["e"] in ("start", "session_finish", "exit")  # a later line says the same
        or GREEN[missing].get("when") == "setup"
    )
    assert (judged(rest)[0] is Verdict.PASSED) == harmless


@pytest.mark.parametrize("length", range(len(BOOT), len(GREEN) - 2))
def test_a_run_cut_off_anywhere_is_not_green(length: int) -> None:
    assert judged(GREEN[:length])[0] in (Verdict.CRASHED, Verdict.NOT_STARTED)


CODES = {
    1: Verdict.FAILED,
    2: Verdict.INTERRUPTED,
    3: Verdict.INTERNAL_ERROR,
    4: Verdict.USAGE_ERROR,
    5: Verdict.NO_TESTS,
    9: Verdict.INTERNAL_ERROR,
}


@requirement("MCP-004-08", "MCP-004-10")
@pytest.mark.parametrize("code", CODES)
def test_each_code_of_pytest_has_its_verdict(code: int) -> None:
    assert judged([*GREEN[:-2], *over(code)], code=code)[0] is CODES[code]


ENDS = {
    "cancel": Verdict.CANCELLED,
    "server_gone": Verdict.CANCELLED,
    "timeout": Verdict.TIMEOUT,
    "test_timeout": Verdict.TIMEOUT,
    "processes": Verdict.CRASHED,
}


@pytest.mark.parametrize("end", ENDS)
def test_what_we_ended_is_not_green_even_if_all_tests_had_passed(end: str) -> None:
    assert judged(GREEN, ended_by=end)[0] is ENDS[end]


@requirement("MCP-004-09")
def test_a_crash_names_the_test_its_phase_and_the_line() -> None:
    stderr = (
        "Fatal Python error: Aborted\n\nCurrent thread 0x0000 (most recent call first):\n"
        '  File "/lib/python3.12/x.py", line 9 in inner\n  File "/r/tests/test_a.py", line 3 in test_a\n'
        '  File "/v/site-packages/_pytest/python.py", line 1 in call\n\nExtension modules: a\n'
    )
    found = judged([*HELLO, *collected(1), *ran("a")[:2]], signal="SIGABRT", code=None, stderr=stderr)
    assert found == (
        Verdict.CRASHED,
        "The test process died of SIGABRT, in a (call) at tests/test_a.py:3 in test_a.",
    )


def test_failures_under_an_exit_code_of_0_are_failures() -> None:
    assert judged([*HELLO, *collected(1), *ran("a", "failed"), *over(0)])[0] is Verdict.FAILED


def test_only_skipped_tests_are_no_tests() -> None:
    found = judged([*HELLO, *collected(1), *ran("a", "skipped"), *over(0)])
    assert found == (Verdict.NO_TESTS, "The only test was skipped.")


def test_fewer_tests_than_collected_are_not_green() -> None:
    found = judged([*HELLO, *collected(3), *ran("a"), *over(0)])
    assert found == (Verdict.INTERRUPTED, "pytest exited 0, but 2 of 3 tests did not run to an end.")


@requirement("MCP-004-10")
def test_missing_pytest_is_told_with_what_to_do() -> None:
    missing: Event = {"e": "no_pytest", "error": "No module named 'pytest'", "missing": "pytest"}
    found, reason = judged([*BOOT, missing], code=74)
    assert found is Verdict.ENV_ERROR
    assert "/p -m pip install pytest" in reason
    assert "\n" not in reason


def test_a_plugin_that_breaks_pytest_at_its_start_is_quoted() -> None:
    text = 'Traceback (most recent call last):\n  File "/v/x.py", line 3, in f\n    g()\nFirst: line\nand a second.\n'
    broken: Event = {"e": "internal_error", "text": text}
    found = judged([*BOOT, broken, {"e": "exit", "code": 3}], code=3)
    assert found == (Verdict.NOT_STARTED, "pytest or a plugin broke at the start: First: line")


def test_a_supervisor_that_was_killed_leaves_no_green() -> None:
    assert judged(GREEN, lost=True)[0] is Verdict.INTERRUPTED


def test_workers_that_died_before_any_test_are_no_empty_run() -> None:
    lost: Event = {"e": "worker_lost", "error": "Not properly terminated"}
    expected = (Verdict.CRASHED, "2 worker processes died before any test: Not properly terminated.")
    assert judged([*HELLO, lost, lost, *over(5)], code=5) == expected


def test_a_worker_that_was_replaced_does_no_harm() -> None:
    lost: Event = {"e": "worker_lost", "error": "Not properly terminated"}
    assert judged([*HELLO, lost, *collected(1), *ran("a"), *over(0)]) == (Verdict.PASSED, "")


@pytest.mark.parametrize(
    ("stdout", "told"),
    [
        ("FAIL Required coverage of 90% not reached.\n===== 1 passed in 0.12s =====\n", "FAIL Required coverage"),
        (
            "!!!!! session-timeout: 1.0 sec exceeded !!!!!\n== 1 failed, 2 passed in 61.12s (0:01:01) ==\n",
            "session-timeout",
        ),
        ("1 passed in 0.12s\n", "1 passed"),
    ],
)
def test_why_pytest_failed_without_a_failure_is_told_not_its_counts(stdout: str, told: str) -> None:
    evidence = Evidence(
        run_id="r1",
        tally=tally([*HELLO, *collected(1), *ran("a"), *over(1)]),
        exit=ExitFacts(code=1),
        python="/p",
        why="as asked",
        stdout=stdout,
        stderr="/x/plugin.py:306: SomeDeprecationWarning: an option is unset.\nIt will be.\n\n  warnings.warn(IT)\n",
    )
    outcome = verdict.outcome(evidence)
    assert outcome.reason.startswith(f"No test failed, but pytest exited 1: {told}")
    assert outcome.tail == stdout.rstrip()


def test_a_run_that_could_not_be_written_down_is_not_judged_by_what_is_missing() -> None:
    told = "What the tests did could not be written down: [Errno 28] No space left on device."
    expected = (Verdict.INTERRUPTED, told)
    assert judged(GREEN[:-1], unwritten="[Errno 28] No space left on device") == expected
