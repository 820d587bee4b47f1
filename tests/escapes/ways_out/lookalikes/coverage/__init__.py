"""The project's own package of this name."""

import os


def size(path):
    return os.path.getsize(path)
