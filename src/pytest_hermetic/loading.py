"""Importing our own modules without what every start would pay for in vain.

pytest's assertion rewriter looks into every module of every plugin, which takes longer than running most of ours, and
we have no assertions. The garbage collector looks through all that pytest has made, and modules leave no garbage.
"""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest


@contextmanager
def quickly(config: pytest.Config) -> Iterator[None]:
    """Import modules without rewriting them, or collecting garbage meanwhile."""
    rewriter: Any = getattr(config.pluginmanager, "rewrite_hook", None)
    place = sys.meta_path.index(rewriter) if rewriter in sys.meta_path else None
    collecting = gc.isenabled()
    if place is not None:
        del sys.meta_path[place]
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()
        if place is not None:
            sys.meta_path.insert(place, rewriter)
