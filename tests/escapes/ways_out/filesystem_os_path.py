"""Every question of os.path that the disk has to answer."""

import genericpath
import os
import os.path
import posixpath
from os.path import exists, getmtime, getsize, isdir, isfile, islink, realpath

import pytest


def test_exists(box):
    assert os.path.exists(box / "text.txt")


def test_does_not_exist(box):
    assert not os.path.exists(box / "missing")


def test_exists_imported_by_name(box):
    assert exists(box / "text.txt")


def test_exists_of_a_str(box):
    assert exists(str(box / "text.txt"))


def test_exists_of_bytes(box):
    assert exists(os.fsencode(box / "text.txt"))


def test_exists_of_a_relative_path():
    assert not os.path.exists("there-is-no-such-file")


def test_lexists(box):
    assert os.path.lexists(box / "link")


def test_isfile(box):
    assert os.path.isfile(box / "text.txt")


def test_isfile_imported_by_name(box):
    assert not isfile(box / "folder")


def test_isdir(box):
    assert os.path.isdir(box / "folder")


def test_isdir_imported_by_name(box):
    assert not isdir(box / "text.txt")


def test_islink(box):
    assert os.path.islink(box / "link")


def test_islink_imported_by_name(box):
    assert not islink(box / "text.txt")


def test_ismount():
    assert os.path.ismount("/")


def test_getsize(box):
    assert os.path.getsize(box / "text.txt") == 12


def test_getsize_imported_by_name(box):
    assert getsize(box / "text.txt") == 12


def test_getmtime(box):
    assert os.path.getmtime(box / "text.txt") > 0


def test_getmtime_imported_by_name(box):
    assert getmtime(box / "text.txt") > 0


def test_getatime(box):
    assert os.path.getatime(box / "text.txt") > 0


def test_getctime(box):
    assert os.path.getctime(box / "text.txt") > 0


def test_realpath(box):
    assert os.path.realpath(box / "link").endswith("text.txt")


def test_realpath_imported_by_name(box):
    assert realpath(str(box / "link")).endswith("text.txt")


def test_realpath_strict(box):
    with pytest.raises(FileNotFoundError):
        os.path.realpath(box / "missing", strict=True)


def test_realpath_of_bytes(box):
    assert os.path.realpath(os.fsencode(box / "link")).endswith(b"text.txt")


def test_samefile(box):
    assert os.path.samefile(box / "text.txt", box / "link")


if hasattr(os.path, "isreserved"):

    def test_isdevdrive_is_a_stat_elsewhere(box):
        assert os.path.exists(box / "text.txt")
        assert not os.path.isdevdrive(box)


def test_posixpath_exists(box):
    assert posixpath.exists(box / "text.txt")


def test_posixpath_lexists(box):
    assert posixpath.lexists(box / "link")


def test_genericpath_getsize(box):
    assert genericpath.getsize(box / "text.txt") == 12


def test_ntpath_exists_on_posix(box):
    import ntpath

    assert ntpath.exists(str(box / "text.txt"))


def test_make_if_missing(box):
    if not os.path.isdir(box / "made"):
        os.mkdir(box / "made")


def test_newest_of_two(box):
    assert max([box / "text.txt", box / "other.txt"], key=os.path.getmtime)


def test_exists_in_any(box):
    assert any(map(os.path.exists, [box / "missing", box / "text.txt"]))


def test_filter_files(box):
    assert list(filter(os.path.isfile, [box / "folder", box / "text.txt"])) == [box / "text.txt"]


def test_a_method_that_asks(box):
    class Config:
        def __init__(self, path):
            self.path = path

        @property
        def there(self):
            return os.path.exists(self.path)

    assert Config(box / "text.txt").there
