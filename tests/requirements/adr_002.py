"""ADR-002: no small test touches the file system."""

from requirements.row import Requirement

ROWS = (
    Requirement(
        "ADR-002-01",
        "A small test touches no file: it reads, writes, creates, changes, deletes, lists and asks about none.",
        settled="Loading the program, and what is installed, is not file access; the table of exemptions says why.",
    ),
    Requirement("ADR-002-02", "Bigger tests may touch any file."),
    Requirement("ADR-002-03", "No marker and no configured path lifts the rule for a small test."),
    Requirement(
        "ADR-002-04",
        "`FilesystemBlockerPort` has activate(size, mode, allowed_paths), deactivate(), check_access_allowed(path, "
        "operation), on_violation(path, operation, nodeid) and reset().",
        settled="The plugin itself never allows a path.",
    ),
    Requirement("ADR-002-05", "A file system blocker goes from inactive to active and back, and in no other order."),
    Requirement("ADR-002-06", "`FilesystemOperation` tells read, write, delete, create, modify, stat and list apart."),
    Requirement("ADR-002-07", "`FilesystemAccessAttempt` is a frozen record of path, operation, test and verdict."),
    Requirement(
        "ADR-002-08",
        "An attempt's path can be had absolute and with links followed.",
        settled="`resolved`, worked out when asked for; the message shows the path as the test wrote it.",
    ),
    Requirement("ADR-002-09", "A path counts the same as text, bytes or a path object."),
    Requirement("ADR-002-10", "Strict: the access raises `FilesystemAccessViolationError`."),
    Requirement("ADR-002-11", "Warn: pytest shows a warning, and the access goes on."),
    Requirement("ADR-002-12", "Off: the file system is not watched."),
    Requirement(
        "ADR-002-13",
        "`FakeFilesystemBlocker` has access_attempts, warnings, activate_count and deactivate_count, and its "
        "documented example holds.",
    ),
    Requirement("ADR-002-14", "`FilesystemAccessViolationError` has path, operation, test_size and remediation."),
    Requirement("ADR-002-15", "The advice suits the operation: embedded data is suggested to what only reads."),
    Requirement(
        "ADR-002-16",
        "`tmp_path` is a violation in a small test.",
        settled="When it is used; pytest's own making of the folder is not the test's.",
    ),
    Requirement("ADR-002-17", "A small test may read its package's data through importlib.resources."),
    Requirement(
        "ADR-002-18",
        "pyfakefs keeps a small test small.",
        settled="Although the record calls the two incompatible: it does no input or output, so it just works.",
    ),
    Requirement("ADR-002-19", "io.StringIO and io.BytesIO are no files."),
    Requirement("ADR-002-20", "Mocking `open` keeps a small test small, and leaves the interpreter as it was."),
    Requirement("ADR-002-21", "Asking whether a path exists, and what it is, counts like reading it."),
    Requirement("ADR-002-22", "Listing a folder counts like reading it."),
    Requirement("ADR-002-23", "open, io.open, os.open, pathlib, shutil and tempfile are all watched."),
    Requirement("ADR-002-24", "`test_categories_enforcement` and `--test-categories-enforcement` set the mode."),
    Requirement("ADR-002-25", "Blocking ends with the test, however the test ended."),
    Requirement("ADR-002-26", "The summary tells of file system violations."),
    Requirement("ADR-002-27", "The message has the common layout, and names operation and path."),
    Requirement("ADR-002-28", "Under xdist every worker enforces, and its violations reach the summary."),
    Requirement("ADR-002-29", "No path is resolved to judge an access."),
    Requirement(
        "ADR-002-30",
        "As little as possible is replaced in the interpreter.",
        settled="Only functions for which CPython raises no audit event.",
    ),
    Requirement("ADR-002-31", "Asking for the working folder is no access."),
    Requirement("ADR-002-32", "The plugin loads on Linux, macOS and Windows alike."),
)
