"""What a violation says, in one line and in full, and that its error survives the ways errors travel."""

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, replace

import pytest

from pytest_hermetic.sizes import TestSize
from pytest_hermetic.violations import (
    Attempt,
    HermeticityViolationError,
    HermeticityWarning,
    Site,
    Violation,
    message_of,
)
from requirements import requirement

pytestmark = pytest.mark.small


@dataclass(frozen=True, kw_only=True)
class Phoned(Attempt):
    """An attempt of a resource that only these tests have."""

    number: str


class PhoneError(HermeticityViolationError):
    """A test picked up the phone."""


SITE = Site(file="src/app/client.py", line=17, function="fetch", through="phone.dial")
VIOLATION = Violation(
    resource="phone",
    title="Phone call attempted",
    details="Attempted call of: 555-0123",
    rule="Small tests do not phone.",
    advice=("Mock the phone", "Write a letter"),
    attempt=Phoned(number="555-0123", test_nodeid="tests/test_users.py::TestUsers::test_fetch[1]"),
    test_nodeid="tests/test_users.py::TestUsers::test_fetch[1]",
    test_size=TestSize.SMALL,
    test_location="tests/test_users.py:42",
    phase="call",
    site=SITE,
)


@requirement("ADR-001-30", "ADR-002-27")
def test_the_message_has_the_layout_of_the_decision_records() -> None:
    assert message_of(VIOLATION) == (
        "small test: Attempted call of: 555-0123 (src/app/client.py:17 in fetch, through phone.dial)\n"
        "================== HermeticityViolationError ==================\n"
        "Test: test_fetch[1] (tests/test_users.py:42)\n"
        "Category: SMALL\n"
        "Violation: Phone call attempted\n"
        "\n"
        "Details:\n"
        "  Attempted call of: 555-0123\n"
        "  At: src/app/client.py:17 in fetch, through phone.dial\n"
        "\n"
        "Small tests do not phone. Options:\n"
        "  1. Mock the phone\n"
        "  2. Write a letter\n"
        "\n"
        "Documentation: https://pytest-hermetic.readthedocs.io/phone/\n"
        "==============================================================="
    )


def test_the_message_leaves_out_what_is_not_known() -> None:
    message = message_of(replace(VIOLATION, site=None, test_location="", test_nodeid="", advice=()))
    assert "At:" not in message
    assert "Test: \n" in message
    assert "  1." not in message


def test_a_test_s_name_may_hold_what_separates_names() -> None:
    assert "Test: test_x[a::b]" not in message_of(replace(VIOLATION, test_nodeid="t.py::test_x"))
    assert "Test: test_x (" in message_of(replace(VIOLATION, test_nodeid="t.py::test_x"))


def test_the_headline_says_size_details_and_place_in_one_line() -> None:
    assert VIOLATION.headline == (
        "small test: Attempted call of: 555-0123 (src/app/client.py:17 in fetch, through phone.dial)"
    )
    assert replace(VIOLATION, site=None).headline == "small test: Attempted call of: 555-0123"


@requirement("ADR-001-30")
def test_the_first_line_of_an_error_is_the_headline_so_that_short_reports_show_it() -> None:
    assert str(PhoneError(VIOLATION)).splitlines()[0] == VIOLATION.headline


def test_a_site_names_the_library_only_where_there_is_one() -> None:
    assert str(SITE) == "src/app/client.py:17 in fetch, through phone.dial"
    assert str(replace(SITE, through="")) == "src/app/client.py:17 in fetch"


@requirement("ADR-001-15")
def test_an_error_has_what_every_resource_s_error_has() -> None:
    error = PhoneError(VIOLATION)
    assert error.violation is VIOLATION
    assert error.test_size is TestSize.SMALL
    assert error.test_nodeid == "tests/test_users.py::TestUsers::test_fetch[1]"
    assert error.remediation == ["Mock the phone", "Write a letter"]
    assert error.args == (VIOLATION,)


def test_an_error_has_the_attributes_of_its_attempt() -> None:
    error = PhoneError(VIOLATION)
    assert error.number == "555-0123"
    assert error.allowed is False


def test_an_error_without_an_attribute_says_so_as_any_object_does() -> None:
    with pytest.raises(AttributeError, match="'PhoneError' object has no attribute 'host'"):
        _ = PhoneError(VIOLATION).host
    assert not hasattr(PhoneError(VIOLATION), "_private")


def test_an_error_that_is_only_half_made_does_not_recurse() -> None:
    with pytest.raises(AttributeError):
        _ = PhoneError.__new__(PhoneError).number


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_an_error_pickles(protocol: int) -> None:
    error = PhoneError(VIOLATION)
    error.add_note("a note")
    twin = pickle.loads(pickle.dumps(error, protocol))
    assert type(twin) is PhoneError
    assert twin.violation == VIOLATION
    assert (str(twin), twin.number, twin.remediation) == (str(error), error.number, error.remediation)
    assert twin.__notes__ == ["a note"]


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_an_error_can_be_copied(copied: object) -> None:
    assert callable(copied)
    assert copied(PhoneError(VIOLATION)).violation == VIOLATION


@requirement("ADR-001-14")
def test_the_base_error_is_an_exception_that_careless_code_may_catch() -> None:
    assert issubclass(HermeticityViolationError, Exception)
    assert not issubclass(HermeticityViolationError, OSError)
    assert HermeticityViolationError.__module__ == "pytest_hermetic"


def test_the_warning_is_a_user_warning() -> None:
    assert issubclass(HermeticityWarning, UserWarning)


def test_records_cannot_be_changed() -> None:
    for record, name in ((SITE, "line"), (VIOLATION, "title"), (VIOLATION.attempt, "allowed")):
        with pytest.raises(FrozenInstanceError):
            setattr(record, name, None)


def test_records_are_compared_and_hashed_by_what_they_say() -> None:
    assert replace(VIOLATION) == VIOLATION
    assert len({VIOLATION, replace(VIOLATION), replace(VIOLATION, phase="setup")}) == 2
