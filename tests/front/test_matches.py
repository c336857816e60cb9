"""`match` over constants and names is what `if` and `elif` are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, check_grads, grad


def several(v, a="x", n=3):
    match a, n + 1:
        case "x", 3:
            return v[0]
        case (("y" | "x"), k) if v[1] > 1.0:
            s = v[1] ** 2 * k
        case _:
            s = 0.0
    return s


def in_a_loop(v):
    s = 0.0
    for i in range(4):
        match i % 3:
            case 0:
                s += v[i] ** 2
            case 1:
                if v[i] > 5:
                    continue
                s *= v[i]
            case k:
                s += v[i] * k
    return s


def of_constants(v, w=None, flag=True):
    match w:
        case None:
            s = v[0] ** 2
        case _:
            s = v[1]
    match flag:
        case True:
            s *= v[2]
        case False:
            s = 1.0
    return s


def helper(x, kind):
    match kind:
        case "square":
            return x * x
        case "linear" | "id":
            return x
        case other:
            raise ValueError(other)


def with_helper(v):
    return helper(v[0], "square") * helper(v[1], "id")


def of_one_call(v):
    calls = np.zeros(1)
    match counted(calls, 3):
        case 1:
            s = v[0]
        case 2 | 3:
            s = v[1] ** 2
        case _:
            s = v[2]
    return s * calls[0]


def counted(calls, n):
    calls[0] += 1.0
    return n


def nothing_fits(v, n=7):
    s = v[0] ** 2
    match n:
        case 1:
            s = v[1]
        case -2:
            s = v[2]
    return s


def captured(v):
    match v[0] * v[1]:
        case 100.0:
            return v[2]
        case y:
            return y * y


class Model:
    def __init__(self, kind):
        self.kind = kind
        self.k = 2.0

    def value(self, x):
        match self.kind:
            case "a":
                return self.k * x * x
            case "b":
                return x
        return 0.0


def with_objects(v):
    return Model("a").value(v[0]) * Model("b").value(v[1])


V = np.array([0.3, 1.2, 0.7, 2.0])


@pytest.mark.parametrize(
    "function",
    [
        several,
        in_a_loop,
        of_constants,
        with_helper,
        of_one_call,
        nothing_fits,
        captured,
        with_objects,
    ],
)
def test_gradient(function: Callable[..., Any]) -> None:
    found = grad(function, target="python")(V)
    for place in range(4):
        step = np.eye(4)[place] * 1e-6
        wanted = (function(V + step) - function(V - step)) / 2e-6
        assert found[place] == pytest.approx(wanted, abs=1e-7)


def test_both_modes() -> None:
    check_grads(in_a_loop, (V,), target="python")


def guarded(v):
    match v[0]:
        case k if k > 1.0:
            return k
    return v[1]


def of_parts(v):
    match v:
        case [a, *_]:
            return a
    return v[1]


def of_class(v):
    match v[0]:
        case float(a):
            return a
    return v[1]


@pytest.mark.parametrize("function", [guarded, of_parts, of_class])
def test_refused(function: Callable[..., Any]) -> None:
    with pytest.raises(UnsupportedSyntax, match="a pattern of this `match`"):
        grad(function, target="python")(V)


def scaled(x):
    return scaled_(x) * x


def scaled_(x):
    return 2.0 * x


def test_a_name_with_an_underscore_more() -> None:
    assert grad(scaled, target="python")(1.0) == 4.0
