"""The stack that faulthandler writes, in every Python's words, becomes the line of the test."""

from pytest_hermetic.mcp.outcome import Surroundings
from pytest_hermetic.mcp.stack import main_stack, own_line, stacks

PROJECT = Surroundings(rootdir="/p", start="/p")
TEXT = """Fatal Python error: Segmentation fault

Thread 0x00007f1 (most recent call first):
  File "/p/other.py", line 1 in other

Current thread 0x00007f2 [pytest] (most recent call first):
  File "/usr/lib/python3.14/ctypes/__init__.py", line 519 in string_at
  File "/p/tests/test_a.py", line 4 in test_segv
  File "/v/lib/python3.14/site-packages/_pytest/python.py", line 157 in pytest_pyfunc_call
  File "<frozen importlib._bootstrap>", line 690 in _load_unlocked
  File "/v/lib/python3.14/site-packages/pytest_hermetic/mcp/bootstrap.py", line 40 in run

Extension modules: numpy (total: 1)
"""


def test_only_the_current_threads_frames_count_and_no_machinery() -> None:
    assert stacks(TEXT, PROJECT) == (
        ("/usr/lib/python3.14/ctypes/__init__.py:519 in string_at", "tests/test_a.py:4 in test_segv"),
    )


def test_the_projects_own_line_says_more_than_the_innermost() -> None:
    assert own_line(stacks(TEXT, PROJECT)[0]) == "tests/test_a.py:4 in test_segv"


def test_without_an_own_line_the_innermost_is_told_and_without_any_nothing() -> None:
    assert own_line(("/usr/lib/x.py:1 in f", "/usr/lib/y.py:2 in g")) == "/usr/lib/x.py:1 in f"
    assert own_line(()) == ""


def test_a_long_stack_is_cut() -> None:
    long = "Current thread 0x1 (most recent call first):\n" + '  File "/p/a.py", line 1 in f\n' * 100
    assert [len(one) for one in stacks(long, PROJECT)] == [15]


def test_each_dump_is_a_stack_of_its_own() -> None:
    assert len(stacks(TEXT + TEXT, PROJECT)) == 2


def test_of_a_hang_the_thread_that_runs_pytest_is_told_whichever_took_the_signal() -> None:
    helper = 'Current thread 0x9 (most recent call first):\n  File "/usr/lib/socket.py", line 293 in accept\n\n'
    dumped = helper + TEXT.replace("Current thread", "Thread")
    assert own_line(main_stack(dumped, PROJECT)) == "tests/test_a.py:4 in test_segv"
    assert main_stack(helper, PROJECT) == ()


def test_paths_begin_where_pytest_was_started_whichever_rootdir_it_chose() -> None:
    deeper = Surroundings(rootdir="/p/tests", start="/p")
    further_up = Surroundings(rootdir="/p", start="/p/src")
    assert own_line(stacks(TEXT, deeper)[0]) == "tests/test_a.py:4 in test_segv"
    assert own_line(stacks(TEXT, further_up)[0]) == "../tests/test_a.py:4 in test_segv"
