"""What can be called and is no Python function: refused, with a way out that works."""

from __future__ import annotations

import ctypes
import functools
import math
import operator
from typing import Any
from unittest.mock import Mock

import numpy as np
import pytest
import scipy.special

from srcdiff import NoSource, WrongCall, adjoint, grad, jvp, value_and_grad, vjp


def square(x):
    return x * x


def scaled(a, x):
    return a * x


class Model:
    def __init__(self, rate=1.0):
        self.rate = rate


v = np.vectorize(square)


def total(x):
    return np.sum(v(x))


def g(x):
    return np.sin(x)


REFUSED: list[tuple[Any, str, str]] = [
    (functools.partial(scaled, 2.0), "functools.partial", "in scaled"),
    (functools.partial(scaled, x=2.0), "functools.partial", "in scaled"),
    (Model, "a class", "in Model.__init__"),
    (len, "`len` is not a Python function", "len(x)"),
    (np.ones(2).sum, "is not a Python function", "`def`"),
    (functools.partial(math.pow, 2.0), "is not a Python function", "`def`"),
    (scipy.special.gamma, "`<ufunc 'gamma'>` is not a Python function", "`def`"),
    (operator.itemgetter(0), "is not a Python function", "`def`"),
    (ctypes.CDLL(None).abs, "is not a Python function", "`def`"),
    (float, "a class", "returns a number"),
    (Mock(), "an object of the class `Mock`", ""),
    (2.0, "is not a function", "pass a function"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: type(case[0]).__name__)
def test_refused(case: tuple[Any, str, str]) -> None:
    function, reason, way_out = case
    for kind in (grad, value_and_grad, vjp, jvp, adjoint):
        for target in ("python", "cpu"):
            with pytest.raises((NoSource, WrongCall)) as caught:
                kind(function, target=target)
            assert reason in str(caught.value) and way_out in str(caught.value)


def test_the_ways_out() -> None:
    np.testing.assert_allclose(grad(total, target="python")(np.array([1.0, 2.0])), [2.0, 4.0])
    assert grad(g, target="python")(0.0) == 1.0
    assert grad(scaled, wrt="x", target="python")(2.0, 3.0) == 2.0


WITHOUT_TEXT: list[tuple[Any, tuple[float, ...], float]] = [
    (math.tanh, (0.3,), 1.0 - math.tanh(0.3) ** 2),
    (math.log, (0.5,), 2.0),
    (math.hypot, (0.3, 0.4), 0.6),
    (np.sin, (0.3,), math.cos(0.3)),
    (np.arctan2, (0.3, 0.4), 1.6),
    (v, (0.3,), 0.6),
    (np.vectorize(square, otypes=[float]), (0.3,), 0.6),
]


TITLES = [getattr(case[0], "__name__", "vectorized") for case in WITHOUT_TEXT]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("case", WITHOUT_TEXT, ids=TITLES)
def test_functions_without_a_text_are_called(
    case: tuple[Any, tuple[float, ...], float], target: str
) -> None:
    function, arguments, expected = case
    value, found = value_and_grad(function, target=target)(*arguments)
    assert value == pytest.approx(function(*arguments))
    assert found == pytest.approx(expected)
    assert jvp(function, target=target)(*arguments, 2.0)[1] == pytest.approx(2.0 * expected)


def test_vectorized_functions_take_arrays() -> None:
    x = np.array([0.3, -0.4])
    np.testing.assert_allclose(vjp(v, target="python")(x, np.ones(2)), 2.0 * x)
    np.testing.assert_allclose(vjp(np.sin, target="python")(x, np.ones(2)), np.cos(x))
