"""The pytest hooks: wire, don't decide."""

from __future__ import annotations

import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from pytest_hermetic import hooks
from pytest_hermetic import settings as settings_room
from pytest_hermetic.loading import quickly
from pytest_hermetic.sizes import SIZE_MARKERS

if TYPE_CHECKING:
    import argparse


ENFORCEMENT = pytest.StashKey[object]()


def pytest_addoption(parser: pytest.Parser) -> None:
    settings_room.add_options(parser)


def pytest_addhooks(pluginmanager: pytest.PytestPluginManager) -> None:
    pluginmanager.add_hookspecs(hooks)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Arm before the first conftest is imported, so that whatever it binds by name is what we watch."""
    _arm(early_config, early_config.known_args_namespace)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    for line in SIZE_MARKERS.values():
        config.addinivalue_line("markers", line)
    if ENFORCEMENT not in config.stash:  # registered by a conftest, or by hand
        _arm(config, config.option)


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """Print the table of exemptions instead of running tests, where that is asked for."""
    if not config.option.test_categories_explain:
        return None
    from pytest_hermetic.exemptions import EXEMPTIONS  # noqa: PLC0415 - see _arm
    from pytest_hermetic.report import exemptions  # noqa: PLC0415

    width = shutil.get_terminal_size().columns
    told = exemptions.lines(EXEMPTIONS, width=width, modules=config.get_verbosity() > 0)
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return pytest.ExitCode.OK


def _arm(config: pytest.Config, option: argparse.Namespace) -> None:
    settings = settings_room.read_settings(config, option)
    config.stash[ENFORCEMENT] = None
    if settings.off:
        return
    with quickly(config):
        from pytest_hermetic.enforcement import Enforcement  # noqa: PLC0415 - who turned all off pays for none of it

    enforcement = config.stash[ENFORCEMENT] = Enforcement(config, settings)
    config.add_cleanup(enforcement.close)
    config.pluginmanager.register(enforcement, "hermetic-enforcement")
