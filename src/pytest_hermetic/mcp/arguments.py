"""What a tool may be told: a record of arguments gives both its JSON schema and its strict check.

Nothing unknown is accepted and nothing is coerced; every refusal names the argument and what it takes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, field, fields
from math import isfinite
from typing import TYPE_CHECKING, TypeVar, cast
from unicodedata import category

from pytest_hermetic.mcp.refusal import refuse

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Schema = Mapping[str, object]
Record = TypeVar("Record", bound="DataclassInstance")

LONGEST_TEXT = 4096
MOST_TEXTS = 1000


def text(about: str = "", *, default: str = "") -> str:
    return field(default=default, metadata=_metadata("string", about))


def needed_text(about: str = "") -> str:
    return cast("str", field(metadata=_metadata("string", about)))


def texts(about: str = "", *, one_of: Sequence[str] = ()) -> tuple[str, ...]:
    items: dict[str, object] = {"type": "string"} | ({"enum": list(one_of)} if one_of else {})
    return cast("tuple[str, ...]", field(default=(), metadata=_metadata("array", about, items=items)))


def flag(about: str = "") -> bool:
    return field(default=False, metadata=_metadata("boolean", about))


def whole(about: str = "", *, least: int, most: int, default: int = 0) -> int:
    return field(default=default, metadata=_metadata("integer", about, minimum=least, maximum=most))


def seconds(about: str = "", *, most: int, default: float = 0) -> float:
    limits: dict[str, object] = {"exclusiveMinimum": 0, "maximum": most}
    return field(default=default, metadata=_metadata("number", about, **limits))


def _metadata(kind: str, about: str, **more: object) -> dict[str, object]:
    return {"schema": {"type": kind} | more | ({"description": about} if about else {})}


def schema_of(record: "type[DataclassInstance]") -> dict[str, object]:
    """Give the JSON schema of an arguments record."""
    properties = {each.name: each.metadata["schema"] for each in fields(record)}
    required = [each.name for each in fields(record) if each.default is MISSING]
    schema: dict[str, object] = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": required} if required else {})


def understand(tool: str, record: type[Record], given: Mapping[str, object]) -> Record:
    """Build the record from what the client sent, or refuse in a sentence."""
    schema = schema_of(record)
    known = cast("Mapping[str, Schema]", schema["properties"])
    if unknown := sorted(set(given) - set(known)):
        refuse(f"{tool} has no argument {_listed(unknown)}. It takes {', '.join(known)}.")
    if missing := [name for name in cast("Sequence[str]", schema.get("required", ())) if name not in given]:
        refuse(f"{tool} needs {_listed(missing)}. It takes {', '.join(known)}.")
    return record(**{name: _fitting(f"{tool}: {name}", value, known[name]) for name, value in given.items()})


def _fitting(name: str, value: object, schema: Schema) -> object:
    match schema["type"]:
        case "string":
            return _text(name, value, schema)
        case "array":
            return _texts(name, value, cast("Schema", schema["items"]))
        case "boolean" if isinstance(value, bool):
            return value
        case "integer" | "number" as kind:
            return _number(name, value, schema, whole_only=kind == "integer")
    return refuse(f"{name} must be true or false, not {_shown(value)}.")


def _text(name: str, value: object, schema: Schema) -> str:
    if not isinstance(value, str):
        refuse(f"{name} must be a string, not {_shown(value)}.")
    if len(value) > LONGEST_TEXT:
        refuse(f"{name} is {len(value)} characters long; at most {LONGEST_TEXT} are taken.")
    if any(category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in value):
        refuse(f"{name} holds a control character: {_shown(value)}. Send plain text on one line.")
    if "enum" in schema and value not in cast("Sequence[str]", schema["enum"]):
        refuse(f"{name} must be {_listed(cast('Sequence[str]', schema['enum']))}, not {_shown(value)}.")
    return value


def _texts(name: str, value: object, items: Schema) -> tuple[str, ...]:
    if not isinstance(value, list):
        refuse(f"{name} must be a list of strings, not {_shown(value)}.")
    if len(value) > MOST_TEXTS:
        refuse(f"{name} has {len(value)} entries; at most {MOST_TEXTS} are taken. Name files instead of tests.")
    return tuple(_text(f"{name}[{place}]", each, items) for place, each in enumerate(value))


def _number(name: str, value: object, schema: Schema, *, whole_only: bool) -> float:
    kind = "a whole number" if whole_only else "a number"
    endless = isinstance(value, float) and not isfinite(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or endless:
        refuse(f"{name} must be {kind}, not {_shown(value)}.")
    if whole_only and value != int(value):
        refuse(f"{name} must be {kind}, not {_shown(value)}.")
    least = cast("float", schema.get("minimum", 0))
    most = cast("float", schema["maximum"])
    if not least <= value <= most or ("exclusiveMinimum" in schema and value <= 0):
        limits = f"from {least} to {most}" if least else f"above 0 and at most {most}"
        refuse(f"{name} must be {limits}, not {_shown(value)}.")
    return int(value) if whole_only else value


def _listed(names: Sequence[str]) -> str:
    return " or ".join(map(repr, names)) if len(names) <= 2 else ", ".join(map(repr, names))  # noqa: PLR2004 - two read well with "or"


def _shown(value: object) -> str:
    try:
        shown = "null" if value is None else repr(value)
    except ValueError:  # an integer of more digits than Python writes
        shown = "a number of thousands of digits"
    return shown if len(shown) <= 60 else f"{shown[:57]}..."  # noqa: PLR2004 - enough of a value to recognise it
