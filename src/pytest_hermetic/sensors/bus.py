"""Where every sensor asks whether anyone listens, and for whom the running thread works.

One module-level mapping from event name to listener is all a sensor looks at, so that an access nobody
listens to costs one dictionary look-up. Listeners are swapped as a whole; they nest, since pytest runs
inside pytest.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Any

#: Takes an event and its arguments; says whether it reported it, so that what lies beneath keeps quiet.
Listener = Callable[[str, "tuple[Any, ...]"], bool]

#: Asked by name on every audit event and every wrapped call.
listeners: Mapping[str, Listener] = {}
#: The owner that a thread started right now would work for; owners are opaque to the sensors.
current_owner: Callable[[], object] | None = None
#: Threads that work for an owner, by identifier.
owner_of_thread: dict[int, object] = {}
#: The owner that travels with a copied context into a thread of somebody's pool.
owner_in_context: ContextVar[object] = ContextVar("pytest_hermetic_owner", default=None)
#: Set while one sensor has spoken for all that a call does, and while the guard itself is at work.
quiet: ContextVar[bool] = ContextVar("pytest_hermetic_quiet", default=False)
#: The announcement that a call deferred until something beneath it is to be reported: event and arguments.
on_behalf_of: ContextVar[tuple[str, tuple[Any, ...]] | None] = ContextVar("pytest_hermetic_on_behalf_of", default=None)
#: Folders of package data handed out by importlib.resources, and the owner they were handed to (None: the session).
package_data: dict[str, object] = {}


def listen(
    heard: Mapping[str, Listener], owner: Callable[[], object] | None
) -> tuple[Mapping[str, Listener], Callable[[], object] | None]:
    """Replace the listeners; return the former ones, to be put back in the same way."""
    global listeners, current_owner
    former = listeners, current_owner
    listeners, current_owner = heard, owner
    return former


def announce(event: str, args: tuple[Any, ...]) -> None:
    """Tell whoever listens of an event; called for all there are, it stands where the listeners do."""
    __tracebackhide__ = True
    heard = listeners.get(event)
    if heard is not None:
        heard(event, args)


def fall_silent() -> None:
    """Stop hearing anything: a forked child is not the test's own process."""
    listen({}, None)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=fall_silent)


def handed_out(path: str, owner: object) -> bool:
    """Say whether a path is package data that importlib.resources handed to this owner, or to the whole session."""
    path = os.path.normpath(path) + os.sep
    return any(given in (None, owner) and path.startswith(folder + os.sep) for folder, given in package_data.items())


def take_back(owner: object) -> None:
    """Forget what was handed to an owner."""
    for folder in [folder for folder, given in package_data.items() if given is owner]:
        del package_data[folder]
