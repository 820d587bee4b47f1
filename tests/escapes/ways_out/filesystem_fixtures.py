"""The set-up and tear-down of function-scoped fixtures belong to the test."""

import os
import unittest

import pytest


@pytest.fixture
def text(box):
    return (box / "text.txt").read_text()


def test_fixture_reads(text):
    assert text


@pytest.fixture
def folder(box):
    os.mkdir(box / "made")
    return box / "made"


def test_fixture_makes_a_folder(folder):
    assert folder


@pytest.fixture
def cleaned(box):
    yield box
    os.remove(box / "text.txt")


def test_fixture_cleans_up(cleaned):
    assert cleaned


@pytest.fixture
def finalized(box, request):
    request.addfinalizer(lambda: os.path.exists(box))


def test_fixture_finalizer(finalized):
    assert finalized is None


@pytest.fixture
def swallowing(box):
    try:
        os.stat(box / "text.txt")
    except BaseException:
        pass


def test_fixture_swallows(swallowing):
    assert swallowing is None


@pytest.fixture
def swallowing_later(box):
    yield
    try:
        os.stat(box / "text.txt")
    except BaseException:
        pass


def test_fixture_swallows_at_the_end(swallowing_later):
    assert swallowing_later is None


def test_fixture_asked_for_in_the_test(request):
    assert request.getfixturevalue("text")


@pytest.fixture
def inner(box):
    return os.listdir(box)


@pytest.fixture
def outer(inner):
    return len(inner)


def test_fixture_of_a_fixture(outer):
    assert outer


@pytest.mark.usefixtures("text")
def test_fixture_by_mark():
    assert True


@pytest.fixture(params=["text.txt", "other.txt"])
def either(request, box):
    return (box / request.param).stat().st_size


def test_parametrised_fixture(either):
    assert either


class TestMethods:
    def setup_method(self, method):
        os.stat(__file__)

    def test_setup_method(self):
        assert True


class TestLeaving:
    def teardown_method(self, method):
        os.stat(__file__)

    def test_teardown_method(self):
        assert True


class TestAutouse:
    @pytest.fixture(autouse=True)
    def look(self):
        assert os.path.exists(__file__)

    def test_autouse_fixture(self):
        assert True


class TestOwn:
    def read(self):
        return open(__file__).readline()

    def test_helper_method(self):
        assert self.read()


class SetUpReads(unittest.TestCase):
    def setUp(self):
        with open(__file__) as file:
            self.first = file.readline()

    def test_set_up(self):
        self.assertTrue(self.first)


class TearDownAsks(unittest.TestCase):
    def tearDown(self):
        os.path.getsize(__file__)

    def test_tear_down(self):
        self.assertTrue(True)


class CleanupAsks(unittest.TestCase):
    def test_cleanup(self):
        self.addCleanup(os.stat, __file__)


class MethodReads(unittest.TestCase):
    def test_method(self):
        self.assertTrue(os.path.isfile(__file__))

    def test_swallowing_method(self):
        with self.assertRaises(Exception):
            open("/missing/file")

    def test_subtests(self):
        for name in (__file__, "/"):
            with self.subTest(name):
                self.assertTrue(os.path.exists(name))


class EnterContext(unittest.TestCase):
    def test_entered_context(self):
        self.assertTrue(self.enterContext(open(__file__)).readline())


class AsyncCase(unittest.IsolatedAsyncioTestCase):
    async def test_async_method(self):
        self.assertTrue(os.path.exists(__file__))


class AsyncSetUp(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        os.stat(__file__)

    async def test_async_set_up(self):
        self.assertTrue(True)


@pytest.mark.parametrize("name", ["text.txt", "other.txt"])
def test_parametrised(box, name):
    assert (box / name).exists()


@pytest.mark.parametrize("ask", [os.stat, os.listdir, os.path.exists], ids=["stat", "listdir", "exists"])
def test_parametrised_by_function(box, ask):
    assert ask(box)


def setup_function(function):
    if function is test_setup_function:
        os.stat(__file__)


def teardown_function(function):
    if function is test_teardown_function:
        os.stat(__file__)


def test_setup_function():
    assert True


def test_teardown_function():
    assert True
