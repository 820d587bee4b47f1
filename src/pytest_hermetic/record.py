"""Frozen records: dataclasses without the time that `dataclasses` takes to generate and compile the methods of each."""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, dataclass, fields
from typing import Any, NoReturn, TypeVar, cast, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True)
def record(cls: type[T]) -> type[T]:
    """Make a class a frozen dataclass that is made by keyword; all of them share their methods."""
    for name in ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__"):
        setattr(cls, name, vars(_Shared)[name])
    bases = [base.__dict__["__dataclass_params__"] for base in cls.__mro__ if "__dataclass_params__" in base.__dict__]
    for params in bases:
        params.frozen = False  # or `dataclass` would generate methods all the same
    made = dataclass(init=False, repr=False, eq=False, kw_only=True)(cls)
    for params in (*bases, vars(made)["__dataclass_params__"]):
        params.frozen = True  # it is; and frozen dataclasses of others may derive from it
    return made


class _Shared:
    """The methods that all records have."""

    def __init__(self, **given: object) -> None:
        known = fields(cast("Any", self))  # of whichever class has this method
        missing = [field.name for field in known if field.default is MISSING and field.name not in given]
        unknown = given.keys() - {field.name for field in known}
        if missing or unknown:
            wrong = f"needs {', '.join(missing)}" if missing else f"knows no {', '.join(sorted(unknown))}"
            message = f"{type(self).__name__} {wrong}"
            raise TypeError(message)
        self.__dict__.update({field.name: given.get(field.name, field.default) for field in known})

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__qualname__}({values})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash((type(self), *vars(self).values()))

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        message = f"{type(self).__name__}.{name} is fixed"
        raise FrozenInstanceError(message)

    def __delattr__(self, name: str) -> NoReturn:
        message = f"{type(self).__name__}.{name} is fixed"
        raise FrozenInstanceError(message)
