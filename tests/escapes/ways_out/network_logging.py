"""Log records that leave the process; logging's handlers swallow what goes wrong on the way."""

import http.client
import logging
import logging.handlers
import queue
from logging.handlers import DatagramHandler, HTTPHandler, SMTPHandler, SocketHandler, SysLogHandler

import pytest
from targets import address, text

at_import = SocketHandler(*address("TCP"))


@pytest.fixture
def log():
    logger = logging.Logger("case")
    yield logger
    for handler in logger.handlers:
        handler.close()


def through(log, handler):
    log.addHandler(handler)
    log.error("hello")


def test_socket_handler(log):
    handler = SocketHandler(*address("TCP"))
    through(log, handler)
    assert handler.sock


def test_socket_handler_made_at_import(log):
    through(log, at_import)
    assert at_import.sock


def test_socket_handler_to_a_unix_path(log):
    through(log, SocketHandler(text("UNIX"), None))


def test_datagram_handler(log):
    through(log, DatagramHandler(*address("UDP")))


def test_syslog_handler_over_udp(log):
    through(log, SysLogHandler(address("SYSLOG")))


def test_syslog_handler_over_tcp(log):
    import socket

    through(log, SysLogHandler(address("TCP"), socktype=socket.SOCK_STREAM))


def test_syslog_module():
    syslog = pytest.importorskip("syslog")
    syslog.syslog(syslog.LOG_DEBUG, "hello")


def test_syslog_opened():
    syslog = pytest.importorskip("syslog")
    syslog.openlog("case", syslog.LOG_NDELAY)
    syslog.closelog()


def test_syslog_handler_to_a_unix_socket(log):
    through(log, SysLogHandler(text("UNIX_DATAGRAM")))


def test_http_handler(log):
    through(log, HTTPHandler(text("HTTP"), "/log"))


def test_http_handler_with_post(log):
    through(log, HTTPHandler(text("HTTP"), "/log", method="POST"))


def test_smtp_handler(log):
    through(log, SMTPHandler(address("SMTP"), "a@x.invalid", ["b@x.invalid"], "failed"))


def test_memory_handler_that_flushes_outwards(log):
    target = DatagramHandler(*address("UDP"))
    through(log, logging.handlers.MemoryHandler(1, target=target))


def test_queue_listener(log):
    records = queue.SimpleQueue()
    target = DatagramHandler(*address("UDP"))
    listener = logging.handlers.QueueListener(records, target)
    listener.start()
    through(log, logging.handlers.QueueHandler(records))
    listener.stop()
    target.close()


def test_own_handler(log):
    class Webhook(logging.Handler):
        def emit(self, record):
            try:
                connection = http.client.HTTPConnection(text("HTTP"))
                connection.request("POST", "/", record.getMessage())
                connection.close()
            except Exception:
                self.handleError(record)

    through(log, Webhook())


def test_filter_that_calls_home(log):
    def enrich(record):
        http.client.HTTPConnection(text("HTTP")).connect()
        return True

    log.addFilter(enrich)
    log.addHandler(logging.NullHandler())
    log.error("hello")
