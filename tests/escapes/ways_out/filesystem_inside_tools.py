"""The user's own code, called by tools whose own access is not the test's."""

import contextlib
import inspect
import io
import linecache
import logging
import os
import sys
import traceback
import warnings

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st


class Handler(logging.Handler):
    def __init__(self, path):
        super().__init__()
        self.path = path

    def emit(self, record):
        with open(self.path, "a") as file:
            file.write(self.format(record))


def test_own_handler_of_a_logged_exception(box):
    logger = logging.Logger("escapes")
    logger.addHandler(Handler(box / "log"))
    try:
        raise ValueError
    except ValueError:
        logger.exception("failed")


def test_own_formatter(box):
    class Formatter(logging.Formatter):
        def formatException(self, exc_info):
            return str(os.path.exists(box))

    handler = logging.StreamHandler(io.StringIO())
    handler.setFormatter(Formatter())
    try:
        raise ValueError
    except ValueError:
        handler.emit(logging.LogRecord("n", 1, "p", 1, "m", (), sys.exc_info()))


def test_own_str_in_a_traceback(box):
    class Broken(Exception):
        def __str__(self):
            return (box / "text.txt").read_text()

    try:
        raise Broken
    except Broken:
        assert traceback.format_exc()


def test_own_loader_of_source_lines(box):
    class Loader:
        def get_source(self, name):
            return (box / "text.txt").read_text()

    names = {"__name__": "generated", "__loader__": Loader()}
    assert linecache.getlines("generated for escapes.py", names) == ["hello\n", "world\n"]


def test_own_show_warning(box, monkeypatch):
    def show(*args, **kwargs):
        (box / "warnings.txt").write_text("warned")

    with warnings.catch_warnings():
        warnings.simplefilter("always")
        monkeypatch.setattr(warnings, "showwarning", show)
        warnings.warn("careful", stacklevel=1)


def test_own_except_hook(box, monkeypatch):
    monkeypatch.setattr(sys, "excepthook", lambda *_: os.remove(box / "text.txt"))
    sys.excepthook(ValueError, ValueError(), None)


def test_own_stream_of_a_printed_exception(box):
    try:
        raise ValueError
    except ValueError:
        with open(box / "trace", "w") as file:
            traceback.print_exc(file=file)


def test_own_repr_in_an_assertion(box):
    class Shown:
        def __repr__(self):
            return str(os.path.getsize(box / "text.txt"))

    with contextlib.suppress(AssertionError):
        assert Shown() == 1


def test_own_stdout(box, monkeypatch):
    class Tee(io.StringIO):
        def write(self, text):
            with open(box / "out", "a") as file:
                return file.write(text)

    monkeypatch.setattr(sys, "stdout", Tee())
    print("hello")


def test_own_mapping_in_signature_inspection(box):
    class Lazy:
        @property
        def __signature__(self):
            os.stat(box)
            return inspect.Signature()

        def __call__(self):
            return None

    assert inspect.signature(Lazy()) is not None


@given(st.builds(lambda: os.path.exists(__file__)))
@settings(max_examples=2, database=None, deadline=None)
def test_own_builder_of_hypothesis(value):
    assert value


@given(st.integers().filter(lambda number: os.path.exists(__file__)))
@settings(max_examples=2, database=None, deadline=None)
def test_own_filter_of_hypothesis(value):
    assert value is not None


def test_own_function_called_by_monkeypatch(box, monkeypatch):
    class Watched:
        def __setattr__(self, name, value):
            os.stat(box)
            object.__setattr__(self, name, value)

    monkeypatch.setattr(Watched(), "colour", "red", raising=False)


def test_own_function_called_by_pytest_raises(box):
    with contextlib.suppress(Exception):
        pytest.raises(OSError, os.stat, box / "missing")


def test_own_expression_in_a_resource_walk(box):
    import importlib.resources

    import lookalikes

    assert [path.name for path in importlib.resources.files(lookalikes).iterdir() if os.path.exists(box)]


def test_own_module_getattr(box):
    import types

    module = types.ModuleType("lazy")
    module.__getattr__ = lambda name: (box / "text.txt").read_text()
    assert module.text


def test_own_meta_path_finder_called_by_hand(box):
    import importlib.machinery

    assert importlib.machinery.PathFinder.find_spec("script", [str(box)])
    assert (box / "script.py").exists()


def test_printed_warning_about_a_file(box):
    warnings.warn((box / "text.txt").read_text(), stacklevel=1)


def test_logged_size_of_a_file(box):
    logging.getLogger("escapes").debug("%s", os.path.getsize(box / "text.txt"))


def test_profiled(box):
    import cProfile

    cProfile.Profile().runcall(os.path.exists, box)


def test_timed(box):
    import timeit

    timeit.timeit(lambda: os.path.exists(box), number=1)


def test_run_by_doctest(box):
    import doctest

    test = doctest.DocTestParser().get_doctest(
        ">>> size(path)\n12\n", {"size": os.path.getsize, "path": box / "text.txt"}, "t", None, 0
    )
    doctest.DocTestRunner(verbose=False).run(test, out=lambda _: None)


def test_run_by_unittest(box):
    import unittest

    suite = unittest.FunctionTestCase(lambda: os.stat(box))
    suite.run(unittest.TestResult())


def test_frozen_time(box):
    import freezegun

    with freezegun.freeze_time("2026-01-01"):
        assert os.path.exists(box)
