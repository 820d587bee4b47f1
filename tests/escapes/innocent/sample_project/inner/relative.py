"""A module of the package within."""

from ..relative_base import ANSWER as ANSWER
