"""A tap passes for the built-in function whose place it takes, whoever looks, and says so only to who listens."""

import copy
import inspect
import os
import pickle
import posixpath
import shutil
import types
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import pytest

from pytest_hermetic.sensors import bus, wrappers
from requirements import requirement

pytestmark = pytest.mark.small

Heard = list[tuple[str, tuple[Any, ...]]]


@pytest.fixture
def heard() -> Iterator[Heard]:
    """Collect what is announced as `os.fspath`, a function that no sensor taps and no rule is about."""
    told: Heard = []

    def listener(event: str, args: tuple[Any, ...]) -> bool:
        told.append((event, args))
        return False

    former = bus.listen({"os.fspath": listener}, None)
    yield told
    bus.listen(*former)


@pytest.fixture
def tap() -> wrappers.Tap:
    return wrappers.tap("os.fspath", os.fspath)


def test_a_tap_calls_the_function_and_announces_nothing_until_it_is_aimed(tap: wrappers.Tap, heard: Heard) -> None:
    assert tap("x") == "x"
    assert heard == []


def test_an_aimed_tap_announces_its_call_and_then_makes_it(tap: wrappers.Tap, heard: Heard) -> None:
    tap.aim(listening=True)
    assert tap("x") == "x"
    assert heard == [("os.fspath", ("x",))]


def test_a_tap_can_be_aimed_back(tap: wrappers.Tap, heard: Heard) -> None:
    tap.aim(listening=True)
    tap.aim(listening=False)
    assert tap("x") == "x"
    assert heard == []


def test_an_aimed_tap_is_silent_where_nobody_listens_any_more(tap: wrappers.Tap) -> None:
    tap.aim(listening=True)
    former = bus.listen({}, None)
    assert tap("x") == "x"
    bus.listen(*former)


def test_a_listener_that_raises_keeps_the_function_from_being_called() -> None:
    called: list[object] = []

    def listener(_event: str, _args: tuple[Any, ...]) -> bool:
        raise LookupError

    tap = wrappers.tap("test.event", called.append)
    tap.aim(listening=True)
    former = bus.listen({"test.event": listener}, None)
    with pytest.raises(LookupError):
        tap("x")
    bus.listen(*former)
    assert called == []


def test_a_path_given_by_keyword_is_announced(tap: wrappers.Tap, heard: Heard) -> None:
    tap.aim(listening=True)
    assert tap(path="x") == "x"
    assert heard == [("os.fspath", ("x",))]


def test_wrong_arguments_fail_as_they_do_without_a_tap(tap: wrappers.Tap, heard: Heard) -> None:
    tap.aim(listening=True)
    for wrong in ((), ("x", "y")):
        with pytest.raises(TypeError, match="fspath"):
            tap(*wrong)
    assert heard is not None


@pytest.mark.parametrize("aimed", [False, True])
def test_a_tap_looks_like_the_function(tap: wrappers.Tap, aimed: bool) -> None:  # noqa: FBT001 - both ways, by parametrize
    tap.aim(listening=aimed)
    function: Any = tap
    assert isinstance(function, types.BuiltinFunctionType)
    assert [asked(function) for asked in (inspect.isbuiltin, inspect.isroutine, callable)] == [True] * 3
    assert inspect.isfunction(function) is False
    assert repr(function) == repr(os.fspath)
    for name in ("__name__", "__qualname__", "__module__", "__doc__"):
        assert getattr(function, name) == getattr(os.fspath, name)
    assert inspect.signature(function) == inspect.signature(os.fspath)


def test_a_tap_is_hashable_and_equal_to_itself_alone(tap: wrappers.Tap) -> None:
    assert {tap: 1}[tap] == 1
    assert tap != wrappers.tap("os.fspath", os.fspath)


def test_a_tap_stays_unbound_as_a_class_attribute(tap: wrappers.Tap) -> None:
    class Reader:
        read = tap

    assert Reader.read("x") == "x"
    assert Reader().read("x") == "x"


@pytest.mark.parametrize("function", [os.stat, os.lstat, os.access, os.readlink, os.statvfs])
def test_a_tapped_function_is_pickled_by_name_as_the_real_one_is(function: Callable[..., object]) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(function, protocol)) is function


def test_a_tapped_function_is_copied_as_itself() -> None:
    assert copy.copy(os.stat) is os.stat
    assert copy.deepcopy(os.stat) is os.stat
    assert copy.deepcopy({"stat": [os.stat]})["stat"][0] is os.stat


def test_the_functions_without_an_event_are_tapped_in_a_session_of_the_plugin() -> None:
    for function in (os.stat, os.lstat, os.access, os.readlink, os.statvfs):
        assert issubclass(type(function), wrappers.Tap)
        assert inspect.isbuiltin(function)


@pytest.mark.parametrize(
    ("function", "asked"),
    [
        (os.stat, os.supports_follow_symlinks),
        (os.stat, os.supports_fd),
        (os.stat, os.supports_dir_fd),
        (os.access, os.supports_dir_fd),
        (os.access, os.supports_effective_ids),
        (os.readlink, os.supports_dir_fd),
        (os.statvfs, os.supports_fd),
    ],
)
def test_a_tapped_function_is_found_in_what_the_os_says_it_supports(function: object, asked: set[Any]) -> None:
    assert function in asked
    assert getattr(function, "real") in asked  # noqa: B009 - only a tap has one


def test_the_standard_library_that_asks_what_is_supported_gets_the_same_answer() -> None:
    assert shutil.rmtree.avoids_symlink_attacks is True


def test_the_signature_of_a_tapped_function_is_the_function_s() -> None:
    assert str(inspect.signature(os.stat)) == "(path, *, dir_fd=None, follow_symlinks=True)"
    assert "follow_symlinks" in inspect.signature(os.access).parameters


def test_every_module_sees_the_same_tap() -> None:
    assert posixpath.os.stat is os.stat  # type: ignore[attr-defined] # the module does import it
    assert __import__("posix").stat is os.stat


def test_a_tapped_function_can_be_mocked_and_comes_back() -> None:
    before = os.stat
    with mock.patch("os.stat") as mocked:
        mocked.return_value.st_size = 7
        assert os.stat("/nowhere").st_size == 7  # noqa: PTH116 - the function is what this is about
        assert os.path.getsize("/nowhere") == 7  # noqa: PTH202 - so is this one
    assert os.stat is before


def test_a_tapped_function_can_be_mocked_after_itself() -> None:
    before = os.access
    with mock.patch("os.access", autospec=True, return_value=True) as mocked:
        assert os.access("/nowhere", os.R_OK)
        mocked.assert_called_once_with("/nowhere", os.R_OK)
    assert os.access is before


def test_a_tapped_function_can_be_monkeypatched_and_comes_back() -> None:
    before = os.stat
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "stat", lambda _path: "fake")
        assert os.stat("/nowhere") == "fake"  # type: ignore[comparison-overlap] # noqa: PTH116 - see above
    assert os.stat is before


def test_a_specification_can_be_made_of_a_tapped_function() -> None:
    assert mock.create_autospec(os.stat, return_value=3)("/nowhere") == 3


class Entry:
    """A type with a method, as entries of folders have them."""

    def stat(self, *, follow_symlinks: bool = True) -> str:
        return f"real {follow_symlinks}"


@pytest.fixture
def entry_type() -> type[Any]:
    return type("Entry", (), dict(vars(Entry)))


def test_a_tapped_method_is_itself_until_it_is_aimed_and_again_when_aimed_back(entry_type: type[Any]) -> None:
    real = vars(entry_type)["stat"]
    tapped = wrappers.MethodTap("os.fspath", entry_type, "stat")
    assert vars(entry_type)["stat"] is real
    tapped.aim(listening=True)
    assert vars(entry_type)["stat"] is not real
    tapped.aim(listening=False)
    assert vars(entry_type)["stat"] is real


def test_an_aimed_method_announces_its_object_and_whether_links_are_followed(
    entry_type: type[Any], heard: Heard
) -> None:
    wrappers.MethodTap("os.fspath", entry_type, "stat").aim(listening=True)
    entry = entry_type()
    assert [entry.stat(), entry.stat(follow_symlinks=False)] == ["real True", "real False"]
    assert heard == [("os.fspath", (entry, True)), ("os.fspath", (entry, False))]
    assert str(inspect.signature(entry_type.stat)) == str(inspect.signature(Entry.stat))


@pytest.mark.parametrize("aimed", [False, True])
def test_a_method_that_somebody_mocks_is_left_to_the_mock(entry_type: type[Any], *, aimed: bool) -> None:
    tapped = wrappers.MethodTap("os.fspath", entry_type, "stat")
    tapped.aim(listening=not aimed)
    with mock.patch.object(entry_type, "stat", return_value="mocked"):
        tapped.aim(listening=aimed)
        assert entry_type().stat() == "mocked"
    assert entry_type().stat() == "real True"


def test_entries_of_folders_are_asked_through_nothing_once_the_taps_are_forgotten(
    monkeypatch: pytest.MonkeyPatch, entry_type: type[Any]
) -> None:
    monkeypatch.setattr(wrappers, "_taps", {})
    monkeypatch.setattr(wrappers, "_aimed_for", None)
    monkeypatch.setattr(wrappers, "UNAUDITED_METHODS", {"test.event": (entry_type, "stat"), "x": (int, "no_method")})
    wrappers.tap_methods()
    wrappers.aim_for({"test.event"})
    assert vars(entry_type)["stat"] is not Entry.stat
    wrappers.clear()
    assert vars(entry_type)["stat"] is Entry.stat


@requirement("ADR-001-38")
def test_taps_are_aimed_once_for_a_run_of_tests_of_one_size(monkeypatch: pytest.MonkeyPatch) -> None:
    aimed = []

    class Counting(wrappers.Tap):
        def aim(self, *, listening: bool) -> None:
            aimed.append(listening)

    monkeypatch.setattr(wrappers, "_taps", {"test.event": Counting(len)})
    monkeypatch.setattr(wrappers, "_aimed_for", None)
    listeners = {"test.event": print}
    for _ in range(3):
        wrappers.aim_for(listeners)
    wrappers.aim_for({})
    assert aimed == [True, False]


def test_a_function_that_this_interpreter_lacks_is_not_looked_for() -> None:
    assert wrappers.find(["os.stat", "os.no_such_call", "nt._path_exists", "no_such_module.f"]).keys() <= {
        "os.stat",
        "nt._path_exists",
    }
