"""An answer is short, complete in what it says, and marks what it leaves out."""

from collections.abc import Sequence

import pytest

from pytest_hermetic.mcp import cut, heading, inspection, listing, render
from pytest_hermetic.mcp.causes import causes
from pytest_hermetic.mcp.outcome import (
    Counts,
    Culprit,
    Discovery,
    Failure,
    Item,
    Output,
    RunOutcome,
    Source,
    Surroundings,
    Verdict,
)

pytestmark = pytest.mark.small

AROUND = Surroundings(
    python="/home/dev/shop/.venv/bin/python",
    python_version="3.12.4",
    pytest_version="9.2.0",
    rootdir="/home/dev/shop",
)


def failed(failures: Sequence[Failure], *, passed: int = 0, tail: str = "") -> RunOutcome:
    counts = Counts(collected=passed + len(failures), ran=passed + len(failures), passed=passed, failed=len(failures))
    return RunOutcome(
        run_id="k3f9a2",
        verdict=Verdict.FAILED,
        reason=f"{len(failures)} tests failed.",
        counts=counts,
        failures=tuple(failures),
        surroundings=AROUND,
        duration=12.3,
        tail=tail,
    )


def assertion(number: int) -> Failure:
    return Failure(
        id=f"tests/shop/test_price_{number}.py::test_the_price_of_article[{number}]",
        phase="call",
        exception="AssertionError",
        message=f"assert {number * 7} == {number * 7 + 1}",
        location=f"tests/shop/test_price_{number}.py:{number + 10}",
        frames=(f"tests/shop/test_price_{number}.py:{number + 10}", f"src/shop/price.py:{number + 30}"),
        diff=(
            f"AssertionError: assert {number * 7} == {number * 7 + 1}",
            f" +  where {number * 7} = price('{number}')",
        ),
    )


def noisy() -> Failure:
    text = "\n".join(f"line {each} of the noise" for each in range(100))
    return Failure(
        id="tests/test_noise.py::test_noise",
        phase="call",
        exception="ValueError",
        message="it went wrong",
        location="tests/test_noise.py:9",
        frames=("tests/test_noise.py:9",),
        diff=("ValueError: it went wrong",),
        output=(Output(title="Captured stdout call", text=text, length=1_200_000, file="out-1"),),
    )


def green(number: int) -> RunOutcome:
    return RunOutcome(
        run_id="k3f9a2",
        verdict=Verdict.PASSED,
        reason="",
        counts=Counts(collected=number, ran=number, passed=number),
        surroundings=AROUND,
        duration=101.25,
    )


def test_two_thousand_green_tests_cost_120_bytes() -> None:
    text = render.run(green(2000))

    assert cut.size(text) <= 120
    assert text.startswith("PASSED 2000 passed")
    for part in ("k3f9a2", "3.12.4", ".venv", "9.2.0", "shop"):
        assert part in text


def test_five_failures_of_two_thousand_cost_1_kb_with_every_assertion_and_frame() -> None:
    text = render.run(failed([assertion(each) for each in range(1, 6)], passed=1995))

    assert cut.size(text) <= 1000
    for each in range(1, 6):
        assert f"assert {each * 7} == {each * 7 + 1}" in text
        assert f"test_price_{each}.py:{each + 10} > src/shop/price.py:{each + 30}" in text


def test_a_noisy_failure_costs_1_kb_and_says_how_much_is_left_out() -> None:
    text = render.run(failed([noisy()], passed=3))

    assert cut.size(text) <= 1000
    assert "[+1,199,980 chars] line 99 of the noise" in text
    assert "inspect_run" in text


def test_a_cascade_of_200_failures_costs_600_bytes_and_is_one_cause() -> None:
    failures = [
        Failure(
            id=f"tests/api/test_{each % 7}.py::test_request_{each}",
            phase="setup",
            exception="ConnectionRefusedError",
            message=f"[Errno 111] Connection refused by 0x{each:08x} after {each}.2s",
            location="tests/conftest.py:12",
            frames=("tests/conftest.py:12", "src/app/db.py:40"),
        )
        for each in range(200)
    ]

    text = render.run(failed(failures))

    assert cut.size(text) <= 600
    assert text.count("ConnectionRefusedError") == 1
    assert "x200" in text
    assert "[+" in text


def test_failures_of_different_kinds_are_different_causes() -> None:
    failures = [
        assertion(1),
        noisy(),
        Failure(id="t::x", phase="setup", exception="ValueError", message="it went wrong", location=""),
    ]

    assert len(causes(failures)) == 3


def test_fifty_different_causes_stay_below_the_hard_limit_and_the_rest_is_counted() -> None:
    names = [f"{chr(65 + each % 26)}{chr(97 + each // 26)}Error" for each in range(50)]
    failures = [
        Failure(
            id=f"tests/test_{name}.py::test_it",
            phase="call",
            exception=name,
            message=f"the {name} of " + "long " * 100,
            location="",
            frames=("a.py:1",) * 9,
        )
        for name in names
    ]

    text = render.run(failed(failures))

    assert cut.size(text) <= render.MOST_BYTES
    assert "[+" in text
    assert "causes" in text
    shown = sum(f"tests/test_{name}.py" in text for name in names)
    hidden = int(text.rpartition("[+")[2].partition(" ")[0])
    assert shown + hidden == 50


@pytest.mark.parametrize("number", [1, 5, 30, 300])
@pytest.mark.parametrize("kinds", [1, 7, 300])
def test_whatever_fails_the_budget_holds(number: int, kinds: int) -> None:
    failures = [
        Failure(
            id=f"tests/{'déép/' * 20}test_{each}.py::test_it[{'x' * 500}-{each}]",
            phase=("setup", "call", "teardown")[each % 3],
            exception=f"Error{chr(65 + each % kinds)}",
            message="völlig " * 500,
            location="",
            frames=tuple(f"{'long/' * 30}a.py:{line}" for line in range(20)),
            diff=tuple(f"line {line} " + "ü" * 300 for line in range(2000)),
            causes=("one " * 200, "two " * 200, "three"),
            output=(Output(title="Captured stdout call", text="noise " * 400, length=9_000_000),),
        )
        for each in range(number)
    ]

    text = render.run(failed(failures))

    assert cut.size(text) <= max(1000, min(render.MOST_BYTES, 1000 + 150 * len(causes(failures))))
    assert "[+" in text


def test_a_failure_without_a_failing_test_tells_its_reason() -> None:
    outcome = RunOutcome(
        run_id="r1", verdict=Verdict.FAILED, reason="pytest ended with 1.", counts=Counts(ran=3, passed=3)
    )

    assert render.run(outcome).startswith("FAILED: pytest ended with 1; 3 passed in ")


def test_a_crash_names_the_test_and_the_place() -> None:
    culprit = Culprit(
        id="tests/test_c.py::test_boom",
        phase="call",
        line="tests/test_c.py:7 in test_boom",
        stack=("one", "two"),
    )
    outcome = RunOutcome(
        run_id="r1",
        verdict=Verdict.CRASHED,
        reason="pytest died of SIGSEGV.",
        counts=Counts(ran=3, passed=3),
        culprits=(culprit,),
    )

    text = render.run(outcome)

    assert text.startswith("CRASHED: pytest died of SIGSEGV; 3 passed")
    assert "tests/test_c.py::test_boom (call) at tests/test_c.py:7" in text


@pytest.mark.parametrize("source", [Source.JUNIT, Source.TEXT])
def test_a_fallback_is_named(source: Source) -> None:
    outcome = RunOutcome(run_id="r1", verdict=Verdict.PASSED, reason="", counts=Counts(passed=1), source=source)

    assert "reporter never spoke" in render.run(outcome)


def test_the_structured_answer_repeats_no_failure() -> None:
    facts = heading.facts(failed([assertion(1)], passed=1999))

    assert facts["verdict"] == "FAILED"
    assert facts["counts"] == {"collected": 2000, "ran": 2000, "passed": 1999, "failed": 1}
    assert "test_price" not in str(facts)


def found(number: int, files: int, *, errors: Sequence[Failure] = ()) -> Discovery:
    items = tuple(
        Item(
            id=f"tests/area_{each % files // 10}/test_file_{each % files}.py::test_number_{each}",
            markers=("slow",),
        )
        for each in sorted(range(number), key=lambda each: each % files)
    )
    return Discovery(
        run_id="r1", verdict=Verdict.PASSED, reason="", items=items, errors=tuple(errors), surroundings=AROUND
    )


@pytest.mark.parametrize("files", [1, 5, 40, 400, 2000])
def test_a_discovery_of_two_thousand_tests_costs_2_kb(files: int) -> None:
    text = listing.listing(found(2000, files), 1)

    assert cut.size(text) <= 2000
    assert text.startswith("2,000 tests in ")
    assert "slow 2,000" in text


def test_a_short_discovery_names_every_test() -> None:
    text = listing.listing(found(12, 3), 1)

    assert all(f"test_number_{each}" in text for each in range(12))


def test_every_page_together_holds_every_test() -> None:
    discovery = found(300, 1)
    last = int(listing.listing(discovery, 1).partition("page 1 of ")[2].split(":")[0])
    pages = [listing.listing(discovery, page) for page in range(1, last + 1)]

    assert last > 1
    assert all(any(f"  test_number_{each}" in page.splitlines() for page in pages) for each in range(300))
    assert "There is no page" in listing.listing(discovery, last + 1)


def test_a_file_that_cannot_be_collected_is_told_on_every_page() -> None:
    broken = Failure(
        id="tests/test_bad.py",
        phase="collect",
        exception="ImportError",
        message="no module named x",
        location="",
    )

    for page in (1, 2):
        text = listing.listing(found(300, 1, errors=[broken]), page)
        assert "tests/test_bad.py: no module named x" in text


def test_one_failure_in_full_has_its_report_and_its_output() -> None:
    text = inspection.in_full(failed([noisy()]), "tests/test_noise.py::test_noise")

    assert "line 99 of the noise" in text
    assert "of 1,200,000 characters" in text


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [("1-80", (1, 80)), ("7", (7, 7)), ("90-", (90, 100)), ("-40", (61, 100)), ("90-400", (90, 100))],
)
def test_lines_are_read_against_the_whole(wanted: str, expected: tuple[int, int]) -> None:
    assert inspection.wanted_lines(wanted, 100) == expected


def test_a_cut_line_says_how_many_characters_are_gone() -> None:
    text = cut.line("x" * 500, 100)

    kept = text.count("x")
    assert f"[+{500 - kept} chars]" in text
    assert len(text) <= 110


def test_a_failure_without_frames_is_told_with_its_place() -> None:
    text = render.run(failed([Failure(id="a.py::b", phase="call", exception="E", message="E: x", location="a.py:7")]))
    assert "  at a.py:7" in text.splitlines()


def test_nothing_that_steers_a_terminal_is_sent() -> None:
    printed = "\x1b[31mred\x1b[0m \x1b]0;title\x07 nul\x00 over\r\x9b\tand\nhalf \udc80 é"
    assert cut.sendable(printed) == "red \\x1b]0;title\\x07 nul\\x00 over\\r\\x9b\tand\nhalf \\udc80 é"
