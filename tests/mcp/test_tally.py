"""The worst that happened to a test is what counts, however many reports speak of it."""

from typing import Any

import pytest

from pytest_hermetic.mcp.outcome import TestOutcome
from pytest_hermetic.mcp.tally import tally

ID = "tests/test_a.py::test_x"


def phase(when: str, outcome: str, **more: Any) -> dict[str, Any]:
    return {"e": "phase", "id": ID, "when": when, "outcome": outcome, "duration": 0.1, **more}


def outcome_of(*phases: dict[str, Any]) -> TestOutcome | None:
    found = tally([{"e": "start", "id": ID}, *phases, {"e": "finish", "id": ID}]).tests.get(ID)
    return found.outcome if found else None


SET_UP = phase("setup", "passed")
CASES = {
    "subtest failed, test failed for it": (
        [
            SET_UP,
            phase("call", "failed", subtest="i=1"),
            phase("call", "failed", message="contains 1 failed subtest"),
        ],
        TestOutcome.FAILED,
    ),
    "passed": ([SET_UP, phase("call", "passed")], TestOutcome.PASSED),
    "failed": ([SET_UP, phase("call", "failed")], TestOutcome.FAILED),
    "set-up failed": ([phase("setup", "failed")], TestOutcome.ERROR),
    "tear-down failed": ([SET_UP, phase("call", "passed"), phase("teardown", "failed")], TestOutcome.ERROR),
    "skipped": ([phase("setup", "skipped", reason="later")], TestOutcome.SKIPPED),
    "expected to fail": ([SET_UP, phase("call", "skipped", xfail="bug")], TestOutcome.XFAILED),
    "expected to fail, but": ([SET_UP, phase("call", "passed", xfail="bug")], TestOutcome.XPASSED),
    "subtest failed, test passed": (
        [SET_UP, phase("call", "failed", subtest="i=1"), phase("call", "passed")],
        TestOutcome.FAILED,
    ),
    "subtest skipped, test passed": (
        [SET_UP, phase("call", "skipped", subtest="i=1"), phase("call", "passed")],
        TestOutcome.PASSED,
    ),
    "passed at last": ([SET_UP, phase("call", "rerun"), SET_UP, phase("call", "passed")], TestOutcome.PASSED),
    "failed at last": ([SET_UP, phase("call", "rerun"), SET_UP, phase("call", "failed")], TestOutcome.FAILED),
    "only set up": ([SET_UP], None),
}


@pytest.mark.parametrize(("phases", "expected"), CASES.values(), ids=CASES)
def test_the_worst_phase_decides(phases: list[dict[str, Any]], expected: TestOutcome | None) -> None:
    assert outcome_of(*phases) is expected


def test_a_test_that_started_and_did_not_finish_is_unfinished_in_the_phase_it_reached() -> None:
    found = tally([{"e": "start", "id": ID}, SET_UP])
    assert [(test.id, test.phase) for test in found.running.values()] == [(ID, "call")]
    assert found.counts().unfinished == 1


def test_a_worker_that_died_ends_its_test() -> None:
    found = tally([{"e": "start", "id": ID}, phase("???", "failed")])
    assert found.died_in == [ID]
    assert not found.running
    assert found.tests[ID].outcome is TestOutcome.FAILED


def test_a_second_pass_over_a_test_does_not_wipe_out_its_failure() -> None:
    start, finish = {"e": "start", "id": ID}, {"e": "finish", "id": ID}
    twice = [start, SET_UP, phase("call", "failed"), finish, start, SET_UP, phase("call", "passed"), finish]
    assert tally(twice).tests[ID].outcome is TestOutcome.FAILED


def test_a_report_that_only_counts_failed_subtests_is_no_further_failure() -> None:
    subtest, summary = (
        phase("call", "failed", subtest="i=1"),
        phase("call", "failed", message="contains 1 failed subtest"),
    )
    assert [each.subtest for each in tally([SET_UP, subtest, summary]).failures] == ["i=1"]
    assert len(tally([SET_UP, summary]).failures) == 1, "without a subtest it is all that is known"


def test_user_properties_stay_with_the_test() -> None:
    events = [{"e": "start", "id": ID}, phase("call", "passed", properties=[["size", "small"]])]
    found = tally([*events, phase("teardown", "passed"), {"e": "finish", "id": ID}])
    assert found.tests[ID].properties == (("size", "small"),)


def test_events_of_a_later_version_are_left_alone() -> None:
    assert tally([{"e": "something new"}, {}]).counts().ran == 0


def test_a_report_that_a_hook_renamed_is_about_the_test_under_way() -> None:
    renamed = phase("call", "failed", message="assert 0") | {"id": "something else"}
    found = tally([{"e": "start", "id": ID}, SET_UP, renamed, {"e": "finish", "id": ID}])
    assert (list(found.tests), [each.id for each in found.failures], found.counts().unfinished) == ([ID], [ID], 0)


def test_a_dead_workers_report_is_not_about_another_workers_test() -> None:
    found = tally([{"e": "start", "id": ID}, phase("???", "failed") | {"id": "b"}])
    assert (found.died_in, list(found.running)) == (["b"], [ID])


def test_an_outcome_of_a_plugins_own_is_no_pass() -> None:
    assert outcome_of(SET_UP, phase("call", "odd")) is None


def test_what_was_under_way_when_the_end_began_stays_known() -> None:
    found = tally(
        [{"e": "start", "id": ID}, SET_UP, {"e": "ending"}, phase("call", "passed"), {"e": "finish", "id": ID}]
    )
    assert (found.under_way, found.tests[ID].outcome) == (((ID, "call"),), TestOutcome.PASSED)
