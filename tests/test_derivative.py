"""Rules of users: for numbers, for arrays, and for whole functions, in both modes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numba import njit

from srcdiff import (
    NoDerivative,
    SrcdiffError,
    UnsupportedSyntax,
    check_grads,
    derivative,
    grad,
    jvp,
    vjp,
)

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
A = np.array([[3.0, 1.0], [0.5, 2.0]])
B = np.array([1.0, -2.0])


@njit
def settled(a: Any, b: Any) -> Any:
    """Solve a x = b by iteration: what the rules know, the loop does not tell."""
    x = np.zeros(len(b))
    for _ in range(200):
        for i in range(len(b)):
            x[i] += (b[i] - np.dot(a[i], x)) / a[i, i]
    return x


def settled_forward(t_a: Any, t_b: Any, x: Any, a: Any, b: Any) -> Any:
    return np.linalg.solve(a, t_b - np.dot(t_a, x))


@derivative(settled, forward=settled_forward)
def settled_reverse(g: Any, x: Any, a: Any, b: Any) -> Any:
    d_b = np.linalg.solve(a.T, g)
    return -np.outer(d_b, x), d_b


def entropy(p: Any) -> float:
    total = 0.0
    for i in range(len(p)):
        total -= p[i] * math.log(p[i])
    return total


@derivative(entropy)
def entropy_rule(g: float, y: float, p: Any) -> Any:
    return -g * (np.log(p) + 1.0)


def polar(x: float, y: float) -> tuple[float, float]:
    return math.hypot(x, y), math.atan2(y, x)


def polar_forward(
    t_x: float, t_y: float, r: float, phi: float, x: float, y: float
) -> tuple[float, float]:
    return (x * t_x + y * t_y) / r, (x * t_y - y * t_x) / (r * r)


@derivative(polar, forward=polar_forward, results=2)
def polar_rule(g_r: float, g_phi: float, r: float, phi: float, x: float, y: float) -> Any:
    return g_r * x / r - g_phi * y / (r * r), g_r * y / r + g_phi * x / (r * r)


def clipped(x: Any) -> Any:
    return np.minimum(np.maximum(x, -1.0), 1.0)


@derivative(clipped)
def straight_through(g: Any, y: Any, x: Any) -> Any:
    return g


def energy(a: Any, b: Any) -> Any:
    x = settled(a, b * b)
    b[0] = 7.0
    a[0, 0] = 100.0  # after the call: the rule reads what was there
    return np.sum(x * x) + b[0]


def surprise(p: Any, k: Any) -> Any:
    return entropy(p * k) * k


def spiral(x: Any, y: Any) -> Any:
    r, phi = polar(x, y)
    return r * math.exp(0.1 * phi)


def angle(x: Any, y: Any) -> Any:
    _, phi = polar(x, y)
    return phi


@TARGETS
@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (energy, (A, B)),
        (surprise, (np.array([0.2, 0.3, 0.5]), 1.5)),
        (spiral, (1.0, 2.0)),
        (angle, (1.0, 2.0)),
    ],
)
def test_rules_of_whole_functions(function: Any, arguments: Any, target: str) -> None:
    check_grads(function, arguments, target=target)


def test_the_rule_is_used_and_not_the_text() -> None:
    text = grad(energy, ("a", "b"), target="python").source(A, B)
    assert "np.linalg.solve(" in text
    text = jvp(energy, ("a", "b"), target="python").source(A, B, A, B)
    assert "t_b - np.dot(t_a, x)" in text or "np.linalg.solve(" in text


@TARGETS
def test_the_function_itself_has_the_derivative_of_its_rule(target: str) -> None:
    check_grads(settled, (A, B), target=target)
    text = vjp(settled, ("a", "b"), target=target).source(A, B, B)
    assert "np.linalg.solve(a.T, cotangent)" in text
    p = np.array([0.2, 0.3, 0.5])
    np.testing.assert_array_equal(grad(entropy, target=target)(p), -np.log(p) - 1.0)


def test_a_rule_without_a_forward_half() -> None:
    x = np.array([0.5, 3.0])

    def total(x: Any) -> Any:
        return np.sum(clipped(x) * 2.0)

    np.testing.assert_array_equal(grad(total, target="python")(x), [2.0, 2.0])
    with pytest.raises(NoDerivative, match="none for forward mode"):
        jvp(total, target="python")(x, x)


def test_wrong_rules_are_refused_when_they_are_registered() -> None:
    def plain(x: Any, y: Any) -> Any:
        return x * y

    with pytest.raises(SrcdiffError, match="gives 1 adjoints, and `plain` takes 2 arguments"):

        @derivative(plain)
        def one(g: Any, z: Any, x: Any) -> Any:
            return g

    with pytest.raises(SrcdiffError, match="straight-line"):

        @derivative(plain)
        def loop(g: Any, z: Any, x: Any, y: Any) -> Any:
            if x > 0.0:
                return g, g
            return g, 0.0

    with pytest.raises(SrcdiffError, match="straight-line"):

        @derivative(plain)
        def several(g: Any, z: Any, x: Any, y: Any) -> Any:
            u = x = g * y
            return u, g * x

    for rule in (lambda g, z, x, y: (g * y, g * x), 3, math.sin):
        with pytest.raises(SrcdiffError, match="is not found"):
            derivative(plain)(rule)

    def tangent(dx: Any, z: Any, x: Any, y: Any) -> Any:
        return dx

    with pytest.raises(SrcdiffError, match="the parameters of the forward rule"):

        @derivative(plain, forward=tangent)
        def pair(g: Any, z: Any, x: Any, y: Any) -> Any:
            return g * y, g * x


def test_a_function_that_writes_to_its_arguments_has_no_rule() -> None:
    def doubled(x: Any) -> Any:
        x[0] *= 2.0
        return x[0]

    @derivative(doubled)
    def rule(g: Any, y: Any, x: Any) -> Any:
        return 2.0 * g * np.ones_like(x)

    def caller(x: Any) -> Any:
        return doubled(x)

    with pytest.raises(UnsupportedSyntax, match="writes to its arguments"):
        grad(caller, target="python")(B)
