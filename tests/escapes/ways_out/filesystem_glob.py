"""glob and other searches over files by pattern."""

import filecmp
import fileinput
import glob
from glob import iglob

import pytest


def test_glob(box):
    assert glob.glob(f"{box}/te*.txt")


def test_iglob(box):
    assert next(iglob(f"{box}/*.txt"))


def test_glob_recursively(box):
    assert len(glob.glob("folder/**/*.txt", root_dir=box, recursive=True)) == 2


def test_glob_of_bytes(box):
    assert glob.glob(str(box).encode() + b"/*.txt")


def test_glob_without_magic(box):
    assert glob.glob(str(box / "text.txt"))


def test_glob_of_here():
    assert glob.glob("*.there-is-none") == []


def test_glob_within_a_folder(box):
    assert glob.glob1(str(box), "te*.txt") == ["text.txt"] if hasattr(glob, "glob1") else glob.glob(f"{box}/te*")


def test_fileinput(box):
    with fileinput.input([box / "text.txt"]) as lines:
        assert next(iter(lines)) == "hello\n"


def test_fileinput_in_place(box):
    with fileinput.FileInput(box / "text.txt", inplace=True) as lines:
        for line in lines:
            print(line.upper(), end="")


def test_fileinput_with_a_hook(box):
    with fileinput.input([box / "text.txt"], openhook=fileinput.hook_compressed) as lines:
        assert list(lines)


def test_filecmp(box):
    assert not filecmp.cmp(box / "text.txt", box / "other.txt", shallow=False)


def test_filecmp_shallow(box):
    assert filecmp.cmp(box / "text.txt", box / "link")


def test_dircmp(box):
    assert filecmp.dircmp(box / "folder", box / "empty").left_only


def test_cmpfiles(box):
    assert filecmp.cmpfiles(box / "folder", box / "folder", ["inner.txt"])[0] == ["inner.txt"]


if hasattr(glob, "translate"):

    def test_translated_pattern_over_a_listing(box):
        import re

        assert [path for path in box.iterdir() if re.match(glob.translate("*.txt"), path.name)]
