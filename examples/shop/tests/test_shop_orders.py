"""Databases: a small test uses a fake repository; SQLite in memory is a database too."""

from collections import defaultdict
from collections.abc import Iterable
from contextlib import closing

import pytest

from shop.orders import StoredOrders, earns_a_gift


class FakeOrders:
    def __init__(self) -> None:
        self._amounts = defaultdict[str, list[int]](list)

    def add(self, customer: str, cents: int) -> None:
        self._amounts[customer].append(cents)

    def amounts(self, customer: str) -> Iterable[int]:
        return self._amounts[customer]


def test_gift_with_a_database_in_memory() -> None:
    with closing(StoredOrders(":memory:")) as orders:
        orders.add("Ada", 120_00)
        assert earns_a_gift(orders, "Ada")


def test_gift_with_a_fake_repository() -> None:
    orders = FakeOrders()
    orders.add("Ada", 120_00)
    assert earns_a_gift(orders, "Ada")
    assert not earns_a_gift(orders, "Charles")


@pytest.mark.medium
def test_a_medium_test_may_open_databases() -> None:
    with closing(StoredOrders(":memory:")) as orders:
        orders.add("Ada", 120_00)
        assert list(orders.amounts("Ada")) == [120_00]
