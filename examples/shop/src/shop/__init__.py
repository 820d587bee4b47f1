"""A small shop: code that talks to the outside in six ways, so that its tests can do it well and badly.

A line that a small test must not reach says so: `# violation: RESOURCE`. `make demo` compares.
"""
