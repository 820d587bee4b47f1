"""A thread of `_thread`'s, waited for until it has told of its error, too.

CPython 3.11 fails with a SystemError where two threads parse source at once, as they do to show tracebacks.
"""

import _thread
import time
from collections.abc import Callable
from typing import Any


def to_its_end(function: Callable[..., object], *args: Any) -> None:
    began = _thread.allocate_lock()
    began.acquire()

    def work() -> None:
        began.release()
        function(*args)

    before = _thread._count()  # noqa: SLF001 - nothing else tells that a thread is gone
    _thread.start_new_thread(work, ())
    assert began.acquire(timeout=5)
    while _thread._count() > before:  # noqa: SLF001
        time.sleep(0.001)
