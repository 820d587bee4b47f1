"""multiprocessing's own sockets: connections, listeners and managers of another process."""

import os
from multiprocessing.connection import Client, Listener
from multiprocessing.managers import BaseManager, SyncManager

import pytest
from targets import address

KEY = b"escapes"


class Shelf(BaseManager):
    pass


Shelf.register("greeting")


@pytest.mark.timeout(10)
def test_client():
    with Client(address("LISTENER"), authkey=KEY) as connection:
        connection.send({"a": 1})
        assert connection.recv() == {"a": 1}


def test_client_of_nothing():
    with pytest.raises(ConnectionRefusedError):
        Client(("127.0.0.1", 1))


def test_client_of_a_unix_path():
    with pytest.raises(FileNotFoundError):
        Client("/nowhere/listener")


def test_listener():
    with Listener(("127.0.0.1", 0)) as listener:
        assert listener.address[1]


def test_listener_of_an_abstract_name():
    with Listener(f"\0escapes-listener-{os.getpid()}", family="AF_UNIX") as listener:
        assert listener.address


def test_manager_of_another_process():
    shelf = Shelf(address("MANAGER"), authkey=KEY)
    shelf.connect()
    assert shelf.greeting().copy() == ["hello"]


def test_manager_of_nothing():
    with pytest.raises(ConnectionRefusedError):
        SyncManager(("127.0.0.1", 1), authkey=KEY).connect()


def test_manager_served_in_this_process():
    server = Shelf(("127.0.0.1", 0), authkey=KEY).get_server()
    server.listener.close()
