"""Finds every name an object is bound to and binds another in its place: no alias made earlier goes round it."""

from __future__ import annotations

import collections
import functools
import gc
import os
import sys
import types
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, MutableSequence, Sequence


def holders_of(objects: Sequence[object], *, apart_from: Sequence[Any] = ()) -> list[Any]:
    """Return the containers that refer to any of these objects, apart from frames and the caller's own."""
    homes = _homes(objects)
    searched = {id(each): each for each in (*homes, *apart_from)}
    known = Counter(id(each) for names in searched.values() for each in _members(names))
    # The whole heap is compared with each of these, and most are at home only.
    elsewhere = tuple(
        each for each, count in zip(objects, _references(objects), strict=True) if count > known[id(each)] + _LISTED
    )
    ours = {id(each) for each in (objects, elsewhere, *apart_from, *homes)}
    found = gc.get_referrers(*elsewhere) if elsewhere else []
    return homes + [
        holder
        for holder, count in zip(found, _references(found), strict=True)
        # What only this list refers to is what the question itself was put in.
        if id(holder) not in ours and type(holder) is not types.FrameType and count > _LISTED
    ]


def _references(objects: Sequence[object]) -> list[int]:
    return [sys.getrefcount(each) for each in objects]


#: What `_references` counts of an object that only the sequence refers to.
(_LISTED,) = _references([object()])


def _homes(objects: Sequence[Any]) -> list[Any]:
    """Return the names of the modules that the objects are part of, and the sets of them that `os` offers."""
    names = {*(getattr(each, "__module__", None) for each in objects), *_REBINDING}
    return [vars(sys.modules[name]) for name in names if name in sys.modules] + _SETS


#: Modules of the standard library that have others' functions among their own names.
_REBINDING = ("os", "signal", "subprocess", "threading")
_SETS: list[Any] = [os.supports_dir_fd, os.supports_effective_ids, os.supports_fd, os.supports_follow_symlinks]


#: Tuples within tuples are made anew this deep.
_LEVELS = 5


def _members(holder: Any) -> Iterable[Any]:
    return holder.values() if isinstance(holder, dict | types.MappingProxyType) else holder


def replace(holders: Sequence[Any], by_id: Mapping[int, object], *, levels: int = _LEVELS) -> list[Callable[[], None]]:
    """Put each replacement where its object stands in these containers; return what puts the objects back."""
    undo: list[Callable[[], None]] = []
    for holder in holders:
        # Nobody is asked of what class he says he is: that may be somebody's code.
        replace_in = next((each for kind, each in _KINDS.items() if issubclass(type(holder), kind)), _in_attributes)
        undo += replace_in(holder, by_id)
    remade = {id(holder): (holder, new) for holder in holders if (new := _remade(holder, by_id)) is not None}
    return undo + (_replace_remade(remade, holders, levels=levels - 1) if remade and levels else [])


def _remade(holder: Any, by_id: Mapping[int, object]) -> Any:
    """Make anew what cannot be changed; nothing for what can."""
    kind = type(holder)
    if kind is types.MethodType:
        return types.MethodType(*_instead((holder.__func__, holder.__self__), by_id))
    if kind is tuple or (issubclass(kind, tuple) and hasattr(kind, "_fields")):
        return tuple.__new__(kind, _instead(holder, by_id))
    return frozenset(_instead(tuple(holder), by_id)) if kind is frozenset else None


def _replace_remade(
    remade: dict[int, tuple[object, object]], former: object, *, levels: int
) -> list[Callable[[], None]]:
    old = [old for old, _ in remade.values()]
    ours = {id(former), *map(id, remade.values())}
    holders = [holder for holder in holders_of(old) if id(holder) not in ours]
    return replace(holders, {place: new for place, (_, new) in remade.items()}, levels=levels)


def _in_dict(names: dict[Any, Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    found = [(name, value) for name, value in names.items() if id(value) in by_id]
    if not found:
        return []
    owners = [owner for owner in gc.get_referrers(names) if isinstance(owner, type)] if _may_be_a_class(names) else []
    bind = functools.partial(setattr, owners[0]) if owners else names.__setitem__
    try:
        for name, value in found:
            bind(name, by_id[id(value)])
    except TypeError:  # a type made in C, which cannot be changed
        return []
    return [functools.partial(_rebind, names, bind, name, by_id[id(value)], value) for name, value in found]


def _may_be_a_class(names: dict[Any, Any]) -> bool:
    return "__doc__" in names and "__spec__" not in names


def _rebind(
    names: dict[Any, Any], bind: Callable[[Any, Any], None], name: object, ours: object, original: object
) -> None:
    if names.get(name) is ours:
        bind(name, original)


def _in_set(members: set[Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    # The original stays: `os.stat in os.supports_fd` has to hold for whoever kept either of the two.
    added = [by_id[id(member)] for member in members if id(member) in by_id]
    members.update(added)
    return [functools.partial(members.discard, ours) for ours in added]


def _in_list(items: MutableSequence[Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    found = [(index, item) for index, item in enumerate(items) if id(item) in by_id]
    for index, item in found:
        items[index] = by_id[id(item)]
    return [functools.partial(_put_back, items, by_id[id(item)], item) for _, item in found]


def _put_back(items: MutableSequence[Any], ours: object, original: object) -> None:
    for index in [index for index, item in enumerate(items) if item is ours]:
        items[index] = original


def _in_cell(cell: types.CellType, by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    original = cell.cell_contents
    cell.cell_contents = by_id[id(original)]
    return [functools.partial(setattr, cell, "cell_contents", original)]


def _in_function(function: types.FunctionType, by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    former = function.__defaults__
    if id(former) not in by_id:
        return []
    setattr(function, "__defaults__", by_id[id(former)])  # noqa: B010 - a tuple made of one
    return [functools.partial(setattr, function, "__defaults__", former)]


def _instead(values: tuple[Any, ...], by_id: Mapping[int, object]) -> tuple[Any, ...]:
    return tuple(by_id.get(id(value), value) for value in values)


def _in_partial(call: functools.partial[Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    former = (call.func, call.args, call.keywords, call.__dict__)
    set_state: Callable[[object], None] = getattr(call, "__setstate__")  # noqa: B009 - typeshed leaves it out
    set_state((*_instead(former[:2], by_id), *former[2:]))
    return [functools.partial(set_state, former)]


def _in_property(held: property, by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    former = (held.fget, held.fset, held.fdel, held.__doc__)
    property.__init__(held, *_instead(former, by_id))
    return [functools.partial(property.__init__, held, *former)]


def _in_method(held: Any, by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    former = held.__func__
    type(held).__init__(held, by_id.get(id(former), former))
    return [functools.partial(type(held).__init__, held, former)]


def _in_attributes(holder: object, by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    """Replace in an instance, which may keep its attributes in slots, or in no dictionary until it is asked for one."""
    undo: list[Callable[[], None]] = []
    for name, place in [pair for kind in type(holder).__mro__ for pair in vars(kind).items()]:
        if name == "__dict__" and isinstance(place, types.GetSetDescriptorType):
            undo += _in_dict(place.__get__(holder), by_id)
        elif isinstance(place, types.MemberDescriptorType):
            undo += _in_slot(holder, place, by_id)
    return undo


def _in_slot(holder: object, slot: types.MemberDescriptorType, by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    try:
        value = slot.__get__(holder)
        if id(value) not in by_id:
            return []
        slot.__set__(holder, by_id[id(value)])
    except (AttributeError, TypeError):  # nothing in it, or made in C and not to be changed
        return []
    return [functools.partial(slot.__set__, holder, value)]


_KINDS: dict[type, Callable[[Any, Mapping[int, object]], list[Callable[[], None]]]] = {
    dict: _in_dict,
    set: _in_set,
    list: _in_list,
    collections.deque: _in_list,
    types.CellType: _in_cell,
    types.FunctionType: _in_function,
    functools.partial: _in_partial,
    property: _in_property,
    staticmethod: _in_method,
    classmethod: _in_method,
}
