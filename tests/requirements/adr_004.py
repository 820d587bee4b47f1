"""ADR-004: a small test opens no database."""

from requirements.row import Requirement

ROWS = (
    Requirement("ADR-004-01", "A small test opens no database, not even one in memory."),
    Requirement(
        "ADR-004-02",
        "Bigger tests may open databases.",
        settled="A medium one those on this machine, by the rule of the network.",
    ),
    Requirement("ADR-004-03", "No marker lifts the rule for a single test."),
    Requirement(
        "ADR-004-04",
        "`DatabaseBlockerPort` has activate(nodeid, size, mode), deactivate(), check_connection_allowed(library, "
        "connection_string) and on_violation(library, connection_string, nodeid).",
    ),
    Requirement("ADR-004-05", "A database blocker goes from inactive to active and back, and in no other order."),
    Requirement(
        "ADR-004-06", "`DatabaseAccessAttempt` is a frozen record of library, connection string, test, verdict."
    ),
    Requirement("ADR-004-07", "sqlite3.connect is always watched."),
    Requirement("ADR-004-08", "psycopg2, psycopg, pymysql, pymongo, redis and sqlalchemy are watched where installed."),
    Requirement("ADR-004-09", "A driver that is not installed is no error, and none is imported to watch it."),
    Requirement("ADR-004-10", "Strict: the connection raises `DatabaseViolationError`."),
    Requirement(
        "ADR-004-11", "Warn: the connection goes on.", settled="With one pytest warning, as for all resources."
    ),
    Requirement("ADR-004-12", "Off: databases are not watched."),
    Requirement("ADR-004-13", "What was replaced to watch drivers can be put back, and is."),
    Requirement(
        "ADR-004-14",
        "`FakeDatabaseBlocker` has connection_attempts, warnings, activate_count and deactivate_count.",
    ),
    Requirement("ADR-004-15", "`DatabaseViolationError` has library and connection_string."),
    Requirement("ADR-004-16", "The details name function and connection string."),
    Requirement("ADR-004-17", "The options: a fake, a mock, an injected repository, or be medium."),
    Requirement(
        "ADR-004-18",
        "Complex connection strings are handled gracefully.",
        settled="An unreadable one is a host nobody knows, and no credential is ever shown.",
    ),
    Requirement("ADR-004-19", "Blocking ends with the test, however the test ended."),
    Requirement("ADR-004-20", "The summary tells of database violations."),
    Requirement("ADR-004-21", "Under xdist every worker enforces."),
)
