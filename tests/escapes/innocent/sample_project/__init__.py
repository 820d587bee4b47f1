"""A project whose parts are imported and read by innocent tests."""
