"""A package within."""
