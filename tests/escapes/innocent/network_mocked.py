"""Networks replaced by mocks, by every patching route."""

import asyncio
import socket
import urllib.request
from unittest import TestCase, mock
from unittest.mock import AsyncMock, MagicMock, patch

import pytest
from pytest_socket import SocketBlockedError, disable_socket, enable_socket


@pytest.fixture
def fake_socket(monkeypatch):
    fake = MagicMock()
    monkeypatch.setattr(socket, "socket", fake)
    return fake


@pytest.fixture
def fake_connection():
    with patch("socket.create_connection") as fake:
        yield fake


def test_patched_class():
    with mock.patch("socket.socket") as fake:
        socket.socket().connect(("nowhere.invalid", 80))
        fake.return_value.connect.assert_called_once()


@patch("socket.socket.connect", autospec=True)
def test_patched_method(connect):
    with socket.socket() as fake:
        fake.connect(("nowhere.invalid", 80))
    assert connect.called


def test_monkeypatched_class(fake_socket):
    socket.socket().sendto(b"x", ("nowhere.invalid", 80))
    assert fake_socket.called


def test_monkeypatched_method(monkeypatch):
    monkeypatch.setattr(socket.socket, "connect", lambda *_: None)
    with socket.socket() as fake:
        fake.connect(("nowhere.invalid", 80))


def test_mock_in_a_fixture(fake_connection):
    socket.create_connection(("nowhere.invalid", 80))
    assert fake_connection.called


def test_mocker(mocker):
    mocker.patch("socket.getaddrinfo", return_value=[])
    assert socket.getaddrinfo("nowhere.invalid", 80) == []


def test_mocker_of_a_lookup(mocker):
    mocker.patch("socket.gethostbyname", return_value="203.0.113.9")
    assert socket.gethostbyname("nowhere.invalid") == "203.0.113.9"


@patch("urllib.request.urlopen")
def test_patched_urlopen(urlopen):
    urlopen.return_value.read.return_value = b"hello"
    assert urllib.request.urlopen("http://nowhere.invalid/").read() == b"hello"


def test_patched_streams():
    async def main():
        with patch("asyncio.open_connection", AsyncMock(return_value=(1, 2))):
            return await asyncio.open_connection("nowhere.invalid", 80)

    assert asyncio.run(main()) == (1, 2)


def test_nothing_left_of_the_mocks():
    assert not isinstance(socket.create_connection, MagicMock)
    assert not isinstance(socket.getaddrinfo, MagicMock)


class TestPatched(TestCase):
    def setUp(self):
        patcher = patch("socket.gethostbyname", return_value="203.0.113.9")
        patcher.start()
        self.addCleanup(patcher.stop)

    def test_patcher_started_in_set_up(self):
        assert socket.gethostbyname("nowhere.invalid") == "203.0.113.9"


@pytest.mark.disable_socket
def test_pytest_socket_mark():
    with pytest.raises(SocketBlockedError):
        socket.socket()


def test_pytest_socket_fixture(socket_disabled):
    with pytest.raises(SocketBlockedError):
        socket.socket()


def test_pytest_socket_functions():
    disable_socket()
    try:
        with pytest.raises(SocketBlockedError):
            socket.socket()
    finally:
        enable_socket()


def test_pytest_socket_leaves_the_loop_its_pair(socket_disabled):
    enable_socket()
    assert asyncio.run(asyncio.sleep(0, 1)) == 1


def test_real_class_is_back():
    with socket.socket() as idle:
        assert isinstance(idle, socket.socket)
