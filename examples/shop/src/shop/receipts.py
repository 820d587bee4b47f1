"""Receipts: filled from a template that travels with the package, and written to wherever the caller says."""

from importlib import resources
from pathlib import Path
from typing import TextIO

HERE = Path(__file__).parent


def greeting_beside_this_file() -> str:
    return (HERE / "greeting.txt").read_text(encoding="utf-8")  # violation: filesystem


def greeting() -> str:
    return resources.files("shop").joinpath("greeting.txt").read_text(encoding="utf-8")


def save(path: Path, items: dict[str, int]) -> None:
    with path.open("w", encoding="utf-8") as file:  # violation: filesystem
        write(file, items)


def write(file: TextIO, items: dict[str, int]) -> None:
    file.writelines(f"{name:<10}{cents / 100:>8.2f}\n" for name, cents in items.items())
