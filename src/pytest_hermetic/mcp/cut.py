"""Shorten text and say how much is gone. Every cut in an answer is made here, so that none is silent."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_COLOUR = re.compile(r"\x1b\[[\d;]*m")
_CONTROLS = {code: repr(chr(code))[1:-1] for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"}


def line(text: str, width: int) -> str:
    """Cut the middle out of one line and put the number of characters left out in its place."""
    text = text.replace("\n", "\\n")  # ids may hold it
    if len(text) <= width:
        return text
    mark = f"[+{len(text) - width} chars]"
    keep = max(width - len(mark), 16)
    mark = f"[+{len(text) - keep} chars]"
    head = keep * 2 // 3
    return text[:head] + mark + text[len(text) - (keep - head) :]


def lines(several: Sequence[str], most: int, width: int) -> list[str]:
    """Keep the first lines and the last one, with the number left out between them."""
    if len(several) <= most:
        return [line(each, width) for each in several]
    if most <= 1:
        return [f"[+{len(several)} lines]"]
    kept = [*several[: most - 1], f"[+{len(several) - most} lines]", several[-1]]
    return [line(each, width) for each in kept]


def names(several: Sequence[str], most: int, separator: str = ", ") -> str:
    """Join the first few and count the others."""
    rest = len(several) - most
    return separator.join(several if rest <= 0 else [*several[:most], f"[+{rest:,}]"])


def count(number: int, name: str) -> str:
    """Write a number with its noun."""
    return f"{number:,} {name}{'' if number == 1 else 's'}"


def size(text: str) -> int:
    """Give the bytes that a text costs on the wire."""
    return len(text.encode(errors="backslashreplace"))


def sendable(value: Any) -> Any:
    """Escape what no UTF-8 can hold and what would steer a terminal, in a text or within lists and mappings."""
    match value:
        case str():
            plain = _COLOUR.sub("", value).translate(_CONTROLS)
            return plain.encode(errors="backslashreplace").decode()
        case Mapping():
            return {sendable(key): sendable(each) for key, each in value.items()}
        case list() | tuple():
            return [sendable(each) for each in value]
    return value
