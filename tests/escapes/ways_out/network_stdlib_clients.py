"""The clients of the standard library, each as its documentation uses it."""

import ftplib
import http.client
import imaplib
import poplib
import smtplib
import ssl
import urllib.request
import urllib.robotparser
import xmlrpc.client
from http.client import HTTPConnection, HTTPSConnection
from smtplib import SMTP
from urllib.request import Request, build_opener, urlopen, urlretrieve

import pytest
from targets import address, text, url

TRUSTING = ssl.create_default_context(cafile=text("CERTIFICATE"))
NO_PROXY = urllib.request.ProxyHandler({})
kept = HTTPConnection(text("HTTP"))
opener = build_opener(NO_PROXY)
proxy = xmlrpc.client.ServerProxy(url("XMLRPC"))


@pytest.mark.expect(text("HTTP"))
def test_http_connection():
    connection = HTTPConnection(text("HTTP"))
    connection.request("GET", "/")
    assert connection.getresponse().read()
    connection.close()


def test_http_connection_step_by_step():
    connection = http.client.HTTPConnection(*address("HTTP"), timeout=5)
    connection.putrequest("GET", "/")
    connection.endheaders()
    assert connection.getresponse().status == 200
    connection.close()


def test_http_connection_only_connected():
    connection = HTTPConnection(text("HTTP"))
    connection.connect()
    connection.close()


def test_http_connection_made_at_import():
    kept.request("POST", "/", b"{}")
    assert kept.getresponse().read()
    kept.close()


def test_http_tunnel():
    connection = HTTPConnection(text("HTTP"))
    connection.set_tunnel("nowhere.invalid", 80)
    with pytest.raises(OSError):
        connection.connect()


def test_https_connection():
    connection = HTTPSConnection(text("HTTPS"), context=TRUSTING)
    connection.request("GET", "/")
    assert connection.getresponse().status == 200
    connection.close()


@pytest.mark.expect(text("HTTP"))
def test_urlopen():
    assert urlopen(url("HTTP")).status == 200


def test_urlopen_by_module():
    with urllib.request.urlopen(url("HTTP"), timeout=5) as response:
        assert response.read()


def test_urlopen_of_a_request():
    request = Request(url("HTTP"), data=b"x", headers={"X-A": "b"}, method="PUT")
    assert urlopen(request).status == 200


def test_urlopen_of_https():
    assert urlopen(url("HTTPS"), context=TRUSTING).status == 200


def test_urlopen_follows_a_redirect():
    assert urlopen(url("HTTP", "/redirect")).status == 200


def test_urlopen_of_a_closed_port_swallowed():
    try:
        urlopen("http://127.0.0.1:1/")
    except OSError as error:
        assert "refused" in str(error)


def test_urlopen_of_ftp():
    host, port = address("FTP")
    assert urlopen(f"ftp://{host}:{port}/readme.txt").read() == b"readme.txt\r\n"


def test_opener_made_at_import():
    assert opener.open(url("HTTP")).status == 200


def test_installed_opener():
    urllib.request.install_opener(opener)
    try:
        assert urlopen(url("HTTP")).status == 200
    finally:
        urllib.request.install_opener(None)


def test_opener_through_a_proxy():
    through = build_opener(urllib.request.ProxyHandler({"http": url("HTTP")}))
    assert through.open("http://nowhere.invalid/").status == 200


def test_robots_file():
    robots = urllib.robotparser.RobotFileParser(url("HTTP", "/robots.txt"))
    robots.read()
    assert robots.can_fetch("*", "/")


def test_ftp():
    client = ftplib.FTP()
    client.connect(*address("FTP"))
    client.login()
    assert client.nlst() == ["readme.txt"]
    client.quit()


def test_ftp_with_an_active_data_connection():
    client = ftplib.FTP()
    client.connect(*address("FTP"))
    client.login()
    client.makeport().close()
    client.close()


def test_ftp_with_tls():
    with pytest.raises(Exception):
        ftplib.FTP_TLS(context=TRUSTING).connect("127.0.0.1", 1)


@pytest.mark.expect(text("SMTP"))
def test_smtp():
    with SMTP(*address("SMTP"), local_hostname="me") as client:
        assert client.sendmail("a@x.invalid", ["b@x.invalid"], "hello") == {}


def test_smtp_with_own_name_looked_up():
    with smtplib.SMTP(*address("SMTP")) as client:
        assert client.noop()[0] == 250


def test_smtp_of_a_message():
    from email.message import EmailMessage

    message = EmailMessage()
    message["To"] = message["From"] = "a@x.invalid"
    client = smtplib.SMTP(local_hostname="me")
    client.connect(*address("SMTP"))
    client.send_message(message)
    client.quit()


def test_smtp_over_tls():
    with pytest.raises(OSError):
        smtplib.SMTP_SSL("127.0.0.1", 1, local_hostname="me", context=TRUSTING)


def test_lmtp_over_a_unix_socket():
    with pytest.raises(Exception):
        smtplib.LMTP(text("UNIX_HTTP"), local_hostname="me", timeout=0.2)


def test_pop3():
    client = poplib.POP3(*address("POP3"))
    assert client.stat() == (2, 320)
    client.quit()


def test_pop3_over_tls():
    with pytest.raises(OSError):
        poplib.POP3_SSL("127.0.0.1", 1, context=TRUSTING)


def test_imap():
    client = imaplib.IMAP4(*address("IMAP"))
    assert client.noop()[0] == "OK"
    client.logout()


def test_imap_over_tls():
    with pytest.raises(OSError):
        imaplib.IMAP4_SSL("127.0.0.1", 1, ssl_context=TRUSTING)


def test_xmlrpc():
    with xmlrpc.client.ServerProxy(url("XMLRPC")) as server:
        assert server.add(2, 3) == 5


def test_xmlrpc_proxy_made_at_import():
    assert proxy.add(2, 3) == 5


def test_xmlrpc_of_several_calls():
    calls = xmlrpc.client.MultiCall(proxy)
    calls.add(1, 1)
    with pytest.raises(xmlrpc.client.Fault):
        list(calls())


def test_tls_wrapped_socket():
    import socket

    with TRUSTING.wrap_socket(socket.socket(), server_hostname="localhost") as connection:
        connection.connect(address("HTTPS"))
        assert connection.version()


def test_tls_wrapped_connection():
    import socket

    with socket.create_connection(address("HTTPS")) as plain:
        with TRUSTING.wrap_socket(plain, server_hostname="localhost") as connection:
            connection.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert connection.recv(8) == b"HTTP/1.1"


def test_tls_connect_ex():
    import socket

    with TRUSTING.wrap_socket(socket.socket(), server_hostname="localhost") as connection:
        assert connection.connect_ex(address("HTTPS")) == 0


def test_certificate_of_a_server():
    assert ssl.get_server_certificate(address("HTTPS")).startswith("-----BEGIN")


@pytest.mark.filterwarnings("ignore")
def test_old_url_opener():
    if not hasattr(urllib.request, "URLopener"):
        pytest.skip("removed in this version")
    assert urllib.request.URLopener(proxies={}).open(url("HTTP")).read()


def test_urlretrieve_of_a_closed_port():
    with pytest.raises(OSError):
        urlretrieve("http://127.0.0.1:1/")
