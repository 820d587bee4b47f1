"""Frozen records: dataclasses without the time that `dataclasses` takes to generate and compile the methods of each."""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from typing import Any, NoReturn, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass that is made by keyword; all of them share the methods of this module."""
    for method in (__init__, __repr__, __eq__, __hash__, __setattr__, __delattr__):
        setattr(cls, method.__name__, method)
    bases = [base.__dict__["__dataclass_params__"] for base in cls.__mro__ if "__dataclass_params__" in base.__dict__]
    for params in bases:
        params.frozen = False  # or `dataclass` would generate methods all the same
    made = dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
    for params in (*bases, vars(made)["__dataclass_params__"]):
        params.frozen = True  # it is; and frozen dataclasses of others may derive from it
    return made


def __init__(self: Any, **given: object) -> None:  # noqa: N807 - these are methods
    known = fields(self)
    missing = [field.name for field in known if field.default is MISSING and field.name not in given]
    unknown = given.keys() - {field.name for field in known}
    if missing or unknown:
        wrong = f"needs {', '.join(missing)}" if missing else f"knows no {', '.join(sorted(unknown))}"
        message = f"{type(self).__name__} {wrong}"
        raise TypeError(message)
    self.__dict__.update({field.name: given.get(field.name, field.default) for field in known})


def __repr__(self: Any) -> str:  # noqa: N807
    values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
    return f"{type(self).__qualname__}({values})"


def __eq__(self: Any, other: object) -> bool:  # noqa: N807
    return type(other) is type(self) and vars(self) == vars(other)


def __hash__(self: Any) -> int:  # noqa: N807
    return hash((type(self), *vars(self).values()))


def __setattr__(self: Any, name: str, _value: object) -> NoReturn:  # noqa: N807
    message = f"{type(self).__name__}.{name} is fixed"
    raise FrozenInstanceError(message)


def __delattr__(self: Any, name: str) -> NoReturn:  # noqa: N807
    message = f"{type(self).__name__}.{name} is fixed"
    raise FrozenInstanceError(message)
