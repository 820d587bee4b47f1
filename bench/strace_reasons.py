"""Says why an access that nobody reported might not be a test's own: from its path, then from its Python stack."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from strace_trace import Access

OWN = "own"
PERMITTED = frozenset({"installed", "machine"})
LIBC = re.compile(r"^/etc/(hosts|host\.conf|resolv\.conf|nsswitch\.conf|passwd|group|localtime|services|gai\.conf)$")
MACHINE = re.compile(
    r"^(/proc|/sys|/dev/null|/dev/urandom|/etc/ssl|/usr/lib/ssl|/etc/ld\.so\.cache"
    r"|/usr/share/zoneinfo|/usr/lib/locale|(/usr)?/lib/[^/]*-linux-gnu)(/|$)"
)
IMPORT = frozenset({"pkgutil.py", "zipimport.py", "_distutils_hack"})
RENDERING = frozenset({"linecache.py", "traceback.py", "inspect.py", "warnings.py", "tokenize.py", "pdb.py"})
RUNTIME = frozenset({"gettext.py", "mimetypes.py", "locale.py", "_tzpath.py", "ssl.py"})
PACKAGES = frozenset({"importlib"})  # metadata and resources
TOOLS = frozenset(
    {"_pytest", "pluggy", "coverage", "hypothesis", "execnet", "xdist", "pytest_cov", "syrupy", "IPython"}
)


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """What the traced run said of its stacks, and of where things are installed."""

    stacks: Mapping[int, Mapping[str, Any]]
    prefixes: tuple[str, ...]

    def of(self, access: Access) -> tuple[str, str]:
        """Return the reason and, if the access is the project's, the line that asked for it."""
        if access.resource == "filesystem" and (place := self._of_path(access.path)):
            return place, ""
        stack = self.stacks.get(access.stack)
        if stack is None:
            return "native, no Python call seen", ""
        for file, line, function in stack["frames"]:
            if tool := self._of_file(file):
                return tool, ""
            if not file.startswith((*self.prefixes, "<frozen", "<string")):
                return (OWN if function != "<module>" else "at import"), f"{file}:{line}"
        return "library, no line of the project", ""

    def _of_path(self, path: str) -> str:
        above = any(prefix.startswith(path) for prefix in self.prefixes)
        if path.startswith(self.prefixes) or above:
            return "installed"
        if MACHINE.match(path):
            return "machine"
        return "the C library" if LIBC.match(path) else ""

    def _of_file(self, file: str) -> str:
        path = Path(file)
        installed = file.startswith(self.prefixes)
        if file.startswith("<frozen importlib") or (installed and path.name in IMPORT):
            return "import"
        if installed and path.name in RENDERING:
            return "source lines"
        if installed and path.name in RUNTIME:
            return "runtime looks around"
        if installed and PACKAGES.intersection(path.parts):
            return "a package's own data"
        return "tool" if installed and TOOLS.intersection(path.parts) else ""
