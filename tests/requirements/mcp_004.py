"""The record of the MCP server: pytest runs in a process of its own, in the project's own environment."""

from requirements.row import Requirement

ROWS = (
    Requirement("MCP-004-01", "pytest runs in another process than the server, for finding tests as for running them."),
    Requirement("MCP-004-02", "A run that crashes or hangs leaves the server answering."),
    Requirement(
        "MCP-004-03",
        "Each project's tests run with its own interpreter and its own pytest, of whatever version.",
        settled="CPython 3.8 and pytest 6.2 or newer.",
    ),
    Requirement("MCP-004-04", "The project's own configuration and plugins are in force."),
    Requirement(
        "MCP-004-05",
        "Results come as data, with each test's outcome, and are not read from pytest's text.",
        settled="From a reporter of ours that is injected: pytest-json-report tells nothing after a crash.",
    ),
    Requirement("MCP-004-06", "Nothing has to be installed in the project."),
    Requirement(
        "MCP-004-07",
        "Where that data cannot be had, the facts come from pytest's text.",
        settled="From JUnit XML first; and the answer says which it was.",
    ),
    Requirement(
        "MCP-004-08",
        "pytest's exit code is part of the verdict: passed, failed, or pytest itself in trouble.",
        settled="By pytest's own list of codes: 2 interrupted or not collected, 3 internal, 4 usage, 5 no tests.",
    ),
    Requirement("MCP-004-09", "A process that died of a signal is told from one that ended."),
    Requirement("MCP-004-10", "A test that fails is told from a run that could not be carried out."),
    Requirement("MCP-004-11", "Standard output and standard error of a run are kept and can be read."),
    Requirement(
        "MCP-004-12",
        "The environment is found in .venv, venv and .virtualenv at the project's root.",
        settled="And in a dozen further layouts; the nearest project wins.",
    ),
    Requirement(
        "MCP-004-13",
        "VIRTUAL_ENV names the environment.",
        settled="It does not: clients pass none on, and one that is set is the server's own.",
    ),
    Requirement(
        "MCP-004-14",
        "An interpreter can be named outright.",
        settled="At the server's start or in the project's settings; a client's message is no place for it.",
    ),
    Requirement("MCP-004-15", "Every call stands for itself: the server remembers nothing that is not on disk."),
    Requirement("MCP-004-16", "A run has a time limit, and can be given limits of memory and processor time."),
)
