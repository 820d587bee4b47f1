"""The MCP server half: an agent's test runner. This file is only the command `pytest-hermetic-mcp`."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve MCP as the command line says, or say what is missing."""
    from pytest_hermetic.mcp.cli import read  # noqa: PLC0415 - importing the package must cost nothing

    settings = read(sys.argv[1:] if arguments is None else arguments)
    if find_spec("mcp") is None:
        sys.exit(
            "pytest-hermetic-mcp needs the MCP SDK, which is not installed beside it. "
            "Install 'pytest-hermetic[mcp]', best in an environment of its own: "
            "uvx --from 'pytest-hermetic[mcp]' pytest-hermetic-mcp --root ."
        )
    from pytest_hermetic.mcp.server import serve  # noqa: PLC0415 - needs the SDK, known to be there only now

    serve(settings)
