"""What a developer sees: the user's line, the message, one short summary, records that travel."""

from __future__ import annotations

import json
import re
from xml.etree import ElementTree as ET

import pytest

from inner_runs import WARN, Project, Run, inner, run_pytest

pytestmark = pytest.mark.medium

_READS = """
    def load(name):
        return open(name).read()

    def test_it():
        assert load("data.txt")
"""


@pytest.mark.parametrize(
    ("style", "option"),
    [
        *((style, "-v") for style in ("auto", "long", "short", "native", "line")),
        *((style, option) for style in ("auto", "native") for option in ("--full-trace", "-l")),
    ],
)
def test_no_frame_of_ours_is_in_a_traceback(project: Project, style: str, option: str) -> None:
    project.write(test_it=_READS)
    run = project.run(f"--tb={style}", option)
    assert run.outcomes() == {"test_it": "failed"}
    assert "pytest_hermetic/" not in run.output.replace("pytest_hermetic/docs", "")
    assert "guard.py" not in run.output
    assert "enforcement.py" not in run.output


@inner(_READS)
def test_the_failure_ends_at_the_users_line(came: Run) -> None:
    text = came.text()
    file = "test_the_failure_ends_at_the_users_line.py"
    assert re.findall(rf"^({re.escape(file)}:\d+): ?(\w*)$", text, re.MULTILINE) == [
        (f"{file}:14", ""),
        (f"{file}:11", "FilesystemAccessViolationError"),
    ]
    assert ">       return open(name).read()" in text


@inner("""
    import os.path

    def test_taps():
        os.path.exists("data.txt")

    def test_thread():
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor() as pool:
            pool.submit(touch).result()

    def test_sqlite():
        import sqlite3
        sqlite3.connect(":memory:")

    def test_process():
        import subprocess
        subprocess.run(["true"])

    def test_socket():
        import socket
        socket.create_connection(("127.0.0.1", 9))

    @pytest.fixture
    def fixture():
        return touch()

    def test_fixture(fixture):
        pass

    def test_swallowed():
        try:
            os.stat("data.txt")
        except Exception:
            pass
""")
def test_no_failure_shows_a_frame_of_ours_whichever_sensor_spoke(came: Run) -> None:
    outcomes = came.outcomes()
    assert len(outcomes) == 7
    assert all(outcome.startswith("failed") for outcome in outcomes.values())
    assert "pytest_hermetic/" not in came.text()
    assert "src/pytest_hermetic" not in came.output


@inner(_READS)
def test_the_message_says_test_category_violation_details_place_options_and_documentation(came: Run) -> None:
    (violation,) = came.violations()
    file = "test_the_message_says_test_category_violation_details_place_options_and_documentation.py"
    message = [line.removeprefix("E").strip() for line in came.text().splitlines() if line.startswith("E ")]
    assert f"Test: test_it ({file}:13)" in message
    assert "Category: SMALL" in message
    assert "Violation: Filesystem access attempted" in message
    details = message.index("Details:")
    assert message[details + 1] == "Attempted read on: data.txt"
    assert message[details + 2].startswith(f"At: {file}:11 in load")
    assert any(line.endswith("Options:") for line in message)
    assert any(line.startswith("Documentation: https://") for line in message)
    assert violation["at"] == f"{file}:11"


@inner("""
    import pickle

    @pytest.mark.parametrize("access", [
        lambda: open("data.txt"),
        lambda: __import__("socket").create_connection(("127.0.0.1", 9)),
        lambda: __import__("subprocess").run(["true", "it"]),
        lambda: __import__("sqlite3").connect(":memory:"),
    ], ids=["filesystem", "network", "process", "database"])
    def test_it(access):
        with pytest.raises(Exception) as caught:
            access()
        again = pickle.loads(pickle.dumps(caught.value))
        assert type(again) is type(caught.value)
        assert str(again) == str(caught.value)
        assert again.violation == caught.value.violation
        import copy
        assert str(copy.copy(caught.value)) == str(again)
        print("pickles")
""")
def test_every_error_pickles(came: Run) -> None:
    outcomes = came.outcomes()
    assert len(outcomes) == 4
    assert outcomes == dict.fromkeys(outcomes, "failed")
    calls = [each for each in came.reports if each.when == "call"]
    printed = [text for each in calls for title, text in each.sections if "stdout" in title]
    assert printed == ["pickles\n"] * 4


@pytest.mark.parametrize("tests", [5, 5000])
def test_the_summary_is_as_short_with_5000_violations_as_with_5(project: Project, tests: int) -> None:
    project.write(
        test_many=f"""
            @pytest.mark.parametrize("number", range({tests // 5}))
            def test_many(number):
                for other in range(5):
                    open(f"file{{other}}.txt") if os.name == "" else os.access("data.txt", os.R_OK)
            @pytest.mark.medium
            def test_free():
                touch()
        """
    )
    run = project.run("-q", mode=WARN)
    count = max(1, tests // 5)
    summary = run.summary()
    assert summary[0] == f"{tests:,} violations in {count:,} test{'s' * (count > 1)}: {tests} filesystem"
    assert len(summary) <= 3
    assert "test_many.py:13" in summary[1]


def test_the_summary_names_ten_places_and_counts_the_rest(project: Project) -> None:
    lines = "\n".join(f"    os.access('file{number}', 0)" for number in range(25))
    project.write(test_places=f"def test_places():\n{lines}\n")
    short = project.run(mode=WARN).summary()
    assert len(short) == 12
    assert "15 more places" in short[-1]
    everything = project.run("-v", mode=WARN).summary()
    assert len(everything) == 26


def test_tests_without_a_size_are_counted_in_one_line(project: Project) -> None:
    (project.folder / "test_plain.py").write_text("def test_a(): pass\ndef test_b(): pass\n", encoding="utf-8")
    run = project.run()
    assert "2 tests without a size: not restricted" in run.output
    assert run.summary() == []


def test_a_project_that_only_has_it_installed_sees_nothing_of_it(project: Project) -> None:
    (project.folder / "test_plain.py").write_text("def test_a(): pass\n", encoding="utf-8")
    run = run_pytest(project.folder, "-q", "-p", "no:cacheprovider")
    assert run.outcome() == "passed"
    assert "size" not in run.output
    assert "hermetic" not in run.output


def test_records_land_in_junit_xml_as_json(project: Project) -> None:
    project.write(
        test_it="""
            def test_looks():
                for _ in range(3):
                    os.access("data.txt", 0)
            def test_passes(): pass
        """
    )
    project.run("--junitxml=out.xml", "-o", "junit_family=xunit1", mode=WARN)
    root = ET.parse(project.folder / "out.xml").getroot()
    cases = {case.get("name"): case for case in root.iter("testcase")}
    properties = [(each.get("name"), each.get("value")) for each in cases["test_looks"].iter("property")]
    assert properties[0] == ("test_size", "small")
    ((name, value),) = properties[1:]
    assert name == "hermetic.violation"
    record = json.loads(value or "")
    assert record == {
        "resource": "filesystem",
        "details": "Attempted stat on: data.txt",
        "size": "small",
        "mode": "warn",
        "phase": "call",
        "count": 3,
        "advice": record["advice"],
        "at": "test_it.py:12",
        "function": "test_looks",
        "through": record["through"],
        "target": {"path": "data.txt", "operation": "stat"},
    }
    assert [each.get("name") for each in cases["test_passes"].iter("property")] == ["test_size"]


def test_node_ids_are_never_changed(project: Project) -> None:
    project.write(test_it="def test_it(): touch()")
    run = project.run("-v")
    assert "test_it.py::test_it FAILED" in run.output
    assert {each.nodeid for each in run.reports} == {"test_it.py::test_it"}
    assert project.run("test_it.py::test_it").outcomes() == {"test_it": "failed"}
    again = project.run("--lf", "-p", "no:hermetic", "-W", "ignore", mode="-q")
    assert again.outcomes() in ({"test_it": "passed"}, {})


def test_one_library_call_is_one_violation(project: Project) -> None:
    project.write(
        test_it="""
            import shutil, subprocess, tempfile
            def test_one(): shutil.copytree(".", "elsewhere")
            def test_two(): subprocess.check_output("true")
            def test_three():
                with tempfile.TemporaryDirectory(): pass
        """
    )
    run = project.run()
    assert set(run.outcomes().values()) == {"failed"}
    assert [len(run.violations(name)) for name in ("test_one", "test_two", "test_three")] == [1, 1, 1]
    assert run.violations("test_two")[0]["details"] == "Attempted subprocess.check_output: true"
