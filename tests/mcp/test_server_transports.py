"""The server as its users start it: over stdio and HTTP, in both eras, cancelled, closed and killed."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import pytest
from mcp.types import CallToolResult, TextContent

from mcp import Client, StdioServerParameters
from requirements import requirement

pytestmark = pytest.mark.medium

MakeProject = Callable[[Mapping[str, str]], Path]
Era = Literal["legacy", "auto"]
BOTH_ERAS = pytest.mark.parametrize("era", ["legacy", "auto"])
HELLO = '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}'
COMMAND = ["-m", "pytest_hermetic.mcp"]

# Writes down every process there is: the test's own, a child's, and a daemon's that left the session.
BROOD = """
import os, subprocess, sys, time
from http.client import HTTPConnection
from pathlib import Path

def note(pid): Path("pids").open("a").write(f"{pid}\\n")

def test_good(): pass

def test_brood():
    note(os.getpid())
    note(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"]).pid)
    note(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True).pid)
    Path("ready").touch()
    time.sleep(600)
"""


def arguments(root: Path, store: Path) -> StdioServerParameters:
    return StdioServerParameters(
        command=sys.executable,
        args=[*COMMAND, "--root", str(root), "--python", sys.executable],
        env=os.environ | {"XDG_STATE_HOME": str(store), "XDG_CACHE_HOME": str(store)},
    )


def descendants(pid: int) -> list[int]:
    """Give every process below one, whatever it is."""
    parents: dict[int, list[int]] = {}
    for each in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):  # it ended while we looked
            parent = int(each.read_text().rpartition(")")[2].split()[1])
            parents.setdefault(parent, []).append(int(each.parent.name))
    below = parents.get(pid, [])
    return [*below, *(deeper for child in below for deeper in descendants(child))]


def text_of(result: CallToolResult) -> str:
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


def alive(root: Path) -> list[int]:
    """Give the noted processes that still run; a zombie that its parent has yet to reap does not."""
    pids = [int(each) for each in (root / "pids").read_text().split()]
    return [pid for pid in pids if _state(pid) not in {"", "Z", "X"}]


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return ""


async def until(condition: Callable[[], bool], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:  # noqa: ASYNC110 - another process makes it true
        await asyncio.sleep(0.01)
    return condition()


@asynccontextmanager
async def over_http(root: Path, store: Path) -> AsyncIterator[str]:
    given = arguments(root, store)
    process = await asyncio.create_subprocess_exec(
        given.command, *given.args, "--http", "127.0.0.1:0", env=given.env, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        line = (await process.stderr.readline()).decode()
        yield line.rpartition(" ")[2].strip()
    finally:
        process.terminate()
        await asyncio.wait_for(process.wait(), 10)


@requirement("MCP-004-01")
@BOTH_ERAS
def test_a_session_over_stdio(era: Era, project: MakeProject, tmp_path: Path) -> None:
    chatter = "import sys\ndef test_a():\n    print('{', file=sys.__stdout__)\n    sys.stdin.read()\n"
    root = project({"test_a.py": chatter})

    async def session() -> tuple[int, str, str]:
        async with Client(arguments(root, tmp_path), mode=era) as client:
            tools = await client.list_tools()
            found = await client.call_tool("discover_tests", {})
            ran = await client.call_tool("run_tests", {})
            return len(tools.tools), text_of(found), text_of(ran)

    tools, found, ran = asyncio.run(session())

    assert tools == 6
    assert found.startswith("1 test in 1 file")
    assert ran.startswith(("PASSED 1 passed", "FAILED 1 failed"))  # reading standard input fails under capture


@BOTH_ERAS
def test_a_session_over_http(era: Era, project: MakeProject, tmp_path: Path) -> None:
    root = project({"test_a.py": "import time\ndef test_a(): time.sleep(1)\n"})
    told: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert total is None or message
        told.append(progress)

    async def session() -> str:
        async with over_http(root, tmp_path) as address, Client(address, mode=era) as client:
            return text_of(await client.call_tool("run_tests", {}, progress_callback=note))

    assert asyncio.run(session()).startswith("PASSED 1 passed")
    assert told


@requirement("MCP-004-02")
@BOTH_ERAS
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_cancelled_call_leaves_no_process_and_the_server_answers_on(
    transport: str, era: Era, project: MakeProject, tmp_path: Path
) -> None:
    root = project({"test_brood.py": BROOD})

    async def cancelled(client: Client) -> tuple[float, list[int]]:
        call = asyncio.create_task(client.call_tool("run_tests", {"timeout": 60}))
        assert await until((root / "ready").exists, 20)
        call.cancel()
        await asyncio.wait({call})
        began = time.monotonic()
        await client.list_tools()
        answered_after = time.monotonic() - began
        await until(lambda: not alive(root), 5)
        return answered_after, alive(root)

    async def session() -> tuple[float, list[int]]:
        if transport == "stdio":
            async with Client(arguments(root, tmp_path), mode=era) as client:
                return await cancelled(client)
        async with over_http(root, tmp_path) as address, Client(address, mode=era) as client:
            return await cancelled(client)

    answered_after, survivors = asyncio.run(session())

    assert survivors == []
    assert answered_after < 1


def test_a_timeout_leaves_no_process(project: MakeProject, tmp_path: Path) -> None:
    root = project({"test_brood.py": BROOD})

    async def session() -> str:
        async with Client(arguments(root, tmp_path)) as client:
            return text_of(await client.call_tool("run_tests", {"timeout": 4}))

    text = asyncio.run(session())

    assert text.startswith("TIMEOUT")
    assert "test_brood.py::test_brood" in text
    assert alive(root) == []


@pytest.mark.parametrize(
    "how", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT, None], ids=["TERM", "KILL", "INT", "EOF"]
)
def test_a_server_that_is_stopped_in_any_way_leaves_no_process(
    how: signal.Signals | None, project: MakeProject, tmp_path: Path
) -> None:
    root = project({"test_brood.py": BROOD})
    given = arguments(root, tmp_path)
    command = [given.command, *given.args]
    messages = [
        f'{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{HELLO}}}',
        '{"jsonrpc":"2.0","method":"notifications/initialized"}',
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"run_tests","arguments":{"timeout":60}}}',
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=given.env) as server:
        assert server.stdin is not None
        server.stdin.write("".join(f"{each}\n" for each in messages).encode())
        server.stdin.flush()
        assert asyncio.run(until((root / "ready").exists, 20))
        with (root / "pids").open("a") as pids:
            pids.writelines(f"{each}\n" for each in descendants(server.pid))
        if how is None:
            server.stdin.close()
        else:
            server.send_signal(how)
        server.wait(timeout=10)

        assert asyncio.run(until(lambda: not alive(root), 5)), alive(root)


@pytest.mark.parametrize(("header", "value"), [("Host", "evil.example:80"), ("Origin", "http://evil.example")])
def test_a_page_from_elsewhere_is_refused_over_http(
    header: str, value: str, project: MakeProject, tmp_path: Path
) -> None:
    root = project({"test_a.py": "def test_a(): pass\n"})

    def post(address: str) -> int:
        parts = urlsplit(address)
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        body = f'{{"jsonrpc":"2.0","id":1,"method":"initialize","params":{HELLO}}}'
        with closing(HTTPConnection(str(parts.hostname), parts.port, timeout=10)) as connection:
            connection.request("POST", parts.path, body, headers | {header: value})
            with connection.getresponse() as answer:
                return answer.status

    async def session() -> int:
        async with over_http(root, tmp_path) as address:
            return await asyncio.to_thread(post, address)

    assert asyncio.run(session()) in {403, 421}


def test_another_machine_cannot_be_served(tmp_path: Path) -> None:
    for address in ("0.0.0.0:8000", "192.0.2.1:80", "example.org:80", ":::1", "127.0.0.1:99999"):
        ended = subprocess.run(
            [sys.executable, *COMMAND, "--root", str(tmp_path), "--http", address],
            check=False,
            capture_output=True,
            text=True,
            timeout=20,
        )
        assert ended.returncode == 2
        assert f"--http {address}: " in ended.stderr


def test_a_root_that_is_not_there_is_named(tmp_path: Path) -> None:
    command = [sys.executable, *COMMAND, "--root", str(tmp_path / "gone")]

    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=20)

    assert ended.returncode == 2
    assert "gone: there is no such folder" in ended.stderr


@pytest.mark.parametrize("option", ["--memory", "--cpu"])
@pytest.mark.parametrize("value", ["0", "-1", "much", "1.5", "1000001", ""])
def test_a_limit_that_is_none_is_named(tmp_path: Path, option: str, value: str) -> None:
    command = [sys.executable, *COMMAND, "--root", str(tmp_path), f"{option}={value}"]

    ended = subprocess.run(command, check=False, capture_output=True, text=True, timeout=20)

    assert ended.returncode == 2
    assert f"{option}: {value!r} is no whole number from 1 to" in ended.stderr


def test_help_says_what_the_command_is_for() -> None:
    ended = subprocess.run([sys.executable, *COMMAND, "--help"], check=True, capture_output=True, text=True, timeout=20)

    for word in ("--root", "--http", "--python", "--memory", "--cpu", "MCP"):
        assert word in ended.stdout


def test_without_the_sdk_the_command_says_what_to_install(tmp_path: Path) -> None:
    hidden = tmp_path / "sitecustomize.py"
    blind = "u.find_spec = lambda name: None if name == 'mcp' else find(name)"
    hidden.write_text(f"import importlib.util as u\nfind = u.find_spec\n{blind}\n")
    command = [sys.executable, *COMMAND, "--root", str(tmp_path)]

    ended = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        timeout=20,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )

    assert ended.returncode == 1
    assert "pytest-hermetic[mcp]" in ended.stderr
