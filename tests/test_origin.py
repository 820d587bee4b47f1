"""Whose file, whose module and whose line it is, and how a library call is named."""

import inspect
import json
import os
import sys
import types

import pytest

from pytest_hermetic import origin
from pytest_hermetic.sizes import TestSize
from pytest_hermetic.violations import HermeticityViolationError, Site, Violation

pytestmark = pytest.mark.small

STDLIB = os.path.dirname(os.__file__)  # noqa: PTH120 - modules are told by the text of their path
HERE = __file__


def frame_in(filename: str, name: str = "f", module: str = "m") -> types.FrameType:
    """Make a frame whose code claims to stand in a file."""
    source = f"import sys\ndef {name}(): return sys._getframe()\nframe = {name}()"
    names: dict[str, object] = {"__name__": module}
    exec(compile(source, filename, "exec"), names)
    frame = names["frame"]
    assert isinstance(frame, types.FrameType)
    return frame


@pytest.mark.parametrize(
    ("filename", "module"),
    [
        (json.__file__, "json"),
        (os.path.join(STDLIB, "json", "decoder.py"), "json.decoder"),  # noqa: PTH118 - a text
        (pytest.__file__, "pytest"),
        ("<frozen importlib._bootstrap>", "importlib._bootstrap"),
        ("<frozen os>", "os"),
        ("<string>", "<string>"),
    ],
)
def test_an_installed_file_is_named_as_its_module(filename: str, module: str) -> None:
    assert origin.module_of(filename) == module


@pytest.mark.parametrize("filename", ["/home/me/project/src/app.py", HERE, "src/app.py", "<doctest app.f[0]>"])
def test_any_other_file_is_the_user_s(filename: str) -> None:
    site = origin.site_of(origin.trace(frame_in(filename), home="", target="", reading=False), base="/nowhere")
    assert site is not None
    assert site.line == 2
    assert site.function == "f"


EDITOR = "/home/me/.editor/extensions/bundled/libs/debugpy/_vendored/pydevd"


@pytest.mark.parametrize(
    ("filename", "module"),
    [
        (f"{EDITOR}/pydevd_file_utils.py", "pydevd.pydevd_file_utils"),
        (f"{EDITOR}/_pydevd_bundle/pydevd_comm.py", "pydevd._pydevd_bundle.pydevd_comm"),
        ("/opt/ide/plugins/python/helpers/pydev/pydevd.py", "pydevd.pydevd"),
        ("C:\\ide\\helpers\\pydev\\_pydev_bundle\\fsnotify.py", "pydevd._pydev_bundle.fsnotify"),
    ],
)
def test_a_debugger_that_an_editor_brings_along_is_no_user(filename: str, module: str) -> None:
    assert origin.module_of(filename) == module
    found = origin.trace(frame_in(filename), home="/nowhere", target="/x", reading=True)
    assert found.exempt is not None


@pytest.mark.parametrize(
    "filename", ["/home/pydev/app.py", "/home/pydev/pydevd/tests/test_app.py", "/work/pydevd_notes/pydevd.py"]
)
def test_a_file_in_a_folder_called_like_a_debugger_is_the_user_s(filename: str) -> None:
    assert origin.trace(frame_in(filename), home="/nowhere", target="/x", reading=True).exempt is None


def test_an_access_from_a_library_alone_has_no_user() -> None:
    frame = frame_in(os.path.join(STDLIB, "json", "decoder.py"))  # noqa: PTH118 - a text
    found = origin.trace(frame, home="/nowhere", target="", reading=False)
    # Outside of it stands this test, and it is the user's.
    assert found.user is not None
    assert found.user.f_code.co_filename == HERE
    assert found.call is not None


def test_the_test_s_own_file_is_the_user_s_even_where_it_is_installed() -> None:
    home = os.path.join(STDLIB, "json", "test_json.py")  # noqa: PTH118 - a text
    found = origin.trace(frame_in(home), home=home, target="", reading=False)
    assert found.user is not None
    assert found.user.f_code.co_filename == home


def test_a_line_that_runs_while_a_module_is_imported_is_the_import_s() -> None:
    source = "def _call_with_frames_removed(f): return f()"
    names: dict[str, object] = {}
    exec(compile(source, "<frozen importlib._bootstrap>", "exec"), names)
    load = names["_call_with_frames_removed"]
    assert callable(load)

    def at_top_level() -> origin.Origin:
        return origin.trace(inspect.currentframe(), home="", target="", reading=False)

    assert load(at_top_level).exempt is not None
    assert at_top_level().exempt is None


@pytest.mark.parametrize(
    ("function", "exempt"), [("find_spec", True), ("get_code", True), ("get_source", True), ("get_data", False)]
)
def test_a_loader_that_is_told_what_to_read_imports_nothing(function: str, *, exempt: bool) -> None:
    source = f"def {function}(f): return f()"
    names: dict[str, object] = {}
    exec(compile(source, "<frozen importlib._bootstrap_external>", "exec"), names)
    loader = names[function]
    assert callable(loader)
    found = loader(lambda: origin.trace(sys._getframe(1), home="", target="/project/data.txt", reading=True))  # noqa: SLF001
    assert (found.exempt is not None) is exempt


def test_a_site_is_shown_from_the_folder_that_pytest_started_in() -> None:
    assert origin.relative("/base/src/app.py", "/base") == "src/app.py"
    assert origin.relative("/elsewhere/app.py", "/base") == "/elsewhere/app.py"
    assert origin.relative("/base-other/app.py", "/base") == "/base-other/app.py"


def test_a_library_call_is_named_as_its_users_write_it() -> None:
    assert origin.name_of(frame_in("/x.py", "dial", "phone")) == "phone.dial"


def test_a_library_call_is_named_by_the_package_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = frame_in("/x.py", "dial", "phone.api")
    package = types.ModuleType("phone")
    vars(package)["dial"] = types.FunctionType(frame.f_code, {})
    monkeypatch.setitem(sys.modules, "phone", package)
    assert origin.name_of(frame) == "phone.dial"


def test_a_library_call_that_a_decorator_wraps_is_named_as_what_it_wraps() -> None:
    source = """
def decorated(function):
    def wrapper():
        return look(function)
    return wrapper
@decorated
def dial(): pass
"""
    names: dict[str, object] = {"__name__": "phone.api", "look": lambda _: sys._getframe(1)}  # noqa: SLF001
    exec(compile(source, "/x.py", "exec"), names)
    dial = names["dial"]
    assert callable(dial)
    assert origin.name_of(dial()) == "phone.api.dial"


def violation_error() -> HermeticityViolationError:
    return HermeticityViolationError(
        Violation(
            resource="phone",
            title="",
            details="",
            rule="",
            advice=(),
            attempt=None,  # type: ignore[arg-type] # nobody looks at it here
            test_nodeid="",
            test_size=TestSize.SMALL,
            site=Site(file="x", line=1, function="f"),
        )
    )


def caught(error: BaseException) -> BaseException:
    with pytest.raises(type(error)) as same:
        raise error
    return same.value


def test_an_error_and_its_causes_may_be_tidied_however_they_are_linked() -> None:
    first, second = caught(ValueError("first")), caught(violation_error())
    first.__cause__, second.__context__ = second, first
    group = caught(BaseExceptionGroup("all", [first, second]))
    origin.tidy_traceback(group)
    assert first.__traceback__ is not None
    assert second.__traceback__ is not None
    assert second.__traceback__.tb_frame.f_code.co_name == "caught"


def test_an_error_without_a_traceback_may_be_tidied() -> None:
    error = ValueError()
    origin.tidy_traceback(error)
    assert error.__traceback__ is None
