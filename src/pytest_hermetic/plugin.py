"""The pytest hooks: wire, don't decide."""
