"""Lets `python -m pytest_hermetic.mcp` do what the command does."""

from pytest_hermetic.mcp import main

main()
