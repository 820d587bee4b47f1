"""shutil: copies, moves, trees, archives."""

import os
import shutil
from shutil import copy, copyfile, disk_usage, move, rmtree, which

import pytest


def test_copy(box):
    shutil.copy(box / "text.txt", box / "copied.txt")


def test_copy_imported_by_name(box):
    copy(box / "text.txt", box / "empty")


def test_copy2(box):
    shutil.copy2(box / "text.txt", box / "copied.txt")


def test_copyfile(box):
    shutil.copyfile(box / "text.txt", box / "copied.txt")


def test_copyfile_imported_by_name(box):
    copyfile(str(box / "text.txt"), str(box / "copied.txt"))


def test_copyfile_of_a_link(box):
    shutil.copyfile(box / "link", box / "copied", follow_symlinks=False)


def test_copymode(box):
    shutil.copymode(box / "text.txt", box / "other.txt")


def test_copystat(box):
    shutil.copystat(box / "text.txt", box / "other.txt")


def test_copytree(box):
    shutil.copytree(box / "folder", box / "copied")


def test_copytree_with_a_filter(box):
    shutil.copytree(box / "folder", box / "copied", ignore=shutil.ignore_patterns("*.txt"))


def test_copytree_onto_an_existing_folder(box):
    shutil.copytree(box / "folder", box / "empty", dirs_exist_ok=True)


def test_move(box):
    shutil.move(box / "text.txt", box / "moved.txt")


def test_move_imported_by_name(box):
    move(str(box / "folder"), str(box / "moved"))


def test_move_into_a_folder(box):
    shutil.move(box / "text.txt", box / "empty")


def test_rmtree(box):
    shutil.rmtree(box / "folder")


def test_rmtree_imported_by_name(box):
    rmtree(box / "folder", ignore_errors=True)


def test_rmtree_of_a_missing_folder(box):
    shutil.rmtree(box / "missing", ignore_errors=True)


def test_disk_usage(box):
    assert shutil.disk_usage(box).total


def test_disk_usage_imported_by_name():
    assert disk_usage("/").total


def test_which():
    assert shutil.which("sh")


def test_which_imported_by_name():
    assert which("there-is-no-such-command") is None


def test_which_on_a_given_path(box):
    assert shutil.which("tool", path=str(box)) is None


def test_chown(box):
    shutil.chown(box / "text.txt", os.getuid())


def test_make_archive(box):
    shutil.make_archive(str(box / "packed"), "zip", box / "folder")


def test_make_archive_tar(box):
    shutil.make_archive(str(box / "packed"), "gztar", box / "folder")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    folder = tmp_path_factory.mktemp("archives")
    (folder / "in").mkdir()
    (folder / "in" / "file").write_text("text")
    return shutil.make_archive(str(folder / "packed"), "zip", folder / "in")


def test_unpack_archive(archive, box):
    shutil.unpack_archive(archive, box / "unpacked")


def test_private_copyfileobj_between_paths(box):
    with open(box / "text.txt", "rb") as source, open(box / "copied", "wb") as target:
        shutil.copyfileobj(source, target)
