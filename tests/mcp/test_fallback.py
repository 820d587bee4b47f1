"""What plain pytest leaves behind reads like what the reporter would have told."""

# ruff: noqa: E501 - a report as pytest writes it

from pathlib import Path

from pytest_hermetic.mcp.fallback import from_junit, from_text
from pytest_hermetic.mcp.outcome import TestOutcome
from pytest_hermetic.mcp.tally import tally
from requirements import requirement

XML = """<?xml version="1.0" encoding="utf-8"?><testsuites><testsuite name="pytest" tests="5">
<testcase classname="tests.test_a" name="test_good" time="0.1" />
<testcase classname="tests.test_a.TestB" name="test_bad[1]" time="0.1">
<failure message="assert 1 == 2">def test_bad():
&gt;   assert 1 == 2
E   assert 1 == 2</failure></testcase>
<testcase classname="tests.test_a" name="test_set_up" time="0"><error message="failed on setup with 1/0">E  x</error></testcase>
<testcase classname="tests.test_a" name="test_skip" time="0"><skipped type="pytest.skip" message="later" /></testcase>
<testcase classname="tests.test_a" name="test_known" time="0"><skipped type="pytest.xfail" message="bug" /></testcase>
</testsuite></testsuites>"""

TEXT = """..F
=========================== short test summary info ============================
FAILED tests/test_a.py::test_bad - assert 1 == 2
ERROR tests/test_a.py::test_set_up
======= 1 failed, 2 passed, 1 skipped, 3 deselected, 1 error in 0.12s =======
"""


@requirement("MCP-004-07")
def test_junit_becomes_outcomes_under_ids_that_pytest_takes(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_a.py").touch()
    found = tally(from_junit(XML, str(tmp_path)))
    assert {name: test.outcome for name, test in found.tests.items()} == {
        "tests/test_a.py::test_good": TestOutcome.PASSED,
        "tests/test_a.py::TestB::test_bad[1]": TestOutcome.FAILED,
        "tests/test_a.py::test_set_up": TestOutcome.ERROR,
        "tests/test_a.py::test_skip": TestOutcome.SKIPPED,
        "tests/test_a.py::test_known": TestOutcome.XFAILED,
    }
    assert found.failures[0].diff == ("assert 1 == 2",)
    assert found.counts().collected == 5


def test_half_a_report_is_no_report() -> None:
    assert tally(from_junit(XML[:200], "/")).selected is None


@requirement("MCP-004-07")
def test_text_gives_counts_and_the_names_of_what_failed() -> None:
    found = from_text(TEXT)
    counts = found.counts()
    assert (counts.ran, counts.passed, counts.failed, counts.errors, counts.deselected) == (5, 2, 1, 1, 3)
    assert counts.collected == 8
    assert [each.id for each in found.failures] == [
        "tests/test_a.py::test_bad",
        "tests/test_a.py::test_set_up",
    ]


def test_text_without_a_summary_is_no_report() -> None:
    assert from_text("Killed\n").selected is None
