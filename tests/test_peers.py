"""What went wrong with other plugins of this kind goes right here: one test for each, and why."""

from __future__ import annotations

import pytest

from inner_runs import STRICT, WARN, Project, Run, inner
from requirements import requirement

pytestmark = pytest.mark.medium


# It appended " [SMALL]" to node ids, so that none of them could be pasted back or found by `--lf`.
def test_a_node_id_can_be_pasted_back(project: Project) -> None:
    project.write(test_it="def test_it(): touch()")
    run = project.run("--junitxml=out.xml", "test_it.py::test_it")
    assert "FAILED test_it.py::test_it - " in run.output
    assert 'name="test_it"' in (project.folder / "out.xml").read_text(encoding="utf-8")
    assert project.run("--lf", "--collect-only", "-q").output.splitlines()[0] == "test_it.py::test_it"


# Its advice, to mock `open`, left its own wrapper in `builtins` for every later test and for pytest itself.
@inner(
    """
    @pytest.mark.parametrize("name", ["builtins.open", "subprocess.run", "time.sleep", "socket.socket", "os.stat"])
    def test_mocks(name, monkeypatch):
        monkeypatch.setattr(name, lambda *_, **__: "mocked")

    @pytest.mark.medium
    def test_medium():
        import socket, subprocess, time
        assert open("data.txt").read() == "data"
        assert subprocess.run(["true"]).returncode == 0
        socket.socket().close()
        time.sleep(0)
    """
)
def test_mocking_what_is_watched_leaves_nothing_behind(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}, came.text()


# It wrapped the mock that a fixture had installed, and then took a call of the mock for an access.
@inner(
    """
    from unittest import mock
    import subprocess

    @pytest.fixture
    def run():
        with mock.patch("subprocess.run") as run:
            yield run

    def test_it(run):
        subprocess.run(["git", "status"])
        run.assert_called_once()
    """
)
def test_a_mock_installed_by_a_fixture_is_no_violation(came: Run) -> None:
    assert came.outcome() == "passed"


# It failed every property-based test for the tool's own database.
@inner(
    """
    from hypothesis import given, strategies
    @given(strategies.integers())
    def test_it(number):
        assert number == number
    """,
    "-p",
    "_hypothesis_pytestplugin",
)
def test_a_pure_property_is_small(came: Run) -> None:
    assert came.outcome() == "passed", came.text()


# Forked workers inherited the refusal, so that the pool forked new ones for ever.
@inner(
    """
    import multiprocessing
    def test_it():
        with multiprocessing.Pool(2) as pool:
            pool.map(abs, [1, 2])
    """
)
@requirement("ADR-003-12")
def test_a_process_pool_ends_at_once(came: Run) -> None:
    assert came.outcome() == "failed"
    assert came.violations()[0]["resource"] == "process"


# It imported every database driver it knew under its own guard, and reported what those did.
@inner(
    """
    import sys
    LOADED = set(sys.modules)
    def test_one(): pass
    def test_two(): assert not {"redis", "psycopg", "pymongo", "sqlalchemy", "pymysql"} & set(sys.modules)
    """
)
def test_two_empty_tests_have_no_violations_and_import_no_driver(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    assert came.violations() == []


# A swallowed violation passed, while the summary said that the test had failed.
@inner(
    """
    def test_it():
        try:
            touch()
        except Exception:
            pass
    """
)
def test_the_summary_and_the_outcome_of_a_swallowed_violation_agree(came: Run) -> None:
    assert came.outcome() == "failed"


# In warn mode it gave no warning, and its summary counted a hundred accesses as a hundred tests.
def test_a_hundred_accesses_of_a_test_are_one_warning_and_one_line(project: Project) -> None:
    project.write(
        test_it="""
            def test_it():
                for _ in range(100):
                    open("data.txt").close()
        """
    )
    run = project.run(mode=WARN)
    assert len(run.our_warnings()) == 1
    assert run.summary()[0] == "100 violations in 1 test: 100 filesystem"
    assert run.summary()[1].strip() == "filesystem  test_it.py:12  Attempted read on: data.txt, 100 times"


# A test with two sizes, and any base class with a size of its own, ended the session without naming the test.
def test_a_closer_size_wins_and_two_at_one_level_name_the_test(project: Project) -> None:
    project.write(
        test_it="""
            class TestIt:
                pytestmark = pytest.mark.large
                @pytest.mark.medium
                def test_free(self): assert touch()
        """
    )
    assert project.run().outcomes() == {"TestIt::test_free": "passed"}
    project.write(test_it="@pytest.mark.large\n@pytest.mark.medium\ndef test_torn(): pass")
    run = project.run()
    assert run.exit == 4
    assert "test_it.py::test_torn" in run.output


# `Strict` and `stritc` were silently off.
@pytest.mark.parametrize("value", ["Strict", "stritc", "on", "yes"])
def test_a_mistyped_mode_is_an_error(project: Project, value: str) -> None:
    project.write(test_it="def test_it(): pass")
    run = project.run(mode=f"--test-categories-enforcement={value}")
    assert run.exit == 4
    assert f"'{value}' is not valid: use one of strict, warn, off" in run.output


# Loading a rewritten helper within a test read its cached bytecode, which counted as an access.
def test_a_lazy_import_of_a_rewritten_module_is_no_violation(project: Project) -> None:
    project.write(
        test_helper="VALUE = 1\ndef test_nothing(): pass",
        test_it="def test_it():\n    import test_helper\n    assert test_helper.VALUE == 1",
    )
    for _ in range(2):
        assert project.run("test_it.py").outcomes() == {"test_it": "passed"}


# The access of a thread left behind was blamed on whichever test ran by then.
@inner(
    """
    import threading, time
    def test_leaves():
        def late():
            time.sleep(0.05)
            touch()
        threading.Thread(target=late, daemon=True).start()
    def test_innocent():
        time.sleep(0.1)
    """,
    "-p",
    "no:threadexception",
)
def test_a_late_thread_is_blamed_on_nobody(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    assert came.violations() == []


# `-W error` and a test without a size together ended in an internal error.
def test_a_test_without_a_size_is_no_error_however_warnings_are_treated(project: Project) -> None:
    (project.folder / "test_plain.py").write_text("def test_it(): pass\n", encoding="utf-8")
    run = project.run("-W", "error")
    assert run.exit == 0


# Names bound before (`from subprocess import Popen`) went round it: 94 of 159 ways out stayed open.
@inner(
    """
    import io, pathlib, socket, sqlite3, subprocess, _socket, shutil, tempfile
    from io import FileIO
    from os import listdir, open as os_open, popen, remove, scandir, stat, system
    from pathlib import Path
    from shutil import copy
    from socket import create_connection, getaddrinfo, socket as Socket
    from sqlite3 import Connection, connect
    from subprocess import Popen, check_call, run

    WAYS = {
        "builtins.open": lambda: open("data.txt"),
        "io.open": lambda: io.open("data.txt"),
        "os.open": lambda: os_open("data.txt", os.O_RDONLY),
        "FileIO": lambda: FileIO("data.txt"),
        "stat": lambda: stat("data.txt"),
        "listdir": lambda: listdir("."),
        "scandir": lambda: scandir("."),
        "remove": lambda: remove("nothing"),
        "pathlib": lambda: Path("data.txt").read_text(),
        "Path.exists": lambda: Path("data.txt").exists(),
        "shutil": lambda: copy("data.txt", "copied.txt"),
        "tempfile": lambda: tempfile.NamedTemporaryFile(),
        "connect": lambda: Socket().connect(("127.0.0.1", 9)),
        "_socket": lambda: _socket.socket().connect(("127.0.0.1", 9)),
        "bind": lambda: Socket().bind(("127.0.0.1", 0)),
        "sendto": lambda: Socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"", ("127.0.0.1", 9)),
        "getaddrinfo": lambda: getaddrinfo("example.invalid", 80),
        "by name": lambda: Socket().connect(("example.invalid", 80)),
        "create_connection": lambda: create_connection(("127.0.0.1", 9)),
        "unix": lambda: Socket(socket.AF_UNIX).connect("nowhere"),
        "run": lambda: run(["true"]),
        "Popen": lambda: Popen(["true"]),
        "check_call": lambda: check_call("true", shell=True),
        "system": lambda: system("true"),
        "popen": lambda: popen("true"),
        "fork": lambda: os.fork() or os._exit(0),
        "posix_spawn": lambda: os.posix_spawn("/bin/true", ["true"], {}),
        "spawn": lambda: os.spawnv(os.P_WAIT, "/bin/true", ["true"]),
        "execv": lambda: os.execv("/bin/true", ["true"]),
        "connect to a database": lambda: connect(":memory:"),
        "Connection": lambda: Connection(":memory:"),
    }

    @pytest.mark.parametrize("way", WAYS)
    def test_way(way):
        with pytest.raises(Exception):
            WAYS[way]()
    """
)
@requirement("ADR-001-01", "ADR-001-09", "ADR-001-16", "ADR-001-37", "ADR-002-01", "ADR-002-10", "ADR-002-23")
@requirement("ADR-003-01", "ADR-003-09", "ADR-003-10", "ADR-003-12", "ADR-003-13")
@requirement("ADR-004-01", "ADR-004-07", "ADR-004-10")
def test_no_name_goes_round_it(came: Run) -> None:
    outcomes = came.outcomes()
    assert len(outcomes) == 31
    assert {name for name, outcome in outcomes.items() if outcome != "failed"} == set()
    resources = [violation["resource"] for violation in came.violations()]
    assert {name: resources.count(name) for name in ("filesystem", "network", "process", "database")} == {
        "filesystem": 12,
        "network": 8,
        "process": 9,
        "database": 2,
    }


_FOUR = """
    import socket, sqlite3, subprocess

    def test_filesystem(): open("data.txt").close()
    def test_network(): socket.socket().bind(("127.0.0.1", 0))
    def test_process(): subprocess.run(["true"])
    def test_database(): sqlite3.connect(":memory:")
"""


# Warn mode said nothing of three resources out of four.
@inner(_FOUR, mode=WARN)
@requirement("ADR-001-17", "ADR-002-11", "ADR-003-14", "ADR-004-11")
def test_in_warn_mode_the_access_happens_and_is_warned_of(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    warned = [each.nodeid.partition("::")[2] for each in came.our_warnings()]
    assert warned == ["test_filesystem", "test_network", "test_process", "test_database"]


# Off was not off: it still failed slow tests.
@inner(_FOUR, mode="--test-categories-enforcement=off")
@requirement("ADR-001-18", "ADR-002-12", "ADR-003-15", "ADR-004-12")
def test_off_is_off(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    assert came.violations() == []
    assert came.our_warnings() == []


# A medium test reached `127.evil.example`, and `0.0.0.0` was refused.
@inner(
    """
    import socket
    @pytest.mark.parametrize("host", ["127.evil.example", "10.0.0.1", "example.com"])
    def test_elsewhere(host):
        socket.create_connection((host, 9), timeout=0.1)
    @pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "0.0.0.0", "", "::ffff:127.0.0.1"])
    def test_here(host):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as listening:
            listening.bind((host, 0))
            listening.listen()
            with socket.socket(family) as client:
                client.connect((host or "127.0.0.1", listening.getsockname()[1]))
    @pytest.mark.large
    def test_large():
        with pytest.raises(OSError):
            socket.create_connection(("127.evil.invalid", 9), timeout=0.1)
    """,
    size="medium",
)
@requirement("ADR-001-02", "ADR-001-03", "ADR-001-07")
def test_a_medium_test_has_this_machine_by_its_parsed_address(came: Run) -> None:
    outcomes = came.outcomes()
    assert {name for name, outcome in outcomes.items() if outcome == "failed"} == {
        "test_elsewhere[127.evil.example]",
        "test_elsewhere[10.0.0.1]",
        "test_elsewhere[example.com]",
    }, came.text()
    assert len(came.violations()) == 3


# Under xdist every result was lost.
@requirement("ADR-002-28", "ADR-003-23", "ADR-004-21")
@requirement("ADR-001-29", "ADR-002-26", "ADR-004-20")
def test_results_survive_the_way_from_a_worker(project: Project) -> None:
    project.write(test_it=_FOUR)
    run = project.run("-p", "xdist", "-n", "1")
    assert set(run.outcomes().values()) == {"failed"}
    assert sorted(each["resource"] for each in run.violations()) == ["database", "filesystem", "network", "process"]
    assert run.summary()[0].startswith("4 violations in 4 tests: ")
    assert sorted(line.split()[0] for line in run.summary()[1:]) == ["database", "filesystem", "network", "process"]


# Its failures showed sixty lines of itself.
def test_a_failure_is_short_and_shows_none_of_it(project: Project) -> None:
    project.write(test_it=_FOUR)
    run = project.run("-k", "process", "--tb=short", "-q")
    assert "pytest_hermetic/" not in run.text()
    assert len(run.text().splitlines()) < 30


# A password in a connection string or a command was printed as it stood.
@inner(
    """
    import subprocess
    def test_it():
        subprocess.run(["psql", "postgresql://me:hunter2@db.example/prod"])
    """
)
def test_no_password_is_shown(came: Run) -> None:
    assert came.outcome() == "failed"
    assert "hunter2" not in came.output.replace('subprocess.run(["psql", "postgresql://me:hunter2@', "")
    assert "hunter2" not in str(came.violations())


# Strict was only strict where it was asked for in one of two places.
@requirement("ADR-001-26")
def test_the_conftest_is_imported_after_the_guard_is_armed(project: Project) -> None:
    project.write(
        conftest="from os import stat\nfrom socket import socket\n",
        test_it="""
            from conftest import stat
            def test_it(): stat("data.txt")
        """,
    )
    assert project.run(mode=STRICT).outcomes() == {"test_it": "failed"}


# A process was refused when it was made, although nothing was started.
@inner(
    """
    import multiprocessing
    def test_makes(): assert multiprocessing.Process(target=abs).exitcode is None
    def test_starts(): multiprocessing.Process(target=abs).start()
    """
)
@requirement("ADR-003-11")
def test_a_process_is_refused_when_it_starts_and_not_when_it_is_made(came: Run) -> None:
    assert came.outcomes() == {"test_makes": "passed", "test_starts": "failed"}, came.text()
