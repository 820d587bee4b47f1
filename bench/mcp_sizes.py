"""Print what the server costs an agent: bytes and tokens of the tool list and of answers that have a budget.

Tokens are o200k_base, counted by `gpt-tokenizer`, which npm fetches into a cache folder; without npm, bytes only.
Usage: python bench/mcp_sizes.py
"""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from mcp.types import TextContent

from mcp import Client
from pytest_hermetic.mcp.calls import Desk
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.server import build

GREEN = "import pytest\n@pytest.mark.parametrize('n', range({}))\ndef test_green(n): pass\n"
BAD = "def test_bad_{0}():\n    got = {{'tea': {0}, 'milk': 2}}\n    assert got == {{'tea': {0}, 'milk': 3}}\n"
NOISE = "def test_noise():\n    for n in range(50_000): print('line', n)\n    raise ValueError('it broke')\n"
CASCADE = "import pytest\n@pytest.fixture\ndef db(): raise ConnectionError('no database at 127.0.0.1:5432')\n"
COUNT = (
    "const {encode} = require('gpt-tokenizer/cjs/encoding/o200k_base');"
    "console.log(encode(require('fs').readFileSync(0, 'utf8')).length)"
)

# What is asked, of which project, and how many bytes its text may have.
ANSWERS: Sequence[tuple[str, str, Mapping[str, str], int]] = (
    ("2,000 green", "run_tests", {"test_a.py": GREEN.format(2000)}, 120),
    (
        "5 failures of 2,000",
        "run_tests",
        {"test_a.py": GREEN.format(1995), "test_b.py": "".join(map(BAD.format, range(5)))},
        1000,
    ),
    ("a failure with 50,000 lines", "run_tests", {"test_a.py": NOISE}, 1000),
    (
        "a cascade of 200 failures",
        "run_tests",
        {"test_a.py": CASCADE + "".join(f"def test_{each}(db): pass\n" for each in range(200))},
        600,
    ),
    (
        "discovery of 2,000",
        "discover_tests",
        {f"area_{n % 4}/test_{n}.py": "".join(f"def test_{m}(): pass\n" for m in range(50)) for n in range(40)},
        2000,
    ),
)


def tokens(text: str) -> str:
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "pytest-hermetic-inspector"
    npm = shutil.which("npm")
    if npm is None:
        return "-"
    cache.mkdir(parents=True, exist_ok=True)
    if not (cache / "node_modules" / "gpt-tokenizer").is_dir():
        subprocess.run([npm, "install", "gpt-tokenizer"], cwd=cache, check=True, capture_output=True)
    counted = subprocess.run(["node", "-e", COUNT], cwd=cache, input=text, capture_output=True, text=True, check=True)
    return counted.stdout.strip()


async def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name, tool, files, budget in ANSWERS:
            root = Path(folder).resolve() / name.replace(",", "").replace(" ", "_")
            for path, text in {"pytest.ini": "[pytest]\n", **files}.items():
                (root / path).parent.mkdir(parents=True, exist_ok=True)
                (root / path).write_text(text)
            engine = Engine(roots=[root], store=Path(folder) / "store")
            async with Client(build(Desk(engine=engine, roots=[root], python=sys.executable))) as client:
                result = await client.call_tool(tool, {})
                (content,) = result.content
                assert isinstance(content, TextContent)
                whole = len(result.model_dump_json(by_alias=True, exclude_none=True))
                size = len(content.text.encode())
                cost = f"{tokens(content.text):>5} tokens, {whole:5} bytes with all else"
                print(f"{name:30} {size:6} bytes of {budget:5}, {cost}")
            engine.close()
        async with Client(build(Desk(engine=engine, roots=[root]))) as client:
            listed = await client.list_tools()
            tools = [each.model_dump(by_alias=True, exclude_none=True) for each in listed.tools]
            text = json.dumps(tools, separators=(",", ":"))
            print(f"{f'list of {len(tools)} tools':30} {len(text):6} bytes,          {tokens(text):>5} tokens of 1200")


asyncio.run(main())
