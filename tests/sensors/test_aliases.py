"""Wherever an object is bound, another can stand in its place, and gives the place back."""

import collections
import functools
import sys
import types
from collections.abc import Callable
from typing import Any, NamedTuple

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


class Holder:
    def __init__(self, thing: object) -> None:
        self.held = thing


class Slotted:
    __slots__ = ("empty", "held")

    def __init__(self, thing: object) -> None:
        self.held = thing


class Named(NamedTuple):
    held: object


@pytest.mark.parametrize(
    ("hold", "look"),
    [
        pytest.param(Holder, lambda kept: kept.held, id="attribute"),
        pytest.param(Slotted, lambda kept: kept.held, id="slot"),
        pytest.param(lambda thing: collections.deque([thing]), lambda kept: kept[0], id="deque"),
        pytest.param(lambda thing: Holder((1, thing)), lambda kept: kept.held[1], id="tuple"),
        pytest.param(lambda thing: [((thing,),)], lambda kept: kept[0][0][0], id="tuple in a tuple"),
        pytest.param(lambda thing: [Named(thing)], lambda kept: kept[0].held, id="named tuple"),
        pytest.param(lambda thing: [frozenset({thing})], lambda kept: next(iter(kept[0])), id="frozen set"),
        pytest.param(lambda thing: [types.MethodType(thing, 1)], lambda kept: kept[0].__func__, id="bound method"),
        pytest.param(staticmethod, lambda kept: kept.__func__, id="static method"),
        pytest.param(classmethod, lambda kept: kept.__func__, id="class method"),
        pytest.param(property, lambda kept: kept.fget, id="property"),
        pytest.param(lambda thing: functools.partial(max, thing), lambda kept: kept.args[0], id="partial's argument"),
    ],
)
def test_it_is_replaced_and_put_back_in(hold: Callable[[object], Any], look: Callable[[Any], object]) -> None:
    thing, other = fresh()
    kept = hold(thing)
    undo = replaced(thing, other)
    assert look(kept) is other
    put_back(undo)
    assert look(kept) is thing


def test_a_named_tuple_stays_one() -> None:
    thing, other = fresh()
    kept = [Named(thing)]
    undo = replaced(thing, other)
    assert kept == [Named(other)]
    assert type(kept[0]) is Named
    put_back(undo)


def test_an_attribute_that_is_worked_out_is_not_asked_for() -> None:
    thing, other = fresh()

    class Proxy(Holder):
        @property
        def worked_out(self) -> object:
            raise AssertionError

        def __getattribute__(self, name: str) -> object:
            raise AssertionError

    kept = Proxy(thing)
    undo = replaced(thing, other)
    assert object.__getattribute__(kept, "held") is other
    put_back(undo)


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


def test_a_tuple_that_nobody_keeps_ends_the_search() -> None:
    thing, other = fresh()
    asked = aliases.holders_of([thing])
    undo = aliases.replace([*asked, (thing,), [((thing,),)]], {id(thing): other})
    put_back(undo)


def test_tuples_within_tuples_are_made_anew() -> None:
    thing, other = fresh()
    kept = {"deep": (1, (2, (3, thing)))}
    undo = replaced(thing, other)
    assert kept["deep"] == (1, (2, (3, other)))
    put_back(undo)
    assert kept["deep"] == (1, (2, (3, thing)))


def test_one_name_more_than_at_home_is_found_although_home_is_told_twice() -> None:
    thing, other = fresh()
    home = sys.modules[__name__]
    vars(home)["at_home"], thing.__module__ = thing, __name__
    elsewhere = types.SimpleNamespace(alias=thing)
    found = {"thing": thing}
    del thing
    holders = aliases.holders_of(list(found.values()), apart_from=[found, vars(home)])
    undo = aliases.replace(holders, {id(found["thing"]): other})
    assert elsewhere.alias is other
    put_back(undo)
    assert elsewhere.alias is found["thing"] is vars(home).pop("at_home")
