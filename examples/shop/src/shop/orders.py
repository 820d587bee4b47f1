"""Orders: what is decided about them, and the database that keeps them."""

import sqlite3
from collections.abc import Iterable
from typing import Protocol


class Orders(Protocol):
    """Keeps the orders of customers."""

    def add(self, customer: str, cents: int) -> None: ...
    def amounts(self, customer: str) -> Iterable[int]: ...


class StoredOrders:
    """Orders in an SQLite database."""

    def __init__(self, path: str) -> None:
        self._connection = sqlite3.connect(path)  # violation: database
        self._connection.execute("create table if not exists orders (customer text, cents integer)")

    def add(self, customer: str, cents: int) -> None:
        self._connection.execute("insert into orders values (?, ?)", (customer, cents))

    def amounts(self, customer: str) -> Iterable[int]:
        return [
            cents for (cents,) in self._connection.execute("select cents from orders where customer = ?", [customer])
        ]

    def close(self) -> None:
        self._connection.close()


ENOUGH = 100_00


def earns_a_gift(orders: Orders, customer: str) -> bool:
    """Say whether a customer has ordered for a hundred euros."""
    return sum(orders.amounts(customer)) >= ENOUGH
