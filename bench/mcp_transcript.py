"""Print the transcript of a session: an agent works on a small shop through the server, over stdio.

Usage: python bench/mcp_transcript.py
"""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from mcp.types import TextContent

from mcp import Client, StdioServerParameters

PROJECT = {
    "pyproject.toml": '[tool.pytest.ini_options]\npythonpath = ["src"]\naddopts = "-p no:randomly"\n',
    "src/shop/__init__.py": "",
    "src/shop/price.py": """\
PRICES = {"tea": 3, "milk": 2}


def price(article):
    return PRICES[article]


def total(basket):
    return sum(price(article) for article in set(basket))
""",
    "src/shop/rates.py": """\
def rate(country):
    with open("rates.txt") as rates:
        return int(dict(line.split() for line in rates)[country])
""",
    "rates.txt": "nl 2\n",
    "tests/test_price.py": """\
from shop.price import price, total


def test_tea():
    assert price("tea") == 3


def test_two_teas_cost_twice():
    assert total(["tea", "tea"]) == 6


def test_basket():
    assert total(["tea", "milk", "milk"]) == 7
""",
    "tests/test_rates.py": "from shop.rates import rate\n\n\ndef test_rate():\n    assert rate('nl') == 2\n",
    "tests/test_order.py": """\
SEEN = []


def test_first():
    SEEN.append("first")


def test_second_relies_on_the_first():
    assert SEEN == ["first"]
""",
}


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "shop"
        _write(root, PROJECT)
        (root / ".venv").symlink_to(sys.prefix)
        _git(root, "init", "--quiet")
        _git(root, "add", ".")
        _git(root, "commit", "--quiet", "--message", "A shop")
        command = ["-m", "pytest_hermetic.mcp", "--root", str(root)]
        async with Client(StdioServerParameters(command=sys.executable, args=command)) as client:
            await _session(client, root)


async def _session(client: Client, root: Path) -> None:
    await _ask(client, "discover_tests")
    run = await _ask(client, "run_tests")
    await _ask(client, "inspect_run", run=run, test="tests/test_price.py::test_basket")
    print("\n(the agent replaces `set(basket)` by `basket` in src/shop/price.py)")
    price = PROJECT["src/shop/price.py"].replace("set(basket)", "basket")
    _write(root, {"src/shop/price.py": price})
    await _ask(client, "affected_tests")
    await _ask(client, "run_tests", paths=["tests/test_price.py"])
    await _ask(client, "check_flaky", ids=["tests/test_order.py::test_second_relies_on_the_first"], runs=3)
    await _ask(client, "check_hermetic")
    await _ask(client, "run_tests", paths=["../elsewhere"])


async def _ask(client: Client, tool: str, **arguments: object) -> str:
    result = await client.call_tool(tool, arguments)
    (content,) = result.content
    assert isinstance(content, TextContent)
    refused = " (an error)" if result.is_error else ""
    print(f"\nagent> {tool} {json.dumps(arguments) if arguments else ''}".rstrip() + refused)
    print(re.sub(r"/\S*/shop\b", "/home/dev/shop", content.text))
    return str((result.structured_content or {}).get("run", ""))


def _write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)


def _git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=shop", "-c", "user.email=shop@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True)


asyncio.run(main())
