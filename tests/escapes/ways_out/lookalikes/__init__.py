"""A project's own modules that bear the names of tools."""
