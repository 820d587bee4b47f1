"""Standard streams, the null device, pipes, open descriptors, and files in memory."""

import bz2
import configparser
import contextlib
import csv
import fcntl
import gzip
import io
import json
import logging
import lzma
import mmap
import os
import select
import socket
import sys
import tarfile
import tempfile
import tomllib
import xml.dom.minidom
import xml.etree.ElementTree as ET
import zipfile

import pytest


def test_null_device_written():
    with open(os.devnull, "w") as null:
        null.write("nothing")


def test_null_device_read():
    with open("/dev/null", "rb") as null:
        assert null.read() == b""


def test_null_device_by_os_open():
    os.close(os.open(os.devnull, os.O_RDWR))


def test_null_device_redirected_to():
    with open(os.devnull, "w") as null, contextlib.redirect_stdout(null):
        print("nothing")


def test_standard_output(capsys):
    print("hello")
    sys.stdout.flush()
    assert capsys.readouterr().out == "hello\n"


def test_standard_error(capfd):
    os.write(2, b"hello")
    assert capfd.readouterr().err == "hello"


def test_captured_bytes(capsysbinary):
    sys.stdout.buffer.write(b"hello")
    assert capsysbinary.readouterr().out == b"hello"


def test_captured_descriptor_bytes(capfdbinary):
    os.write(1, b"hello")
    assert capfdbinary.readouterr().out == b"hello"


def test_capture_switched_off(capfd):
    with capfd.disabled():
        pass


def test_log_captured(caplog):
    logging.getLogger("innocent").warning("careful")
    assert caplog.messages == ["careful"]


def test_log_to_a_stream():
    stream = io.StringIO()
    logging.StreamHandler(stream).emit(logging.makeLogRecord({"msg": "hello"}))
    assert stream.getvalue() == "hello\n"


def test_warnings_recorded(recwarn):
    import warnings

    warnings.warn("careful", stacklevel=1)
    assert len(recwarn) == 1


def test_pipe():
    reading, writing = os.pipe()
    os.write(writing, b"x")
    assert os.read(reading, 1) == b"x"
    os.close(reading)
    os.close(writing)


def test_pipe_opened_as_files():
    reading, writing = os.pipe()
    with os.fdopen(writing, "w") as target, open(reading) as source:
        target.write("hello")
        target.close()
        assert source.read() == "hello"


def test_descriptor_wrapped_by_fileio():
    reading, writing = os.pipe()
    os.close(writing)
    with io.FileIO(reading) as file:
        assert file.read() == b""


def test_socket_as_a_file():
    left, right = socket.socketpair()
    with left, right, left.makefile("w") as target, right.makefile() as source:
        target.write("hello\n")
        target.flush()
        assert source.readline() == "hello\n"


def test_descriptors_waited_for():
    reading, writing = os.pipe()
    assert select.select([reading], [], [], 0)[0] == []
    os.close(reading)
    os.close(writing)


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    with open(tmp_path_factory.mktemp("opened") / "file", "w+b") as file:
        file.write(b"hello")
        file.flush()
        yield file


def test_open_file_read(opened):
    opened.seek(0)
    assert opened.read(5) == b"hello"


def test_open_file_asked_for_its_size(opened):
    assert os.fstat(opened.fileno()).st_size >= 5


def test_stat_of_a_descriptor(opened):
    assert os.stat(opened.fileno()).st_size >= 5


def test_existence_of_a_descriptor(opened):
    assert os.path.exists(opened.fileno())


def test_open_file_duplicated(opened):
    os.close(os.dup(opened.fileno()))


def test_open_file_truncated(opened):
    opened.truncate(64)


def test_open_file_written(opened):
    opened.write(b"x")
    opened.flush()
    os.fsync(opened.fileno())


def test_open_file_locked(opened):
    fcntl.flock(opened, fcntl.LOCK_EX)
    fcntl.flock(opened, fcntl.LOCK_UN)


def test_open_file_reopened_by_descriptor(opened):
    with open(opened.fileno(), "rb", closefd=False) as file:
        assert file.seekable()


def test_open_file_sent(opened):
    left, right = socket.socketpair()
    with left, right:
        os.sendfile(left.fileno(), opened.fileno(), 0, 1)


def test_terminal_asked_for():
    assert os.isatty(1) in {True, False}


def test_anonymous_memory():
    with mmap.mmap(-1, 16) as memory:
        memory[0] = 1


def test_string_io():
    assert io.StringIO("hello").read() == "hello"


def test_bytes_io():
    assert io.TextIOWrapper(io.BytesIO(b"hello")).read() == "hello"


def test_spooled_file_in_memory():
    with tempfile.SpooledTemporaryFile(max_size=1000) as file:
        file.write(b"hello")


def test_zip_in_memory():
    with zipfile.ZipFile(io.BytesIO(), "w") as archive:
        archive.writestr("a", "b")
        assert archive.read("a") == b"b"


def test_path_in_a_zip_in_memory():
    with zipfile.ZipFile(io.BytesIO(), "w") as archive:
        archive.writestr("a/b", "c")
        assert zipfile.Path(archive).joinpath("a", "b").exists()


def test_tar_in_memory():
    with tarfile.open(fileobj=io.BytesIO(), mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("a"), io.BytesIO())


def test_gzip_in_memory():
    with gzip.open(io.BytesIO(gzip.compress(b"hello"))) as file:
        assert file.read() == b"hello"


def test_bz2_and_lzma_in_memory():
    assert bz2.decompress(bz2.compress(b"a")) == lzma.decompress(lzma.compress(b"a"))


def test_csv_in_memory():
    assert list(csv.reader(io.StringIO("a,b\n"))) == [["a", "b"]]


def test_configparser_in_memory():
    parser = configparser.ConfigParser()
    parser.read_string("[a]\nb = c")
    parser.write(io.StringIO())


def test_json_in_memory():
    json.dump(json.load(io.StringIO("{}")), io.StringIO())


def test_toml_in_memory():
    assert tomllib.loads("a = 1")


def test_xml_in_memory():
    assert ET.parse(io.BytesIO(b"<a/>")).getroot().tag == "a"


def test_dom_in_memory():
    assert xml.dom.minidom.parseString("<a/>").toxml()


def test_logging_configured_with_a_stream():
    import logging.config

    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "handlers": {"out": {"class": "logging.StreamHandler"}},
            "loggers": {"innocent.configured": {"handlers": ["out"]}},
        }
    )


def test_input_from_a_stream(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("hello\n"))
    assert input() == "hello"


def test_asyncio_pipes():
    import asyncio

    async def main():
        left, right = socket.socketpair()
        reader, writer = await asyncio.open_connection(sock=left)
        right.send(b"hello\n")
        line = await reader.readline()
        writer.close()
        right.close()
        return line

    assert asyncio.run(main()) == b"hello\n"
