"""The supervisor's Windows half: a Job Object that holds this process and all below it, and dies with it.

What is left of a run ends when this process does, a moment after its last word. Written from Microsoft's
documentation and type-checked for the platform; it has not been run there by us.
"""

import ctypes
import signal
import subprocess
import sys
import threading
import time
from typing import Any

if sys.platform == "win32":
    from ctypes import wintypes

    LOOK = 0.02
    _EXTENDED_LIMITS, _KILL_ON_CLOSE = 9, 0x2000

    class _Limits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION, its two parts and the process's memory limit."""

        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    class WindowsRun:
        """One pytest process and everything that descends from it, on Windows."""

        def __init__(self, order: Any, lifeline: Any) -> None:
            self._order = order
            self._lifeline = lifeline
            self._ended_by = ""
            self._kill_at = float("inf")

        def facts(self) -> dict[str, Any]:
            """Run to the end and say how it ended."""
            self._job = _job_around_us()  # kept until we end: closing it is what kills
            started = time.monotonic()
            try:
                process = self._spawn()
            except OSError as error:
                return {"started": False, "error": str(error)}
            threading.Thread(target=self._listen, args=(process,), daemon=True).start()
            self._watch(process, started + self._order["timeout"])
            return {
                "ended_by": self._ended_by,
                "duration": time.monotonic() - started,
                "code": process.poll(),
                "signal": "SIGKILL" if process.poll() is None else "",
            }

        def _spawn(self) -> "subprocess.Popen[bytes]":
            order = self._order
            with open(order["stdout"], "ab") as out, open(order["stderr"], "ab") as err:
                return subprocess.Popen(  # noqa: S603 - argv comes from the engine, which made it of checked values
                    order["argv"],
                    cwd=order["cwd"],
                    env=order["env"],
                    stdin=subprocess.DEVNULL,
                    stdout=out,
                    stderr=err,
                    creationflags=subprocess.CREATE_NEW_PROCESS_GROUP,
                )

        def _watch(self, process: "subprocess.Popen[bytes]", timeout_at: float) -> None:
            while process.poll() is None and time.monotonic() < self._kill_at:
                if time.monotonic() >= timeout_at and not self._ended_by:
                    self._end(process, "timeout")
                time.sleep(LOOK)

        def _listen(self, process: "subprocess.Popen[bytes]") -> None:
            while not self._lifeline.gone:
                for word in self._lifeline.words():
                    self._end(process, "cancel" if word == "kill" else word, hard=word == "kill")
            self._end(process, "server_gone", hard=True)

        def _end(self, process: "subprocess.Popen[bytes]", why: str, *, hard: bool = False) -> None:
            first = not self._ended_by
            self._ended_by = self._ended_by or why
            if hard:
                self._kill_at = 0.0
            elif first:
                self._kill_at = time.monotonic() + self._order["grace"]
                process.send_signal(signal.CTRL_BREAK_EVENT)  # bootstrap.py makes it a KeyboardInterrupt

    def _job_around_us() -> int:
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        kernel.SetInformationJobObject.argtypes = (
            wintypes.HANDLE,
            ctypes.c_int,
            ctypes.c_void_p,
            wintypes.DWORD,
        )
        kernel.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
        job = kernel.CreateJobObjectW(None, None)
        limits = _Limits(LimitFlags=_KILL_ON_CLOSE)
        made = (
            job
            and kernel.SetInformationJobObject(job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits))
            and kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess())
        )
        if not made:
            raise ctypes.WinError(ctypes.get_last_error())
        return int(job)
