"""Every way to open a file with the builtin, with io, with codecs and with os.open."""

import codecs
import io
import os
import tokenize
from functools import partial
from io import FileIO, open_code
from io import open as io_open
from os import open as os_open

import pytest

opening = open
read_utf8 = partial(open, encoding="utf-8")


def test_open_for_reading(box):
    with open(box / "text.txt") as file:
        assert file.read() == "hello\nworld\n"


def test_open_a_str_path(box):
    with open(str(box / "text.txt")) as file:
        assert file.readline() == "hello\n"


def test_open_a_bytes_path(box):
    with open(os.fsencode(box / "text.txt")) as file:
        assert file.readline() == "hello\n"


def test_open_binary(box):
    with open(box / "data.bin", "rb") as file:
        assert file.read(2) == b"\0\1"


def test_open_unbuffered(box):
    with open(box / "data.bin", "rb", buffering=0) as file:
        assert file.read(2) == b"\0\1"


@pytest.mark.expect("write")
def test_open_for_writing(box):
    with open(box / "new.txt", "w") as file:
        file.write("new")


@pytest.mark.expect("write")
def test_open_for_writing_bytes(box):
    with open(box / "new.bin", "wb") as file:
        file.write(b"new")


@pytest.mark.expect("write")
def test_open_for_appending(box):
    with open(box / "text.txt", "a") as file:
        file.write("more")


@pytest.mark.expect("create")
def test_open_for_exclusive_creation(box):
    with open(box / "exclusive.txt", "x") as file:
        file.write("new")


@pytest.mark.expect("write")
def test_open_for_update(box):
    with open(box / "text.txt", "r+") as file:
        file.write("J")


@pytest.mark.expect("write")
def test_open_for_truncating_update(box):
    with open(box / "text.txt", "w+b") as file:
        file.write(b"J")


def test_open_with_an_opener(box):
    with open(box / "text.txt", opener=lambda path, flags: os.open(path, flags)) as file:
        assert file.readline() == "hello\n"


def test_open_with_an_opener_relative_to_a_folder(box):
    folder = os.open(box, os.O_RDONLY)
    try:
        with open("text.txt", opener=lambda path, flags: os.open(path, flags, dir_fd=folder)) as file:
            assert file.readline() == "hello\n"
    finally:
        os.close(folder)


def test_open_a_missing_file(box):
    with pytest.raises(FileNotFoundError):
        open(box / "missing.txt")


def test_open_a_folder(box):
    with pytest.raises(IsADirectoryError):
        open(box / "folder")


def test_open_a_relative_path():
    with pytest.raises(FileNotFoundError):
        open("there-is-no-such-file")


def test_open_through_an_alias_bound_at_import(box):
    with opening(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_open_through_a_partial(box):
    with read_utf8(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_open_through_builtins_by_name(box):
    import builtins

    with getattr(builtins, "open")(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_open_in_eval(box):
    assert eval("open(path).read()", {"path": box / "text.txt"}) == "hello\nworld\n"


def test_open_in_exec(box):
    names = {"path": box / "text.txt"}
    exec("with open(path) as file: text = file.read()", names)
    assert names["text"] == "hello\nworld\n"


def test_open_a_link(box):
    with open(box / "link") as file:
        assert file.readline() == "hello\n"


def test_iterate_lines(box):
    assert [line.strip() for line in open(box / "text.txt")] == ["hello", "world"]


def test_io_open(box):
    with io.open(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_io_open_imported_by_name(box):
    with io_open(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_io_fileio(box):
    with FileIO(box / "data.bin") as file:
        assert file.read(2) == b"\0\1"


@pytest.mark.expect("write")
def test_io_fileio_for_writing(box):
    with io.FileIO(str(box / "new.bin"), "w") as file:
        file.write(b"new")


def test_io_open_code(box):
    with open_code(str(box / "script.py")) as file:
        assert file.read() == b"answer = 42\n"


def test_buffered_reader_over_fileio(box):
    with io.BufferedReader(io.FileIO(box / "data.bin")) as file:
        assert file.peek()


def test_text_wrapper_over_fileio(box):
    with io.TextIOWrapper(io.FileIO(box / "text.txt")) as file:
        assert file.readline() == "hello\n"


class Journal(io.FileIO):
    """A subclass of the C type."""


@pytest.mark.expect("write")
def test_subclass_of_fileio(box):
    with Journal(box / "journal", "a") as file:
        file.write(b"entry")


def test_pyio_open(box):
    import _pyio

    with _pyio.open(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_c_io_module(box):
    import _io

    with _io.open(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_codecs_open(box):
    with codecs.open(str(box / "text.txt"), encoding="utf-8") as file:
        assert file.readline() == "hello\n"


@pytest.mark.expect("write")
def test_codecs_open_for_writing(box):
    with codecs.open(str(box / "new.txt"), "w", encoding="utf-8") as file:
        file.write("new")


def test_tokenize_open(box):
    with tokenize.open(box / "script.py") as file:
        assert file.encoding == "utf-8"


def test_os_open(box):
    descriptor = os.open(box / "text.txt", os.O_RDONLY)
    assert os.read(descriptor, 5) == b"hello"
    os.close(descriptor)


def test_os_open_imported_by_name(box):
    os.close(os_open(box / "text.txt", os.O_RDONLY))


@pytest.mark.expect("write")
def test_os_open_for_writing(box):
    descriptor = os.open(box / "text.txt", os.O_WRONLY | os.O_APPEND)
    os.write(descriptor, b"more")
    os.close(descriptor)


@pytest.mark.expect("create")
def test_os_open_exclusive(box):
    os.close(os.open(box / "lock", os.O_CREAT | os.O_EXCL | os.O_RDWR))


def test_os_open_a_folder(box):
    os.close(os.open(box / "folder", os.O_RDONLY | os.O_DIRECTORY))


if hasattr(os, "O_TMPFILE"):

    def test_os_open_a_nameless_file(box):
        os.close(os.open(box, os.O_TMPFILE | os.O_RDWR))


if hasattr(os, "O_PATH"):

    def test_os_open_a_mere_path(box):
        os.close(os.open(box / "text.txt", os.O_PATH))


def test_os_open_then_fdopen(box):
    with os.fdopen(os.open(box / "text.txt", os.O_RDONLY)) as file:
        assert file.readline() == "hello\n"


def test_print_into_a_file(box):
    with open(box / "printed.txt", "w") as file:
        print("printed", file=file)


def test_open_etc_hostname():
    with open("/etc/passwd", "rb") as file:
        assert file.read(1)


def test_open_with_a_context_stack(box):
    from contextlib import ExitStack

    with ExitStack() as stack:
        assert stack.enter_context(open(box / "text.txt")).readline() == "hello\n"


def test_open_in_a_default_argument_function(box, read=open):
    with read(box / "text.txt") as file:
        assert file.readline() == "hello\n"


class Reader:
    open_it = staticmethod(open)


def test_open_as_a_class_attribute(box):
    with Reader.open_it(box / "text.txt") as file:
        assert file.readline() == "hello\n"
