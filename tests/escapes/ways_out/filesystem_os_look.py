"""Everything in os that looks at a path without opening it."""

import os
import stat
from os import access, readlink, statvfs
from os import lstat as look_at_link
from os import stat as look

import pytest


def test_stat(box):
    assert os.stat(box / "text.txt").st_size == 12


def test_stat_of_a_str(box):
    assert os.stat(str(box / "text.txt")).st_size == 12


def test_stat_of_bytes(box):
    assert os.stat(os.fsencode(box / "text.txt")).st_size == 12


def test_stat_by_keyword(box):
    assert os.stat(path=box / "text.txt").st_size == 12


def test_stat_without_following(box):
    assert stat.S_ISLNK(os.stat(box / "link", follow_symlinks=False).st_mode)


def test_stat_imported_by_name(box):
    assert look(box / "text.txt").st_size == 12


def test_stat_of_a_missing_path(box):
    with pytest.raises(FileNotFoundError):
        os.stat(box / "missing")


def test_stat_of_a_relative_path():
    assert os.stat(".").st_mode


def test_stat_of_an_empty_path_like():
    class Here:
        def __fspath__(self):
            return "/"

    assert os.stat(Here()).st_mode


def test_lstat(box):
    assert stat.S_ISLNK(os.lstat(box / "link").st_mode)


def test_lstat_imported_by_name(box):
    assert stat.S_ISLNK(look_at_link(box / "link").st_mode)


def test_access(box):
    assert os.access(box / "text.txt", os.R_OK)


def test_access_imported_by_name(box):
    assert not access(box / "missing", os.F_OK)


def test_access_with_effective_ids(box):
    assert os.access(box / "text.txt", os.R_OK, effective_ids=True)


def test_readlink(box):
    assert os.readlink(box / "link") == "text.txt"


def test_readlink_imported_by_name(box):
    assert readlink(str(box / "link")) == "text.txt"


def test_readlink_of_bytes(box):
    assert os.readlink(os.fsencode(box / "link")) == b"text.txt"


def test_readlink_of_a_plain_file(box):
    with pytest.raises(OSError, match="nvalid"):
        os.readlink(box / "text.txt")


def test_statvfs(box):
    assert os.statvfs(box).f_bsize


def test_statvfs_imported_by_name(box):
    assert statvfs(str(box)).f_bsize


def test_pathconf(box):
    assert os.pathconf(box, "PC_NAME_MAX") > 0


if hasattr(os, "listxattr"):

    def test_listxattr(box):
        assert os.listxattr(box / "text.txt") is not None


if hasattr(os, "getxattr"):

    def test_getxattr(box):
        with pytest.raises(OSError):
            os.getxattr(box / "text.txt", "user.colour")


if hasattr(os, "setxattr"):

    def test_setxattr(box):
        try:
            os.setxattr(box / "text.txt", "user.colour", b"red")
        except OSError as error:
            assert error.errno


if hasattr(os, "removexattr"):

    def test_removexattr(box):
        with pytest.raises(OSError):
            os.removexattr(box / "text.txt", "user.colour")


def test_is_a_temporary_folder_writable():
    assert os.access("/tmp", os.W_OK)


def test_compare_identity_of_two_paths(box):
    assert os.path.samestat(os.stat(box / "text.txt"), os.stat(box / "link"))
