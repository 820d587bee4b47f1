"""The only rooms that touch the interpreter: they notice accesses, and know neither sizes nor tests."""
