"""What a row of a manifest is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Requirement:
    """A promise: its id, what it says in our own words, and how we settled it where we do otherwise."""

    id: str
    sentence: str
    settled: str = ""
