"""Which stretches of a test are its own work: its call and its function-scoped fixtures, and nothing else."""

from __future__ import annotations

import pytest

from inner_runs import WARN, Project, Run, inner
from requirements import requirement

pytestmark = pytest.mark.medium


@inner("""
    def test_it():
        touch()
""")
def test_the_call_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed"
    assert [each["phase"] for each in came.violations()] == ["call"]


@inner("""
    @pytest.fixture
    def plain():
        return touch()

    def test_it(plain):
        pass
""")
@requirement("ADR-001-27")
def test_set_up_of_a_function_scoped_fixture_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in setup"
    assert [each["phase"] for each in came.violations()] == ["setup"]


@inner("""
    @pytest.fixture
    def generator():
        yield
        touch()

    def test_it(generator):
        pass
""")
@requirement("ADR-001-27")
def test_tear_down_of_a_generator_fixture_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in teardown"
    assert [each["phase"] for each in came.violations()] == ["teardown"]


@inner("""
    @pytest.fixture
    def generator():
        touch()
        yield

    def test_it(generator):
        pass
""")
def test_set_up_of_a_generator_fixture_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in setup"


@inner("""
    @pytest.fixture
    def finalizing(request):
        request.addfinalizer(touch)

    def test_it(finalizing):
        pass
""")
def test_a_finalizer_that_a_function_scoped_fixture_adds_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in teardown"


@inner("""
    def test_it(request):
        request.addfinalizer(touch)
""")
def test_a_finalizer_that_the_test_adds_to_itself_is_its_own(came: Run) -> None:
    assert came.outcome() == "failed in teardown"


@inner("""
    @pytest.fixture(autouse=True)
    def automatic():
        touch()

    def test_it():
        pass
""")
def test_an_autouse_fixture_of_function_scope_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in setup"


@inner("""
    @pytest.fixture
    def on_demand():
        touch()
        yield
        touch()

    def test_it(request):
        with pytest.raises(Exception):
            request.getfixturevalue("on_demand")
""")
def test_a_function_scoped_fixture_requested_within_the_test_is_its_own(came: Run) -> None:
    assert came.outcome() == "failed"


@inner("""
    @pytest.fixture(params=["looks", "rests"])
    def parametrised(request):
        if request.param == "looks":
            touch()

    def test_it(parametrised):
        pass
""")
def test_a_parametrised_fixture_is_judged_for_each_parameter(came: Run) -> None:
    assert came.outcomes() == {"test_it[looks]": "failed in setup", "test_it[rests]": "passed"}


@inner("""
    class TestIt:
        def setup_method(self):
            touch()

        def test_it(self):
            pass
""")
def test_setup_method_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in setup"


@inner("""
    class TestIt:
        def teardown_method(self, method):
            touch()

        def test_it(self):
            pass
""")
def test_teardown_method_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in teardown"


@inner("""
    def setup_function():
        touch()

    def test_it():
        pass
""")
def test_setup_function_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in setup"


@inner("""
    def teardown_function(function):
        touch()

    def test_it():
        pass
""")
def test_teardown_function_is_the_tests_own(came: Run) -> None:
    assert came.outcome() == "failed in teardown"


@inner("""
    import unittest

    class TestSetUp(unittest.TestCase):
        def setUp(self):
            touch()

        def test_it(self):
            pass

    class TestTearDown(unittest.TestCase):
        def tearDown(self):
            touch()

        def test_it(self):
            pass

    class TestCleanup(unittest.TestCase):
        def test_it(self):
            self.addCleanup(touch)

    class TestCall(unittest.TestCase):
        def test_it(self):
            touch()

    class TestAsync(unittest.IsolatedAsyncioTestCase):
        async def asyncSetUp(self):
            self.looked_up = touch()

        async def test_it(self):
            pass

    class TestAsyncCall(unittest.IsolatedAsyncioTestCase):
        async def test_it(self):
            touch()

    class TestInnocent(unittest.TestCase):
        def setUp(self):
            self.addCleanup(list)

        def tearDown(self):
            pass

        def test_it(self):
            self.assertTrue(True)
""")
def test_everything_a_unittest_case_does_per_test_is_the_tests_own(came: Run) -> None:
    outcomes = came.outcomes()
    assert outcomes.pop("TestInnocent::test_it") == "passed"
    assert outcomes == dict.fromkeys(outcomes, "failed")
    assert len(outcomes) == 6
    assert len(came.violations()) == 6


@inner("""
    import unittest

    class TestClass(unittest.TestCase):
        @classmethod
        def setUpClass(cls):
            touch()
            cls.addClassCleanup(touch)

        @classmethod
        def tearDownClass(cls):
            touch()

        def test_it(self):
            pass

    def setUpModule():
        touch()

    def tearDownModule():
        touch()
""")
def test_what_a_unittest_case_does_per_class_is_not_the_tests_own(came: Run) -> None:
    assert came.outcome() == "passed"
    assert came.violations() == []


@inner("""
    def setup_module():
        touch()

    def teardown_module():
        touch()

    class TestIt:
        @classmethod
        def setup_class(cls):
            touch()

        @classmethod
        def teardown_class(cls):
            touch()

        def test_it(self):
            pass
""")
def test_set_up_and_tear_down_of_classes_and_modules_are_not_the_tests_own(came: Run) -> None:
    assert came.outcome() == "passed"
    assert came.violations() == []


@inner("""
    @pytest.fixture(scope="class", autouse=True)
    def for_class():
        touch()
        yield
        touch()

    @pytest.fixture(scope="module")
    def for_module(for_class=None):
        touch()
        yield
        touch()

    @pytest.fixture(scope="package")
    def for_package():
        touch()
        yield
        touch()

    @pytest.fixture(scope="session")
    def for_session(request):
        touch()
        request.addfinalizer(touch)

    class TestIt:
        def test_it(self, for_module, for_package, for_session):
            pass
""")
@requirement("ADR-001-27")
def test_fixtures_of_wider_scope_are_not_the_tests_own(came: Run) -> None:
    assert came.outcome() == "passed"
    assert came.violations() == []


@inner("""
    @pytest.fixture(scope="session")
    def late_session():
        touch()
        yield
        touch()

    @pytest.fixture(scope="class")
    def late_class():
        touch()
        yield
        touch()

    @pytest.fixture(scope="module", params=[1, 2])
    def changing(request):
        touch()
        yield
        touch()

    class TestLate:
        def test_late(self, request):
            request.getfixturevalue("late_session")
            request.getfixturevalue("late_class")

    @pytest.fixture
    def around(late_class, request):
        request.getfixturevalue("late_session")

    def test_around(around):
        pass

    def test_changing(changing):
        pass
""")
def test_fixtures_of_wider_scope_stay_free_when_a_test_requests_them_late(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    assert came.violations() == []


@inner("""
    @pytest.fixture(scope="module")
    def wide():
        touch()

    @pytest.fixture
    def narrow(request):
        request.getfixturevalue("wide")
        touch()

    def test_it(narrow):
        pass
""")
def test_a_narrow_fixture_is_watched_again_after_the_wide_one_it_requested(came: Run) -> None:
    assert came.outcome() == "failed in setup"
    assert [each["function"] for each in came.violations()] == ["touch"]


@inner("""
    @pytest.fixture
    def narrow():
        yield
        touch()

    @pytest.fixture(scope="class")
    def wide():
        yield
        touch()

    class TestIt:
        def test_it(self, wide, narrow):
            pass
""")
def test_only_the_narrow_one_of_two_tear_downs_counts(came: Run) -> None:
    assert came.outcome() == "failed in teardown"
    assert [each["count"] for each in came.violations()] == [1]


@inner("""
    touch()

    for each in touch():
        pass

    @pytest.mark.parametrize("name", touch()[:1])
    def test_it(name):
        pass
""")
def test_the_body_of_a_test_module_is_free(came: Run) -> None:
    assert set(came.outcomes().values()) == {"passed"}
    assert came.violations() == []


@inner("""
    import importlib.machinery
    import sys

    class Importer:
        def find_spec(self, name, path=None, target=None):
            touch()
            return importlib.machinery.ModuleSpec(name, self) if name == "made_up" else None

        def create_module(self, spec):
            touch()

        def exec_module(self, module):
            touch()

    def test_it(monkeypatch):
        monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Importer()])
        import made_up
""")
def test_finders_and_loaders_that_a_project_wrote_itself_are_free(came: Run) -> None:
    assert came.outcome() == "passed", came.text()


def test_the_top_level_of_a_module_imported_by_a_test_is_free_and_its_functions_are_not(project: Project) -> None:
    project.write(
        helper="""
            import os
            from pathlib import Path
            def listing():
                return os.listdir()
            AT_IMPORT = listing() + [Path("data.txt").read_text()]
        """,
        test_lazily="""
            def test_imports():
                import helper
                assert helper.AT_IMPORT
            def test_calls():
                import helper
                helper.listing()
        """,
    )
    run = project.run("-p", "no:cacheprovider")
    assert run.outcomes() == {"test_imports": "passed", "test_calls": "failed"}
    assert [each["at"] for each in run.violations()] == ["helper.py:5"]


def test_collection_hooks_and_conftests_are_free(project: Project) -> None:
    project.write(
        conftest="""
            import os
            os.listdir()
            def pytest_generate_tests(metafunc):
                os.listdir()
            def pytest_collection_modifyitems(items):
                os.listdir()
            def pytest_itemcollected(item):
                os.listdir()
            def pytest_runtest_logstart(nodeid):
                os.listdir()
            def pytest_runtest_logreport(report):
                os.listdir()
            def pytest_sessionfinish(session):
                os.listdir()
        """,
        test_pure="def test_pure(): pass",
    )
    run = project.run()
    assert run.outcomes() == {"test_pure": "passed"}
    assert run.violations() == []


def test_hooks_of_a_conftest_around_a_test_are_not_the_tests_own(project: Project) -> None:
    project.write(
        conftest="""
            import os
            import pytest
            def pytest_runtest_setup(item):
                os.listdir()
            def pytest_runtest_teardown(item):
                os.listdir()
            @pytest.hookimpl(wrapper=True)
            def pytest_runtest_makereport(item, call):
                os.listdir()
                return (yield)
        """,
        test_pure="def test_pure(): pass",
    )
    run = project.run()
    assert run.outcomes() == {"test_pure": "passed"}
    assert run.violations() == []


@inner(
    """
    def test_it():
        touch()
    """,
    size="medium",
)
def test_a_medium_test_may_use_files(came: Run) -> None:
    assert came.outcome() == "passed"


@inner(
    """
    def test_it():
        touch()
        open("written.txt", "w").close()
        os.system("true")
    """,
    size="",
)
def test_a_test_without_a_size_is_not_restricted(came: Run) -> None:
    assert came.outcome() == "passed"
    assert came.violations() == []


def test_doctests_get_their_size_by_path(project: Project) -> None:
    project.write(
        documented="""
            def double(x):
                '''
                >>> double(2)
                4
                '''
                return 2 * x
            def here():
                '''
                >>> import os
                >>> bool(os.listdir())
                True
                '''
        """
    )
    (project.folder / "pages").mkdir()
    (project.folder / "pages" / "page.txt").write_text(">>> open('data.txt').read()\n'data'\n", encoding="utf-8")
    run = project.run(
        "--doctest-modules", "--doctest-glob=*.txt", "-o", "test_categories_sizes=. = small", "documented.py", "pages"
    )
    assert run.outcomes() == {"documented.double": "passed", "documented.here": "failed", "page.txt": "failed"}
    assert [each["details"] for each in run.violations()] == ["Attempted list on: .", "Attempted read on: data.txt"]


@inner("""
    @pytest.mark.parametrize("looks", [True, False])
    def test_it(looks):
        if looks:
            touch()
""")
def test_each_parameter_set_is_a_test_of_its_own(came: Run) -> None:
    assert came.outcomes() == {"test_it[True]": "failed", "test_it[False]": "passed"}


@inner("""
    import unittest

    class TestIt(unittest.TestCase):
        def test_looking(self):
            for number in range(3):
                with self.subTest(number=number):
                    if number == 1:
                        touch()

        def test_innocent(self):
            with self.subTest("one"):
                pass
""")
def test_a_violation_in_a_unittest_sub_test_fails_the_test(came: Run) -> None:
    assert came.outcomes()["TestIt::test_innocent"] == "passed"
    assert came.outcomes()["TestIt::test_looking"] == "failed"
    assert len(came.violations("test_looking")) == 1


@pytest.mark.skipif(pytest.version_tuple < (9,), reason="pytest has the subtests fixture from version 9 on")
@inner("""
    def test_looking(subtests):
        for number in range(3):
            with subtests.test(number=number):
                if number == 1:
                    touch()

    def test_swallowing(subtests):
        with subtests.test("one"):
            try:
                touch()
            except Exception:
                pass

    def test_innocent(subtests):
        with subtests.test("one"):
            pass
""")
def test_a_violation_in_a_sub_test_fails_the_test(came: Run) -> None:
    assert came.outcomes() == {"test_looking": "failed", "test_swallowing": "failed", "test_innocent": "passed"}
    assert len(came.violations("test_looking")) == 1


@inner(
    """
    pytest_plugins = "pytester"

    def test_it(pytester):
        pytester.makepyfile("import pytest\\n\\n@pytest.mark.medium\\ndef test_inner():\\n    pass\\n")
        assert pytester.inline_run("-p", "hermetic").ret == 0
        os.path.exists("after the inner session")
    """,
    "-ppytester",
    mode=WARN,
)
def test_a_test_is_watched_on_after_a_session_that_ran_inside_it(came: Run) -> None:
    assert "Attempted stat on: after the inner session" in [each["details"] for each in came.violations()]
