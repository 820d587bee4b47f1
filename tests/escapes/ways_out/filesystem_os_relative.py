"""Paths relative to an open folder: the dir_fd forms."""

import os

import pytest


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("relative")
    for name in ("read", "removed", "renamed", "linked", "moded", "timed", "owned"):
        (path / name).write_text(name)
    (path / "empty").mkdir()
    (path / "full").mkdir()
    (path / "link").symlink_to("read")
    descriptor = os.open(path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def test_open_relative(folder):
    os.close(os.open("read", os.O_RDONLY, dir_fd=folder))


def test_stat_relative(folder):
    assert os.stat("read", dir_fd=folder).st_size == 4


def test_lstat_relative(folder):
    assert os.lstat("link", dir_fd=folder).st_size == 4


def test_access_relative(folder):
    assert os.access("read", os.R_OK, dir_fd=folder)


def test_readlink_relative(folder):
    assert os.readlink("link", dir_fd=folder) == "read"


def test_mkdir_relative(folder):
    os.mkdir("made", dir_fd=folder)


def test_rmdir_relative(folder):
    os.rmdir("empty", dir_fd=folder)


def test_unlink_relative(folder):
    os.unlink("removed", dir_fd=folder)


def test_rename_relative(folder):
    os.rename("renamed", "moved", src_dir_fd=folder, dst_dir_fd=folder)


def test_link_relative(folder):
    os.link("linked", "hard", src_dir_fd=folder, dst_dir_fd=folder)


def test_symlink_relative(folder):
    os.symlink("read", "soft", dir_fd=folder)


def test_chmod_relative(folder):
    os.chmod("moded", 0o600, dir_fd=folder)


def test_utime_relative(folder):
    os.utime("timed", (1, 1), dir_fd=folder)


def test_chown_relative(folder):
    os.chown("owned", -1, -1, dir_fd=folder)


def test_mkfifo_relative(folder):
    os.mkfifo("fifo", dir_fd=folder)


def test_mknod_relative(folder):
    os.mknod("node", dir_fd=folder)
