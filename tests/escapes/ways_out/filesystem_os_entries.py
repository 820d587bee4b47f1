"""Entries of a folder scanned at import, asked for more inside the test."""

import os

import pytest

# Links have an unknown kind until followed, and no entry knows its size before it is asked.
ENTRIES = list(os.scandir(os.path.dirname(os.path.abspath(__file__))))
FILES = [entry for entry in ENTRIES if entry.name.endswith(".py")]


def test_stat_of_an_early_entry():
    assert FILES[0].stat().st_size > 0


def test_stat_of_an_early_entry_without_following():
    assert FILES[1].stat(follow_symlinks=False).st_size > 0


def test_sizes_of_early_entries():
    assert sum(entry.stat().st_size for entry in FILES[2:4]) > 0


def test_open_an_early_entry():
    with open(FILES[0]) as file:
        assert file.readline()


def test_size_of_an_early_entry():
    assert os.path.getsize(FILES[0]) > 0


@pytest.fixture(scope="module")
def links(tmp_path_factory):
    folder = tmp_path_factory.mktemp("links")
    for name in ("one", "two", "three"):
        os.symlink("/etc/passwd", folder / name)
    return {entry.name: entry for entry in os.scandir(folder)}


def test_is_file_of_an_early_link(links):
    assert links["one"].is_file()


def test_is_dir_of_an_early_link(links):
    assert not links["two"].is_dir()


def test_stat_of_an_early_link(links):
    assert links["three"].stat().st_size > 0
