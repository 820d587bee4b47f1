"""ADR-003: a small test is one process."""

from requirements.row import Requirement

ROWS = (
    Requirement("ADR-003-01", "A small test starts no process."),
    Requirement("ADR-003-02", "Bigger tests may start processes."),
    Requirement("ADR-003-03", "No marker lifts the rule for a single test."),
    Requirement(
        "ADR-003-04",
        "`ProcessBlockerPort` has activate(size, mode), deactivate(), check_spawn_allowed(command, args) and "
        "on_violation(command, args, nodeid, method).",
    ),
    Requirement("ADR-003-05", "A process blocker goes from inactive to active and back, and in no other order."),
    Requirement("ADR-003-06", "`SpawnAttempt` is a frozen record of command, args, test, verdict and method."),
    Requirement("ADR-003-07", "A command given as a list is told apart into command and arguments."),
    Requirement("ADR-003-08", "A command given as one string stays one command without arguments."),
    Requirement("ADR-003-09", "subprocess's Popen, run, call, check_call and check_output are watched, and so named."),
    Requirement("ADR-003-10", "os.system and os.popen are watched."),
    Requirement("ADR-003-11", "multiprocessing.Process is stopped when it starts, not when it is made."),
    Requirement(
        "ADR-003-12",
        "The families os.spawn* and os.exec* are left for later.",
        settled="They are watched, and so are fork, posix_spawn, pty, pools and signals to other processes.",
    ),
    Requirement("ADR-003-13", "Strict: the spawn raises `SubprocessViolationError`."),
    Requirement("ADR-003-14", "Warn: the spawn goes on.", settled="With one pytest warning, as for all resources."),
    Requirement("ADR-003-15", "Off: processes are not watched."),
    Requirement(
        "ADR-003-16",
        "`FakeProcessBlocker` has spawn_attempts, warnings, activate_count, deactivate_count and check_count.",
    ),
    Requirement("ADR-003-17", "`SubprocessViolationError` has command, command_args and method."),
    Requirement("ADR-003-18", "Blocking ends with the test, however the test ended."),
    Requirement("ADR-003-19", "The details name function, command and arguments."),
    Requirement("ADR-003-20", "The options: mock the function, inject a fake, test the preparation, or be medium."),
    Requirement("ADR-003-21", "The summary tells of process violations."),
    Requirement("ADR-003-22", "What was replaced to watch processes can be put back, and is."),
    Requirement("ADR-003-23", "Under xdist every worker enforces."),
)
