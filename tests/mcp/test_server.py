"""The six tools over the protocol, in memory, in both eras, with real runs behind them."""

import asyncio
import json
import subprocess
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeVar

import pytest
from mcp.types import CallToolResult, TextContent

from mcp import Client
from pytest_hermetic.mcp.calls import Desk
from pytest_hermetic.mcp.cut import size
from pytest_hermetic.mcp.server import build
from requirements import requirement

pytestmark = pytest.mark.medium

T = TypeVar("T")
Era = Literal["legacy", "auto"]
MakeProject = Callable[[Mapping[str, str]], Path]
MakeDesk = Callable[..., Desk]
BOTH_ERAS = pytest.mark.parametrize("era", ["legacy", "auto"])

GREEN = "import pytest\n@pytest.mark.parametrize('n', range({number}))\ndef test_green(n): pass\n"
MIXED = """
def price(article): return len(article)

def test_good(): pass
def test_price(): assert price("tea") == 4
def test_name(): assert "tea" == "tee"
"""


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def talk(desk: Desk, scenario: Callable[[Client], Awaitable[T]], era: Era = "auto") -> T:
    async def whole() -> T:
        async with Client(build(desk), mode=era) as client:
            return await scenario(client)

    return asyncio.run(whole())


def call(desk: Desk, tool: str, **arguments: object) -> CallToolResult:
    return talk(desk, lambda client: client.call_tool(tool, arguments))


@BOTH_ERAS
def test_the_list_of_tools_is_short_complete_and_the_same_each_time(
    era: Era, project: MakeProject, make_desk: MakeDesk
) -> None:
    async def scenario(client: Client) -> tuple[str, str]:
        first, second = await client.list_tools(), await client.list_tools()
        return tuple(
            json.dumps([each.model_dump(by_alias=True, exclude_none=True) for each in some.tools])
            for some in (first, second)
        )  # type: ignore[return-value] # two of them

    first, second = talk(make_desk(project({})), scenario, era)

    tools = json.loads(first)
    assert first == second
    assert len(tools) <= 6
    # 4.2 bytes per token is what this list has (bench/tool_list_tokens.sh); 1,200 tokens are the budget.
    assert len(json.dumps(tools, separators=(",", ":"))) <= 1200 * 4.2
    for tool in tools:
        assert tool["inputSchema"]["additionalProperties"] is False
        assert tool["outputSchema"]["type"] == "object"
        assert "readOnlyHint" in tool["annotations"]


@BOTH_ERAS
def test_a_green_run_of_two_thousand_costs_120_bytes(era: Era, project: MakeProject, make_desk: MakeDesk) -> None:
    root = project({"tests/test_green.py": GREEN.format(number=2000)})

    result = talk(make_desk(root), lambda client: client.call_tool("run_tests", {}), era)

    assert text_of(result).startswith("PASSED 2000 passed in ")
    assert not result.is_error
    assert result.structured_content is not None
    assert result.structured_content["counts"]["passed"] == 2000
    assert size(text_of(result)) <= 120


def test_five_failures_of_two_thousand_cost_1_kb_with_details(project: MakeProject, make_desk: MakeDesk) -> None:
    failing = "\n".join(
        f"def test_bad_{each}():\n    got = {{'tea': {each}, 'milk': 2}}\n    assert got == {{'tea': 1}}\n"
        for each in range(5)
    )
    root = project({"tests/test_green.py": GREEN.format(number=1995), "tests/test_bad.py": failing})

    text = text_of(call(make_desk(root), "run_tests"))

    assert text.startswith("FAILED 5 failed, 1995 passed")
    assert size(text) <= 1000
    for each in range(5):
        assert f"test_bad_{each}" in text
    assert "'milk': 2" in text
    assert "tests/test_bad.py:3" in text


def test_50_000_lines_of_noise_cost_1_kb_and_can_be_read(project: MakeProject, make_desk: MakeDesk) -> None:
    loop = "def test_noise():\n    for n in range(50_000): print('line', n)\n"
    desk = make_desk(project({"test_noise.py": f"{loop}    raise ValueError('it broke')\n"}))

    async def scenario(client: Client) -> tuple[str, str, str]:
        run = await client.call_tool("run_tests", {})
        handle = {"run": (run.structured_content or {})["run"], "test": "test_noise.py::test_noise"}
        last = await client.call_tool("inspect_run", handle | {"lines": "-3"})
        found = await client.call_tool("inspect_run", handle | {"search": "line 31415"})
        return text_of(run), text_of(last), text_of(found)

    run, last, found = talk(desk, scenario)

    assert size(run) <= 1000
    assert "ValueError: it broke" in run
    assert "[+" in run
    assert "line 49998" in last
    assert "line 31415" in found
    assert size(found) < 300


def test_a_cascade_of_200_failures_costs_600_bytes(project: MakeProject, make_desk: MakeDesk) -> None:
    tests = "\n".join(f"def test_{each}(database): pass" for each in range(200))
    fixture = "import pytest\n@pytest.fixture\ndef database(): raise ConnectionError('none at 127.0.0.1:5432')\n"

    text = text_of(call(make_desk(project({"test_db.py": fixture + tests})), "run_tests"))

    assert size(text) <= 600
    assert "x200" in text
    assert "ConnectionError: none at 127.0.0.1:5432" in text


def test_discovery_of_two_thousand_costs_2_kb(project: MakeProject, make_desk: MakeDesk) -> None:
    source = "def test_0(): pass\n" + "".join(f"def test_{each}(): pass\n" for each in range(1, 50))
    desk = make_desk(project({f"tests/area_{each % 4}/test_part_{each}.py": source for each in range(40)}))

    result = call(desk, "discover_tests")
    narrow = call(desk, "discover_tests", paths=["tests/area_0/test_part_0.py"], keyword="test_7")

    assert text_of(result).startswith("2,000 tests in 40 files")
    assert size(text_of(result)) <= 2000
    assert result.structured_content is not None
    assert result.structured_content["tests"] == 2000
    assert "  test_7" in text_of(narrow).splitlines()


def test_what_no_utf_8_can_hold_is_escaped_in_every_answer(project: MakeProject, make_desk: MakeDesk) -> None:
    source = "def test_odd():\n    print('\\udc80')\n    assert '\\udc80' == 'b', '\\udfff'\n"
    desk = make_desk(project({"test_odd.py": source}))

    async def scenario(client: Client) -> tuple[str, str, str]:
        run = await client.call_tool("run_tests", {})
        handle = {"run": (run.structured_content or {})["run"], "test": "test_odd.py::test_odd"}
        full = await client.call_tool("inspect_run", handle)
        flaky = await client.call_tool("check_flaky", {"runs": 2})
        return text_of(run), text_of(full), text_of(flaky)

    run, full, flaky = talk(desk, scenario)

    assert r"AssertionError: \udfff" in run
    assert r"\udc80" in full
    assert "test_odd.py::test_odd: FF in its suite, FF alone" in flaky


def test_a_failure_can_be_read_in_full_by_run_id(project: MakeProject, make_desk: MakeDesk) -> None:
    desk = make_desk(project({"test_mixed.py": MIXED}))

    async def scenario(client: Client) -> tuple[str, str, CallToolResult]:
        run = await client.call_tool("run_tests", {})
        handle = {"run": (run.structured_content or {})["run"]}
        overview = await client.call_tool("inspect_run", handle)
        full = await client.call_tool("inspect_run", handle | {"test": "test_mixed.py::test_price"})
        good = await client.call_tool("inspect_run", handle | {"test": "test_mixed.py::test_good"})
        return text_of(overview), text_of(full), good

    overview, full, good = talk(desk, scenario)

    assert "test_mixed.py::test_name" in overview
    assert 'assert price("tea") == 4' in full
    assert good.is_error
    assert "no failure" in text_of(good)


@pytest.mark.parametrize(
    ("arguments", "ran"),
    [
        ({"ids": ["test_mixed.py::test_good"]}, "PASSED 1 passed"),
        ({"paths": ["test_mixed.py"]}, "FAILED 2 failed, 1 passed"),
        ({"keyword": "good or name"}, "FAILED 1 failed, 1 passed, 1 deselected"),
        ({"max_failures": 1}, "FAILED 1 failed, 1 passed, 1 not run"),
        ({"workers": 2}, "FAILED 2 failed, 1 passed"),
        ({"ids": ["test_mixed.py::test_good"], "repeat": 3}, "All 3 rounds were green"),
        ({"repeat": 3}, "Round 1 of 3"),
    ],
)
def test_every_way_to_choose_is_honoured(
    arguments: dict[str, object], ran: str, project: MakeProject, make_desk: MakeDesk
) -> None:
    assert ran in text_of(call(make_desk(project({"test_mixed.py": MIXED})), "run_tests", **arguments))


def test_sizes_and_markers_are_honoured(project: MakeProject, make_desk: MakeDesk) -> None:
    small = "import pytest\n@pytest.mark.small\ndef test_a(): pass\n"
    large = "@pytest.mark.large\n@pytest.mark.db\ndef test_b(): pass\n"
    ini = "[pytest]\nmarkers =\n    small\n    large\n    db\n"
    desk = make_desk(project({"test_sizes.py": small + large, "pytest.ini": ini}))

    assert "1 passed, 1 deselected" in text_of(call(desk, "run_tests", sizes=["small"]))
    assert "1 passed, 1 deselected" in text_of(call(desk, "run_tests", markers="db"))
    assert "NO_TESTS" in text_of(call(desk, "run_tests", markers="db", sizes=["small"]))


def test_last_failed_runs_what_failed_last(project: MakeProject, make_desk: MakeDesk) -> None:
    desk = make_desk(project({"test_mixed.py": MIXED}))

    async def scenario(client: Client) -> str:
        await client.call_tool("run_tests", {})
        return text_of(await client.call_tool("run_tests", {"last_failed": True}))

    assert talk(desk, scenario).startswith("FAILED 2 failed in")


@requirement("MCP-004-02", "MCP-004-16")
def test_timeouts_name_the_test_and_the_line(project: MakeProject, make_desk: MakeDesk) -> None:
    source = "import time\ndef test_quick(): pass\ndef test_hang():\n    while True:\n        time.sleep(0.01)\n"
    desk = make_desk(project({"test_hang.py": source}))

    for arguments in ({"timeout": 2}, {"test_timeout": 1}):
        text = text_of(call(desk, "run_tests", **arguments))
        assert text.startswith("TIMEOUT")
        assert "test_hang.py::test_hang (call)" in text
        assert "test_hang.py:5" in text


@requirement("MCP-004-16")
def test_limits_given_at_the_start_hold_for_every_run(project: MakeProject, make_desk: MakeDesk) -> None:
    root = project({"test_big.py": "def test_big():\n    x = bytearray(1 << 31)\n"})

    text = text_of(call(replace(make_desk(root), memory_mb=1024), "run_tests"))

    assert text.startswith("FAILED 1 failed")
    assert "MemoryError" in text


def test_a_flaky_test_has_its_pattern(project: MakeProject, make_desk: MakeDesk) -> None:
    source = """
from pathlib import Path

def test_steady(): pass

def test_every_other_time(tmp_path_factory):
    count = Path(__file__).with_name("count")
    number = int(count.read_text()) if count.exists() else 0
    count.write_text(str(number + 1))
    assert number % 2 == 0

def test_needs_the_other():
    assert "seen" in globals()

def test_before(): globals()["seen"] = True
"""
    source = source.replace("def test_steady(): pass", "def test_steady(): globals()['seen'] = True")
    result = call(make_desk(project({"test_flaky.py": source})), "check_flaky", runs=4)

    text = text_of(result)
    assert "test_flaky.py::test_every_other_time: PFPF in its suite" in text
    assert "3 others" in text
    lonely = text_of(
        call(
            make_desk(project({"test_flaky.py": source})),
            "check_flaky",
            runs=2,
            ids=["test_flaky.py::test_needs_the_other"],
        )
    )
    assert "PP in its suite, FF alone: passes in the suite, fails alone: depends on other tests" in lonely


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def test_affected_tests_are_named_with_their_reason(project: MakeProject, make_desk: MakeDesk) -> None:
    root = project(
        {
            "shop/__init__.py": "",
            "shop/price.py": "PRICE = 1\n",
            "tests/test_price.py": "from shop.price import PRICE\ndef test_it(): pass\n",
            "tests/test_other.py": "def test_it(): pass\n",
            "pytest.ini": "[pytest]\npythonpath = .\n",
        }
    )
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "all")
    desk = make_desk(root)

    none = call(desk, "affected_tests")
    (root / "shop/price.py").write_text("PRICE = 2\n")
    one = call(desk, "affected_tests")
    (root / "pytest.ini").write_text("[pytest]\npythonpath = . tests\n")
    everything = call(desk, "affected_tests", base="HEAD")

    assert text_of(none).startswith("0 of 2 test files")
    assert text_of(one).splitlines()[1:] == ["tests/test_price.py: needs shop/price.py"]
    assert one.structured_content == {"all": False, "paths": ["tests/test_price.py"]}
    assert text_of(everything).startswith("ALL 2 test files")
    assert "pytest.ini changed" in text_of(everything)


def test_without_git_affected_says_so(project: MakeProject, make_desk: MakeDesk) -> None:
    result = call(make_desk(project({"test_a.py": "def test_a(): pass\n"})), "affected_tests")

    assert result.is_error
    assert "not in a git repository" in text_of(result)


def test_progress_is_soon_steady_and_grows_also_in_a_hang(project: MakeProject, make_desk: MakeDesk) -> None:
    source = "import time\ndef test_quick(): pass\ndef test_hang(): time.sleep(60)\n"
    told: list[tuple[float, float, str]] = []
    desk = make_desk(project({"test_hang.py": source}))

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append((time.monotonic(), progress, f"{message} of {total}"))

    async def scenario(client: Client) -> None:
        await client.call_tool("run_tests", {"timeout": 7}, progress_callback=note)

    talk(desk, scenario)

    times = [when for when, _, _ in told]
    values = [value for _, value, _ in told]
    assert values == sorted(set(values))
    assert "test_hang.py::test_hang for" in told[-1][2]
    assert len([message for _, _, message in told if "test_hang for" in message]) >= 2
    assert max(later - sooner for sooner, later in pairwise(times)) <= 5
    assert all(later - sooner > 0.4 for sooner, later in pairwise(times))


def test_other_tools_answer_during_a_run_and_a_second_run_waits_by_name(
    project: MakeProject, make_desk: MakeDesk
) -> None:
    source = "import time\ndef test_slow(): time.sleep(3)\n"
    desk = make_desk(project({"test_slow.py": source}))
    messages: list[str] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        messages.append(f"{message}, {progress} of {total}")

    async def scenario(client: Client) -> tuple[bool, list[CallToolResult]]:
        first = asyncio.create_task(client.call_tool("run_tests", {}))
        await asyncio.sleep(1)
        second = asyncio.create_task(client.call_tool("run_tests", {}, progress_callback=note))
        await client.call_tool("discover_tests", {})
        await client.list_tools()
        answered_meanwhile = not first.done()
        return answered_meanwhile, [await first, await second]

    answered_meanwhile, results = talk(desk, scenario)

    assert answered_meanwhile
    assert all(text_of(each).startswith("PASSED 1 passed") for each in results)
    first_run = (results[0].structured_content or {})["run"]
    assert any(each.startswith(f"waiting for run {first_run} in the same folder") for each in messages)
