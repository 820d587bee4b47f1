"""The collection of ways out of a small test, and of innocent code, that judges the guard."""
