"""Small tests stay hermetic: the public names of pytest-hermetic."""
