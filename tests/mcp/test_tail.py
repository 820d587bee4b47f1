"""Of what pytest printed last, only what the answer does not say yet."""

import pytest

from pytest_hermetic.mcp import tail
from pytest_hermetic.mcp.outcome import Counts, RunOutcome, Verdict

pytestmark = pytest.mark.small

PRINTED = """\
============================= test session starts ==============================
platform linux -- Python 3.12.1, pytest-9.2.0, pluggy-1.7.0
collected 2 items

test_a.py .F                                                             [ 50%]
INTERNALERROR> Traceback (most recent call last):
INTERNALERROR>   File "/x/lib/python3.12/site-packages/_pytest/main.py", line 387, in _main
INTERNALERROR>     session.run()
INTERNALERROR>   File "/home/dev/shop/conftest.py", line 1, in pytest_runtest_protocol
INTERNALERROR>     raise RuntimeError("it broke")
INTERNALERROR> RuntimeError: it broke
!!!!!!!!!!!!!!!!!!!!!!! stopping !!!!!!!!!!!!!!!!!!!!!!!
"""


def test_only_the_project_and_the_news_are_left() -> None:
    outcome = RunOutcome(
        run_id="r",
        verdict=Verdict.INTERNAL_ERROR,
        reason="pytest or a plugin broke: RuntimeError: it broke",
        counts=Counts(),
        tail=PRINTED,
    )

    assert tail.worth_telling(outcome) == [
        "INTERNALERROR> Traceback (most recent call last):",
        'INTERNALERROR>   File "/home/dev/shop/conftest.py", line 1, in pytest_runtest_protocol',
        'INTERNALERROR>     raise RuntimeError("it broke")',
    ]


def test_a_stack_keeps_the_project_s_frames() -> None:
    stack = (
        "tests/test_a.py:3 in f",
        'File "/x/lib/python3.12/threading.py", line 1',
        "tests/test_a.py:9 in test_f",
    )

    assert tail.frames(stack, "tests/test_a.py:3 in f") == ["tests/test_a.py:9 in test_f"]
