"""The MCP server: the tools over the protocol, on stdio or HTTP. The only room that imports `mcp`."""

import asyncio
import os
import signal
import socket
import sys
from importlib.metadata import version
from typing import Any, Final

from mcp.server import CacheHint, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    ToolAnnotations,
)
from mcp.types import Tool as WireTool

from pytest_hermetic.mcp import cut
from pytest_hermetic.mcp.arguments import schema_of, understand
from pytest_hermetic.mcp.calls import Answer, Desk
from pytest_hermetic.mcp.cli import Settings
from pytest_hermetic.mcp.command import RefusalError
from pytest_hermetic.mcp.engine import Engine
from pytest_hermetic.mcp.pace import telling
from pytest_hermetic.mcp.tools import TOOLS, Tool

Context = ServerRequestContext[Any, Any]

INSTRUCTIONS: Final = (
    "Runs this project's tests in their own environment. Run what affected_tests names while you work, "
    "everything before you finish. Only the verdict PASSED means green."
)
A_DAY: Final = 86_400_000
TIME_TO_CLEAN_UP: Final = 3.0
A_MOMENT: Final = 0.05  # the answer goes first
STOPPED: Final = 128 + signal.SIGTERM


def serve(settings: Settings) -> None:
    """Serve until the client leaves or the process is asked to stop; no test process outlives it."""
    engine = Engine(roots=settings.roots)
    desk = Desk(
        engine=engine,
        roots=settings.roots,
        python=settings.python,
        memory_mb=settings.memory_mb,
        cpu_seconds=settings.cpu_seconds,
    )
    server = build(desk)
    try:
        asyncio.run(
            _serve_http(server, engine, *settings.address) if settings.address else _serve_stdio(server, engine)
        )
    finally:
        engine.close()


def build(desk: Desk) -> Server[Any]:
    """Make the protocol's server around a desk."""

    async def list_tools(_: Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_on_the_wire(each) for each in TOOLS])

    async def call_tool(context: Context, asked: CallToolRequestParams) -> CallToolResult:
        try:
            return _result(await _answer(desk, context, asked))
        except RefusalError as refusal:
            return _result(Answer(text=str(refusal), failed=True))
        except OSError as fault:  # a full disk, a folder that may not be read
            why = cut.line(str(fault), 300)
            text = f"This machine does not let the server do it: {why}. Runs are kept in {desk.engine.kept_in}."
            return _result(Answer(text=text, failed=True))

    return Server(
        "pytest-hermetic",
        version=version("pytest-hermetic"),
        instructions=INSTRUCTIONS,
        cache_hints={"tools/list": CacheHint(ttl_ms=A_DAY, scope="public")},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def _answer(desk: Desk, context: Context, asked: CallToolRequestParams) -> Answer:
    tool = next((each for each in TOOLS if each.name == asked.name), None)
    if tool is None:
        text = f"There is no tool {asked.name!r}. The tools are {', '.join(each.name for each in TOOLS)}."
        return Answer(text=text, failed=True)
    arguments = understand(tool.name, tool.arguments, asked.arguments or {})
    try:
        async with telling(context.session.report_progress) as on_progress:
            return await desk.answer(arguments, on_progress)
    finally:
        if tool.runs_code:
            asyncio.get_running_loop().call_later(A_MOMENT, desk.engine.warm_up)


def _result(answer: Answer) -> CallToolResult:
    text = TextContent(type="text", text=cut.sendable(answer.text))
    facts = cut.sendable(answer.facts) if answer.facts else None
    return CallToolResult(content=[text], structured_content=facts, is_error=answer.failed)


def _on_the_wire(tool: Tool) -> WireTool:
    runs = ToolAnnotations(read_only_hint=False, destructive_hint=False)
    looks = ToolAnnotations(read_only_hint=True, open_world_hint=False)
    return WireTool(
        name=tool.name,
        description=tool.about,
        input_schema=schema_of(tool.arguments),
        output_schema=dict(tool.answer),
        annotations=runs if tool.runs_code else looks,
    )


async def _serve_stdio(server: Server[Any], engine: Engine) -> None:
    stop = _asked_to_stop()
    async with stdio_server() as (incoming, outgoing):
        serving = asyncio.create_task(server.run(incoming, outgoing, server.create_initialization_options()))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
        serving.cancel()
        stopping.cancel()
        await asyncio.wait({serving}, timeout=TIME_TO_CLEAN_UP)
        await engine.settle(TIME_TO_CLEAN_UP)
        if stop.is_set():
            # A thread of the SDK still waits for a line of input and would hold an orderly exit for ever.
            os._exit(STOPPED)
        serving.result()


def _asked_to_stop() -> asyncio.Event:
    stop = asyncio.Event()
    if sys.platform != "win32":  # there, termination cannot be caught; the supervisor's lifeline does the work
        for each in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(each, stop.set)
    return stop


async def _serve_http(server: Server[Any], engine: Engine, host: str, port: int) -> None:
    import uvicorn  # noqa: PLC0415 - a tenth of a second that stdio need not wait for

    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.create_server((host, port), family=family) as listening:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{listening.getsockname()[1]}/mcp"
        print(f"pytest-hermetic-mcp listens on {address}", file=sys.stderr, flush=True)  # noqa: T201 - where it is
        config = uvicorn.Config(
            server.streamable_http_app(host=host),
            log_level="warning",
            timeout_graceful_shutdown=int(TIME_TO_CLEAN_UP),
        )
        await uvicorn.Server(config).serve(sockets=[listening])
        await engine.settle(TIME_TO_CLEAN_UP)
