"""Every method of Path that writes, makes, moves or removes."""

import os
from pathlib import Path

import pytest

write_it = Path.write_text


@pytest.mark.expect("write")
def test_write_text(box):
    (box / "new.txt").write_text("new")


@pytest.mark.expect("write")
def test_write_text_unbound(box):
    write_it(box / "new.txt", "new")


@pytest.mark.expect("write")
def test_write_bytes(box):
    (box / "new.bin").write_bytes(b"new")


@pytest.mark.expect("write")
def test_open_for_writing(box):
    with (box / "new.txt").open("w") as file:
        file.write("new")


@pytest.mark.expect("create")
def test_open_exclusively(box):
    (box / "new.txt").open("x").close()


def test_touch_a_new_file(box):
    (box / "touched").touch()


def test_touch_an_old_file(box):
    (box / "text.txt").touch()


def test_touch_exclusively(box):
    (box / "touched").touch(exist_ok=False)


@pytest.mark.expect("create")
def test_mkdir(box):
    (box / "made").mkdir()


@pytest.mark.expect("create")
def test_mkdir_with_parents(box):
    (box / "a" / "b").mkdir(parents=True)


def test_mkdir_that_exists(box):
    (box / "folder").mkdir(exist_ok=True)


@pytest.mark.expect("delete")
def test_rmdir(box):
    (box / "empty").rmdir()


@pytest.mark.expect("delete")
def test_unlink(box):
    (box / "text.txt").unlink()


@pytest.mark.expect("delete")
def test_unlink_a_missing_file(box):
    (box / "missing").unlink(missing_ok=True)


@pytest.mark.expect("modify")
def test_rename(box):
    (box / "text.txt").rename(box / "renamed.txt")


@pytest.mark.expect("modify")
def test_replace(box):
    (box / "text.txt").replace(box / "other.txt")


@pytest.mark.expect("modify")
def test_chmod(box):
    (box / "text.txt").chmod(0o600)


def test_symlink_to(box):
    (box / "soft").symlink_to("text.txt")


def test_symlink_to_a_folder(box):
    (box / "soft").symlink_to(box / "folder", target_is_directory=True)


def test_hardlink_to(box):
    (box / "hard").hardlink_to(box / "text.txt")


if hasattr(os, "lchmod"):

    def test_lchmod(box):
        (box / "text.txt").lchmod(0o600)


if hasattr(Path, "copy"):

    def test_copy(box):
        (box / "text.txt").copy(box / "copied.txt")


if hasattr(Path, "copy_into"):

    def test_copy_into(box):
        (box / "text.txt").copy_into(box / "empty")


if hasattr(Path, "copy"):

    def test_copy_a_tree(box):
        (box / "folder").copy(box / "copied")


if hasattr(Path, "move"):

    def test_move(box):
        (box / "text.txt").move(box / "moved.txt")


if hasattr(Path, "move_into"):

    def test_move_into(box):
        (box / "text.txt").move_into(box / "empty")


def test_save_and_load(box):
    path = box / "state.json"
    path.write_text("{}")
    assert path.read_text() == "{}"


def test_write_with_a_subclass(box):
    class Output(type(Path())):
        pass

    Output(box / "new.txt").write_text("new")
