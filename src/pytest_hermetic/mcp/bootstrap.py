"""Started in the project's interpreter: `PY bootstrap.py ORDER.json` is `PY -m pytest …` and a reporter.

Standard library only, CPython 3.8 and later. The tests must not be able to tell the difference: no variable
in the environment, no entry on sys.path, no module in sys.modules.
"""

from __future__ import annotations

import importlib.metadata
import importlib.util
import json
import os
import signal
import sys
from traceback import format_exc
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from types import ModuleType

NO_PYTEST = 74  # any code that pytest does not use; the event says what it means
OLDEST_PYTEST = 8  # that the plugin works with; the reporter goes back further


def run(order: dict[str, Any]) -> int:
    here = os.path.dirname(os.path.abspath(__file__))
    sink = _load(os.path.join(here, "sink.py")).Sink(order["events"])
    sink.tell({"e": "boot", "python": sys.executable, "version": ".".join(map(str, sys.version_info[:3]))})
    _look_like_dash_m(here)
    try:
        import pytest  # noqa: PLC0415 - it may be missing, and that is to be told
    except ImportError as error:
        sink.tell({"e": "no_pytest", "error": str(error), "missing": error.name or ""})
        return NO_PYTEST
    reporter = _load(os.path.join(here, "reporter.py"))
    particulars = _load(os.path.join(here, "particulars.py"))
    _become_pytest(order["args"])
    if sys.platform == "win32":  # all that can be sent to a process group there is CTRL_BREAK
        signal.signal(signal.SIGBREAK, signal.default_int_handler)
    plugins = [reporter.Reporter(sink, particulars.Particulars(order["folder"]))]
    if order["plugin"]:
        if too_old := _too_old_for_the_plugin(pytest.__version__):
            print(too_old, file=sys.stderr)  # noqa: T201 - all that this process has to say
            return NO_PYTEST
        plugins.append(_plugin_of(order["plugin"]))
    try:
        code = int(pytest.main(list(order["args"]), plugins=plugins))
    except SystemExit as error:
        sink.tell({"e": "system_exit", "code": str(error.code)})
        raise
    except BaseException:
        sink.tell({"e": "internal_error", "text": format_exc()})
        raise
    sink.tell({"e": "exit", "code": code})
    return code


def _load(path: str) -> ModuleType:
    """Import a file without leaving it in sys.modules, where mocks, pyfakefs and the tests would find it."""
    name = "_" + os.path.basename(path)[:-3]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        msg = f"{path} cannot be loaded as a Python file"
        raise ImportError(msg)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _look_like_dash_m(here: str) -> None:
    """Put the working directory where `python -m` has it; under -P and -I neither stands there."""
    if sys.path and sys.path[0] and os.path.realpath(sys.path[0]) == os.path.realpath(here):
        sys.path[0] = os.getcwd()


def _become_pytest(args: list[str]) -> None:
    """Let sys.argv and __main__ be those of `python -m pytest`; multiprocessing looks at them."""
    spec = importlib.util.find_spec("pytest.__main__")
    if spec is None:
        return  # before pytest 5.4; nothing else depends on it
    main = sys.modules["__main__"]
    main.__file__, main.__spec__, main.__package__ = spec.origin, spec, "pytest"
    sys.argv[:] = [spec.origin or "pytest", *args]


def _too_old_for_the_plugin(pytest_version: str) -> str:
    if sys.version_info >= (3, 11) and int(pytest_version.partition(".")[0]) >= OLDEST_PYTEST:
        return ""
    found = "Python {}.{} and pytest {}".format(*sys.version_info[:2], pytest_version)
    return f"Not checked: this needs CPython 3.11 and pytest 8 or newer, and the project has {found}."


def _plugin_of(package: str) -> str:
    """Make pytest_hermetic importable from its folder `package`, unless the project has its own."""
    if _is_installed():
        return "hermetic"  # by its entry point's name, or pytest would register it twice
    if importlib.util.find_spec("pytest_hermetic") is None:
        spec = importlib.util.spec_from_file_location(
            "pytest_hermetic", os.path.join(package, "__init__.py"), submodule_search_locations=[package]
        )
        if spec is None or spec.loader is None:
            msg = f"{package} is not a package"
            raise ImportError(msg)
        sys.modules["pytest_hermetic"] = module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    return "pytest_hermetic.plugin"


def _is_installed() -> bool:
    points = (point for found in importlib.metadata.distributions() for point in found.entry_points)
    return any(point.group == "pytest11" and point.name == "hermetic" for point in points)


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        ordered = json.load(file)
    sys.exit(run(ordered))
