"""A violation that somebody swallows still fails the test, and never hides what the test says of itself."""

from __future__ import annotations

import pytest

from inner_runs import STRICT, WARN, Project, Run, inner

pytestmark = pytest.mark.medium


@inner("""
    import contextlib
    import logging
    import unittest

    def test_except_exception():
        try:
            touch()
        except Exception:
            pass

    def test_bare_except():
        try:
            touch()
        except:
            pass

    def test_except_base_exception():
        try:
            touch()
        except BaseException:
            pass

    def test_suppress():
        with contextlib.suppress(Exception):
            touch()

    def swallowing():
        try:
            touch()
        finally:
            return 1

    def test_finally_return():
        assert swallowing() == 1

    def test_context_manager():
        class Swallow:
            def __enter__(self): pass
            def __exit__(self, *_): return True
        with Swallow():
            touch()

    class LookingHandler(logging.Handler):
        def emit(self, record):
            try:
                touch()
            except Exception:
                self.handleError(record)

    def test_logging_handler(monkeypatch):
        monkeypatch.setattr(logging, "raiseExceptions", False)
        logger = logging.getLogger("looking")
        logger.addHandler(LookingHandler())
        logger.warning("hello")

    def test_pytest_raises():
        with pytest.raises(Exception):
            touch()

    def test_retries():
        for _ in range(3):
            try:
                touch()
            except Exception:
                continue

    class TestUnittest(unittest.TestCase):
        def test_assert_raises(self):
            with self.assertRaises(Exception):
                touch()

    def test_raised_as_something_else_and_swallowed():
        with pytest.raises(ValueError):
            try:
                touch()
            except Exception as error:
                raise ValueError("wrapped") from error

    def test_except_star():
        try:
            try:
                touch()
            except Exception as error:
                raise ExceptionGroup("group", [error])
        except* Exception:
            pass

    def test_hasattr():
        class Lazy:
            @property
            def files(self):
                try:
                    return touch()
                except Exception:
                    raise AttributeError("files")
        assert not hasattr(Lazy(), "files")

    def test_default_of_getattr_and_next():
        def files():
            try:
                yield touch()
            except Exception:
                return
        assert next(files(), None) is None
""")
def test_whatever_swallows_a_violation_in_the_call_the_test_fails(came: Run) -> None:
    outcomes = came.outcomes()
    assert len(outcomes) == 14
    assert outcomes == dict.fromkeys(outcomes, "failed")
    assert {each.outcome for each in came.reports if each.when == "teardown"} == {"passed"}


@inner("""
    def test_del():
        class Closing:
            def __del__(self):
                touch()
        Closing()

    def test_weakref_callback():
        import weakref
        class Thing:
            pass
        thing = Thing()
        reference = weakref.ref(thing, lambda _: touch())
        del thing

    def test_callback_of_c():
        class Key:
            def __eq__(self, other):
                try:
                    touch()
                except Exception:
                    return False
            def __hash__(self):
                return 1
        assert {Key(): 1}.get(Key()) is None
""")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_violation_that_the_interpreter_swallows_fails_the_test(came: Run) -> None:
    assert came.outcomes() == dict.fromkeys(("test_del", "test_weakref_callback", "test_callback_of_c"), "failed")


@inner("""
    import asyncio

    async def looking():
        touch()

    def test_gather():
        async def main():
            await asyncio.gather(looking(), looking(), return_exceptions=True)
        asyncio.run(main())

    def test_task_nobody_awaits():
        async def main():
            task = asyncio.create_task(looking())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        asyncio.run(main())

    def test_call_soon():
        async def main():
            asyncio.get_running_loop().call_soon(touch)
            await asyncio.sleep(0)
        asyncio.run(main())

    def test_call_later():
        async def main():
            asyncio.get_running_loop().call_later(0, touch)
            await asyncio.sleep(0.01)
        asyncio.run(main())

    def test_to_thread():
        async def main():
            try:
                await asyncio.to_thread(touch)
            except Exception:
                pass
        asyncio.run(main())

    def test_task_group():
        async def main():
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(looking())
            except* Exception:
                pass
        asyncio.run(main())

    def test_future_callback():
        async def main():
            future = asyncio.get_running_loop().create_future()
            future.add_done_callback(lambda _: touch())
            future.set_result(None)
            await asyncio.sleep(0)
        asyncio.run(main())

    def test_innocent():
        async def main():
            await asyncio.gather(*(asyncio.sleep(0) for _ in range(3)))
            assert await asyncio.to_thread(sum, [1, 2]) == 3
        asyncio.run(main())
""")
def test_a_violation_that_an_event_loop_swallows_fails_the_test(came: Run) -> None:
    outcomes = came.outcomes()
    assert outcomes.pop("test_innocent") == "passed"
    assert len(outcomes) == 7
    assert outcomes == dict.fromkeys(outcomes, "failed")


@inner("""
    @pytest.fixture
    def in_setup():
        try:
            touch()
        except Exception:
            pass

    @pytest.fixture
    def in_teardown():
        yield
        try:
            touch()
        except Exception:
            pass

    def test_setup(in_setup):
        pass

    def test_teardown(in_teardown):
        pass
""")
def test_a_violation_swallowed_by_a_fixture_fails_the_phase_it_happened_in(came: Run) -> None:
    assert came.outcomes() == {"test_setup": "failed in setup", "test_teardown": "failed in teardown"}


@inner("""
    def test_it():
        try:
            touch()
        except Exception:
            pass
        assert 1 == 2, "the test's own"
""")
def test_a_tests_own_failure_stays_and_the_violation_is_told_beside_it(came: Run) -> None:
    assert came.outcome() == "failed"
    assert "the test's own" in came.text()
    assert "HermeticityViolationError" not in came.text()
    assert "Attempted list on: ." in came.beside()
    assert "At: test_a_tests_own_failure_stays_and_the_violation_is_told_beside_it.py:7 in touch" in came.beside()


@inner("""
    import unittest

    class Case(unittest.TestCase):
        def test_it(self):
            try:
                touch()
            except Exception:
                pass
            self.fail("the test's own")
""")
def test_so_it_is_in_a_test_of_unittest(came: Run) -> None:
    assert came.outcome() == "failed"
    assert "the test's own" in came.text()
    assert "HermeticityViolationError" not in came.text()
    assert came.beside().count("Attempted list on: .") >= 1


@inner("""
    def test_it():
        try:
            touch()
        except Exception as error:
            raise ValueError("something else") from error
""")
def test_a_violation_raised_again_as_something_else_leaves_that_failure(came: Run) -> None:
    assert came.outcome() == "failed"
    assert "ValueError: something else" in came.text()
    assert came.beside().count("Attempted list on: .") >= 1


@inner("""
    def test_skipping():
        try:
            touch()
        except Exception:
            pytest.skip("not here")

    @pytest.mark.skip
    def test_skipped():
        touch()

    @pytest.mark.xfail
    def test_expected_to_fail():
        touch()

    @pytest.mark.xfail
    def test_expected_to_fail_by_itself():
        try:
            touch()
        except Exception:
            pass
        assert False

    def test_xfail_within():
        try:
            touch()
        except Exception:
            pytest.xfail("known")
""")
def test_skip_and_xfail_keep_their_outcome(came: Run) -> None:
    assert came.outcomes() == {
        "test_skipping": "skipped",
        "test_skipped": "skipped",
        "test_expected_to_fail": "xfailed",
        "test_expected_to_fail_by_itself": "xfailed",
        "test_xfail_within": "xfailed",
    }
    assert len(came.violations()) == 4


@inner("""
    @pytest.mark.xfail
    def test_it():
        try:
            touch()
        except Exception:
            pass

    @pytest.mark.xfail(strict=True)
    def test_strictly():
        pass
""")
def test_a_swallowed_violation_is_a_failure_that_xfail_expects(came: Run) -> None:
    assert came.outcomes() == {"test_it": "xfailed", "test_strictly": "failed"}


@inner("""
    def test_it():
        for number in range(3):
            try:
                open(f"file{number}.txt")
            except Exception:
                pass
""")
def test_of_several_swallowed_violations_the_first_is_raised_and_the_others_are_told_beside(came: Run) -> None:
    assert came.outcome() == "failed"
    assert "file0.txt" in came.text()
    assert "file1.txt" in came.beside()
    assert "file2.txt" in came.beside()
    assert "file0.txt" not in came.beside()
    assert len(came.violations()) == 3


@inner("""
    def test_it():
        for number in range(1000):
            try:
                open(f"file{number}.txt")
            except Exception:
                pass

    def test_after():
        pass
""")
def test_a_test_with_a_thousand_violations_stays_readable(came: Run) -> None:
    assert came.outcomes() == {"test_it": "failed", "test_after": "passed"}
    assert len(came.text()) < 20_000
    assert len(came.beside()) < 5_000
    assert "… and 979 more" in came.beside()


@inner(
    """
    import warnings

    def test_passing():
        touch()

    def test_failing():
        touch()
        assert False, "its own"

    def test_skipping():
        touch()
        pytest.skip()

    @pytest.mark.xfail
    def test_xfailing():
        touch()
        assert False

    @pytest.mark.xfail(strict=True)
    def test_xpassing():
        touch()

    def test_recwarn(recwarn):
        touch()
        assert len(recwarn) == 0

    def test_catch_warnings():
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            touch()
        assert caught == []

    @pytest.mark.filterwarnings("error")
    def test_errors():
        touch()

    def test_simplefilter():
        warnings.simplefilter("error")
        touch()

    def test_does_not_warn():
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            touch()
    """,
    "-Werror",
    mode=WARN,
)
def test_in_warn_mode_no_outcome_changes_whatever_becomes_of_warnings(came: Run) -> None:
    assert came.outcomes() == {
        "test_passing": "passed",
        "test_failing": "failed",
        "test_skipping": "skipped",
        "test_xfailing": "xfailed",
        "test_xpassing": "failed",
        "test_recwarn": "passed",
        "test_catch_warnings": "passed",
        "test_errors": "passed",
        "test_simplefilter": "passed",
        "test_does_not_warn": "passed",
    }
    assert "[XPASS(strict)]" in came.text()
    assert "HermeticityViolationError" not in came.text()
    assert len(came.our_warnings()) == 10


def test_filterwarnings_in_the_ini_file_turn_no_report_of_ours_into_a_failure(project: Project) -> None:
    project.write(test_it="def test_it(): touch()")
    (project.folder / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n", encoding="utf-8")
    run = project.run(mode=WARN)
    assert run.outcomes() == {"test_it": "passed"}
    assert run.exit == 0
    assert len(run.our_warnings()) == 1


@inner(
    """
    def looks():
        touch()

    def test_one():
        for _ in range(5):
            looks()
        looks(); open("data.txt").close()

    def test_two():
        looks()
    """,
    mode=WARN,
)
def test_warn_gives_one_warning_per_test_rule_and_call_site(came: Run) -> None:
    told = [(each.nodeid.partition("::")[2], each.at.rpartition(":")[2]) for each in came.our_warnings()]
    assert told == [("test_one", "7"), ("test_one", "16"), ("test_two", "7")]


@inner(
    """
    def test_it():
        assert touch()
        assert open("data.txt").read() == "data"
    """,
    mode=WARN,
)
def test_warn_lets_the_access_happen(came: Run) -> None:
    assert came.outcome() == "passed"
    assert {each["mode"] for each in came.violations()} == {"warn"}


@inner("""
    def test_it():
        with pytest.raises(Exception) as caught:
            open("made.txt", "w")
        assert not isinstance(caught.value, OSError)

    def test_after():
        import pytest_hermetic
        from pytest_hermetic import FilesystemAccessViolationError, HermeticityViolationError
        assert issubclass(FilesystemAccessViolationError, HermeticityViolationError)
        with pytest.raises(FilesystemAccessViolationError) as caught:
            open("made.txt")
        assert str(caught.value.path) == "made.txt"
        assert caught.value.operation == "read"
        assert caught.value.test_size == "small"
""")
def test_strict_stops_the_access_before_it_happens(came: Run) -> None:
    assert came.outcomes() == {"test_it": "failed", "test_after": "failed"}
    assert [each["details"] for each in came.violations()] == [
        "Attempted write on: made.txt",
        "Attempted read on: made.txt",
    ]


def test_a_strict_mode_set_on_the_command_line_wins_over_the_ini_file(project: Project) -> None:
    project.write(test_it="def test_it(): touch()")
    (project.folder / "pytest.ini").write_text("[pytest]\ntest_categories_enforcement = off\n", encoding="utf-8")
    assert project.run(mode="-q").outcomes() == {"test_it": "passed"}
    assert project.run(mode=STRICT).outcomes() == {"test_it": "failed"}
