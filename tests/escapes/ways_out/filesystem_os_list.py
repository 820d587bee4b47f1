"""Listing folders and walking trees with os."""

import os
from os import listdir, scandir, walk

import pytest


def test_listdir(box):
    assert "text.txt" in os.listdir(box)


def test_listdir_imported_by_name(box):
    assert "inner.txt" in listdir(box / "folder")


def test_listdir_of_a_str(box):
    assert "text.txt" in os.listdir(str(box))


def test_listdir_of_bytes(box):
    assert b"text.txt" in os.listdir(os.fsencode(box))


def test_listdir_of_here():
    assert os.listdir() is not None


def test_listdir_of_a_missing_folder(box):
    with pytest.raises(FileNotFoundError):
        os.listdir(box / "missing")


def test_scandir(box):
    with os.scandir(box) as entries:
        assert any(entry.name == "text.txt" for entry in entries)


def test_scandir_imported_by_name(box):
    assert {entry.name for entry in scandir(box / "folder")} == {"inner.txt", "deep"}


def test_scandir_of_here():
    with os.scandir() as entries:
        assert entries is not None


def test_scandir_entries_asked_for_kind(box):
    with os.scandir(box) as entries:
        assert sum(entry.is_dir() for entry in entries) == 2


def test_scandir_entries_asked_for_size(box):
    with os.scandir(box / "folder") as entries:
        assert sum(entry.stat().st_size for entry in entries if entry.is_file()) == 6


def test_walk(box):
    assert sum(len(files) for _, _, files in os.walk(box / "folder")) == 2


def test_walk_imported_by_name(box):
    assert next(walk(box))[1]


def test_walk_bottom_up(box):
    assert [os.path.basename(top) for top, _, _ in os.walk(box / "folder", topdown=False)] == [
        "deep",
        "folder",
    ]


def test_walk_of_bytes(box):
    assert next(os.walk(os.fsencode(box)))[2]


def test_walk_of_a_missing_folder(box):
    assert list(os.walk(box / "missing")) == []


if hasattr(os, "fwalk"):

    def test_fwalk(box):
        for _, _, files, _ in os.fwalk(box / "folder"):
            assert files


if hasattr(os, "fwalk"):

    def test_fwalk_relative_to_a_folder(box):
        folder = os.open(box, os.O_RDONLY)
        assert list(os.fwalk("folder", dir_fd=folder))
        os.close(folder)


def test_listing_sorted_by_time(box):
    names = sorted(os.listdir(box / "folder"), key=lambda name: os.path.getmtime(box / "folder" / name))
    assert len(names) == 2


def test_total_size_of_a_tree(box):
    total = sum(os.path.getsize(os.path.join(top, name)) for top, _, names in os.walk(box / "folder") for name in names)
    assert total == 14
