"""The sample project of the innocent cases stands beside them and is imported like any project."""

import pytest

pytest.register_assert_rewrite("sample_project.asserting", "sample_asserting")
