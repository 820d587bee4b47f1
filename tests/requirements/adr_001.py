"""ADR-001: no small test reaches the network, no medium test leaves the machine."""

from requirements.row import Requirement

ROWS = (
    Requirement("ADR-001-01", "A small test reaches no network, whatever call or library it tries."),
    Requirement("ADR-001-02", "A medium test reaches this machine and nothing beyond it."),
    Requirement("ADR-001-03", "A large or extra large test reaches whatever it likes."),
    Requirement("ADR-001-04", "No marker lifts the rule for a single test."),
    Requirement(
        "ADR-001-05",
        "`NetworkBlockerPort` has activate(size, mode), deactivate(), check_connection_allowed(host, port) and "
        "on_violation(host, port, nodeid).",
        settled="A class with one implementation beneath all four ports, not an abstract one with an adapter each.",
    ),
    Requirement("ADR-001-06", "A network blocker goes from inactive to active and back, and in no other order."),
    Requirement(
        "ADR-001-07",
        "Once a test is over, sockets behave as if it had never been watched.",
        settled="Nothing is replaced for a test; the sensors stay for the session and hear nothing between tests.",
    ),
    Requirement("ADR-001-08", "Connections are blocked, the making of a socket is not.", settled="Raw sockets are."),
    Requirement("ADR-001-09", "A connection is noticed under whatever name the code holds the socket class."),
    Requirement("ADR-001-10", "`FakeNetworkBlocker` counts how often it was activated and deactivated."),
    Requirement("ADR-001-11", "`FakeNetworkBlocker` records every connection it was asked about."),
    Requirement(
        "ADR-001-12",
        "`FakeNetworkBlocker` takes a list of allowed hosts.",
        settled="As in production, they widen what medium tests may reach; small stays at nothing.",
    ),
    Requirement("ADR-001-13", "`FakeNetworkBlocker` changes no socket."),
    Requirement("ADR-001-14", "Every violation error is a `HermeticityViolationError`."),
    Requirement("ADR-001-15", "`NetworkAccessViolationError` has test_size, host, port and remediation."),
    Requirement("ADR-001-16", "Strict: the access raises, and the test fails at once."),
    Requirement(
        "ADR-001-17", "Warn: the test goes on with its outcome, and a warning is given.", settled="One per call site."
    ),
    Requirement("ADR-001-18", "Off: nothing is enforced.", settled="Nothing is installed either."),
    Requirement("ADR-001-19", "Without any setting the mode is warn."),
    Requirement("ADR-001-20", "`enforcement` in the pyproject table sets the mode."),
    Requirement("ADR-001-21", "`small`, `medium` and `large` in the network table set how far each size may reach."),
    Requirement(
        "ADR-001-22",
        "`allowed_hosts` in the network table names hosts that may be reached.",
        settled="By medium tests: a small test reaches nothing, whatever is allowed.",
    ),
    Requirement("ADR-001-23", "`--network-enforcement` sets the mode of the network alone."),
    Requirement("ADR-001-24", "`--allow-network-hosts` names allowed hosts, separated by commas."),
    Requirement(
        "ADR-001-25",
        "Settings come in layers, of which the closest wins.",
        settled="Command line, ini, table, default; markers and fixtures are no layer, since they would be overrides.",
    ),
    Requirement(
        "ADR-001-26",
        "The settings are read once, when pytest starts.",
        settled="Before the first conftest is imported, so that names bound there are watched as well.",
    ),
    Requirement(
        "ADR-001-27",
        "Blocking starts with the set-up of a test and ends with its tear-down.",
        settled="Of these, function-scoped fixtures count as the test's own work; wider ones do not.",
    ),
    Requirement("ADR-001-28", "Blocking ends with the test, however the test ended."),
    Requirement("ADR-001-29", "The summary at the end of the run tells how many violations there were, and where."),
    Requirement(
        "ADR-001-30",
        "A violation's message has a header, the test with file and line, category, violation, details, numbered "
        "options and a link to the documentation.",
        settled="With one line more, which names the line that did it.",
    ),
    Requirement("ADR-001-31", "The details name the host and port that were attempted."),
    Requirement("ADR-001-32", "The options: mock the call, inject a fake client, or make the test medium."),
    Requirement("ADR-001-33", "Mode and advice suit the size: what a medium test is told is of use to a medium test."),
    Requirement("ADR-001-34", "The plugin works beside pytest-socket."),
    Requirement(
        "ADR-001-35",
        "What one thread does is not held against another's test.",
        settled="A thread that a test starts is the test's; one that was there before, or outlives it, is not.",
    ),
    Requirement("ADR-001-36", "Asynchronous connections are noticed like any other."),
    Requirement("ADR-001-37", "A host is refused before its name is looked up."),
    Requirement(
        "ADR-001-38",
        "Watching costs microseconds.",
        settled="Nothing is installed, replaced or removed per test; `make bench` measures it.",
    ),
    Requirement("ADR-001-39", "A further kind of resource fits in without touching what is there."),
    Requirement("ADR-001-40", "A fake judges as the production blocker does, so that unit tests can trust it."),
)
