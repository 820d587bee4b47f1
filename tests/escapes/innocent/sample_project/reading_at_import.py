"""Reads its own data while it is imported."""

from pathlib import Path

TEXT = (Path(__file__).parent / "data" / "greeting.txt").read_text(encoding="utf-8")
