"""tempfile, all of it."""

import os
import tempfile
from tempfile import NamedTemporaryFile, TemporaryDirectory, TemporaryFile, mkdtemp, mkstemp

import pytest


def test_temporary_file():
    with tempfile.TemporaryFile() as file:
        file.write(b"text")


def test_temporary_file_imported_by_name():
    with TemporaryFile("w+") as file:
        file.write("text")


def test_temporary_file_in_a_folder(box):
    with TemporaryFile(dir=box) as file:
        file.write(b"text")


def test_named_temporary_file():
    with tempfile.NamedTemporaryFile() as file:
        file.write(b"text")


def test_named_temporary_file_imported_by_name(box):
    with NamedTemporaryFile("w", dir=box, suffix=".txt") as file:
        file.write("text")


def test_named_temporary_file_that_stays(box):
    with NamedTemporaryFile(dir=box, delete=False) as file:
        file.write(b"text")


def test_temporary_directory():
    with tempfile.TemporaryDirectory() as name:
        assert name


def test_temporary_directory_imported_by_name(box):
    with TemporaryDirectory(dir=box) as name:
        assert name


def test_temporary_directory_cleaned_up(box):
    TemporaryDirectory(dir=box).cleanup()


def test_mkstemp(box):
    descriptor, _ = tempfile.mkstemp(dir=box)
    os.close(descriptor)


def test_mkstemp_imported_by_name():
    descriptor, name = mkstemp()
    os.close(descriptor)
    os.remove(name)


def test_mkdtemp(box):
    assert tempfile.mkdtemp(dir=box)


def test_mkdtemp_imported_by_name():
    os.rmdir(mkdtemp())


@pytest.mark.filterwarnings("ignore")
def test_mktemp(box):
    assert tempfile.mktemp(dir=box)


def test_spooled_file_rolled_over(box):
    with tempfile.SpooledTemporaryFile(max_size=10, dir=box) as file:
        file.write(b"more than ten bytes")


def test_spooled_file_rolled_over_by_hand():
    with tempfile.SpooledTemporaryFile() as file:
        file.rollover()


def test_spooled_file_asked_for_its_descriptor():
    with tempfile.SpooledTemporaryFile() as file:
        assert file.fileno()
