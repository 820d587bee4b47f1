"""Options, ini values and the pyproject table, read once into one frozen Settings."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import pytest

from pytest_hermetic.sizes import EnforcementMode, SizePolicy, TestSize

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator, Mapping

_TABLE = "pytest-test-categories"


class NetworkRule(StrEnum):
    """How far a test may reach into the network."""

    BLOCK = "block"
    LOCALHOST = "localhost"
    ALLOW = "allow"


_NETWORK_RULES = {
    TestSize.SMALL: NetworkRule.BLOCK,
    TestSize.MEDIUM: NetworkRule.LOCALHOST,
    TestSize.LARGE: NetworkRule.ALLOW,
    TestSize.XLARGE: NetworkRule.ALLOW,
}


class Settings(NamedTuple):
    """Everything a project decides about its tests."""

    mode: EnforcementMode = EnforcementMode.WARN
    network_mode: EnforcementMode = EnforcementMode.WARN
    network: Mapping[TestSize, NetworkRule] = _NETWORK_RULES
    allowed_hosts: tuple[str, ...] = ()
    sizes: SizePolicy = SizePolicy()
    #: Whether anything of this was said, and not left to the defaults.
    chosen: bool = False

    @property
    def off(self) -> bool:
        """Whether nothing is enforced at all."""
        return self.mode is self.network_mode is EnforcementMode.OFF

    def mode_for(self, resource: str) -> EnforcementMode:
        """Return the mode a resource is enforced in."""
        return self.network_mode if resource == "network" else self.mode


def add_options(parser: pytest.Parser) -> None:
    """Declare the command line options and ini values."""
    group = parser.getgroup("hermetic", "hermetic tests (pytest-hermetic)")
    group.addoption(
        "--test-categories-enforcement",
        metavar="strict|warn|off",
        help="What happens when a test does more than its size allows: strict fails it, warn reports it, "
        "off installs nothing. Default: warn.",
    )
    group.addoption(
        "--network-enforcement", metavar="strict|warn|off", help="The same for the network alone. Default: as all else."
    )
    group.addoption(
        "--allow-network-hosts",
        metavar="HOSTS",
        help="What medium tests may reach beyond this machine, separated by commas: "
        "name, *.name, IP address, CIDR block, each also with :port.",
    )
    group.addoption(
        "--test-categories-explain",
        action="store_true",
        help="Print whose access never counts as the test's own, for what and why, and run nothing.",
    )
    parser.addini(
        "test_categories_enforcement", "strict, warn or off: see --test-categories-enforcement.", default=None
    )
    parser.addini("test_categories_allowed_hosts", "Hosts that medium tests may reach.", type="linelist")
    parser.addini("test_categories_sizes", "Sizes by path, one a line: tests/unit = small.", type="linelist")
    parser.addini("test_categories_default_size", "The size of a test that nothing else gives one.", default=None)


def read_settings(config: pytest.Config, option: argparse.Namespace) -> Settings:
    """Read what the project wants: command line, then ini, then table, then default."""
    table = _table_of(config)
    network = _network_table(table)
    mode = _first(
        EnforcementMode,
        ("--test-categories-enforcement", option.test_categories_enforcement),
        ("test_categories_enforcement", config.getini("test_categories_enforcement")),
        (f"tool.{_TABLE}.enforcement", table.get("enforcement")),
    )
    return Settings(
        mode=mode or EnforcementMode.WARN,
        network_mode=_first(EnforcementMode, ("--network-enforcement", option.network_enforcement))
        or mode
        or EnforcementMode.WARN,
        network=_NETWORK_RULES | _network_rules(network),
        allowed_hosts=_allowed_hosts(option.allow_network_hosts, config, network),
        sizes=_size_policy(config),
        chosen=bool(table or any(_said(option, config))),
    )


def _said(option: argparse.Namespace, config: pytest.Config) -> Iterator[object]:
    for name in ("test_categories_enforcement", "network_enforcement", "allow_network_hosts"):
        yield getattr(option, name)
    for name in ("enforcement", "allowed_hosts", "sizes", "default_size"):
        yield config.getini(f"test_categories_{name}")


_E = TypeVar("_E", bound=StrEnum)


def _first(kind: type[_E], *given: tuple[str, Any]) -> _E | None:
    """Return the first value that was given, in the order of precedence."""
    for source, value in given:
        if value is not None:
            return _member(kind, source, value)
    return None


def _member(kind: type[_E], source: str, value: object) -> _E:
    if isinstance(value, str) and value in list(kind):
        return kind(value)
    raise _wrong(source, value, f"one of {', '.join(kind)}")


def _wrong(source: str, value: object, valid: str) -> pytest.UsageError:
    return pytest.UsageError(f"{source}: {value!r} is not valid: use {valid}")


def _table_of(config: pytest.Config) -> dict[str, Any]:
    """Read [tool.pytest-test-categories]; the file is only parsed where it mentions the table."""
    inipath = config.inipath
    path = inipath if inipath is not None and inipath.name == "pyproject.toml" else config.rootpath / "pyproject.toml"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    if _TABLE not in text:
        return {}
    import tomllib  # noqa: PLC0415 - only a project with the table pays for reading it

    try:
        table = tomllib.loads(text).get("tool", {}).get(_TABLE, {})
    except tomllib.TOMLDecodeError as error:
        message = f"{path}: {error}"
        raise pytest.UsageError(message) from error
    return _known(table, f"tool.{_TABLE}", ("enforcement", "network"))


def _network_table(table: Mapping[str, Any]) -> dict[str, Any]:
    return _known(table.get("network", {}), f"tool.{_TABLE}.network", ("small", "medium", "large", "allowed_hosts"))


def _known(table: object, name: str, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(table, dict):
        raise _wrong(name, table, f"a table with the keys {', '.join(keys)}")
    for key in table:
        if key not in keys:
            raise _wrong(name, key, f"the keys {', '.join(keys)}")
    return table


def _network_rules(network: Mapping[str, Any]) -> dict[TestSize, NetworkRule]:
    rules = {
        TestSize(size): _member(NetworkRule, f"tool.{_TABLE}.network.{size}", rule)
        for size, rule in network.items()
        if size != "allowed_hosts"
    }
    if TestSize.LARGE in rules:
        rules[TestSize.XLARGE] = rules[TestSize.LARGE]
    return rules


def _allowed_hosts(option: str | None, config: pytest.Config, network: Mapping[str, Any]) -> tuple[str, ...]:
    given: Iterable[str] = network.get("allowed_hosts", [])
    if not isinstance(given, list) or not all(isinstance(host, str) for host in given):
        source = f"tool.{_TABLE}.network.allowed_hosts"
        raise _wrong(source, given, "a list of strings")
    given = config.getini("test_categories_allowed_hosts") or given
    given = [option] if option is not None else given
    hosts = tuple(host.strip() for line in given for host in line.split(",") if host.strip())
    if hosts:
        # Only who allows hosts pays for the modules that parse addresses.
        from pytest_hermetic.hosts import check_pattern  # noqa: PLC0415

        for host in hosts:
            check_pattern(host)
    return hosts


def _size_policy(config: pytest.Config) -> SizePolicy:
    by_path: dict[Path, TestSize] = {}
    for line in config.getini("test_categories_sizes"):
        path, equals, size = (part.strip() for part in line.partition("="))
        if not equals or not path:
            source = "test_categories_sizes"
            raise _wrong(source, line, "lines of the form path = size")
        by_path[Path(config.rootpath, path)] = _member(TestSize, f"test_categories_sizes: {path}", size)
    name = "test_categories_default_size"
    return SizePolicy(by_path, _first(TestSize, (name, config.getini(name))))
