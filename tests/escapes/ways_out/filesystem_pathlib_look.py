"""Every method of Path that reads or asks the disk."""

import io
import os
import pathlib
from pathlib import Path, PosixPath

import pytest

read_it = Path.read_text
is_there = Path.exists
HERE = Path(__file__)


def test_read_text(box):
    assert (box / "text.txt").read_text() == "hello\nworld\n"


def test_read_text_with_an_encoding(box):
    assert (box / "text.txt").read_text(encoding="ascii", errors="replace") == "hello\nworld\n"


def test_read_text_unbound(box):
    assert read_it(box / "text.txt") == "hello\nworld\n"


def test_read_bytes(box):
    assert (box / "data.bin").read_bytes()[0] == 0


def test_read_beside_the_test_module():
    assert HERE.with_name("conftest.py").read_text()


def test_read_the_test_module_itself():
    assert HERE.read_text().startswith('"""')


def test_open(box):
    with (box / "text.txt").open() as file:
        assert file.readline() == "hello\n"


def test_open_binary(box):
    with (box / "data.bin").open("rb") as file:
        assert file.read(1) == b"\0"


def test_io_open_a_path(box):
    with io.open(box / "text.txt") as file:
        assert file.readline() == "hello\n"


def test_exists(box):
    assert (box / "text.txt").exists()


def test_exists_unbound(box):
    assert is_there(box / "text.txt")


def test_does_not_exist(box):
    assert not (box / "missing").exists()


def test_is_file(box):
    assert (box / "text.txt").is_file()


def test_is_dir(box):
    assert (box / "folder").is_dir()


def test_is_symlink(box):
    assert (box / "link").is_symlink()


def test_is_mount():
    assert Path("/").is_mount()


def test_is_block_device(box):
    assert not (box / "text.txt").is_block_device()


def test_is_char_device(box):
    assert not (box / "text.txt").is_char_device()


def test_is_fifo(box):
    assert not (box / "text.txt").is_fifo()


def test_is_socket(box):
    assert not (box / "text.txt").is_socket()


def test_stat(box):
    assert (box / "text.txt").stat().st_size == 12


def test_stat_without_following(box):
    assert (box / "link").stat(follow_symlinks=False).st_size == 8


def test_lstat(box):
    assert (box / "link").lstat().st_size == 8


def test_owner(box):
    assert (box / "text.txt").owner()


def test_group(box):
    assert (box / "text.txt").group()


def test_readlink(box):
    assert (box / "link").readlink() == Path("text.txt")


def test_resolve(box):
    assert (box / "link").resolve().name == "text.txt"


def test_resolve_strict(box):
    with pytest.raises(FileNotFoundError):
        (box / "missing").resolve(strict=True)


def test_resolve_beside_the_test_module():
    assert Path(__file__).resolve().parent


def test_samefile(box):
    assert (box / "link").samefile(box / "text.txt")


def test_iterdir(box):
    assert {path.name for path in (box / "folder").iterdir()} == {"inner.txt", "deep"}


def test_iterdir_first_only(box):
    assert next(box.iterdir())


def test_glob(box):
    assert [path.name for path in box.glob("te*.txt")] == ["text.txt"]


def test_glob_recursively(box):
    assert len(list(box.glob("folder/**/*.txt"))) == 2


def test_rglob(box):
    assert [path.name for path in box.rglob("deepest*")] == ["deepest.txt"]


def test_glob_without_magic(box):
    assert list(box.glob("text.txt"))


def test_iterdir_unbound(box):
    assert list(pathlib.Path.iterdir(box))


def test_sorted_by_stat(box):
    assert sorted([box / "text.txt", box / "other.txt"], key=lambda path: path.stat().st_size)


def test_sorted_by_an_unbound_method(box):
    assert sorted([box / "text.txt", box / "missing"], key=Path.exists)


def test_filter_by_an_unbound_method(box):
    assert list(filter(Path.is_file, [box / "text.txt", box / "folder"])) == [box / "text.txt"]


def test_posix_path(box):
    assert PosixPath(str(box)).joinpath("text.txt").read_text()


class Folder(type(Path())):
    """A subclass of Path, as many projects have one."""

    def texts(self):
        return sorted(self.glob("*.txt"))

    def there(self):
        return self.exists()


def test_subclass_of_path_globs(box):
    assert len(Folder(box).texts()) == 2


def test_subclass_of_path_exists(box):
    assert Folder(box).there()


def test_subclass_of_path_reads(box):
    assert Folder(box, "text.txt").read_text()


class Asset:
    """Something path-like."""

    def __init__(self, path):
        self.path = path

    def __fspath__(self):
        return str(self.path)


def test_path_like_is_opened(box):
    with open(Asset(box / "text.txt")) as file:
        assert file.readline() == "hello\n"


def test_path_like_is_listed(box):
    assert os.listdir(Asset(box))


def test_path_like_becomes_a_path(box):
    assert Path(Asset(box / "text.txt")).is_file()


def test_home_is_there():
    assert Path.home().exists()


def test_here_is_a_folder():
    assert Path().is_dir()


if hasattr(Path, "is_junction"):

    def test_is_junction_then_stat(box):
        assert not (box / "text.txt").is_junction()
        assert (box / "text.txt").stat()


if hasattr(Path, "walk"):

    def test_walk(box):
        assert sum(len(files) for _, _, files in (box / "folder").walk()) == 2


if hasattr(Path, "walk"):

    def test_walk_bottom_up(box):
        assert [top.name for top, _, _ in (box / "folder").walk(top_down=False)] == ["deep", "folder"]


if hasattr(Path, "info"):

    def test_info_exists(box):
        assert (box / "text.txt").info.exists()


if hasattr(Path, "info"):

    def test_info_is_file(box):
        assert (box / "text.txt").info.is_file()


if hasattr(Path, "info"):

    def test_info_is_dir(box):
        assert not (box / "text.txt").info.is_dir()


if hasattr(Path, "info"):

    def test_info_is_symlink(box):
        assert (box / "link").info.is_symlink()


if hasattr(Path, "full_match"):

    def test_glob_following_links(box):
        assert list(box.glob("**/*.txt", recurse_symlinks=True))
