"""Whose access is not the test's own: one table of who asks, for what, and why that cannot matter.

A row must say why it cannot make a test depend on its surroundings in practice. Users print the table
with `pytest --test-categories-explain`.
"""

from __future__ import annotations

import os
import site
import sys
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable


class Exemption(NamedTuple):
    """One row: accesses asked for by these modules (or of these paths) are not the test's own."""

    who: str
    what: str
    why: str
    #: Modules whose frames show who asks, each exact or as "package.*"; none: whoever asks.
    modules: str = ""
    #: Narrows the modules to these functions.
    functions: str = ""
    #: Only reading, listing and asking about files, never changing anything.
    reading: bool = False
    #: Only where no line of the test's own asked for it.
    alone: bool = False
    #: Narrows the files.
    paths: Callable[[str], bool] | None = None

    def covers(self, function: str, target: str, *, reading: bool) -> bool:
        """Say whether this row holds for an access asked for in this function of its modules."""
        return (
            (reading or not self.reading)
            and (not self.functions or function in self.functions.split())
            and (self.paths is None or self.paths(target))
        )


def _installed_folders() -> tuple[str, ...]:
    folders = {os.path.dirname(os.__file__), *site.getsitepackages()}
    folders |= {path for path in sys.path if path.endswith(("site-packages", "dist-packages", "lib-dynload", ".zip"))}
    return tuple(sorted(folders | {os.path.realpath(folder) for folder in folders}))


#: Where the standard library and installed distributions live.
INSTALLED_FOLDERS = _installed_folders()
_INSIDE_INSTALLED = tuple(folder + os.sep for folder in INSTALLED_FOLDERS)
_ABOVE_INSTALLED = frozenset(
    folder[:end] or os.sep
    for folder in INSTALLED_FOLDERS
    for end in range(len(folder) + 1)
    if folder[end : end + 1] in (os.sep, "")
)


def is_installed(path: str) -> bool:
    """Say whether a path is part of the environment."""
    return _is_below(path, _INSIDE_INSTALLED)


def _is_below(path: str, folders: tuple[str, ...]) -> bool:
    return path.startswith(folders) and (".." not in path or os.path.normpath(path).startswith(folders))


def _is_above_installed(path: str) -> bool:
    return path in _ABOVE_INSTALLED


def _speaks_of_the_machine(path: str) -> bool:
    if path in _ABOUT_THE_SYSTEM:
        return True
    # Some entries of /proc are links that lead back to the disk, or folders of such links.
    above, name = os.path.split(path)
    return (
        _is_below(path, ("/proc/", "/sys/"))
        and name not in _LINKS_BACK
        and not _LEADING_BACK.intersection(above.split(os.sep)[2:])
    )


_ABOUT_THE_SYSTEM = frozenset(
    {"/.dockerenv", "/run/.containerenv", "/etc/debian_chroot", "/etc/machine-id", "/var/lib/dbus/machine-id"}
    | {"/etc/os-release", "/usr/lib/os-release", "/etc/lsb-release"}
)
_LINKS_BACK = frozenset({"root", "cwd", "exe"})
_LEADING_BACK = _LINKS_BACK | {"fd", "map_files"}


def _is_time_zone(path: str) -> bool:
    folders = (
        *getattr(sys.modules.get("zoneinfo"), "TZPATH", ()),
        "/usr/share/zoneinfo",
        "/etc/localtime",
        "/etc/timezone",
    )
    return _is_below(path, folders)


def _is_certificate(path: str) -> bool:
    built_in = sys.modules.get("_ssl")
    places = built_in.get_default_verify_paths()[1::2] if built_in else ()
    return _is_below(path, _CERTIFICATES) or path in places or path in map(os.environ.get, _NAMING_CERTIFICATES)


_CERTIFICATES = (
    *("/etc/ssl/certs", "/etc/ssl/cert.pem", "/etc/pki/tls/c", "/etc/pki/ca-trust/", "/etc/ca-certificates/"),
    *("/usr/lib/ssl/c", "/usr/share/ca-certificates/", "/usr/local/share/certs/", "/opt/homebrew/etc/openssl"),
)
_NAMING_CERTIFICATES = ("SSL_CERT_FILE", "SSL_CERT_DIR", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "AWS_CA_BUNDLE")


def _is_source(path: str) -> bool:
    return path.endswith((".py", ".pyi", ".pyw", ".pyx", ".ipynb"))


def _is_table_of_mime_types(path: str) -> bool:
    return path in getattr(sys.modules.get("mimetypes"), "knownfiles", ())


def _is_message_catalogue(path: str) -> bool:
    return path.startswith(os.path.join(sys.base_prefix, "share", "locale"))


def _is_configuration(path: str) -> bool:
    home = os.path.expanduser("~")
    hidden = path.startswith(os.path.join(home, ".")) or path == home or os.path.basename(path).startswith(".")
    return hidden or path.startswith(_SYSTEM_WIDE) or path in map(os.environ.get, _NAMING_CONFIGURATION)


_SYSTEM_WIDE = ("/etc/boto.cfg", "/etc/fabric.", "/etc/invoke.")
_NAMING_CONFIGURATION = ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "BOTO_CONFIG", "NETRC", "MATPLOTLIBRC")


IMPORTING = Exemption(
    who="the import system",
    what="finds, reads, caches and runs modules, however late they are imported",
    why="the program is loaded once, whichever test comes first, and a module's own top level is not the test's",
    modules="importlib._bootstrap importlib._bootstrap_external zipimport _pytest.assertion.rewrite",
)

REPORTING = Exemption(
    who="pytest's reports of subtests",
    what="call the hooks of plugins and conftest files while the test still runs",
    why="a report is made of the test; nothing comes back from it",
    modules="_pytest.subtests _pytest.unittest pytest_subtests.*",
    functions="__exit__ addSubTest _addSubTest addSkip pytest_runtest_logreport pytest_report_to_serializable",
)

EXEMPTIONS = (
    IMPORTING,
    REPORTING,
    Exemption(
        who="anyone",
        what="reads what is installed: the standard library and site-packages",
        why="it is a library's own data, put there by an installer and changed by nobody while tests run",
        reading=True,
        paths=is_installed,
    ),
    Exemption(
        who="anyone",
        what="opens the null device",
        why="it is always there, always empty, and keeps nothing",
        paths=lambda path: path == os.devnull,
    ),
    Exemption(
        who="anyone",
        what="reads what the machine says of itself: /proc, /sys, /etc/os-release, whether it is a container",
        why="it tells which process, hardware and system this is, and does not change while tests run",
        reading=True,
        paths=_speaks_of_the_machine,
    ),
    Exemption(
        who="anyone",
        what="reads the time zone database",
        why="zone rules are reference data, the same wherever they are read from",
        reading=True,
        paths=_is_time_zone,
    ),
    Exemption(
        who="anyone",
        what="reads the certificates that the system keeps or the environment names",
        why="they are only used by a connection, which a small test cannot make",
        reading=True,
        paths=_is_certificate,
    ),
    Exemption(
        who="anyone",
        what="opens the log of TLS keys that the environment names",
        why="it is a debugger's wish for all programs of the machine, and only a connection would write to it",
        paths=lambda path: path == os.environ.get("SSLKEYLOGFILE"),
    ),
    Exemption(
        who="os.path.realpath",
        what="follows the folders above an installed file",
        why="where the environment lives decides nothing",
        modules="posixpath ntpath",
        functions="_joinrealpath realpath",
        reading=True,
        paths=_is_above_installed,
    ),
    Exemption(
        who="importlib.metadata, importlib.resources, pkgutil",
        what="read a package's metadata and its own data",
        why="package data is part of the program, and travels with it",
        modules="importlib.metadata.* importlib.resources.* importlib.readers importlib_metadata.* "
        "importlib_resources.* pkgutil importlib.simple importlib.abc pkg_resources.* stevedore.*",
        reading=True,
    ),
    Exemption(
        who="pyfakefs",
        what="copies an installed package's metadata into the faked file system",
        why="it is what importlib.metadata would have read",
        modules="pyfakefs.fake_filesystem",
        functions="add_package_metadata",
        reading=True,
    ),
    Exemption(
        who="traceback, inspect, warnings, pages about errors, tracers",
        what="look up source lines to show them",
        why="the lines are shown to a person and decide nothing",
        modules="traceback inspect warnings pdb bdb executing.* stack_data.* asttokens.* dis rich.traceback "
        "django.views.debug werkzeug.debug.tbtools devtools.* pysnooper.*",
        reading=True,
    ),
    Exemption(
        who="linecache",
        what="reads source files",
        why="the lines are shown to a person and decide nothing",
        modules="linecache",
        reading=True,
        paths=_is_source,
    ),
    Exemption(
        who="pytest",
        what="captures output, rewrites assertions, renders failures, caches results",
        why="it is the test runner's work, done for every test alike",
        modules="_pytest._code.* _pytest._io.* _pytest.assertion.* _pytest.cacheprovider _pytest.capture "
        "_pytest.config.* _pytest.debugging _pytest.faulthandler _pytest.junitxml _pytest.logging "
        "_pytest.outcomes _pytest.terminal _pytest.threadexception _pytest.unraisableexception _pytest.warnings",
    ),
    Exemption(
        who="pytest's fixtures",
        what="set up and remove temporary folders",
        why="nothing is in them until the test uses them, and that use is the test's own",
        modules="_pytest.tmpdir _pytest.pathlib _pytest.legacypath _pytest.pytester _pytest.monkeypatch py.*",
        alone=True,
    ),
    Exemption(
        who="coverage, hypothesis, debuggers",
        what="keep their own records while tests run",
        why="they watch the test; it cannot see what they keep",
        modules="coverage.* pytest_cov.* hypothesis.* _hypothesis_pytestplugin _hypothesis_globals "
        "pytest_rerunfailures pytest_timeout pydevd.* _pydevd_bundle.* _pydev_bundle.* "
        "debugpy.* IPython.* line_profiler.*",
    ),
    Exemption(
        who="pytest-memray",
        what="keeps a record of the memory that a test uses",
        why="it watches the test; it cannot see what is kept",
        modules="pytest_memray.plugin",
        functions="memory_reporting",
    ),
    Exemption(
        who="inline-snapshot",
        what="sets up and removes a temporary folder for each test that is expected to fail",
        why="nothing is in it but copies of snapshots that the test itself holds",
        modules="inline_snapshot.pytest_plugin",
        functions="snapshot_check",
    ),
    Exemption(
        who="xdoctest",
        what="looks for the module that an example is about",
        why="the program is loaded once, whichever test comes first",
        modules="xdoctest.doctest_example",
        functions="_import_module",
        reading=True,
    ),
    Exemption(
        who="xdist",
        what="talks to the other workers",
        why="it runs the test; a test that starts workers itself is asked like any other",
        modules="xdist.* execnet.*",
        alone=True,
    ),
    Exemption(
        who="tempfile.gettempdir, multiprocessing's choice of a start method",
        what="try which folder is good for temporary files",
        why="they do so once per process, for whichever test comes first",
        modules="tempfile multiprocessing.util",
        functions="_get_default_tempdir _has_writeable_tempdir",
    ),
    Exemption(
        who="multiprocessing's locks and queues",
        what="start the tracker that would remove their names after a crash",
        why="nothing comes back from it, and starting a process that shares them is an access of its own",
        modules="multiprocessing.synchronize",
        functions="__init__",
    ),
    Exemption(
        who="multiprocessing's shared values",
        what="reserve their memory through a temporary file that has no name any more",
        why="nobody else can open the file, and whichever test comes first reserves for all",
        modules="multiprocessing.heap",
    ),
    Exemption(
        who="socket.socketpair",
        what="connects its two ends over the loopback address where the system has no pairs, as on Windows",
        why="it is as closed as a pipe: both ends are the test's own, or its event loop's",
        modules="socket",
        functions="socketpair _fallback_socketpair",
    ),
    Exemption(
        who="httpretty",
        what="keeps what is sent to its fake socket in an unnamed temporary file",
        why="nobody else can open the file, and it is gone when the socket is",
        modules="httpretty.*",
    ),
    Exemption(
        who="requests",
        what="looks for a .netrc with passwords and for the bundle of certificates",
        why="it does so for every request; what it finds only matters to a server, which is mocked",
        modules="requests.utils requests.adapters pip._vendor.requests.utils pip._vendor.requests.adapters",
        functions="get_netrc_auth cert_verify",
        reading=True,
    ),
    Exemption(
        who="platform, uuid, sysconfig, multiprocessing's constants",
        what="ask what machine and interpreter this is",
        why="the answers describe the machine and do not change while tests run",
        modules="platform uuid sysconfig _sysconfigdata.* _sitebuiltins distro.* packaging._manylinux "
        "packaging._musllinux threadpoolctl jax._src.hardware_utils",
    ),
    Exemption(
        who="joblib",
        what="counts the processor's cores, also by asking lscpu",
        why="the answers describe the machine and do not change while tests run",
        modules="joblib.externals.loky.backend.context loky.backend.context",
        functions="_count_physical_cores",
    ),
    Exemption(
        who="zoneinfo, dateutil, pytz, tzlocal",
        what="look for the time zone database",
        why="zone rules are reference data, the same wherever they are read from",
        modules="zoneinfo.* dateutil.tz.* dateutil.zoneinfo.* pytz.* tzlocal.* backports.zoneinfo.*",
        reading=True,
    ),
    Exemption(
        who="mimetypes",
        what="reads the system's tables of MIME types",
        why="reference data, read once per process by whichever test comes first",
        modules="mimetypes",
        reading=True,
        paths=_is_table_of_mime_types,
    ),
    Exemption(
        who="gettext",
        what="looks for message catalogues in the system's folder",
        why="argparse and click do so whenever they speak; without a catalogue they speak English",
        modules="gettext",
        reading=True,
        paths=_is_message_catalogue,
    ),
    Exemption(
        who="Django's translations",
        what="look for the message catalogues of the project's apps",
        why="they are part of the program, and travel with its apps",
        modules="django.utils.translation.trans_real",
        reading=True,
    ),
    Exemption(
        who="installed libraries for HTTP, clouds, commands and drawing",
        what="look for the user's own configuration of them, where it always is or where the environment says",
        why="it tunes input and output, which is mocked, or the test would be stopped at that",
        modules="requests.* botocore.* boto3.* matplotlib.* httpx.* aiohttp.* docker.* hvac.* fabric.* invoke.*",
        reading=True,
        paths=_is_configuration,
    ),
    Exemption(
        who="numba",
        what="looks for its own configuration whenever it compiles",
        why="it tunes how code is compiled, and not what it computes",
        modules="numba.core.config",
        reading=True,
        paths=_is_configuration,
    ),
)

_BY_PATH = tuple(row for row in EXEMPTIONS if not row.modules)


def exempt_path(path: str, *, reading: bool) -> bool:
    """Say whether this path may be accessed by anyone."""
    return any(row.covers("", path, reading=reading) for row in _BY_PATH)
