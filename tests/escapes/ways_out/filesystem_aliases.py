"""Functions bound at import in every place where a name can hide."""

import builtins
import functools
import importlib
import io
import operator
import os
import shutil
import sys
from os import listdir as _listdir
from os import path, stat
from os.path import exists as _exists
from pathlib import Path as P

STAT = os.stat
TABLE = {"size": os.path.getsize, "stat": os.stat, "names": os.listdir, "link": os.readlink, "may": os.access}
PAIR = (open, os.mkdir)
stat_link = functools.partial(os.stat, follow_symlinks=False)
may_read = functools.partial(os.access, mode=os.R_OK)
stat_of_root = functools.partial(os.stat, "/")
remembered = functools.lru_cache(os.stat)
method_by_name = operator.methodcaller("exists")
size_of = operator.attrgetter("st_size")
vars_of_os = vars(os)
bound_exists = P(__file__).exists
bound_stat = P("/").stat


def test_module_level_constant(box):
    assert STAT(box / "text.txt").st_size == 12


def test_table_of_functions(box):
    assert TABLE["size"](box / "text.txt") == 12


def test_stat_in_a_table(box):
    assert TABLE["stat"](box / "text.txt").st_size == 12


def test_listing_in_a_table(box):
    assert TABLE["names"](box)


def test_readlink_in_a_table(box):
    assert TABLE["link"](box / "link") == "text.txt"


def test_access_in_a_table(box):
    assert TABLE["may"](box / "text.txt", os.R_OK)


def test_open_in_a_tuple(box):
    with PAIR[0](box / "text.txt") as file:
        assert file.read()


def test_mkdir_in_a_tuple(box):
    PAIR[1](box / "made")


def test_partial_of_stat(box):
    assert stat_link(box / "link").st_size == 8


def test_partial_of_access(box):
    assert may_read(box / "text.txt")


def test_partial_with_its_path():
    assert stat_of_root().st_mode


def test_cached_stat(box):
    assert remembered(box / "text.txt").st_size == 12


def test_methodcaller(box):
    assert method_by_name(box / "text.txt")


def test_attrgetter_of_a_stat(box):
    assert size_of(stat(box / "text.txt")) == 12


def test_vars_of_the_module(box):
    assert vars_of_os["stat"](box / "text.txt").st_size == 12


def test_bound_method_exists():
    assert bound_exists()


def test_bound_method_stat():
    assert bound_stat().st_mode


def test_underscored_names(box):
    assert _exists(box / "text.txt")
    assert _listdir(box)


def test_path_module_by_name(box):
    assert path.getsize(box / "text.txt") == 12


def stat_by_default(name, ask=os.stat):
    return ask(name).st_size


def test_default_argument(box):
    assert stat_by_default(box / "text.txt") == 12


def listing_by_keyword(name, *, names=os.scandir):
    with names(name) as entries:
        return len(list(entries))


def test_keyword_default_argument(box):
    assert listing_by_keyword(box / "folder") == 2


class Files:
    stat = os.stat
    exists = staticmethod(os.path.exists)
    size = property(lambda self: os.path.getsize(self.path))
    remove = staticmethod(os.remove)
    copy = staticmethod(shutil.copy)

    def __init__(self, name):
        self.path = name

    def __bool__(self):
        return os.path.exists(self.path)

    def __len__(self):
        return os.stat(self.path).st_size

    def __enter__(self):
        self.file = open(self.path)
        return self.file

    def __exit__(self, *exc):
        self.file.close()

    def __iter__(self):
        yield from open(self.path)

    def __eq__(self, other):
        return os.path.samefile(self.path, other)

    __hash__ = None

    def __getattr__(self, name):
        return os.stat(self.path) if name == "info" else NotImplemented


def test_class_attribute(box):
    assert Files.stat(box / "text.txt").st_size == 12


def test_class_attribute_through_an_instance(box):
    assert Files("/").stat(box / "text.txt").st_size == 12


def test_staticmethod(box):
    assert Files.exists(box / "text.txt")


def test_staticmethod_remove(box):
    Files.remove(box / "text.txt")


def test_staticmethod_copy(box):
    Files.copy(box / "text.txt", box / "copied")


def test_property(box):
    assert Files(box / "text.txt").size == 12


def test_dunder_bool(box):
    assert Files(box / "text.txt")


def test_dunder_len(box):
    assert len(Files(box / "text.txt")) == 12


def test_dunder_enter(box):
    with Files(box / "text.txt") as file:
        assert file.read()


def test_dunder_iter(box):
    assert list(Files(box / "text.txt"))


def test_dunder_eq(box):
    assert Files(box / "text.txt") == box / "link"


def test_dunder_getattr(box):
    assert Files(box / "text.txt").info


def test_getattr_of_os(box):
    assert getattr(os, "".join(["st", "at"]))(box / "text.txt")


def test_dict_of_builtins(box):
    assert builtins.__dict__["open"](box / "text.txt").read()


def test_import_by_dunder(box):
    assert __import__("os").path.exists(box / "text.txt")


def test_import_in_the_test(box):
    from os import lstat

    assert lstat(box / "text.txt")


def test_import_of_pathlib_in_the_test(box):
    from pathlib import Path

    assert Path(box, "text.txt").exists()


def test_io_alias_in_the_class(box):
    class Opener:
        open = io.open

    with Opener.open(box / "text.txt") as file:
        assert file.read()


def test_module_in_c_imported_afresh(box):
    former = sys.modules.pop(os.name if os.name == "nt" else "posix")
    try:
        afresh = importlib.import_module(former.__name__)
        assert afresh.stat(box).st_size
    finally:
        sys.modules[former.__name__] = former


def test_module_imported_afresh(box):
    former = sys.modules.pop("os")
    try:
        assert importlib.import_module("os").stat(box).st_size
    finally:
        sys.modules["os"] = former


def test_wrapped_by_a_decorator(box):
    def logged(function):
        @functools.wraps(function)
        def inner(*args, **kwargs):
            return function(*args, **kwargs)

        return inner

    assert logged(os.stat)(box / "text.txt")


def test_unwrapped_by_inspect(box):
    import inspect

    assert inspect.unwrap(os.stat)(box / "text.txt").st_size == 12


def test_singledispatch(box):
    @functools.singledispatch
    def size(what):
        return os.path.getsize(what)

    assert size(box / "text.txt") == 12


def test_stat_in_a_lambda(box):
    assert (lambda name: os.stat(name))(box / "text.txt")
