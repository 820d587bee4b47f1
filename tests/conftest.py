"""Puts this folder on the path, from which tests import `requirements`; lends pytest's own tool to try plugins."""

pytest_plugins = ["pytester"]
