"""The one way this server says no: a sentence that says who, what and what to do instead."""

from typing import NoReturn

from pytest_hermetic.mcp.command import RefusalError


def refuse(sentence: str) -> NoReturn:
    """Refuse a request; the sentence reaches the model as a tool error."""
    raise RefusalError(sentence)
