"""Follows a call outwards, and from a task of an event loop on to the coroutine that waits for that task.

A library that starts tasks of its own, for time limits or several attempts at once, leaves no frame of its caller below
them on the stack: the caller is suspended elsewhere. trio knows whose task it is. asyncio does not, but what a task is
to call when it is done leads there.
"""

from __future__ import annotations

import functools
import gc
import inspect
import sys
import types
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from types import FrameType

#: Where a coroutine, a generator and an asynchronous generator keep their frame, and what they wait for.
_PARTS = (("cr_frame", "cr_await"), ("gi_frame", "gi_yieldfrom"), ("ag_frame", "ag_await"))
#: No way from a task to who waits for it is longer than this many objects.
_FAR = 500
_LEADING_ASTRAY = (
    *(type, types.ModuleType, types.CodeType, types.FrameType, str, bytes, int, float),
    *(types.CoroutineType, types.GeneratorType, types.AsyncGeneratorType),
)


def outwards(frame: FrameType | None) -> Iterator[FrameType]:
    """Yield a frame and those outside of it; outside of a task are those who wait for it, before its event loop."""
    while frame is not None:
        yield frame
        if frame.f_code.co_flags & inspect.CO_COROUTINE:
            for coroutine in _waiting_for(frame):
                yield from reversed(_frames(coroutine))
        frame = frame.f_back


def _frames(coroutine: Any) -> list[FrameType]:
    """Return the frames of something suspended, the outermost first."""
    frames = []
    while coroutine is not None:
        frame, awaited = next((names for names in _PARTS if hasattr(coroutine, names[0])), ("", ""))
        if getattr(coroutine, frame, None) is None:
            break
        frames.append(getattr(coroutine, frame))
        coroutine = getattr(coroutine, awaited)
    return frames


def _waiting_for(frame: FrameType) -> Iterator[Any]:
    """Yield the coroutines that wait for the running task, the closest first, if a frame is that task's outermost."""
    task = _running("asyncio.tasks")
    if task is not None and _is_outermost(frame, task.get_coro()):
        seen = {task}
        while (task := _waiting_in_asyncio(task)) is not None and task not in seen:
            seen.add(task)
            yield task.get_coro()
    task = _running("trio.lowlevel")
    if task is not None and _is_outermost(frame, task.coro):
        while task.parent_nursery is not None:
            task = task.parent_nursery.parent_task
            yield task.coro


def _running(module: str) -> Any:
    with suppress(AttributeError, RuntimeError):  # not imported, or no loop runs
        return sys.modules[module].current_task() if module in sys.modules else None
    return None


def _is_outermost(frame: FrameType, coroutine: object) -> bool:
    return getattr(coroutine, "cr_frame", None) is frame


def _waiting_in_asyncio(task: Any) -> Any:
    """Return the task that is woken when this one is done, or has it in its group; else the only other one there is."""
    asyncio = sys.modules["asyncio"]
    pending = deque(_called_by(task))
    for _ in range(_FAR):
        if not pending:
            break
        each = pending.popleft()
        if isinstance(each, types.BuiltinMethodType | types.MethodType):
            if isinstance(each.__self__, asyncio.Task) and each.__self__ is not task:
                return each.__self__
            pending.append(each.__self__)
        elif isinstance(owner := _owner_of_group(each), asyncio.Task) and owner is not task:
            return owner
        elif not isinstance(each, asyncio.Task):
            pending += _leading_on(each, asyncio)
    others = [each for each in asyncio.all_tasks() if each is not task]
    return others[0] if len(others) == 1 else None


def _owner_of_group(group: Any) -> Any:
    """Return the task that a group of tasks belongs to, by asyncio's name for it or by anyio's."""
    return getattr(group, "_parent_task", None) or getattr(group, "_host_task", None)


def _called_by(future: Any) -> list[Any]:
    return [callback for callback, _ in getattr(future, "_callbacks", None) or ()]


def _leading_on(each: Any, asyncio: Any) -> Iterable[Any]:
    if isinstance(each, asyncio.Future):
        return _called_by(each)
    if isinstance(each, functools.partial):
        return (each.func, *each.args)
    if isinstance(each, types.FunctionType):
        return each.__closure__ or ()
    if isinstance(each, (*_LEADING_ASTRAY, asyncio.AbstractEventLoop)):
        return ()
    return gc.get_referents(each)
