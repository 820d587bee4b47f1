"""What a project may set, where, which place wins, and that every wrong value is a usage error that names it."""

from collections.abc import Callable

import pytest

from pytest_hermetic.settings import NetworkRule, Settings, read_settings
from pytest_hermetic.sizes import EnforcementMode, TestSize
from requirements import requirement

pytestmark = pytest.mark.medium

Read = Callable[..., Settings]
STRICT, WARN, OFF = EnforcementMode
BLOCK, LOCALHOST, ALLOW = NetworkRule
TABLE = "[tool.pytest-test-categories]\n"
NETWORK_TABLE = "[tool.pytest-test-categories.network]\n"
MODES = "strict, warn, off"


@pytest.fixture
def read(pytester: pytest.Pytester) -> Read:
    """Read the settings of a project: `options` as on the command line, the rest as in its pyproject.toml."""

    def read_project(*options: str, ini: str = "", table: str = "") -> Settings:
        pytester.makepyprojecttoml(f"[tool.pytest.ini_options]\n{ini}\n{table}")
        # The plugin itself stays away, since it would read the settings before the test does.
        config = pytester.parseconfig("-p", "no:asyncio", "-p", "no:hermetic", "-p", "options_only", *options)
        return read_settings(config, config.option)

    pytester.makepyfile(options_only="from pytest_hermetic.settings import add_options as pytest_addoption")
    pytester.syspathinsert()
    return read_project


def refusal_of(read: Read, *options: str, ini: str = "", table: str = "") -> str:
    with pytest.raises(pytest.UsageError) as refusal:
        read(*options, ini=ini, table=table)
    return str(refusal.value)


@requirement("ADR-001-19", "ADR-001-21")
def test_without_any_setting_everything_has_its_default(read: Read) -> None:
    settings = read()
    assert (settings.mode, settings.network_mode, settings.allowed_hosts) == (WARN, WARN, ())
    assert list(settings.network.items()) == list(zip(TestSize, (BLOCK, LOCALHOST, ALLOW, ALLOW), strict=True))
    assert not settings.off


@pytest.mark.small
@requirement("ADR-001-19")
def test_settings_made_by_hand_have_the_same_defaults() -> None:
    settings = Settings()
    assert (settings.mode, settings.network_mode, settings.allowed_hosts) == (WARN, WARN, ())
    assert settings.network[TestSize.SMALL] is BLOCK


@requirement("ADR-001-25", "ADR-002-24")
@pytest.mark.parametrize("mode", EnforcementMode)
def test_the_command_line_sets_the_mode_above_ini_and_table(read: Read, mode: EnforcementMode) -> None:
    other = STRICT if mode is WARN else WARN
    settings = read(
        f"--test-categories-enforcement={mode}",
        ini=f'test_categories_enforcement = "{other}"',
        table=f'{TABLE}enforcement = "{other}"',
    )
    assert settings.mode is settings.network_mode is mode


@requirement("ADR-001-25", "ADR-002-24")
@pytest.mark.parametrize("mode", EnforcementMode)
def test_the_ini_value_sets_the_mode_above_the_table(read: Read, mode: EnforcementMode) -> None:
    other = STRICT if mode is WARN else WARN
    settings = read(ini=f'test_categories_enforcement = "{mode}"', table=f'{TABLE}enforcement = "{other}"')
    assert settings.mode is settings.network_mode is mode


@requirement("ADR-001-20", "ADR-001-25")
@pytest.mark.parametrize("mode", EnforcementMode)
def test_the_table_sets_the_mode_above_the_default(read: Read, mode: EnforcementMode) -> None:
    settings = read(table=f'{TABLE}enforcement = "{mode}"')
    assert settings.mode is settings.network_mode is mode


def test_the_table_is_found_beside_another_ini_file(read: Read, pytester: pytest.Pytester) -> None:
    pytester.makefile(".ini", pytest="[pytest]\ntest_categories_default_size = large\n")
    settings = read("-c", "pytest.ini", table=f'{TABLE}enforcement = "strict"')
    assert settings.mode is STRICT


@requirement("ADR-001-23")
@pytest.mark.parametrize("mode", EnforcementMode)
def test_the_network_has_a_mode_of_its_own(read: Read, mode: EnforcementMode) -> None:
    settings = read(f"--network-enforcement={mode}", "--test-categories-enforcement=strict")
    assert (settings.mode, settings.network_mode) == (STRICT, mode)
    assert settings.mode_for("network") is mode
    assert settings.mode_for("filesystem") is settings.mode_for("database") is STRICT


def test_all_is_off_only_where_the_network_is_off_too(read: Read) -> None:
    assert read("--test-categories-enforcement=off").off
    assert not read("--test-categories-enforcement=off", "--network-enforcement=warn").off
    assert not read("--network-enforcement=off").off


@requirement("ADR-001-21")
def test_the_table_says_how_far_each_size_reaches_into_the_network(read: Read) -> None:
    settings = read(table=f'{NETWORK_TABLE}small = "localhost"\nmedium = "allow"\nlarge = "block"\n')
    assert settings.network[TestSize.SMALL] is LOCALHOST
    assert settings.network[TestSize.MEDIUM] is ALLOW
    assert settings.network[TestSize.LARGE] is settings.network[TestSize.XLARGE] is BLOCK


def test_a_size_that_the_table_leaves_out_keeps_its_default(read: Read) -> None:
    assert read(table=f'{NETWORK_TABLE}medium = "block"\n').network[TestSize.LARGE] is ALLOW


@requirement("ADR-001-24", "ADR-001-25")
def test_hosts_on_the_command_line_replace_those_of_ini_and_table(read: Read) -> None:
    settings = read(
        "--allow-network-hosts=a.example, 10.0.0.0/8,[::1]:80",
        ini='test_categories_allowed_hosts = ["ini.example"]',
        table=f'{NETWORK_TABLE}allowed_hosts = ["table.example"]',
    )
    assert settings.allowed_hosts == ("a.example", "10.0.0.0/8", "[::1]:80")


def test_an_empty_list_of_hosts_on_the_command_line_allows_none(read: Read) -> None:
    assert read("--allow-network-hosts=", ini='test_categories_allowed_hosts = ["ini.example"]').allowed_hosts == ()


@requirement("ADR-001-25")
def test_hosts_of_the_ini_value_replace_those_of_the_table(read: Read) -> None:
    settings = read(
        ini='test_categories_allowed_hosts = ["a.example", "b.example:80, c.example"]',
        table=f'{NETWORK_TABLE}allowed_hosts = ["table.example"]',
    )
    assert settings.allowed_hosts == ("a.example", "b.example:80", "c.example")


@requirement("ADR-001-22")
def test_hosts_may_be_allowed_in_the_table(read: Read) -> None:
    settings = read(table=f'{NETWORK_TABLE}allowed_hosts = ["localhost", "127.0.0.1", "::1"]')
    assert settings.allowed_hosts == ("localhost", "127.0.0.1", "::1")


@requirement("ADR-001-23", "ADR-002-24")
@pytest.mark.parametrize("option", ["--test-categories-enforcement", "--network-enforcement"])
@pytest.mark.parametrize("value", ["nonsense", "STRICT", "", "true"])
def test_an_unknown_mode_on_the_command_line_is_refused(read: Read, option: str, value: str) -> None:
    refusal = refusal_of(read, f"{option}={value}")
    assert option in refusal
    assert repr(value) in refusal
    assert MODES in refusal


@pytest.mark.parametrize("value", ["stritc", ""])
def test_an_unknown_mode_in_the_ini_file_is_refused(read: Read, value: str) -> None:
    refusal = refusal_of(read, ini=f'test_categories_enforcement = "{value}"')
    assert "test_categories_enforcement" in refusal
    assert repr(value) in refusal
    assert MODES in refusal


@requirement("ADR-001-20")
@pytest.mark.parametrize("value", ['"stritc"', '""', "true", "1", '["strict"]', "{}"])
def test_an_unknown_mode_in_the_table_is_refused(read: Read, value: str) -> None:
    refusal = refusal_of(read, table=f"{TABLE}enforcement = {value}\n")
    assert "tool.pytest-test-categories.enforcement" in refusal
    assert MODES in refusal


@requirement("ADR-001-21")
@pytest.mark.parametrize("size", ["small", "medium", "large"])
@pytest.mark.parametrize("value", ['"local"', '""', "true", "[]"])
def test_an_unknown_network_rule_is_refused(read: Read, size: str, value: str) -> None:
    refusal = refusal_of(read, table=f"{NETWORK_TABLE}{size} = {value}\n")
    assert f"tool.pytest-test-categories.network.{size}" in refusal
    assert "block, localhost, allow" in refusal


@pytest.mark.parametrize(
    ("table", "names"),
    [
        (f"{TABLE}enforcment = 'strict'\n", ("'enforcment'", "enforcement, network")),
        (f"{TABLE}filesystem = 'block'\n", ("'filesystem'", "enforcement, network")),
        (f"{TABLE}network = 'block'\n", ("tool.pytest-test-categories.network", "'block'", "allowed_hosts")),
        (f"{NETWORK_TABLE}tiny = 'block'\n", ("'tiny'", "small, medium, large, allowed_hosts")),
        (f"{NETWORK_TABLE}allowed_host = ['a']\n", ("'allowed_host'", "allowed_hosts")),
        ("[tool]\npytest-test-categories = 'strict'\n", ("tool.pytest-test-categories", "'strict'")),
    ],
)
def test_an_unknown_key_of_the_table_is_refused(read: Read, table: str, names: tuple[str, ...]) -> None:
    refusal = refusal_of(read, table=table)
    for name in names:
        assert name in refusal


@requirement("ADR-001-22")
@pytest.mark.parametrize("value", ['"localhost"', "[1]", "true", '[["a.example"]]'])
def test_allowed_hosts_that_are_no_list_of_strings_are_refused(read: Read, value: str) -> None:
    refusal = refusal_of(read, table=f"{NETWORK_TABLE}allowed_hosts = {value}\n")
    assert "tool.pytest-test-categories.network.allowed_hosts" in refusal
    assert "a list of strings" in refusal


@pytest.mark.parametrize(
    ("option", "ini", "table"),
    [
        (("--allow-network-hosts=ok.example,https://a.example",), "", ""),
        ((), 'test_categories_allowed_hosts = ["ok.example", "https://a.example"]', ""),
        ((), "", f'{NETWORK_TABLE}allowed_hosts = ["https://a.example"]'),
    ],
    ids=["command line", "ini", "table"],
)
def test_a_host_that_could_never_match_is_refused_wherever_it_stands(
    read: Read, option: tuple[str, ...], ini: str, table: str
) -> None:
    assert "'https://a.example'" in refusal_of(read, *option, ini=ini, table=table)


@pytest.mark.parametrize("line", ["tests/unit", "= small", "tests/unit small"])
def test_a_line_of_sizes_without_a_path_or_a_size_is_refused(read: Read, line: str) -> None:
    refusal = refusal_of(read, ini=f'test_categories_sizes = ["{line}"]')
    assert "test_categories_sizes" in refusal
    assert repr(line) in refusal
    assert "path = size" in refusal


@pytest.mark.parametrize("size", ["tiny", "SMALL", ""])
def test_an_unknown_size_of_a_path_is_refused(read: Read, size: str) -> None:
    refusal = refusal_of(read, ini=f'test_categories_sizes = ["tests/unit = {size}"]')
    assert "tests/unit" in refusal
    assert repr(size) in refusal
    assert "small, medium, large, xlarge" in refusal


@pytest.mark.parametrize("value", ["tiny", "SMALL", ""])
def test_an_unknown_default_size_is_refused(read: Read, value: str) -> None:
    refusal = refusal_of(read, ini=f'test_categories_default_size = "{value}"')
    assert "test_categories_default_size" in refusal
    assert repr(value) in refusal
    assert "small, medium, large, xlarge" in refusal


@requirement("ADR-001-20")
def test_a_broken_pyproject_is_refused_by_name(read: Read, pytester: pytest.Pytester) -> None:
    pytester.makefile(".ini", pytest="[pytest]")
    assert "pyproject.toml" in refusal_of(read, "-c", "pytest.ini", table=f"{TABLE}enforcement = strict")


def test_a_usage_error_ends_the_run_with_one_line_and_no_traceback(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_x(): ...")
    result = pytester.runpytest_inprocess("--test-categories-enforcement=stritc")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *--test-categories-enforcement*'stritc'*strict, warn, off*"])
    assert "Traceback" not in result.stdout.str() + result.stderr.str()


@requirement("ADR-001-04", "ADR-002-03", "ADR-003-03", "ADR-004-03")
def test_the_markers_are_the_four_sizes_and_no_other(pytester: pytest.Pytester) -> None:
    def markers(*options: str) -> set[str]:
        listed = pytester.runpytest_inprocess("--markers", "-p", "no:asyncio", *options).outlines
        return {line.partition(":")[0] for line in listed if line.startswith("@pytest.mark.")}

    ours = markers() - markers("-p", "no:hermetic")
    assert ours == {f"@pytest.mark.{size}(timeout=None)" for size in TestSize}


def test_every_option_is_explained_in_the_help(pytester: pytest.Pytester) -> None:
    helped = pytester.runpytest_inprocess("--help", "-p", "no:asyncio").stdout
    for name in (
        "--test-categories-enforcement=strict|warn|off",
        "--network-enforcement=strict|warn|off",
        "--allow-network-hosts=HOSTS",
        "test_categories_enforcement (string):",
        "test_categories_allowed_hosts (linelist):",
        "test_categories_sizes (linelist):",
        "test_categories_default_size (string):",
    ):
        helped.fnmatch_lines([f"*{name}*"])
