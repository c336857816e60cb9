"""Values as vectors, and the way back."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from scipy.optimize import minimize

from srcdiff import WrongShape, ravel, value_and_grad

Pair = namedtuple("Pair", "low high")


@dataclass
class Model:
    rate: float
    steps: int
    parts: Any


def test_there_and_back() -> None:
    value = Model(
        0.5, 3, {"p": Pair(1.0, np.arange(6.0).reshape(2, 3)), "kind": "a", "l": [2.0, 3.0]}
    )
    vector, unravel = ravel(value)
    np.testing.assert_array_equal(vector, [0.5, 1.0, *range(6), 2.0, 3.0])
    again = unravel(vector)
    assert isinstance(again, Model) and again.steps == 3 and again.parts["kind"] == "a"
    assert isinstance(again.parts["p"], Pair) and again.parts["l"] == [2.0, 3.0]
    np.testing.assert_array_equal(again.parts["p"].high, value.parts["p"].high)
    assert unravel(2.0 * vector).rate == 1.0 and value.rate == 0.5


def test_vectors_of_integers() -> None:
    value = {"w": np.ones(2), "l": [1.0, 2.0], "x": 2.0, "s": np.ones(1, np.float32)}
    for vector in ([1, 2, 3, 4, 5, 6], np.arange(1, 7), np.ones(6, bool)):
        again = ravel(value)[1](vector)
        assert again["w"].dtype == np.float64 and again["s"].dtype == np.float32
        assert all(type(number) is float for number in (*again["l"], again["x"]))


def test_single_precision_and_numbers() -> None:
    vector, unravel = ravel((np.float32(1.5), np.ones(2, np.float32), 7, 2.0))
    assert vector.dtype == np.float64 and len(vector) == 4
    number, array, count, last = unravel(vector)
    assert type(number) is np.float32 and array.dtype == np.float32 and count == 7 and last == 2.0
    assert ravel(2.5)[1](np.array([3.5])) == 3.5
    assert len(ravel({})[0]) == 0


def test_objects_that_are_the_same_stay_the_same() -> None:
    inner = {"x": 1.0}
    vector, unravel = ravel([inner, inner, {"y": 2.0}])
    again = unravel(vector)
    assert len(vector) == 2 and again[0] is again[1] and again[0] is not inner


def test_another_length() -> None:
    with pytest.raises(WrongShape, match="pass one of 2 numbers"):
        ravel({"a": 1.0, "b": 2.0})[1](np.zeros(3))


def misfit(p, t, seen):
    return np.sum((p["start"] * np.exp(-p["rate"] * t) - seen) ** 2)


def test_for_scipy() -> None:
    t = np.linspace(0.0, 2.0, 9)
    vector, unravel = ravel({"rate": 0.2, "start": 1.0})

    def for_scipy(values):
        value, gradient = value_and_grad(misfit, target="python")(
            unravel(values), t, 3.0 * np.exp(-0.7 * t)
        )
        return value, ravel(gradient)[0]

    found = unravel(minimize(for_scipy, vector, jac=True).x)
    assert found["rate"] == pytest.approx(0.7, rel=1e-4)
    assert found["start"] == pytest.approx(3.0, rel=1e-4)
