"""The set-up and tear-down of what belongs to one test."""

import contextlib
import unittest
from socket import create_connection, gethostbyname

import pytest
import pytest_asyncio
from targets import address, text

TCP = address("TCP")


def leave():
    create_connection(TCP).close()


@pytest.fixture
def set_up():
    leave()


@pytest.fixture
def set_up_swallowed():
    with contextlib.suppress(Exception):
        leave()


@pytest.fixture
def connection():
    with create_connection(TCP) as connection:
        yield connection


@pytest.fixture
def tear_down():
    yield
    leave()


@pytest.fixture
def tear_down_swallowed():
    yield
    with contextlib.suppress(Exception):
        leave()


@pytest.fixture
def finalizer(request):
    request.addfinalizer(leave)


@pytest.fixture
def of_another_fixture(connection):
    return connection.fileno()


@pytest.fixture(params=["one", "two"])
def parametrised(request):
    leave()
    return request.param


@pytest.fixture
def factory():
    return leave


@pytest_asyncio.fixture
async def async_set_up():
    leave()


@pytest_asyncio.fixture
async def async_tear_down():
    yield
    leave()


@pytest.fixture
async def anyio_set_up(anyio_backend):
    leave()


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.mark.expect(text("TCP"))
def test_set_up(set_up):
    pass


def test_set_up_swallowed(set_up_swallowed):
    pass


def test_connection_from_a_fixture(connection):
    connection.sendall(b"ping")
    assert connection.recv(4) == b"ping"


def test_tear_down(tear_down):
    pass


def test_tear_down_swallowed(tear_down_swallowed):
    pass


def test_finalizer(finalizer):
    pass


def test_fixture_of_a_fixture(of_another_fixture):
    assert of_another_fixture


def test_parametrised_fixture(parametrised):
    assert parametrised


def test_factory_fixture(factory):
    factory()


@pytest.mark.usefixtures("set_up")
def test_used_by_a_mark():
    pass


def test_fixture_asked_for_inside_the_test(request):
    request.getfixturevalue("set_up")


def test_through_monkeypatch(monkeypatch):
    class Undoing(dict):
        def __setitem__(self, key, value):
            leave()
            super().__setitem__(key, value)

    monkeypatch.setitem(Undoing(), "a", 1)


@pytest.mark.asyncio
async def test_async_set_up(async_set_up):
    pass


@pytest.mark.asyncio
async def test_async_tear_down(async_tear_down):
    pass


@pytest.mark.anyio
async def test_anyio_set_up(anyio_set_up):
    pass


@pytest.mark.trio
async def test_trio_body():
    gethostbyname("localhost")


@pytest.mark.anyio
async def test_anyio_body():
    leave()


@pytest.mark.asyncio
async def test_asyncio_body():
    leave()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
def test_parametrised(host):
    create_connection((host, TCP[1])).close()


class TestSetUpMethod:
    def setup_method(self):
        leave()

    def test_set_up_method(self):
        pass


class TestTearDownMethod:
    def teardown_method(self):
        leave()

    def test_tear_down_method(self):
        pass


class TestAutouse:
    @pytest.fixture(autouse=True)
    def always(self):
        leave()

    def test_autouse_fixture(self):
        pass


class TestSetUp(unittest.TestCase):
    def setUp(self):
        leave()

    def test_unittest_set_up(self):
        pass


class TestTearDown(unittest.TestCase):
    def tearDown(self):
        leave()

    def test_unittest_tear_down(self):
        pass


class TestTearDownSwallowed(unittest.TestCase):
    def tearDown(self):
        with contextlib.suppress(Exception):
            leave()

    def test_unittest_tear_down_swallowed(self):
        pass


class TestCleanup(unittest.TestCase):
    def test_unittest_cleanup(self):
        self.addCleanup(leave)

    def test_unittest_entered_context(self):
        self.enterContext(create_connection(TCP))


class TestAsyncSetUp(unittest.IsolatedAsyncioTestCase):
    async def asyncSetUp(self):
        leave()

    async def test_unittest_async_set_up(self):
        pass


class TestAsyncTearDown(unittest.IsolatedAsyncioTestCase):
    async def asyncTearDown(self):
        leave()

    async def test_unittest_async_tear_down(self):
        pass


class TestMethods:
    @staticmethod
    def test_static_method():
        leave()

    @classmethod
    def test_class_method(cls):
        leave()

    def test_method(self):
        leave()


def setup_function(function):
    if function.__name__ == "test_set_up_function":
        leave()


def teardown_function(function):
    if function.__name__ == "test_tear_down_function":
        leave()


def test_set_up_function():
    pass


def test_tear_down_function():
    pass
