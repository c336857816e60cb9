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

    def __call__(self, x):
        return self.rate * x

    def method(self, x):
        return self.rate * x

    @classmethod
    def of_class(cls, x):
        return x


v = np.vectorize(square)


def total(x):
    return np.sum(v(x))


def g(x):
    return np.sin(x)


REFUSED: list[tuple[Any, str, str]] = [
    (v, "returns arrays", "in square"),
    (np.vectorize(square, otypes=[float]), "returns arrays", "in square"),
    (functools.partial(scaled, 2.0), "functools.partial", "in scaled"),
    (functools.partial(scaled, x=2.0), "functools.partial", "in scaled"),
    (Model(), "an object of the class `Model`", "in Model.__call__"),
    (Model, "a class", "in Model.__init__"),
    (Model().method, "a method of an object", "in Model.method"),
    (Model.of_class, "a method of an object", "in Model.of_class"),
    (np.sin, "`sin` is not a Python function", "np.sin(x)"),
    (math.tanh, "`tanh` is not a Python function", "math.tanh(x)"),
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
