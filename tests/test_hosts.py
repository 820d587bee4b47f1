"""Which hosts are this machine and which the project allows: decided on the parsed address, with nobody asked."""

import socket

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pytest_hermetic.hosts import check_pattern, is_allowed, is_this_machine, parse_address
from requirements import requirement

pytestmark = pytest.mark.small

THIS_MACHINE = [
    "localhost",
    "LocalHost",
    "LOCALHOST.",
    "127.0.0.1",
    "127.0.0.2",
    "127.255.255.254",
    "::1",
    "[::1]",
    "0:0:0:0:0:0:0:1",
    "::1%lo",
    "[::1%lo]",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "[::ffff:127.0.0.1]",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    # a wildcard to bind to, and the machine itself to connect to
    "",
    "0.0.0.0",
    "0",
    "::",
    "::ffff:0.0.0.0",
]

ELSEWHERE = [
    "127.evil.example",
    "127.0.0.1.evil.example",
    "127.0.0.1.nip.io",
    "localhost.evil.example",
    "evil.example/localhost",
    "notlocalhost",
    "localhost.localdomain.example",
    "example.com",
    "128.0.0.1",
    "126.255.255.255",
    "10.0.0.1",
    "192.168.0.1",
    "172.17.0.1",
    "169.254.169.254",
    "93.184.216.34",
    "1",
    "2130706432.example",
    "3232235521",
    "0x0a000001",
    "::2",
    "::ffff:10.0.0.1",
    "::ffff:128.0.0.1",
    "fe80::1",
    "fe80::1%eth0",
    "2001:db8::1",
    # several machines at once
    "224.0.0.1",
    "239.255.255.250",
    "ff02::1",
    "ff02::1%eth0",
    "255.255.255.255",
    "<broadcast>",
    # no address at all
    "127.0.0.1.",
    "127.0.0.256",
    "127.0.0.0x",
    "1.2.3.4.5",
    "localhost:80",
    "localhost ",
    "localhost\0.evil.example",
    "/var/run/x",
]


@requirement("ADR-001-02")
@pytest.mark.parametrize("host", THIS_MACHINE)
def test_a_host_is_this_machine(host: str) -> None:
    assert is_this_machine(host)


@requirement("ADR-001-02")
@pytest.mark.parametrize("host", ELSEWHERE)
def test_a_host_is_another_machine(host: str) -> None:
    assert not is_this_machine(host)


def test_the_machine_s_own_name_is_this_machine_in_any_case_and_with_a_final_dot() -> None:
    own = socket.gethostname()
    assert is_this_machine(own)
    assert is_this_machine(own.upper())
    assert is_this_machine(f"{own}.")


def test_what_only_starts_or_ends_with_the_machine_s_own_name_is_another() -> None:
    own = socket.gethostname()
    assert not is_this_machine(f"{own}.evil.example")
    assert not is_this_machine(f"evil.{own}")
    assert not is_this_machine(f"x{own}")


@given(st.ip_addresses(v=4))
def test_a_v4_address_is_judged_alike_in_every_notation(address: object) -> None:
    packed = socket.inet_aton(str(address))
    number = int.from_bytes(packed, "big")
    notations = [str(address), str(number), hex(number), f"::ffff:{address}", f"[::ffff:{address}]"]
    assert {is_this_machine(notation) for notation in notations} == {packed[0] == 127 or number == 0}


@given(st.text())
def test_any_text_is_judged_without_an_error(host: str) -> None:
    assert is_this_machine(host) in (True, False)
    assert is_allowed(host, 80, ("*.example", "10.0.0.0/8", "::1")) in (True, False)


@pytest.mark.parametrize(("host", "address"), [("127.1", "127.0.0.1"), ("fe80::1%eth0", "fe80::1"), ("name", "None")])
def test_an_address_is_read_as_the_c_library_would(host: str, address: str) -> None:
    assert str(parse_address(host)) == address


@pytest.mark.parametrize(
    ("pattern", "host", "port"),
    [
        ("api.example", "api.example", 443),
        ("api.example", "API.Example", 443),
        ("API.example", "api.example.", 443),
        ("api.example.", "api.example", None),
        ("10.1.2.3", "10.1.2.3", 5432),
        ("10.1.2.3", "::ffff:10.1.2.3", 5432),
        ("10.1.2.3", "167838211", 5432),
        ("10.0.0.0/8", "10.255.0.1", 1),
        ("10.0.0.7/8", "10.1.1.1", 1),
        ("2001:db8::/32", "2001:db8:1::1", 1),
        ("2001:db8::1", "2001:DB8:0::1", 1),
        ("[2001:db8::1]", "2001:db8::1", 1),
        ("[2001:db8::1]:443", "2001:db8::1", 443),
        ("api.example:8080", "api.example", 8080),
        ("10.0.0.0/8:5432", "10.9.9.9", 5432),
        ("*.example.com", "api.example.com", 80),
        ("*.example.com", "a.b.example.com", 80),
        ("*.Example.com", "API.example.COM.", 80),
        ("*.example.com:443", "api.example.com", 443),
        ("localhost", "localhost", 1),
    ],
)
def test_a_pattern_covers_a_host(pattern: str, host: str, port: int | None) -> None:
    assert is_allowed(host, port, ("other.example", pattern))


@pytest.mark.parametrize(
    ("pattern", "host", "port"),
    [
        ("api.example", "api.example.evil.example", 443),
        ("api.example", "xapi.example", 443),
        ("api.example", "10.1.2.3", 443),
        ("10.1.2.3", "10.1.2.4", 1),
        ("10.0.0.0/8", "11.0.0.1", 1),
        ("10.0.0.0/8", "10.evil.example", 1),
        ("2001:db8::/32", "2001:db9::1", 1),
        ("10.0.0.0/8", "::1", 1),
        ("[2001:db8::1]:443", "2001:db8::1", 80),
        ("api.example:8080", "api.example", 80),
        ("api.example:8080", "api.example", None),
        ("*.example.com", "example.com", 80),
        ("*.example.com", "evilexample.com", 80),
        ("*.example.com", "api.example.com.evil.example", 80),
        ("*.example.com", "10.0.0.1", 80),
        ("api.example", "", 80),
    ],
)
def test_a_pattern_does_not_cover_a_host(pattern: str, host: str, port: int | None) -> None:
    assert not is_allowed(host, port, (pattern,))


def test_no_pattern_covers_nothing() -> None:
    assert not is_allowed("api.example", 443, ())


@pytest.mark.parametrize(
    "pattern",
    [
        "api.example",
        "api",
        "my_service",
        "api.example.",
        "*.example.com",
        "api.example:1",
        "api.example:65535",
        "10.1.2.3",
        "10.1.2.3:80",
        "10.0.0.0/8",
        "::1",
        "[::1]",
        "[::1]:443",
        "2001:db8::/32",
    ],
)
def test_a_pattern_is_understood(pattern: str) -> None:
    check_pattern(pattern)


@requirement("ADR-001-24")
@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "*",
        "*.",
        "api.*",
        "*api.example",
        "a.*.example",
        "https://api.example",
        "api.example/path",
        "user@api.example",
        "api.example:",
        "api.example:0",
        "api.example:65536",
        "api.example:http",
        "10.1.2",
        "10.1.2.256",
        "10.0.0.0/33",
        "2001:db8::/129",
        "2130706433",
        "0x7f.1",
        "-api.example",
        "api..example",
        ".example",
        "two words",
        "[::1",
        "::1]",
        "[[::1]]",
        "[::1]:443:443",
        ":80",
    ],
)
def test_a_pattern_that_could_never_match_is_a_usage_error_that_names_it(pattern: str) -> None:
    with pytest.raises(pytest.UsageError) as refusal:
        check_pattern(pattern)
    assert repr(pattern) in str(refusal.value)
    assert "*.name" in str(refusal.value)
