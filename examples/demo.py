"""Shows the plugin's main job on the shop beside this file, and checks that it found what it should: `make demo`."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

SHOP = Path(__file__).parent / "shop"
MARK = "# violation: "


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        tell("The shop's tests are small by default. Seven of them are not hermetic. In warn mode all pass, and pytest")
        tell("ends with what to mend, and where:")
        passed = run("--test-categories-enforcement=warn", f"--junitxml={report}")
        warned = set(found(report))
        tell("In strict mode a violation fails its test. One of them in full:")
        run("--test-categories-enforcement=strict", "tests/test_shop_rates.py", "-k", "real_service")
        tell(
            "The whole suite in strict mode. Each bad test fails, also where `except Exception` swallowed the violation"
        )
        tell("and where a thread did it; each good twin passes:")
        failed = run(
            "--test-categories-enforcement=strict", f"--junitxml={report}", "--tb=no", "--disable-warnings", "-rN"
        )
        stopped = set(found(report))
    return verdict(passed == 0 and failed == 1, warned, stopped)


def verdict(outcomes_are_right: bool, warned: set[str], stopped: set[str]) -> int:  # noqa: FBT001 - what the runs said
    wanted = set(expected())
    if outcomes_are_right and warned == stopped == wanted:
        tell(f"As it should be: {len(wanted)} violations, each on the line that the sources mark with `{MARK}…`.")
        return 0
    tell("Not as it should be:")
    for name, there in (("warn", warned), ("strict", stopped)):
        for place in sorted(wanted ^ there):
            print(f"  {name}: {place} {'was not found' if place in wanted else 'was not expected'}")
    return 1


def expected() -> Iterator[str]:
    """Read from the sources which lines are violations, and of what."""
    for file in sorted(SHOP.rglob("*.py")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if MARK in line and not line.lstrip().startswith(("A line", "#")):
                yield f"{file.relative_to(SHOP).as_posix()}:{number} {line.rpartition(MARK)[2]}"


def found(report: Path) -> Iterator[str]:
    """Read from the JUnit report which lines were violations."""
    for entry in ET.parse(report).getroot().iter("property"):  # noqa: S314 - pytest wrote it a moment ago
        if entry.get("name") == "hermetic.violation":
            violation = json.loads(entry.get("value", ""))
            yield f"{Path(violation['at']).as_posix()} {violation['resource']}"


def run(*arguments: str) -> int:
    command = ["pytest", "-q", *(each for each in arguments if not each.startswith("--junitxml"))]
    print("\n$", *command, flush=True)
    plain = ["-p", "no:cacheprovider", "--color=no"]
    # Other plugins have nothing to do with it, and some would speak up.
    alone = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "pytest_hermetic.plugin"}
    return subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, "-m", "pytest", "-q", *plain, *arguments], cwd=SHOP, env=alone, check=False
    ).returncode


def tell(text: str) -> None:
    print(f"## {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
