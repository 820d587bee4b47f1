"""Promises of the decision records that only a whole session shows: small projects, run as their users run them."""

import json

import pytest

from requirements import requirement

pytestmark = pytest.mark.medium

#: Plugins that would only make the tried sessions slower or louder.
PLAIN = ("-q", "-p", "no:randomly", "-p", "no:asyncio")
CONFTEST = """
from os import stat
from socket import socket
from subprocess import run
import pytest

@pytest.fixture(scope="session")
def by_session(tmp_path_factory):
    return (tmp_path_factory.mktemp("x") / "y").write_text("z")

@pytest.fixture
def by_function(tmp_path):
    (tmp_path / "x").write_text("y")
"""

TESTS = """
import asyncio, importlib.resources, multiprocessing, os, socket, subprocess, sys
from multiprocessing import Process
from socket import socket as early
import conftest
import pytest

pytestmark = pytest.mark.small

def test_connect(): socket.create_connection(("127.0.0.1", 9))
def test_datagram(): socket.socket(type=socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", 9))
def test_look_up(): socket.getaddrinfo("api.example", 80)
def test_serve(): socket.create_server(("127.0.0.1", 0))
def test_early_name(): early().connect(("127.0.0.1", 9))
def test_conftest_socket(): conftest.socket().connect(("127.0.0.1", 9))
def test_subclass():
    with type("Mine", (socket.socket,), {})() as mine: mine.connect(("127.0.0.1", 9))
def test_asynchronous(): asyncio.run(asyncio.wait_for(asyncio.open_connection("127.0.0.1", 9), 5))
def test_conftest_stat(): conftest.stat("/etc/hostname")
def test_conftest_run(): conftest.run(["true"])
def test_popen(): subprocess.Popen(["true"]).wait()
def test_run(): subprocess.run(["true"])
def test_call(): subprocess.call(["true"])
def test_check_call(): subprocess.check_call(["true"])
def test_check_output(): subprocess.check_output(["true"])
def test_system(): os.system("true")
def test_os_popen(): os.popen("true").read()
def test_process(): multiprocessing.get_context("spawn").Process(target=print).start()
def test_tmp_path(tmp_path): (tmp_path / "x").write_text("y")
def test_function_fixture(by_function): pass

def test_fine_session_fixture(by_session): pass
def test_fine_process_made(): Process(target=print)
def test_fine_tmp_path_unused(tmp_path): assert tmp_path.name
def test_fine_resource(): assert importlib.resources.files("package").joinpath("data.txt").read_text() == "data"
def test_fine_pyfakefs(fs):
    fs.create_file("/x", contents="y")
    assert open("/x").read() == "y" and os.path.exists("/x")
"""

VIOLATING = [line.partition("(")[0].split()[1] for line in TESTS.splitlines() if line.startswith("def test_")]
VIOLATING = [name for name in VIOLATING if not name.startswith("test_fine_")]
FINE = ["session_fixture", "process_made", "tmp_path_unused", "resource", "pyfakefs"]


def session(pytester: pytest.Pytester, *options: str) -> tuple[dict[str, str], dict[str, str]]:
    """Run the project; return the outcome of each test, and what its violations went through."""
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(TESTS)
    package = pytester.mkpydir("package")
    (package / "data.txt").write_text("data")
    run = pytester.inline_run(*PLAIN, "--test-categories-enforcement=strict", *options)
    outcomes: dict[str, str] = {}
    through: dict[str, str] = {}
    for report in run.getreports("pytest_runtest_logreport"):
        assert isinstance(report, pytest.TestReport)
        name = report.nodeid.rpartition("::")[2]
        if report.failed or name not in outcomes:
            outcomes[name] = report.outcome
        for key, value in report.user_properties:
            if key == "hermetic.violation":
                through[name] = str(json.loads(str(value))["through"])
    return outcomes, through


@requirement("ADR-001-01", "ADR-001-09", "ADR-001-26", "ADR-001-27", "ADR-001-36", "ADR-001-37")
@requirement("ADR-002-16", "ADR-003-01", "ADR-003-09", "ADR-003-10", "ADR-003-11")
# The tests tried leave their sockets to the garbage collector.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_every_way_out_fails_its_test_and_is_named_as_the_test_called_it(pytester: pytest.Pytester) -> None:
    outcomes, through = session(pytester)
    assert {name: outcomes[name] for name in VIOLATING} == dict.fromkeys(VIOLATING, "failed")
    assert set(through) == set(VIOLATING)
    for name in ("run", "call", "check_call", "check_output"):
        assert through[f"test_{name}"] == f"subprocess.{name}"
    assert through["test_popen"] == "subprocess.Popen"
    assert through["test_os_popen"] == "os.popen"


@requirement("ADR-001-27", "ADR-002-16", "ADR-002-17", "ADR-002-18", "ADR-003-11")
def test_what_is_fine_passes(pytester: pytest.Pytester) -> None:
    outcomes, through = session(pytester, "-k", "test_fine_")
    assert outcomes == {f"test_fine_{name}": "passed" for name in FINE}
    assert through == {}


@requirement("ADR-001-34")
def test_beside_pytest_socket_each_does_its_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import socket, pytest
        @pytest.mark.small
        def test_small(): open("/etc/hostname")
        @pytest.mark.large
        def test_large(): socket.socket()
        """
    )
    result = pytester.runpytest_inprocess(*PLAIN, "--disable-socket", "--test-categories-enforcement=strict")
    result.stdout.fnmatch_lines(["*FilesystemAccessViolationError*", "*SocketBlockedError*"])
    result.assert_outcomes(failed=2)


@requirement("ADR-002-28", "ADR-003-23", "ADR-004-21")
def test_under_xdist_every_worker_enforces_and_the_summary_tells_it(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import sqlite3, subprocess, pytest
        pytestmark = pytest.mark.small
        def test_file(): open("/etc/hostname")
        def test_process(): subprocess.run(["true"])
        def test_database(): sqlite3.connect(":memory:")
        """
    )
    result = pytester.runpytest_subprocess(*PLAIN, "-n2", "--test-categories-enforcement=strict")
    result.assert_outcomes(failed=3)
    result.stdout.fnmatch_lines(["3 violations in 3 tests: *"])
