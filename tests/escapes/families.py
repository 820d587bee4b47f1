"""A family is one module of cases; its folder says what is expected of them, its name of which resource."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

HERE = Path(__file__).parent
RESOURCES = ("network", "filesystem", "process", "database")


class Kind(StrEnum):
    WAYS_OUT = "ways_out"
    INNOCENT = "innocent"
    CANARIES = "canaries"


@dataclass(frozen=True, kw_only=True)
class Family:
    kind: Kind
    resource: str
    path: Path

    @property
    def name(self) -> str:
        return self.path.stem

    def __str__(self) -> str:
        return f"{self.kind}/{self.name}"


def families(*, only: str = "") -> Iterator[Family]:
    """Every family whose `kind/name` contains the given text, in the order of the table."""
    for kind in Kind:
        for resource in RESOURCES:
            for path in sorted((HERE / kind).glob(f"{resource}_*.py")):
                family = Family(kind=kind, resource=resource, path=path)
                if only in str(family):
                    yield family
