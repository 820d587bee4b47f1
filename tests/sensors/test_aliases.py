"""Wherever an object is bound, another can stand in its place, and gives the place back."""

import functools
import types
from collections.abc import Callable
from typing import Any

import pytest

from pytest_hermetic.sensors import aliases

pytestmark = pytest.mark.small


def original() -> str:
    return "original"


def stand_in() -> str:
    return "stand-in"


def replaced(thing: object, other: object) -> list[Callable[[], None]]:
    return aliases.replace(aliases.holders_of([thing]), {id(thing): other})


def put_back(undo: list[Callable[[], None]]) -> None:
    for step in reversed(undo):
        step()


def fresh() -> tuple[Callable[[], str], Callable[[], str]]:
    """Make two functions that nobody else refers to."""
    return (
        types.FunctionType(original.__code__, {}),
        types.FunctionType(stand_in.__code__, {}),
    )


def test_a_module_s_name_is_bound_anew_and_back() -> None:
    thing, other = fresh()
    module = types.ModuleType("module")
    vars(module)["name"] = vars(module)["alias"] = thing
    undo = replaced(thing, other)
    assert (module.name, module.alias) == (other, other)
    put_back(undo)
    assert (module.name, module.alias) == (thing, thing)


def test_an_item_of_a_list_is_replaced_and_put_back_where_it_then_stands() -> None:
    thing, other = fresh()
    items: list[Any] = [1, thing, 2, thing]
    undo = replaced(thing, other)
    assert items == [1, other, 2, other]
    items.insert(0, 0)
    put_back(undo)
    assert items == [0, 1, thing, 2, thing]


def test_a_member_of_a_set_stays_and_the_other_joins_it() -> None:
    thing, other = fresh()
    members = {thing}
    undo = replaced(thing, other)
    assert members == {thing, other}
    put_back(undo)
    assert members == {thing}


def test_a_variable_of_a_closure_is_replaced_and_put_back() -> None:
    thing, other = fresh()

    def make(captured: Callable[[], str]) -> Callable[[], str]:
        return lambda: captured() + ""

    call = make(thing)
    undo = replaced(thing, other)
    assert call() == "stand-in"
    put_back(undo)
    assert call() == "original"


def test_a_default_argument_is_replaced_and_put_back() -> None:
    thing, other = fresh()

    def call(number: int = 1, function: Callable[[], str] = thing) -> str:
        return function() * number

    undo = replaced(thing, other)
    assert call() == "stand-in"
    put_back(undo)
    assert call() == "original"


def test_a_keyword_default_is_replaced_and_put_back() -> None:
    thing, other = fresh()

    def call(*, function: Callable[[], str] = thing) -> str:
        return function()

    undo = replaced(thing, other)
    assert call() == "stand-in"
    put_back(undo)
    assert call() == "original"


def test_a_partial_call_is_replaced_and_put_back() -> None:
    thing, other = fresh()
    call = functools.partial(thing)
    nested = functools.partial(lambda function: function(), thing)
    undo = replaced(thing, other)
    assert (call(), nested()) == ("stand-in", "stand-in")
    put_back(undo)
    assert (call(), nested()) == ("original", "original")


def test_a_class_attribute_is_replaced_for_instances_that_looked_it_up_before() -> None:
    thing, other = fresh()

    class Reader:
        read = staticmethod(thing)
        plain: Any = None

    Reader.plain = thing
    warm = Reader.__dict__["plain"]  # the type's attribute cache knows it now
    assert warm is thing
    undo = replaced(thing, other)
    assert Reader.__dict__["plain"] is other
    put_back(undo)
    assert Reader.__dict__["plain"] is thing


def test_a_place_that_somebody_bound_anew_meanwhile_is_left_alone() -> None:
    thing, other = fresh()
    module = types.ModuleType("module")
    vars(module)["name"] = thing
    undo = replaced(thing, other)
    vars(module)["name"] = "a mock"
    put_back(undo)
    assert module.name == "a mock"


def test_frames_are_left_alone() -> None:
    thing, other = fresh()
    undo = replaced(thing, other)
    assert thing() == "original"
    put_back(undo)
