"""Network modules of the standard library that 3.13 removed."""

import nntplib
import telnetlib

from targets import address


def test_telnet():
    with telnetlib.Telnet(*address("TELNET")) as client:
        assert b"login" in client.read_until(b"login: ", 5)


def test_telnet_opened_later():
    client = telnetlib.Telnet()
    client.open(*address("TELNET"))
    client.close()


def test_nntp():
    client = nntplib.NNTP(*address("NNTP"))
    assert client.getwelcome().startswith("200")
    client.quit()
