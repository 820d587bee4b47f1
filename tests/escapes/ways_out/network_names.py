"""Asking for a name or an address, in every function that may ask a name server."""

import asyncio
import socket
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from socket import getaddrinfo, getfqdn, gethostbyaddr, gethostbyname, gethostbyname_ex, getnameinfo

import _socket
import pytest

lookup = partial(getaddrinfo, port=80)


@pytest.mark.expect("localhost")
def test_getaddrinfo():
    assert getaddrinfo("localhost", 80)


def test_getaddrinfo_by_module():
    assert socket.getaddrinfo("localhost", "http", type=socket.SOCK_STREAM)


def test_getaddrinfo_of_bytes():
    assert getaddrinfo(b"localhost", 80)


def test_getaddrinfo_by_keywords():
    assert getaddrinfo(host="localhost", port=80, family=socket.AF_INET)


def test_getaddrinfo_of_the_c_module():
    assert _socket.getaddrinfo("localhost", 80)


def test_getaddrinfo_by_a_partial():
    assert lookup("localhost")


def test_getaddrinfo_by_map():
    assert list(map(getaddrinfo, ["localhost"], [80]))


def test_getaddrinfo_cached():
    assert lru_cache(getaddrinfo)("localhost", 80)


def test_getaddrinfo_of_a_name_that_does_not_exist():
    with pytest.raises(socket.gaierror):
        getaddrinfo("nowhere.invalid", 80)


def test_is_online_helper():
    def is_online():
        try:
            socket.getaddrinfo("nowhere.invalid", 443)
        except OSError:
            return False
        return True

    assert not is_online()


@pytest.mark.expect("localhost")
def test_gethostbyname():
    assert gethostbyname("localhost") == "127.0.0.1"


def test_gethostbyname_of_oneself():
    try:
        assert socket.gethostbyname(socket.gethostname())
    except socket.gaierror:
        pass


def test_gethostbyname_ex():
    assert gethostbyname_ex("localhost")[2]


def test_gethostbyaddr():
    assert gethostbyaddr("127.0.0.1")[0]


def test_getnameinfo():
    assert getnameinfo(("127.0.0.1", 80), 0)


def test_getnameinfo_name_required():
    assert getnameinfo(("127.0.0.1", 80), socket.NI_NAMEREQD)


def test_getfqdn():
    assert getfqdn("127.0.0.1")


def test_getfqdn_of_oneself():
    assert socket.getfqdn()


def test_lookups_in_a_pool():
    with ThreadPoolExecutor(2) as pool:
        assert all(pool.map(gethostbyname, ["localhost", "localhost"]))


def test_loop_getaddrinfo():
    async def look_up():
        return await asyncio.get_running_loop().getaddrinfo("localhost", 80)

    assert asyncio.run(look_up())


def test_loop_getnameinfo():
    async def look_up():
        return await asyncio.get_running_loop().getnameinfo(("127.0.0.1", 80))

    assert asyncio.run(look_up())


def test_lookup_in_a_thread_of_the_loop():
    assert asyncio.run(asyncio.to_thread(gethostbyname, "localhost"))


def test_url_to_address():
    from urllib.parse import urlsplit

    assert socket.gethostbyname(urlsplit("http://localhost:8080/x").hostname)


def test_unicode_name():
    with pytest.raises(socket.gaierror):
        getaddrinfo("bücher.invalid", 80)


def test_email_message_id_asks_for_the_own_name():
    import email.utils

    assert email.utils.make_msgid()
