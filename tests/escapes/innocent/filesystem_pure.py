"""Paths as mere names, and plain work of the interpreter."""

import collections
import concurrent.futures
import copy
import dataclasses
import datetime
import decimal
import enum
import fnmatch
import functools
import glob
import json
import os
import pathlib
import pickle
import re
import stat
import statistics
import threading
import urllib.parse
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath


def test_join():
    assert os.path.join("a", "b") == "a/b"


def test_pure_parts():
    assert PurePath("a/b.txt").suffix == ".txt"


def test_path_built():
    assert Path("a") / "b" == Path("a/b")


def test_path_renamed():
    assert Path("a/b.txt").with_suffix(".md").with_stem("c").with_name("d.md") == Path("a/d.md")


def test_path_relative():
    assert Path("/a/b").relative_to("/a") == Path("b")


def test_path_parents():
    assert list(Path("/a/b").parents) == [Path("/a"), Path("/")]


def test_path_matches():
    assert Path("a/b.txt").match("*.txt")


def test_path_as_uri():
    assert Path("/a b").as_uri() == "file:///a%20b"


def test_path_sorted():
    assert sorted({Path("b"), Path("a")})[0] == Path("a")


def test_path_pickled():
    assert pickle.loads(pickle.dumps(Path("a"))) == copy.deepcopy(Path("a"))


def test_working_folder():
    assert Path.cwd() == Path(os.getcwd())


def test_home():
    assert Path.home()


def test_home_expanded():
    assert Path("~/x").expanduser() == Path(os.path.expanduser("~/x"))


def test_absolute():
    assert Path("a").absolute() == Path(os.path.abspath("a"))


def test_relative_to_the_working_folder():
    assert os.path.relpath("a/b", "a") == "b"


def test_normalised():
    assert os.path.normpath("a/../b") == os.path.normcase("b")


def test_variables_expanded(monkeypatch):
    monkeypatch.setenv("PLACE", "here")
    assert os.path.expandvars("$PLACE/x") == "here/x"


def test_split():
    assert os.path.splitext(os.path.basename("/a/b.txt")) == ("b", ".txt")


def test_common_path():
    assert os.path.commonpath(["/a/b", "/a/c"]) == "/a"


def test_own_folder_named():
    assert os.path.dirname(os.path.abspath(__file__))


def test_path_of_the_test_module():
    assert Path(__file__).parent.name


def test_file_system_path():
    assert os.fspath(Path("a")) == os.fsdecode(os.fsencode("a"))


def test_windows_path():
    assert PureWindowsPath("C:\\a\\b").drive == "C:"


def test_posix_path():
    assert PurePosixPath("/a").is_absolute()


def test_subclass_of_pure_path():
    class Key(PurePosixPath):
        pass

    assert Key("a") / "b" == Key("a/b")


def test_pattern_of_names():
    assert fnmatch.filter(["a.txt", "b.md"], "*.txt") == ["a.txt"]


def test_pattern_escaped():
    assert glob.escape("[a]") and glob.has_magic("*")


def test_mode_shown():
    assert stat.filemode(0o100644) == "-rw-r--r--"


def test_dataclass():
    @dataclasses.dataclass(frozen=True)
    class Point:
        x: int

    assert dataclasses.replace(Point(1), x=2) == Point(2)


def test_enum():
    assert enum.Enum("Colour", "RED").RED.value == 1


def test_named_tuple():
    assert collections.namedtuple("Point", "x")(1).x == 1


def test_regular_expression():
    assert re.fullmatch(r"(?P<a>\d+)", "42")["a"] == "42"


def test_json():
    assert json.loads(json.dumps({"a": [1]})) == {"a": [1]}


def test_decimal():
    assert decimal.Decimal("0.1") * 3 == decimal.Decimal("0.3")


def test_statistics():
    assert statistics.median([1, 2, 3]) == 2


def test_time():
    assert datetime.datetime.now(datetime.UTC).isoformat()


def test_time_parsed():
    assert datetime.datetime.strptime("2026-01-02", "%Y-%m-%d").day == 2


def test_cache():
    assert functools.lru_cache(abs)(-1) == 1


def test_thread():
    thread = threading.Thread(target=abs, args=[-1])
    thread.start()
    thread.join()


def test_thread_pool():
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert list(pool.map(abs, [-1])) == [1]


def test_exec():
    names = {}
    exec("a = 1", names)
    assert eval("a", names) == 1


def test_url():
    assert urllib.parse.urlsplit("file:///a/b").path == "/a/b"


def test_environment(monkeypatch):
    monkeypatch.setenv("COLOUR", "red")
    assert os.environ["COLOUR"] == "red"


def test_features_of_the_system():
    assert os.stat in os.supports_follow_symlinks
    assert os.stat in os.supports_dir_fd
    assert os.stat in os.supports_fd
    assert os.listdir in os.supports_fd
    assert os.access in os.supports_effective_ids


def test_functions_inspected():
    import inspect

    assert "follow_symlinks" in inspect.signature(os.stat).parameters
    assert "path" in inspect.signature(os.lstat).parameters
    assert "mode" in inspect.signature(os.access).parameters


def test_functions_pickled():
    assert pickle.loads(pickle.dumps(os.stat)) is os.stat
    assert pickle.loads(pickle.dumps(os.access)) is os.access
    assert pickle.loads(pickle.dumps(os.readlink)) is os.readlink


def test_functions_named():
    assert os.stat.__name__ == "stat"
    assert os.lstat.__qualname__ == "lstat"
    assert os.readlink.__doc__


def test_functions_refuse_as_ever():
    import pytest

    with pytest.raises(TypeError):
        os.stat()
    with pytest.raises(TypeError):
        os.stat(1.5)
    with pytest.raises((TypeError, ValueError)):
        os.path.exists([])


def test_safe_tree_removal_is_offered():
    import shutil

    assert shutil.rmtree.avoids_symlink_attacks


def test_autospec_of_os():
    from unittest import mock

    stand_in = mock.create_autospec(os.stat, return_value=1)
    assert stand_in("anything") == 1


def test_autospec_of_path():
    from unittest import mock

    stand_in = mock.create_autospec(pathlib.Path)
    stand_in.exists.return_value = True
    assert stand_in("a").exists is not None


def test_path_with_a_null_character():
    assert "\0" in str(Path("a\0b"))


def test_string_that_looks_like_a_path():
    assert "/etc/passwd".startswith("/etc")
