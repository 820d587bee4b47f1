"""Network: a small test asks nobody; the code under test is handed a function that knows the answer."""

import pytest

from shop.rates import rate


def test_rate_of_a_real_service(service: str) -> None:
    assert rate("USD", service) == 1.25


def test_rate_of_a_fake_service() -> None:
    asked = []

    def fetch(url: str) -> bytes:
        asked.append(url)
        return b'{"rate": 1.25}'

    assert rate("USD", "https://rates.example", fetch) == 1.25
    assert asked == ["https://rates.example/USD"]


@pytest.mark.medium
def test_a_medium_test_may_ask_this_machine(service: str) -> None:
    assert rate("USD", service) == 1.25
