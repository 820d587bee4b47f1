"""Modules of the standard library that start a process on behalf of the caller."""

import ctypes.util
import imaplib
import pydoc
import socketserver
import ssl
import sys
import venv
import webbrowser
from types import SimpleNamespace

import pytest

browser = webbrowser.get("/bin/true %s")
background = webbrowser.BackgroundBrowser("/bin/true")
registered = webbrowser.GenericBrowser(["/bin/true", "%s"])
webbrowser.register("fake", None, registered)


def test_find_library():
    assert ctypes.util.find_library("c")


def test_find_library_that_does_not_exist():
    assert ctypes.util.find_library("nowhere") is None


def test_browser():
    assert browser.open("http://nowhere.invalid/")


def test_background_browser():
    background.open("http://nowhere.invalid/")


def test_registered_browser():
    assert webbrowser.get("fake").open_new_tab("http://nowhere.invalid/")


def test_imap_over_a_command():
    with pytest.raises(imaplib.IMAP4.abort):
        imaplib.IMAP4_stream("exit 1")


def test_pager():
    pager = getattr(pydoc, "pipe_pager", None) or (lambda text, command: pydoc.pipepager(text, command))
    pager("hello", "cat > /dev/null")


def test_forking_server():
    class Server(socketserver.ForkingMixIn, socketserver.BaseServer):
        def finish_request(self, request, client_address):
            pass

        def shutdown_request(self, request):
            pass

        def close_request(self, request):
            pass

    server = Server(("127.0.0.1", 0), None)
    server.process_request(None, None)
    server.server_close()


def test_pip_of_a_virtual_environment():
    context = SimpleNamespace(
        env_exe=sys.executable, env_exec_cmd=sys.executable, env_dir="/nowhere", bin_path="/nowhere"
    )
    with pytest.raises(FileNotFoundError):
        venv.EnvBuilder(with_pip=True)._setup_pip(context)


def test_nothing_of_tls_starts_a_process_but_this_does():
    assert ssl.OPENSSL_VERSION
    ctypes.util.find_library("ssl")
