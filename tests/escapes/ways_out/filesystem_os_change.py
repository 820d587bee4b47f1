"""Everything in os that makes, changes, moves or removes a path."""

import os
from os import chmod, makedirs, mkdir, remove, rename, replace, rmdir, symlink, unlink, utime

import pytest


@pytest.mark.expect("create")
def test_mkdir(box):
    os.mkdir(box / "made")


@pytest.mark.expect("create")
def test_mkdir_imported_by_name(box):
    mkdir(str(box / "made"), 0o700)


@pytest.mark.expect("create")
def test_mkdir_of_bytes(box):
    os.mkdir(os.fsencode(box / "made"))


def test_makedirs(box):
    os.makedirs(box / "a" / "b" / "c")


def test_makedirs_that_exist(box):
    os.makedirs(box / "folder", exist_ok=True)


def test_makedirs_imported_by_name(box):
    makedirs(box / "x" / "y", exist_ok=True)


@pytest.mark.expect("delete")
def test_rmdir(box):
    os.rmdir(box / "empty")


@pytest.mark.expect("delete")
def test_rmdir_imported_by_name(box):
    rmdir(box / "empty")


@pytest.mark.expect("delete")
def test_removedirs(box):
    os.removedirs(box / "empty")


@pytest.mark.expect("delete")
def test_remove(box):
    os.remove(box / "text.txt")


@pytest.mark.expect("delete")
def test_remove_imported_by_name(box):
    remove(str(box / "text.txt"))


@pytest.mark.expect("delete")
def test_unlink(box):
    os.unlink(box / "text.txt")


@pytest.mark.expect("delete")
def test_unlink_imported_by_name(box):
    unlink(os.fsencode(box / "text.txt"))


@pytest.mark.expect("delete")
def test_remove_a_missing_file(box):
    with pytest.raises(FileNotFoundError):
        os.remove(box / "missing")


@pytest.mark.expect("modify")
def test_rename(box):
    os.rename(box / "text.txt", box / "renamed.txt")


@pytest.mark.expect("modify")
def test_rename_imported_by_name(box):
    rename(box / "text.txt", box / "renamed.txt")


@pytest.mark.expect("modify")
def test_replace(box):
    os.replace(box / "text.txt", box / "other.txt")


@pytest.mark.expect("modify")
def test_replace_imported_by_name(box):
    replace(box / "text.txt", box / "other.txt")


def test_renames(box):
    os.renames(box / "text.txt", box / "new" / "renamed.txt")


def test_link(box):
    os.link(box / "text.txt", box / "hard")


def test_symlink(box):
    os.symlink("text.txt", box / "soft")


def test_symlink_imported_by_name(box):
    symlink("nowhere", box / "dangling")


def test_chmod(box):
    os.chmod(box / "text.txt", 0o600)


def test_chmod_imported_by_name(box):
    chmod(box / "text.txt", 0o600)


if hasattr(os, "lchmod"):

    def test_lchmod(box):
        os.lchmod(box / "text.txt", 0o600)


if hasattr(os, "chown"):

    def test_chown(box):
        os.chown(box / "text.txt", -1, -1)


if hasattr(os, "lchown"):

    def test_lchown(box):
        os.lchown(box / "link", -1, -1)


@pytest.mark.expect("modify")
def test_utime(box):
    os.utime(box / "text.txt", (1, 1))


@pytest.mark.expect("modify")
def test_utime_imported_by_name(box):
    utime(box / "text.txt", ns=(1, 1))


def test_truncate(box):
    os.truncate(box / "text.txt", 3)


if hasattr(os, "mkfifo"):

    def test_mkfifo(box):
        os.mkfifo(box / "fifo")


if hasattr(os, "mknod"):

    def test_mknod(box):
        os.mknod(box / "node")


def test_chdir(box):
    before = os.getcwd()
    try:
        os.chdir(box)
    finally:
        os.chdir(before)


def test_contextlib_chdir(box):
    import contextlib

    with contextlib.chdir(box):
        pass


if hasattr(os, "memfd_create"):

    def test_memfd_create():
        os.close(os.memfd_create("anonymous"))


if hasattr(os, "sync"):

    def test_write_then_sync(box):
        descriptor = os.open(box / "synced", os.O_CREAT | os.O_WRONLY)
        os.fsync(descriptor)
        os.close(descriptor)


def test_atomic_write(box):
    temporary = box / "text.txt.tmp"
    with open(temporary, "w") as file:
        file.write("new")
    os.replace(temporary, box / "text.txt")
