"""pytest's own machinery, and that of its usual company."""

import asyncio
import os
import unittest
import warnings

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def test_tmp_path_not_used(tmp_path):
    assert tmp_path.name


def test_tmp_path_joined(tmp_path):
    assert (tmp_path / "a").suffix == ""


def test_tmpdir_not_used(tmpdir):
    assert str(tmpdir)


def test_tmp_path_factory_not_used(tmp_path_factory):
    assert tmp_path_factory


def test_tmp_path_asked_for_in_the_test(request):
    assert request.getfixturevalue("tmp_path")


@pytest.fixture
def name_below(tmp_path):
    return str(tmp_path / "database")


def test_tmp_path_of_a_fixture(name_below):
    assert name_below.endswith("database")


@pytest.fixture(scope="session")
def settings_of_the_session(tmp_path_factory):
    path = tmp_path_factory.mktemp("session") / "settings"
    path.write_text("colour = red")
    return path.read_text()


def test_session_fixture_reads(settings_of_the_session):
    assert settings_of_the_session


@pytest.fixture(scope="module")
def open_file(tmp_path_factory):
    with open(tmp_path_factory.mktemp("module") / "file", "w+") as file:
        yield file


def test_module_fixture_opens(open_file):
    open_file.write("text")


class TestClassScope:
    @pytest.fixture(scope="class", autouse=True)
    def listing(self):
        return os.listdir("/")

    def test_class_fixture_lists(self, listing):
        assert listing

    @classmethod
    def setup_class(cls):
        cls.names = os.listdir("/")

    def test_setup_class_lists(self):
        assert self.names


class SetUpClass(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.names = os.listdir("/")

    def test_set_up_class_lists(self):
        self.assertTrue(self.names)


def setup_module():
    assert os.listdir("/")


def test_assertion_rewriting():
    left, right = [1, 2, 3], [1, 2, 4]
    with pytest.raises(AssertionError, match="At index 2"):
        assert left == right


def test_approx():
    assert 0.1 + 0.2 == pytest.approx(0.3)


def test_warns():
    with pytest.warns(UserWarning):
        warnings.warn("careful", stacklevel=1)


def test_deprecated_call():
    with pytest.deprecated_call():
        warnings.warn("old", DeprecationWarning, stacklevel=1)


def test_environment_changed(monkeypatch):
    monkeypatch.setenv("HOME", "/nowhere")
    monkeypatch.delenv("COLOUR", raising=False)


def test_path_prepended(monkeypatch):
    monkeypatch.syspath_prepend("/nowhere")


def test_property_recorded(record_property):
    record_property("size", "small")


def test_configuration_asked(pytestconfig):
    assert pytestconfig.rootpath.name
    assert pytestconfig.getini("addopts") is not None


def test_request_asked(request):
    assert request.node.nodeid


def test_node_path_named(request):
    assert request.path.name


def test_subtests(subtests):
    for number in range(2):
        with subtests.test(number=number):
            assert number < 2


def test_skip_inside():
    with pytest.raises(pytest.skip.Exception):
        pytest.skip("later")


@pytest.mark.parametrize("number", range(3))
def test_parametrised(number):
    assert number < 3


@given(st.integers())
@settings(max_examples=10)
def test_hypothesis_with_its_database(number):
    assert isinstance(number, int)


@given(st.lists(st.text(max_size=3), max_size=3))
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
def test_hypothesis_text(words):
    assert "".join(words) is not None


@given(st.from_regex(r"\w{1,3}"))
@settings(max_examples=5)
def test_hypothesis_regex(word):
    assert word


@given(st.datetimes(timezones=st.timezones()))
@settings(max_examples=5)
def test_hypothesis_time_zones(moment):
    assert moment.tzinfo


@given(st.data())
@settings(max_examples=5)
def test_hypothesis_data(data):
    assert data.draw(st.booleans()) in {True, False}


def test_hypothesis_that_fails_inside():
    @given(st.integers())
    @settings(max_examples=30)
    def below_ten(number):
        assert number < 10

    with pytest.raises(AssertionError):
        below_ten()


def test_hypothesis_find():
    from hypothesis import find

    assert find(st.integers(), lambda number: number > 10) == 11


@pytest.mark.asyncio
async def test_asyncio():
    await asyncio.sleep(0)


@pytest.mark.trio
async def test_trio():
    import trio

    await trio.sleep(0)


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio", "trio"])
async def test_anyio(anyio_backend):
    import anyio

    await anyio.sleep(0)


class AsyncCase(unittest.IsolatedAsyncioTestCase):
    async def test_async_case(self):
        await asyncio.sleep(0)


class SubTests(unittest.TestCase):
    def test_unittest_subtests(self):
        for number in range(2):
            with self.subTest(number=number):
                self.assertLess(number, 2)


def test_coverage_measured_by_hand():
    import coverage

    measured = coverage.Coverage(data_file=None, config_file=False)
    measured.start()
    measured.stop()


def test_execution_by_doctest():
    """
    >>> 1 + 1
    2
    """


def test_doctest_run_by_hand():
    import doctest

    assert doctest.run_docstring_examples(test_execution_by_doctest, {}) is None
