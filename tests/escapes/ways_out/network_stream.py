"""TCP, by every method of a socket that leads out."""

import errno
import select
import selectors
import socket
import struct
from functools import partial
from socket import AF_INET, SOCK_STREAM, create_connection
from socket import socket as make_socket

import _socket
import pytest
from targets import address, text

TCP = address("TCP")
connect_to_echo = partial(create_connection, TCP)
unbound_connect = socket.socket.connect
plug = socket.socket(AF_INET, SOCK_STREAM)


class Line(socket.socket):
    peer = TCP

    def __init__(self):
        super().__init__(AF_INET, SOCK_STREAM)

    def call(self):
        self.connect(self.peer)
        self.sendall(b"ping")
        return self.recv(4)


class SelfConnecting(socket.socket):
    def __init__(self, peer=TCP):
        super().__init__()
        self.connect(peer)


def says_ping(connection):
    connection.sendall(b"ping")
    return connection.recv(4) == b"ping"


@pytest.mark.expect(text("TCP"))
def test_connect():
    with socket.socket() as connection:
        connection.connect(TCP)
        assert says_ping(connection)


@pytest.mark.expect(text("TCP"))
def test_connect_ex():
    with socket.socket() as connection:
        assert connection.connect_ex(TCP) == 0
        assert says_ping(connection)


def test_connect_to_a_closed_port():
    with socket.socket() as connection, pytest.raises(ConnectionRefusedError):
        connection.connect(("127.0.0.1", 1))


def test_connect_ex_to_a_closed_port():
    with socket.socket() as connection:
        assert connection.connect_ex(("127.0.0.1", 1)) == errno.ECONNREFUSED


def test_is_this_port_open_helper():
    def is_open(port):
        with socket.socket() as probe:
            probe.settimeout(0.5)
            return probe.connect_ex(("127.0.0.1", port)) == 0

    assert [is_open(1), is_open(TCP[1])] == [False, True]


def test_connect_by_name():
    with socket.socket() as connection:
        connection.connect(("localhost", TCP[1]))
        assert says_ping(connection)


def test_connect_to_a_name_that_does_not_exist():
    with socket.socket() as connection, pytest.raises(socket.gaierror):
        connection.connect(("nowhere.invalid", 80))


def test_connect_with_bytes_host():
    with socket.socket() as connection:
        connection.connect((b"127.0.0.1", TCP[1]))
        assert says_ping(connection)


def test_connect_with_integer_form_of_the_host():
    with socket.socket() as connection:
        connection.connect(("2130706433", TCP[1]))
        assert says_ping(connection)


def test_connect_to_the_empty_host():
    with socket.socket() as connection:
        connection.connect(("", TCP[1]))
        assert says_ping(connection)


def test_connect_to_the_wildcard():
    with socket.socket() as connection:
        connection.connect(("0.0.0.0", TCP[1]))
        assert says_ping(connection)


def test_connect_over_ipv6():
    with socket.socket(socket.AF_INET6) as connection:
        connection.connect(address("TCP6"))
        assert says_ping(connection)


def test_connect_over_ipv6_with_flow_and_scope():
    with socket.socket(socket.AF_INET6) as connection:
        connection.connect((*address("TCP6"), 0, 0))
        assert says_ping(connection)


def test_connect_to_a_mapped_ipv4_address():
    with socket.socket(socket.AF_INET6) as connection:
        connection.connect(("::ffff:127.0.0.1", TCP[1]))
        assert says_ping(connection)


def test_create_connection():
    with create_connection(TCP, timeout=5) as connection:
        assert says_ping(connection)


def test_create_connection_by_module():
    with socket.create_connection(TCP) as connection:
        assert says_ping(connection)


def test_create_connection_by_name():
    with socket.create_connection(("localhost", TCP[1])) as connection:
        assert says_ping(connection)


def test_create_connection_from_a_source_address():
    with socket.create_connection(TCP, source_address=("127.0.0.1", 0)) as connection:
        assert says_ping(connection)


def test_create_connection_with_all_errors():
    with pytest.raises(ExceptionGroup):
        socket.create_connection(("127.0.0.1", 1), all_errors=True)


def test_socket_class_imported_by_name():
    with make_socket(AF_INET, SOCK_STREAM) as connection:
        connection.connect(TCP)
        assert says_ping(connection)


def test_socket_type_alias():
    connection = socket.SocketType(AF_INET, SOCK_STREAM)
    connection.connect(TCP)
    connection.close()


def test_c_socket_class():
    connection = _socket.socket(AF_INET, SOCK_STREAM)
    connection.connect(TCP)
    connection.sendall(b"ping")
    assert connection.recv(4) == b"ping"
    connection.close()


def test_subclass():
    with Line() as line:
        assert line.call() == b"ping"


def test_subclass_that_connects_in_its_constructor():
    with SelfConnecting() as connection:
        assert says_ping(connection)


def test_unbound_connect_of_the_class():
    with socket.socket() as connection:
        socket.socket.connect(connection, TCP)
        assert says_ping(connection)


def test_unbound_connect_bound_at_import():
    with socket.socket() as connection:
        unbound_connect(connection, TCP)
        assert says_ping(connection)


def test_unbound_connect_of_the_c_class():
    with socket.socket() as connection:
        _socket.socket.connect(connection, TCP)
        assert says_ping(connection)


def test_connect_by_super():
    class Quiet(socket.socket):
        def connect(self, peer):
            return super().connect(peer)

    with Quiet() as connection:
        connection.connect(TCP)
        assert says_ping(connection)


def test_connect_by_getattr():
    with socket.socket() as connection:
        getattr(connection, "con" + "nect")(TCP)
        assert says_ping(connection)


def test_partial_made_at_import():
    with connect_to_echo() as connection:
        assert says_ping(connection)


def test_default_argument_bound_at_definition(connect=create_connection):
    with connect(TCP) as connection:
        assert says_ping(connection)


def test_class_attribute_alias():
    class Transport:
        open = staticmethod(create_connection)

    with Transport.open(TCP) as connection:
        assert says_ping(connection)


def test_map_over_peers():
    for connection in map(create_connection, [TCP, TCP]):
        with connection:
            assert says_ping(connection)


def test_map_of_bound_connect_ex():
    with socket.socket() as connection:
        assert list(map(connection.connect_ex, [TCP])) == [0]


def test_comprehension_of_connections():
    connections = [create_connection(peer) for peer in (TCP, TCP)]
    assert all(says_ping(connection) for connection in connections)
    for connection in connections:
        connection.close()


def test_socket_made_at_import_and_connected_here():
    plug.connect(TCP)
    assert says_ping(plug)
    plug.close()


def test_dup_of_a_socket_connects():
    with socket.socket() as first, first.dup() as second:
        second.connect(TCP)
        assert says_ping(first)


def test_socket_from_a_descriptor_connects():
    first = socket.socket()
    with socket.socket(fileno=first.detach()) as second:
        second.connect(TCP)
        assert says_ping(second)


def test_socket_fromfd_connects():
    with socket.socket() as first, socket.fromfd(first.fileno(), AF_INET, SOCK_STREAM) as second:
        second.connect(TCP)
        assert says_ping(second)


def test_nonblocking_connect_and_select():
    with socket.socket() as connection:
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):
            connection.connect(TCP)
        _, writable, _ = select.select([], [connection], [], 5)
        assert writable


def test_nonblocking_connect_ex_and_poll():
    with socket.socket() as connection:
        connection.setblocking(False)
        assert connection.connect_ex(TCP) in {0, errno.EINPROGRESS}
        poll = select.poll()
        poll.register(connection, select.POLLOUT)
        assert poll.poll(5000)


def test_nonblocking_connect_and_selector():
    with socket.socket() as connection, selectors.DefaultSelector() as selector:
        connection.setblocking(False)
        connection.connect_ex(TCP)
        selector.register(connection, selectors.EVENT_WRITE)
        assert selector.select(5)


def test_nonblocking_connect_and_epoll():
    with socket.socket() as connection, select.epoll() as epoll:
        connection.setblocking(False)
        connection.connect_ex(TCP)
        epoll.register(connection, select.EPOLLOUT)
        assert epoll.poll(5)


def test_connect_with_linger_and_options():
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.settimeout(5)
        connection.connect(TCP)
        assert says_ping(connection)


def test_socket_file_over_a_connection():
    with create_connection(TCP) as connection, connection.makefile("rwb") as stream:
        stream.write(b"line\n")
        stream.flush()
        assert stream.readline() == b"line\n"


def test_eval_of_code():
    assert eval("__import__('socket').create_connection(peer).close()", {"peer": TCP}) is None


def test_exec_of_code():
    exec("import socket\nsocket.create_connection(peer).close()", {"peer": TCP})


def test_import_by_name():
    import importlib

    importlib.import_module("socket").create_connection(TCP).close()


def test_own_host_name():
    with pytest.raises(OSError):
        socket.create_connection((socket.gethostname(), 1), timeout=2)


def test_happy_eyeballs_by_hand():
    for family, kind, proto, _, peer in socket.getaddrinfo("localhost", TCP[1], type=SOCK_STREAM):
        with socket.socket(family, kind, proto) as connection:
            if connection.connect_ex(peer) == 0:
                assert says_ping(connection)


def test_explicit_protocol():
    with socket.socket(AF_INET, SOCK_STREAM, socket.IPPROTO_TCP) as connection:
        connection.connect(TCP)
        assert says_ping(connection)


def test_tcp_fast_open():
    with socket.socket() as connection:
        connection.sendto(b"ping", socket.MSG_FASTOPEN, TCP)
        assert connection.recv(4) == b"ping"


def test_tcp_fast_open_by_sendmsg():
    with socket.socket() as connection:
        connection.sendmsg([b"ping"], [], socket.MSG_FASTOPEN, TCP)
        assert connection.recv(4) == b"ping"
