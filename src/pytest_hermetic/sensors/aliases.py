"""Finds every name an object is bound to and binds another in its place: no alias made earlier goes round it."""

from __future__ import annotations

import functools
import gc
import os
import sys
import types
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence


def holders_of(objects: Sequence[object], *, apart_from: Sequence[Any] = ()) -> list[Any]:
    """Return the containers that refer to any of these objects, apart from frames and the caller's own."""
    homes = _homes(objects)
    known = Counter(id(each) for home in (*homes, *apart_from) for each in _members(home))
    # The whole heap is compared with each of these, and most are at home only.
    elsewhere = [
        each for each, count in zip(objects, _references(objects), strict=True) if count > known[id(each)] + _LISTED
    ]
    ours = {id(each) for each in (objects, elsewhere, *apart_from, *homes)}
    return homes + [
        holder
        for holder in (gc.get_referrers(*elsewhere) if elsewhere else ())
        if id(holder) not in ours and not isinstance(holder, types.FrameType)
    ]


def holders_of_names(objects: Sequence[object]) -> list[Any]:
    """Return the modules' names that refer to any of these objects."""
    wanted = {id(each) for each in _shared(objects)}
    if not wanted:
        return []
    return [names for names in _usual_holders() if not wanted.isdisjoint(map(id, _members(names)))]


def _shared(objects: Sequence[object]) -> list[object]:
    """Return those of the objects that anything refers to beside its one owner and the sequence."""
    return [each for each, count in zip(objects, _references(objects), strict=True) if count > 1 + _LISTED]


def _references(objects: Sequence[object]) -> list[int]:
    return [sys.getrefcount(each) for each in objects]


#: What `_references` counts of an object that only the sequence refers to.
(_LISTED,) = _references([object()])


def _homes(objects: Sequence[Any]) -> list[Any]:
    """Return the names of the modules that the objects are part of, and the sets of them that `os` offers."""
    names = {*(each.__module__ for each in objects), *_REBINDING}
    return [vars(sys.modules[name]) for name in names if name in sys.modules] + _SETS


#: Modules of the standard library that have others' functions among their own names.
_REBINDING = ("os", "signal", "subprocess", "threading")
_SETS: list[Any] = [os.supports_dir_fd, os.supports_effective_ids, os.supports_fd, os.supports_follow_symlinks]


def _usual_holders() -> list[Any]:
    return [*(getattr(module, "__dict__", {}) for module in list(sys.modules.values())), *_SETS]


def _members(holder: Any) -> Iterable[Any]:
    return holder.values() if isinstance(holder, dict) else holder


def replace(holders: Sequence[Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    """Put each replacement where its object stands in these containers; return what puts the objects back."""
    undo: list[Callable[[], None]] = []
    for holder in holders:
        for kind, replace_in in _KINDS.items():
            if isinstance(holder, kind):
                undo += replace_in(holder, by_id)
    return undo


def _in_dict(names: dict[Any, Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    found = [(name, value) for name, value in names.items() if id(value) in by_id]
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


def _in_list(items: list[Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    found = [(index, item) for index, item in enumerate(items) if id(item) in by_id]
    for index, item in found:
        items[index] = by_id[id(item)]
    return [functools.partial(_put_back, items, by_id[id(item)], item) for _, item in found]


def _put_back(items: list[Any], ours: object, original: object) -> None:
    items[:] = [original if item is ours else item for item in items]


def _in_cell(cell: types.CellType, by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    original = cell.cell_contents
    cell.cell_contents = by_id[id(original)]
    return [functools.partial(setattr, cell, "cell_contents", original)]


def _in_tuple(values: tuple[Any, ...], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    """Replace in a tuple of default or partial arguments; any other tuple is what somebody made of it."""
    undo: list[Callable[[], None]] = []
    for holder in gc.get_referrers(values):
        if isinstance(holder, types.FunctionType) and holder.__defaults__ is values:
            holder.__defaults__ = _instead(values, by_id)
            undo.append(functools.partial(setattr, holder, "__defaults__", values))
        elif isinstance(holder, functools.partial) and holder.args is values:
            undo += _in_partial(holder, by_id)
    return undo


def _instead(values: tuple[Any, ...], by_id: Mapping[int, object]) -> tuple[Any, ...]:
    return tuple(by_id.get(id(value), value) for value in values)


def _in_partial(call: functools.partial[Any], by_id: Mapping[int, object]) -> list[Callable[[], None]]:
    former = (call.func, call.args, call.keywords, call.__dict__)
    set_state: Callable[[object], None] = getattr(call, "__setstate__")  # noqa: B009 - typeshed leaves it out
    set_state((by_id.get(id(call.func), call.func), _instead(call.args, by_id), *former[2:]))
    return [functools.partial(set_state, former)]


_KINDS: dict[type, Callable[[Any, Mapping[int, object]], list[Callable[[], None]]]] = {
    dict: _in_dict,
    set: _in_set,
    list: _in_list,
    types.CellType: _in_cell,
    tuple: _in_tuple,
    functools.partial: _in_partial,
}
