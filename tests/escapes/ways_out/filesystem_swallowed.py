"""A violation that the code under test swallows is still one."""

import contextlib
import logging
import os
import sys
import warnings

import pytest


def test_except_exception(box):
    try:
        open(box / "text.txt").close()
    except Exception:
        pass


def test_bare_except(box):
    try:
        os.stat(box / "text.txt")
    except:
        pass


def test_except_base_exception(box):
    try:
        os.listdir(box)
    except BaseException:
        pass


def test_suppress_exception(box):
    with contextlib.suppress(Exception):
        os.remove(box / "text.txt")


def test_suppress_base_exception(box):
    with contextlib.suppress(BaseException):
        os.path.exists(box / "text.txt")


def test_finally_return(box):
    def ask():
        try:
            return os.path.exists(box / "text.txt")
        finally:
            return None

    assert ask() is None


def test_logged_and_forgotten(box):
    try:
        os.mkdir(box / "made")
    except Exception:
        logging.getLogger(__name__).exception("cannot make it")


def test_raised_as_something_else(box):
    try:
        try:
            os.stat(box / "text.txt")
            raise KeyError("text")
        except Exception as error:
            raise LookupError("no such text") from error
    except LookupError:
        pass


def test_raised_from_none(box):
    with pytest.raises(ValueError, match="gone"):
        try:
            os.stat(box / "text.txt")
            raise OSError
        except Exception:
            raise ValueError("gone") from None


def test_pytest_raises_exception(box):
    with pytest.raises(Exception):
        open(box / "missing")


def test_pytest_raises_base_exception(box):
    with pytest.raises(BaseException):
        os.stat(box / "missing")


def test_fallback_to_a_default(box):
    def settings():
        try:
            return (box / "settings.ini").read_text()
        except Exception:
            return ""

    assert settings() is not None


def test_retried_three_times(box):
    for _ in range(3):
        try:
            open(box / "text.txt").close()
            break
        except Exception:
            continue


def test_kept_in_a_list(box):
    errors = []
    try:
        os.stat(box / "text.txt")
    except Exception as error:
        errors.append(error)


def test_exit_that_swallows(box):
    class Quiet:
        def __enter__(self):
            return self

        def __exit__(self, *exc):
            return True

    with Quiet():
        os.listdir(box)


def test_exit_stack_that_swallows(box):
    with contextlib.ExitStack() as stack:
        stack.push(lambda *exc: True)
        os.listdir(box)


def test_hasattr_does_not_hide_it(box):
    class Config:
        @property
        def text(self):
            try:
                return (box / "text.txt").read_text()
            except Exception as error:
                raise AttributeError("text") from error

    hasattr(Config(), "text")


def test_getattr_with_a_default(box):
    class Config:
        @property
        def text(self):
            try:
                return (box / "text.txt").read_text()
            except Exception as error:
                raise AttributeError("text") from error

    getattr(Config(), "text", None)


def test_exception_group(box):
    try:
        try:
            os.stat(box / "text.txt")
        except Exception as error:
            raise ExceptionGroup("many", [error]) from error
    except* Exception:
        pass


def test_turned_into_a_warning(box):
    try:
        os.stat(box / "text.txt")
    except Exception as error:
        warnings.warn(str(error), stacklevel=1)


def test_fallback_to_an_empty_text(box):
    try:
        text = (box / "text.txt").read_text()
    except Exception:
        text = ""
    assert text is not None


def test_unraisable_in_del(box):
    class Closing:
        def __del__(self):
            open(box / "text.txt").close()

    before, sys.unraisablehook = sys.unraisablehook, lambda _: None
    try:
        Closing()
    finally:
        sys.unraisablehook = before


def test_sorted_out_by_a_generator(box):
    def lines():
        try:
            yield from open(box / "text.txt")
        except Exception:
            return

    list(lines())


def test_asserted_through_unittest(box):
    import unittest

    with unittest.TestCase().assertRaises(Exception):
        open(box / "missing")


def test_fallback_in_a_loop(box):
    results = []
    for name in ("text.txt", "other.txt"):
        try:
            results.append(os.path.getsize(box / name))
        except Exception:
            results.append(0)
    assert len(results) == 2


def test_os_error_only(box):
    try:
        os.stat(box / "missing")
    except OSError:
        pass
