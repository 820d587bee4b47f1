"""Tables in memory are no database."""

import io

import pandas
import pytest


def test_data_frame():
    assert pandas.DataFrame({"x": [1, 2]})["x"].sum() == 3


def test_query():
    assert len(pandas.DataFrame({"x": [1, 2]}).query("x > 1")) == 1


def test_merge():
    left, right = pandas.DataFrame({"k": [1], "a": [1]}), pandas.DataFrame({"k": [1], "b": [2]})
    assert left.merge(right, on="k")["b"][0] == 2


def test_csv_in_memory():
    assert pandas.read_csv(io.StringIO("x\n1\n"))["x"][0] == 1


def test_group_by():
    assert pandas.DataFrame({"k": ["a", "a"], "x": [1, 2]}).groupby("k")["x"].sum()["a"] == 3


def test_to_sql_needs_an_engine():
    with pytest.raises(TypeError):
        pandas.DataFrame({"x": [1]}).to_sql()
