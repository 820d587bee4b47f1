"""What the plugin does when pytest starts: options that answer at once, hooks of others, lines as users see them."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.medium

DRIVER = """
    from pytest_hermetic.drivers import Driver, fields

    def pytest_hermetic_drivers():
        read = fields("toydb", "host", "port")
        return [Driver(library="toydb", module="toydb", calls=("Client.connect",), read=read)]
"""
TOYDB = """
    class Client:
        host, port = "db.example", 7
        def connect(self): return "connected"
"""


def test_explain_prints_the_table_and_runs_nothing(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test(): assert False")
    result = pytester.runpytest("--test-categories-explain")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["An access never counts*", "the import system: *", "  why: *", "-v adds *"])
    result.stdout.no_fnmatch_line("*test session starts*")


def test_a_driver_told_by_a_conftest_is_known(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(DRIVER)
    pytester.makepyfile(
        toydb=TOYDB,
        test_it="""
        import pytest, toydb

        @pytest.mark.small
        def test_small(): toydb.Client().connect()

        @pytest.mark.large
        def test_large(): assert toydb.Client().connect() == "connected"
        """,
    )
    result = pytester.runpytest_subprocess("--test-categories-enforcement=strict")
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ["*DatabaseViolationError: small test: Attempted toydb.Client.connect: toydb://db.example:7*"]
    )


def test_a_driver_is_forgotten_after_the_session(pytester: pytest.Pytester) -> None:
    pytester.makeconftest(DRIVER)
    pytester.makepyfile(toydb=TOYDB, test_it="import toydb\ndef test(): toydb.Client().connect()")
    script = pytester.makepyfile(
        run="""
        import pytest, sys
        assert pytest.main(["-q", "test_it.py"]) == 0
        import toydb
        assert toydb.Client.connect.__code__.co_filename == toydb.__file__
        assert not [finder for finder in sys.meta_path if "hermetic" in type(finder).__module__]
        """
    )
    assert pytester.runpython(script).ret == 0


def test_a_line_is_told_the_short_way_although_the_test_changed_folders(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import os, shutil, pytest

        @pytest.fixture(scope="module")
        def elsewhere(tmp_path_factory):
            former, folder = os.getcwd(), tmp_path_factory.mktemp("elsewhere")
            os.chdir(folder)
            shutil.rmtree(folder)
            yield
            os.chdir(former)

        @pytest.mark.small
        def test_file(elsewhere):
            try:
                open("notes.txt")
            except Exception:
                pass
        """
    )
    result = pytester.runpytest("--test-categories-enforcement=strict", "-p", "no:randomly")
    result.assert_outcomes(failed=1)
    file = "test_a_line_is_told_the_short_way_although_the_test_changed_folders.py"
    result.stdout.fnmatch_lines([f"*  At: {file}:14 in test_file"])
