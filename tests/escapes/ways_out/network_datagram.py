"""UDP, in every form of sending, and the socket kinds below it."""

import os
import socket
from socket import AF_INET, SOCK_DGRAM

import pytest
from targets import address, text

UDP = address("UDP")
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="raw sockets need root")
beacon = socket.socket(AF_INET, SOCK_DGRAM)


@pytest.fixture
def udp():
    with socket.socket(AF_INET, SOCK_DGRAM) as made:
        made.settimeout(5)
        yield made


@pytest.mark.expect(text("UDP"))
def test_sendto(udp):
    assert udp.sendto(b"ping", UDP) == 4
    assert udp.recv(10) == b"ping"


def test_sendto_with_flags(udp):
    assert udp.sendto(b"ping", socket.MSG_DONTWAIT, UDP) == 4
    assert udp.recvfrom(10)[0] == b"ping"


def test_sendto_by_name(udp):
    assert udp.sendto(b"ping", ("localhost", UDP[1])) == 4


def test_sendto_a_name_that_does_not_exist(udp):
    with pytest.raises(socket.gaierror):
        udp.sendto(b"ping", ("nowhere.invalid", 53))


def test_sendto_bytes_host(udp):
    assert udp.sendto(b"ping", (b"127.0.0.1", UDP[1])) == 4


def test_sendto_unbound(udp):
    assert socket.socket.sendto(udp, b"ping", UDP) == 4


def test_sendto_from_a_socket_made_at_import():
    assert beacon.sendto(b"ping", UDP) == 4


@pytest.mark.expect(text("UDP"))
def test_sendmsg(udp):
    assert udp.sendmsg([b"pi", b"ng"], [], 0, UDP) == 4
    assert udp.recv(10) == b"ping"


def test_sendmsg_by_name(udp):
    assert udp.sendmsg([b"ping"], (), 0, ("localhost", UDP[1])) == 4


def test_connected_udp_send(udp):
    udp.connect(UDP)
    assert udp.send(b"ping") == 4
    assert udp.recv(10) == b"ping"


def test_connected_udp_sendmsg(udp):
    udp.connect(UDP)
    assert udp.sendmsg([b"ping"]) == 4


def test_connect_ex_of_udp(udp):
    assert udp.connect_ex(UDP) == 0


def test_own_address_by_udp_connect(udp):
    udp.connect(("127.0.0.2", 9))
    assert udp.getsockname()[0] == "127.0.0.1"


def test_broadcast(udp):
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    assert udp.sendto(b"ping", ("127.255.255.255", 9)) == 4


def test_multicast_on_loopback(udp):
    udp.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton("127.0.0.1"))
    assert udp.sendto(b"ping", ("224.0.0.251", 9)) == 4


def test_ipv6_sendto():
    with socket.socket(socket.AF_INET6, SOCK_DGRAM) as udp6:
        assert udp6.sendto(b"ping", ("::1", 9, 0, 0)) == 4


def test_bind_udp(udp):
    udp.bind(("127.0.0.1", 0))
    assert udp.getsockname()[1]


def test_bind_and_talk_to_itself(udp):
    udp.bind(("127.0.0.1", 0))
    udp.sendto(b"me", udp.getsockname())
    assert udp.recv(10) == b"me"


def test_udp_lite():
    with socket.socket(AF_INET, SOCK_DGRAM, socket.IPPROTO_UDPLITE) as lite:
        assert lite.sendto(b"ping", ("127.0.0.1", 9)) == 4


@needs_root
def test_raw_icmp():
    with socket.socket(AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as raw:
        assert raw.sendto(b"\x08\x00\xf7\xff\x00\x00\x00\x00", ("127.0.0.1", 0)) == 8


@needs_root
def test_raw_icmp_connected():
    with socket.socket(AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP) as raw:
        raw.connect(("127.0.0.1", 0))
        assert raw.send(b"\x08\x00\xf7\xff\x00\x00\x00\x00") == 8


@needs_root
def test_raw_packets_of_an_interface():
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as packets:
        packets.bind(("lo", 0))


def test_netlink_bind():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as netlink:
        netlink.bind((0, 0))


def test_netlink_connect():
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, socket.NETLINK_ROUTE) as netlink:
        netlink.connect((0, 0))


def test_virtual_machine_socket():
    with socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM) as vsock:
        vsock.settimeout(1)
        with pytest.raises(OSError):
            vsock.connect((1, 1024))


def test_statsd_style_metric():
    class Statsd:
        def __init__(self, peer):
            self.peer, self.sock = peer, socket.socket(AF_INET, SOCK_DGRAM)

        def incr(self, name):
            try:
                self.sock.sendto(f"{name}:1|c".encode(), self.peer)
            except Exception:
                pass

    Statsd(UDP).incr("hits")


def test_wake_on_lan_packet(udp):
    udp.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
    assert udp.sendto(b"\xff" * 6 + bytes(6) * 16, ("127.255.255.255", 9)) == 102


def test_ntp_query(udp):
    udp.sendto(b"\x1b" + 47 * b"\0", UDP)
    assert len(udp.recv(48)) == 48


def test_dns_query_by_hand(udp):
    query = b"\x00\x01\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x01a\x00\x00\x01\x00\x01"
    udp.sendto(query, address("DNS"))
    assert udp.recv(512).endswith(socket.inet_aton("127.0.0.1"))
