#!/bin/sh
# What the list of tools costs a model: its bytes and its tokens, by the o200k_base vocabulary.
# Usage: bench/tool_list_tokens.sh [PYTHON]     PYTHON has pytest-hermetic[mcp] (default: python3)
# The tokenizer comes from npm into a cache folder; the tree stays clean. Ends with 1 above 1,200 tokens.
set -eu
python=$(command -v "${1:-python3}") || { echo "There is no ${1:-python3}."; exit 1; }
cache=${XDG_CACHE_HOME:-$HOME/.cache}/pytest-hermetic-tokens
mkdir -p "$cache"
if [ ! -d "$cache/node_modules/gpt-tokenizer" ]; then
    (cd "$cache" && npm init -y && npm install gpt-tokenizer@3) >"$cache/npm.log" 2>&1 ||
        { echo "npm could not fetch gpt-tokenizer; see $cache/npm.log"; exit 1; }
fi

"$python" - <<'PY' >"$cache/tools.json"
import asyncio
import json
from pathlib import Path

from mcp import Client
from pytest_hermetic.mcp.calls import Desk
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.server import build


async def listed() -> str:
    root = Path.cwd()
    async with Client(build(Desk(engine=Engine(roots=[root]), roots=[root]))) as client:
        tools = (await client.list_tools()).tools
    on_the_wire = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in tools]
    return json.dumps(on_the_wire, separators=(",", ":"))


print(asyncio.run(listed()), end="")
PY

cd "$cache"
node --input-type=module -e '
import { readFileSync } from "node:fs";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
const text = readFileSync("tools.json", "utf8");
const tokens = encode(text).length;
console.log(`${JSON.parse(text).length} tools, ${Buffer.byteLength(text)} bytes, ${tokens} tokens`);
process.exit(tokens > 1200 ? 1 : 0);
'
