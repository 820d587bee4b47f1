"""pytest-xdist: the same violations and the same summary, however the tests are spread."""

from __future__ import annotations

import re

import pytest

from inner_runs import WARN, Project

pytestmark = pytest.mark.medium

_TESTS = """
    import threading

    def test_reads(): open("data.txt")

    def test_swallows():
        try:
            touch()
        except Exception:
            pass

    def test_thread():
        thread = threading.Thread(target=test_swallows)
        thread.start()
        thread.join()

    @pytest.mark.parametrize("number", range(4))
    def test_connects(number):
        import socket
        with pytest.raises(Exception):
            socket.create_connection(("127.0.0.1", 1))

    @pytest.mark.xdist_group("one")
    def test_fails():
        try:
            touch()
        except Exception:
            pass
        assert False, "its own"

    def test_passes(): pass

    @pytest.mark.medium
    def test_free(): assert touch()
"""
_OUTCOMES = {
    "test_reads": "failed",
    "test_swallows": "failed",
    "test_thread": "failed",
    **{f"test_connects[{number}]": "failed" for number in range(4)},
    "test_fails": "failed",
    "test_passes": "passed",
    "test_free": "passed",
}


def _told(violations: list[dict[str, object]]) -> list[str]:
    return sorted(f"{each['details']} {each.get('at')} {each['count']} {each['phase']}" for each in violations)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> tuple[list[str], list[str]]:
    project = Project(tmp_path_factory.mktemp("alone"))
    project.write(test_it=_TESTS)
    run = project.run()
    assert run.outcomes() == _OUTCOMES
    return _told(run.violations()), run.summary()


@pytest.mark.parametrize("dist", ["load", "loadscope", "loadfile", "loadgroup", "worksteal", "each"])
def test_violations_and_summary_are_those_of_a_run_without_it(
    project: Project, alone: tuple[list[str], list[str]], dist: str
) -> None:
    project.write(test_it=_TESTS)
    workers = "1" if dist == "each" else "2"
    run = project.run("-p", "xdist", "-n", workers, "--dist", dist)
    violations, summary = alone
    outcomes = {name.partition("@")[0]: outcome for name, outcome in run.outcomes().items()}
    assert outcomes == _OUTCOMES, run.output
    assert _told(run.violations()) == violations
    assert [_without_group(line) for line in run.summary()] == summary


def _without_group(line: str) -> str:
    return re.sub("@[a-z]+", "", line)


def test_warn_mode_reports_its_warnings_through_the_workers(project: Project) -> None:
    project.write(test_it="def test_it(): touch()\ndef test_other(): touch()")
    run = project.run("-p", "xdist", "-n", "2", mode=WARN)
    assert set(run.outcomes().values()) == {"passed"}
    assert len(run.our_warnings()) == 2
    assert "INTERNALERROR" not in run.output


@pytest.mark.parametrize("dist", ["load", "loadfile", "worksteal", "each"])
def test_a_test_with_two_sizes_is_a_usage_error_under_xdist_too(project: Project, dist: str) -> None:
    project.write(
        test_it="""
            @pytest.mark.large
            @pytest.mark.medium
            def test_torn(): pass
        """
    )
    run = project.run("-p", "xdist", "-n", "2", "--dist", dist)
    assert "INTERNALERROR" not in run.output
    assert "crashed" not in run.output
    assert "ERROR: test_it.py::test_torn is marked large and medium at the same level: a test has" in run.output
    assert run.exit == 4


def test_a_wrong_option_is_told_once_and_before_any_worker_starts(project: Project) -> None:
    project.write(test_it="def test_it(): pass")
    run = project.run("-p", "xdist", "-n", "2", mode="--test-categories-enforcement=lax")
    assert run.exit == 4
    assert run.output.count("'lax' is not valid") == 1
    assert "INTERNALERROR" not in run.output


def test_a_worker_that_crashes_takes_no_other_result_along(project: Project) -> None:
    project.write(
        test_crash="""
            def test_looks(): touch()
            def test_crashes(): os._exit(1)
            def test_passes(): pass
        """
    )
    run = project.run("-p", "xdist", "-n", "1")
    outcomes = run.outcomes()
    assert outcomes["test_looks"] == "failed"
    assert outcomes["test_passes"] == "passed"
    assert "INTERNALERROR" not in run.output
    assert run.summary()[0] == "1 violation in 1 test: 1 filesystem"


def test_junit_xml_has_sizes_and_violations_from_the_workers(project: Project) -> None:
    project.write(test_it="def test_it(): touch()")
    run = project.run("-p", "xdist", "-n", "1", "--junitxml=out.xml", "-o", "junit_family=xunit1")
    assert run.outcomes() == {"test_it": "failed"}
    text = (project.folder / "out.xml").read_text(encoding="utf-8")
    assert '<property name="test_size" value="small"' in text
    assert 'name="hermetic.violation"' in text
