"""Atomic maxima and minima: who gets the adjoint of what is left."""

from __future__ import annotations

import json

import pytest

from ..apart import simulated


@pytest.fixture(scope="module")
def found() -> dict[str, list[object]]:
    """Return the adjoints that the check prints."""
    result: dict[str, list[object]] = json.loads(simulated("check_extremes"))
    return result


def test_the_thread_with_the_largest_value_gets_the_adjoint(found: dict[str, object]) -> None:
    assert found["one"] == [[0.0, 1.0, 0.0], [0.0]]
    assert found["single"] == [0.0, 1.0, 0.0, 0.0]


def test_one_of_several_threads_gets_it(found: dict[str, object]) -> None:
    assert found["several"] in ([[1.0, 0.0, 0.0], [0.0]], [[0.0, 0.0, 1.0], [0.0]])


def test_what_was_there_before_keeps_it_if_no_thread_has_more(found: dict[str, object]) -> None:
    assert found["before"] == [[0.0, 0.0], [1.0]]
    assert found["equal"] == [[0.0, 0.0], [1.0]]
    assert found["none"] == [[], [1.0]]
    assert found["zeros"] == [[0.0], [1.0]]


def test_values_that_no_thread_has_raise(found: dict[str, object]) -> None:
    assert found["unknown"] == ["ArithmeticError"]
