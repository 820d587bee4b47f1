"""Functions that C calls: no line of the user's names them at the time."""

import bisect
import contextlib
import functools
import heapq
import itertools
import operator
import os
import re
import weakref
from pathlib import Path


def test_map_of_stat(box):
    assert list(map(os.stat, [box / "text.txt", box / "other.txt"]))


def test_map_of_exists(box):
    assert list(map(os.path.exists, [box / "text.txt"])) == [True]


def test_map_of_open(box):
    for file in map(open, [box / "text.txt"]):
        file.close()


def test_map_of_listdir(box):
    assert list(map(os.listdir, [box]))


def test_sorted_by_getmtime(box):
    assert sorted([box / "text.txt", box / "other.txt"], key=os.path.getmtime)


def test_sorted_by_stat(box):
    assert sorted([box / "text.txt", box / "other.txt"], key=os.stat)


def test_sort_by_getsize(box):
    names = [box / "text.txt", box / "other.txt"]
    names.sort(key=os.path.getsize)
    assert names[0].name == "other.txt"


def test_max_by_lstat(box):
    assert max([box / "text.txt", box / "other.txt"], key=os.lstat)


def test_filter_by_isfile(box):
    assert list(filter(os.path.isfile, [box / "text.txt"]))


def test_filter_by_access(box):
    assert list(filter(functools.partial(os.access, mode=os.R_OK), [box / "text.txt"]))


def test_starmap_of_access(box):
    assert list(itertools.starmap(os.access, [(box / "text.txt", os.R_OK)])) == [True]


def test_takewhile(box):
    assert list(itertools.takewhile(os.path.exists, [box / "text.txt"]))


def test_filterfalse(box):
    assert list(itertools.filterfalse(os.path.isdir, [box / "text.txt"]))


def test_groupby(box):
    assert list(itertools.groupby([box / "text.txt"], key=os.path.isfile))


def test_reduce(box):
    assert functools.reduce(lambda total, name: total + os.stat(name).st_size, [box / "text.txt"], 0) == 12


def test_nlargest(box):
    assert heapq.nlargest(1, [box / "text.txt", box / "other.txt"], key=os.path.getsize)


def test_bisect(box):
    assert bisect.bisect([box / "text.txt"], 0, key=os.path.getsize) == 0


def test_operator_call(box):
    assert operator.call(os.stat, box / "text.txt")


def test_iter_with_a_sentinel(box):
    assert list(iter(functools.partial(os.path.exists, box / "missing"), False)) == []


def test_substitution_callback(box):
    assert re.sub("NAME", lambda match: str(os.path.exists(box)), "NAME") == "True"


def test_dict_comprehension(box):
    assert {name: os.path.getsize(name) for name in [box / "text.txt"]}


def test_lazy_generator(box):
    def sizes():
        for name in ["text.txt", "other.txt"]:
            yield os.path.getsize(box / name)

    assert next(sizes()) == 12


def test_generator_closed_with_a_finally(box):
    def lines():
        try:
            yield 1
        finally:
            os.remove(box / "text.txt")

    numbers = lines()
    next(numbers)
    numbers.close()


def test_exit_stack_callback(box):
    with contextlib.ExitStack() as stack:
        stack.callback(os.remove, box / "text.txt")


def test_contextmanager(box):
    @contextlib.contextmanager
    def lock():
        (box / "lock").touch()
        yield
        (box / "lock").unlink()

    with lock():
        pass


def test_dunder_del(box):
    class Temporary:
        def __del__(self):
            os.remove(box / "text.txt")

    Temporary()


def test_dunder_del_that_asks(box):
    class Temporary:
        def __del__(self):
            os.path.exists(box / "text.txt")

    Temporary()


def test_weakref_finalize(box):
    class Thing:
        pass

    thing = Thing()
    weakref.finalize(thing, os.remove, box / "text.txt")
    del thing


def test_weakref_callback(box):
    class Thing:
        pass

    thing = Thing()
    kept = weakref.ref(thing, lambda _: os.stat(box / "text.txt"))
    del thing
    assert kept() is None


def test_cached_property(box):
    class Config:
        @functools.cached_property
        def text(self):
            return (box / "text.txt").read_text()

    assert Config().text


def test_sorted_paths_by_unbound_stat(box):
    assert sorted([box / "text.txt", box / "other.txt"], key=Path.stat)


def test_map_of_read_text(box):
    assert list(map(Path.read_text, [box / "text.txt"]))


def test_signal_handler(box):
    import signal

    before = signal.signal(signal.SIGUSR1, lambda *_: os.stat(box / "text.txt"))
    signal.raise_signal(signal.SIGUSR1)
    signal.signal(signal.SIGUSR1, before)


def test_trace_function(box):
    import sys

    before = sys.gettrace()
    sys.settrace(lambda *_: os.path.exists(box / "text.txt") and None)
    (lambda: None)()
    sys.settrace(before)


def test_json_default(box):
    import json

    assert json.dumps(box / "text.txt", default=os.path.getsize) == "12"


def test_pickle_reduce(box):
    import pickle

    class Sized:
        def __reduce__(self):
            return os.path.getsize, (str(box / "text.txt"),)

    assert pickle.loads(pickle.dumps(Sized())) == 12


def test_ast_free_format(box):
    class Shown:
        def __format__(self, spec):
            return str(os.path.getsize(box / spec))

    assert f"{Shown():text.txt}" == "12"


def test_dataclass_post_init(box):
    import dataclasses

    @dataclasses.dataclass
    class Config:
        path: Path

        def __post_init__(self):
            self.there = self.path.exists()

    assert Config(box / "text.txt").there


def test_class_body(box):
    class Version:
        text = (box / "text.txt").read_text()

    assert Version.text
