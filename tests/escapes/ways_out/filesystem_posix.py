"""The C module beneath os, imported by itself."""

import posix


early_stat = posix.stat


def test_posix_open(box):
    posix.close(posix.open(box / "text.txt", posix.O_RDONLY))


def test_posix_stat(box):
    assert posix.stat(box / "text.txt").st_size == 12


def test_posix_stat_bound_early(box):
    assert early_stat(box / "text.txt").st_size == 12


def test_posix_lstat(box):
    assert posix.lstat(box / "link")


def test_posix_access(box):
    assert posix.access(box / "text.txt", posix.R_OK)


def test_posix_readlink(box):
    assert posix.readlink(box / "link") == "text.txt"


def test_posix_statvfs(box):
    assert posix.statvfs(box).f_bsize


def test_posix_pathconf(box):
    assert posix.pathconf(box, "PC_NAME_MAX")


def test_posix_listdir(box):
    assert "text.txt" in posix.listdir(box)


def test_posix_scandir(box):
    with posix.scandir(box) as entries:
        assert list(entries)


def test_posix_mkdir(box):
    posix.mkdir(box / "made")


def test_posix_rmdir(box):
    posix.rmdir(box / "empty")


def test_posix_unlink(box):
    posix.unlink(box / "text.txt")


def test_posix_remove(box):
    posix.remove(box / "text.txt")


def test_posix_rename(box):
    posix.rename(box / "text.txt", box / "renamed")


def test_posix_replace(box):
    posix.replace(box / "text.txt", box / "renamed")


def test_posix_link(box):
    posix.link(box / "text.txt", box / "hard")


def test_posix_symlink(box):
    posix.symlink("text.txt", box / "soft")


def test_posix_chmod(box):
    posix.chmod(box / "text.txt", 0o600)


def test_posix_chown(box):
    posix.chown(box / "text.txt", -1, -1)


def test_posix_utime(box):
    posix.utime(box / "text.txt")


def test_posix_truncate(box):
    posix.truncate(box / "text.txt", 1)


def test_posix_mkfifo(box):
    posix.mkfifo(box / "fifo")


def test_posix_mknod(box):
    posix.mknod(box / "node")


def test_posix_chdir(box):
    here = posix.getcwd()
    try:
        posix.chdir(box)
    finally:
        posix.chdir(here)
