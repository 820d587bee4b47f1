"""After a refused start of the resource tracker, a medium test starts it as it likes."""

from multiprocessing.shared_memory import SharedMemory

import pytest


def share_memory():
    memory = SharedMemory(create=True, size=16)
    memory.close()
    memory.unlink()


def test_small():
    share_memory()


@pytest.mark.medium
def test_medium_afterwards():
    share_memory()
