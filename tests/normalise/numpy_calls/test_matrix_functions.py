"""Functions of matrices are right where eigenvalues, or singular values, are equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import jvp, value_and_grad

Function = Callable[[Any], Any]
numbers = np.random.default_rng(5)
WEIGHTS, RIGHT = numbers.normal(size=(4, 4)), numbers.normal(size=(4, 2))
MOVE = 0.3 * numbers.normal(size=(4, 4))
TURN = np.linalg.qr(numbers.normal(size=(4, 4)))[0]


def turned(values: list[float]) -> Any:
    """Return a symmetric matrix with some eigenvalues."""
    return TURN @ np.diag(values) @ TURN.T


POINTS = {
    "all equal": 2.0 * np.eye(4),
    "two pairs, but for rounding": turned([1.0, 1.0, 3.0, 3.0]),
    "different": turned([1.0, 2.0, 3.0, 4.5]),
}
SMOOTH: list[Function] = []
UNKNOWN: list[Function] = []


def smooth(function: Function) -> Function:
    """Enter a function of a matrix that is recognised."""
    SMOOTH.append(function)
    return function


def unknown(function: Function) -> Function:
    """Enter one that is nan where values are equal."""
    UNKNOWN.append(function)
    return function


@smooth
def root(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    return np.sum((v * np.sqrt(w)) @ v.T * WEIGHTS)


@smooth
def root_of_lower_triangle(a):
    w, v = np.linalg.eigh(a)
    return np.sum((v * w**0.5) @ v.T * WEIGHTS)


@smooth
def inverse_root_by_diagonal(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    return np.sum(v @ np.diag(1.0 / np.sqrt(w + 1e-3)) @ v.conj().T * WEIGHTS)


@smooth
def exponential_of_rows(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    decay = np.dot(v, np.exp(-0.5 * w)[:, None] * v.T)
    return np.sum((decay + v.dot(np.exp(w[:, None]) * v.T)) * WEIGHTS) + np.sum(np.log(w))


@smooth
def quotients(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    half = v / np.sqrt(np.maximum(w, 1e-9))[None, :]
    return np.sum((half @ np.transpose(v) + half @ half.T * 2.0) * WEIGHTS)


@smooth
def with_numbers_that_depend_on_it(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    t, p = a[0, 1] + 2.0, w / np.sum(w)
    entropy = (v * (p * np.log(p))) @ v.T
    return np.sum(((v * np.exp(w * t) / (w + t)) @ v.T + entropy) * WEIGHTS)


@smooth
def cut_off(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    inverse = (v * np.where(w > 1e-8, 1.0 / w, 0.0)) @ v.T
    return np.sum((inverse + (v * np.tanh(w) * 3.0) @ v.T) * WEIGHTS)


@smooth
def applied_without_the_matrix(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    x = v @ ((v.T @ RIGHT[:, 0]) / np.sqrt(w))
    return x @ x + np.sum(v @ (w[:, None] ** 1.5 * (v.T @ RIGHT)) * RIGHT)


@smooth
def whitened(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    x = (RIGHT.T @ v * np.sqrt(w)) @ v.T
    return np.sum(x * x * x) + np.sum(RIGHT.T @ v @ np.diag(w**-0.5) @ v.T)


@smooth
def in_a_loop(a):
    m = a * 1.0
    for _ in range(2):
        w, v = np.linalg.eigh((m + m.T) / 2.0)
        m = (v * np.sqrt(w)) @ v.T + 0.1 * a
    return np.sum(m * WEIGHTS)


@smooth
def overwritten_afterwards(a):
    m = (a + a.T) / 2.0
    w, v = np.linalg.eigh(m)
    m[0, 0] = a[1, 0]
    return np.sum((v * np.sqrt(w)) @ v.T * WEIGHTS) + np.sum(m * WEIGHTS)


@smooth
def polar_factor(a):
    u, _, vt = np.linalg.svd(a)
    return np.sum(u @ vt * WEIGHTS)


@smooth
def other_singular_values(a):
    u, s, vt = np.linalg.svd(a, full_matrices=False)
    return np.sum(((u * s**2) @ vt + u @ np.diag(np.tanh(s)) @ vt) * WEIGHTS)


@smooth
def tall_and_wide(a):
    u, s, vt = np.linalg.svd(a[:, :2], full_matrices=False)
    p, t, qt = np.linalg.svd(a[:2], full_matrices=False)
    return np.sum((u * np.sqrt(s)) @ vt * RIGHT) + np.sum(p @ (t[:, None] ** 2 * qt) * RIGHT.T)


@unknown
def one_value_is_changed(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    f = np.sqrt(w)
    f[0] = 2.0 * f[0]
    return np.sum((v * f) @ v.T * WEIGHTS)


@unknown
def other_numbers_for_each(a):
    w, v = np.linalg.eigh((a + a.T) / 2.0)
    return np.sum((v * (w * np.arange(4.0))) @ v.T * WEIGHTS)


@unknown
def values_of_the_first_iteration(a):
    total = 0.0
    f = np.ones(4)
    for k in range(2):
        w, v = np.linalg.eigh((a + a.T) / 2.0 + k * np.outer(RIGHT[:, 0], RIGHT[:, 0]))
        if k == 0:
            f = np.sqrt(w)
        total += np.sum((v * f) @ v.T * WEIGHTS)
    return total


def difference(function: Function, at: Any) -> float:
    """Return the derivative in one direction, from differences of fourth order."""
    h = 1e-4
    near = function(at + h * MOVE) - function(at - h * MOVE)
    far = function(at + 2.0 * h * MOVE) - function(at - 2.0 * h * MOVE)
    return float(8.0 * near - far) / (12.0 * h)


def check(function: Function, at: Any, target: str) -> None:
    """Compare the value, the gradient and the tangent with those of the function."""
    value, gradient = value_and_grad(function, target=target)(at)
    _, tangent = jvp(function, target=target)(at, MOVE)
    expected = pytest.approx(difference(function, at), rel=1e-6, abs=1e-7)
    assert value == pytest.approx(function(at), rel=1e-12, abs=1e-12)
    assert np.sum(gradient * MOVE) == expected
    assert tangent == expected


@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("function", SMOOTH)
def test_functions_of_matrices(function: Function, point: str) -> None:
    check(function, POINTS[point], "python")


@pytest.mark.parametrize("function", [root, applied_without_the_matrix, tall_and_wide])
def test_the_compiled_functions(function: Function) -> None:
    check(function, POINTS["two pairs, but for rounding"], "cpu")


@pytest.mark.parametrize("function", UNKNOWN)
def test_what_is_not_recognised_is_nan(function: Function) -> None:
    check(function, POINTS["different"], "python")
    at = POINTS["all equal"]
    assert np.isnan(value_and_grad(function, target="python")(at)[1]).any()
    assert np.isnan(jvp(function, target="python")(at, MOVE)[1])


def test_single_precision() -> None:
    at = np.eye(4, dtype=np.float32) * np.float32(2.0)
    value, gradient = value_and_grad(narrow_root, target="python")(at)
    assert gradient.dtype == np.float32
    np.testing.assert_allclose(gradient + gradient.T, 2.0 * 0.5 / np.sqrt(2.0) * np.ones((4, 4)))
    assert value == pytest.approx(4.0 * np.sqrt(2.0), rel=1e-6)


def narrow_root(a):
    w, v = np.linalg.eigh(a)
    return np.sum((v * np.sqrt(w)) @ v.T)
