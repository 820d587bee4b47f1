"""Other pytest plugins, and the ways of loading this one: the same violations as without, and no trouble."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from inner_runs import PREAMBLE, STRICT, WARN, Project, run_pytest, write_files
from requirements import requirement

pytestmark = pytest.mark.medium

_TESTS = """
    def add(a, b):
        if a:
            return a + b
        return b
    def test_innocent(): assert add(1, 2) == 3
    def test_looks(): touch()
    def test_swallows():
        try:
            touch()
        except Exception:
            pass
    @pytest.mark.medium
    def test_free(): assert touch()
"""
_OUTCOMES = {"test_innocent": "passed", "test_looks": "failed", "test_swallows": "failed", "test_free": "passed"}


@pytest.mark.parametrize(
    "options",
    [
        ["-p", "pytest_cov.plugin", "--cov=.", "--cov-context=test", "--cov-branch", "--cov-report=term"],
        ["-p", "randomly"],
        ["-p", "timeout", "--timeout=60", "--timeout-method=signal"],
        ["-p", "timeout", "--timeout=60", "--timeout-method=thread"],
        ["-p", "socket"],
        ["-p", "rerunfailures", "--reruns=2"],
        ["-p", "pytester"],
        ["--cache-clear", "--durations=3", "-ra"],
        ["--assert=plain"],
        ["--import-mode=importlib"],
        ["-s"],
        ["--capture=sys"],
        ["--log-level=DEBUG", "--log-file=out.log"],
        ["-p", "no:terminal"],
        ["-p", "no:cacheprovider", "-p", "no:logging", "-p", "no:faulthandler"],
    ],
    ids=" ".join,
)
def test_the_violations_are_those_of_a_run_without_it(project: Project, options: list[str]) -> None:
    project.write(test_it=_TESTS)
    run = project.run(*options)
    assert "INTERNALERROR" not in run.output
    assert run.outcomes() == _OUTCOMES, run.output
    assert len(run.violations("test_looks")) == len(run.violations("test_swallows")) == 1
    assert len(run.violations()) == 2


def test_a_forked_test_reports_its_violations_to_its_parent(project: Project) -> None:
    # pytest-forked cannot marshal the node ids that reports of pytest 9.2 hold, with or without this plugin.
    project.write(
        conftest="""
            import pytest_forked
            real = pytest_forked.serialize_report
            def serialize(report):
                data = real(report)
                data.pop("_id", None)
                return data | {"nodeid": report.nodeid}
            pytest_forked.serialize_report = serialize
        """,
        test_it=_TESTS,
    )
    run = project.run("-p", "pytest_forked", "--forked")
    assert run.outcomes() == _OUTCOMES, run.output
    assert len(run.violations()) == 2
    assert run.summary()[0] == "2 violations in 2 tests: 2 filesystem"


def test_coverage_measures_every_line_by_test(project: Project) -> None:
    project.write(test_it=_TESTS)
    run = project.run("-p", "pytest_cov.plugin", "--cov=.", "--cov-context=test", "--cov-report=")
    assert run.outcomes() == _OUTCOMES
    with closing(sqlite3.connect(project.folder / ".coverage")) as data:
        contexts = {name for (name,) in data.execute("select context from context")}
    assert {f"test_it.py::{name}|run" for name in _OUTCOMES} <= contexts


def test_violations_of_an_earlier_attempt_do_not_pile_up(project: Project) -> None:
    project.write(
        test_flaky="""
            attempts = []
            def test_flaky():
                attempts.append(1)
                os.access("data.txt", 0)
                assert len(attempts) == 3
            def test_gets_better():
                attempts.append(1)
                if len(attempts) < 6:
                    touch()
        """
    )
    run = project.run("-p", "rerunfailures", "--reruns=3", "-p", "no:cacheprovider", mode=WARN)
    last = [each for each in run.reports if each.when == "teardown" and each.nodeid.endswith("::test_flaky")][-1]
    assert [name for name, _ in last.properties] == ["test_size", "hermetic.violation"]
    assert '"count": 1' in last.properties[1][1]
    assert run.exit == 0


def test_a_rerun_in_strict_mode_may_pass_in_the_end(project: Project) -> None:
    project.write(
        test_flaky="""
            attempts = []
            def test_gets_better():
                attempts.append(1)
                if len(attempts) < 3:
                    try:
                        touch()
                    except Exception:
                        pass
        """
    )
    run = project.run("-p", "rerunfailures", "--reruns=3")
    assert run.exit == 0, run.output
    assert "2 rerun" in run.output


def test_a_time_limit_that_strikes_leaves_the_next_test_as_it_should_be(project: Project) -> None:
    project.write(
        test_slow="""
            import time
            def test_slow():
                try:
                    touch()
                except Exception:
                    pass
                while True:
                    time.sleep(0.01)
            @pytest.mark.medium
            def test_free(): assert touch()
            def test_looks(): touch()
        """
    )
    run = project.run("-p", "timeout", "--timeout=0.3", "--timeout-method=signal")
    assert run.outcomes() == {"test_slow": "failed", "test_free": "passed", "test_looks": "failed"}
    assert "Timeout" in run.text()
    assert "Attempted list on: ." in run.beside()


def test_what_pytest_does_for_a_test_that_runs_it_is_told_at_the_line_that_does(project: Project) -> None:
    project.write(
        test_it="""
            def test_it(pytester):
                pytester.inline_run("--basetemp=x")
        """
    )
    run = project.run("-p", "pytester", mode=WARN)
    assert run.outcomes() == {"test_it": "passed"}
    assert {violation["function"] for violation in run.violations()} == {"test_it"}
    assert {violation["at"].rpartition(":")[2] for violation in run.violations()} == {str(PREAMBLE.count("\n") + 3)}
    assert {violation["through"] for violation in run.violations()} == {"_pytest.pytester.Pytester.inline_run"}


@requirement("ADR-001-34")
def test_pytest_socket_has_the_first_word_on_sockets(project: Project) -> None:
    project.write(
        test_it="""
            import socket
            def test_it(): socket.socket()
            @pytest.mark.medium
            def test_free(): touch()
        """
    )
    run = project.run("-p", "socket", "--disable-socket")
    assert run.outcomes() == {"test_it": "failed", "test_free": "passed"}
    assert "SocketBlockedError" in run.text()


def test_what_pytest_socket_puts_back_after_a_test_is_still_watched(project: Project) -> None:
    project.write(
        test_it="""
            import socket
            @pytest.mark.medium
            def test_first(): pass
            @pytest.mark.medium
            def test_it(): socket.socket().connect((bytearray(b"db.invalid"), 80))
        """
    )
    run = project.run("-p", "socket")
    assert run.outcomes() == {"test_first": "passed", "test_it": "failed"}
    assert "Attempted connection to: db.invalid:80" in run.text()


@pytest.mark.parametrize(
    ("options", "conftest"),
    [
        (["-p", "pytest_hermetic.plugin"], ""),
        ([], "pytest_plugins = ['pytest_hermetic.plugin']"),
        ([], "from pytest_hermetic.plugin import *"),
    ],
    ids=["-p", "pytest_plugins", "import"],
)
def test_it_works_without_its_entry_point(project: Project, options: list[str], conftest: str) -> None:
    project.write(conftest=conftest, test_it=_TESTS)
    (project.folder / "pytest.ini").write_text("[pytest]\ntest_categories_enforcement = strict\n", encoding="utf-8")
    run = run_pytest(project.folder, *options, entry_point=False)
    assert run.outcomes() == _OUTCOMES, run.output
    assert len(run.violations()) == 2


def test_a_project_that_switched_it_off_may_still_import_its_classes_and_run_it(project: Project) -> None:
    text = """
        def test_it(pytester):
            pytester.makepyfile(test_inner="from pytest_hermetic import SmallTest\\ndef test_it(): pass")
            pytester.inline_run("-p", "pytest_hermetic.plugin").assertoutcome(passed=1)
    """
    write_files(project.folder, {"test_it.py": text})
    options = ("-p", "no:hermetic", "-p", "pytester", "-W", "error", "--strict-markers")
    run = run_pytest(project.folder, *options, entry_point=False)
    assert run.outcome() == "passed", run.text()


def test_everything_installed_beside_it_works_together(project: Project) -> None:
    project.write(test_it=_TESTS)
    run = run_pytest(project.folder, STRICT, "-W", "ignore", autoload=True)
    assert run.outcomes() == _OUTCOMES, run.output
    assert "INTERNALERROR" not in run.output


def test_pytest_may_run_inside_a_test(project: Project) -> None:
    project.write(
        test_outer="""
            import sys
            pytest_plugins = ["pytester"]

            INNER = '''
                import os, pytest
                @pytest.mark.small
                def test_small(): os.listdir()
                @pytest.mark.medium
                def test_medium(): os.listdir()
            '''

            @pytest.mark.medium
            def test_in_process(pytester):
                pytester.makepyfile(INNER)
                result = pytester.runpytest_inprocess("--test-categories-enforcement=strict", "-p", "hermetic")
                result.assert_outcomes(passed=1, failed=1)
                assert os.listdir()

            @pytest.mark.medium
            def test_in_process_and_off(pytester):
                pytester.makepyfile(INNER)
                result = pytester.runpytest_inprocess("--test-categories-enforcement=off", "-p", "hermetic")
                result.assert_outcomes(passed=2)

            @pytest.mark.medium
            def test_in_a_process(pytester):
                pytester.makepyfile(INNER)
                result = pytester.runpytest_subprocess("--test-categories-enforcement=strict", "-p", "hermetic")
                result.assert_outcomes(passed=1, failed=1)

            def test_small_outer(pytester):
                pytester.makepyfile("def test(): pass")

            @pytest.mark.medium
            def test_session_inside_ends_and_ours_goes_on(pytester):
                pytester.makepyfile("import pytest\\ndef test(): pytest.exit('x')")
                pytester.runpytest_inprocess("-p", "hermetic")
                assert os.listdir()

            def test_still_watched():
                os.stat("data.txt")

            def test_still_watched_as_an_event():
                os.listdir()
        """
    )
    run = project.run()
    assert run.outcomes() == {
        "test_in_process": "passed",
        "test_in_process_and_off": "passed",
        "test_in_a_process": "passed",
        "test_small_outer": "failed",
        "test_session_inside_ends_and_ours_goes_on": "passed",
        "test_still_watched": "failed",
        "test_still_watched_as_an_event": "failed",
    }, run.output
