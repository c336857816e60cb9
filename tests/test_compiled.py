"""Gradients inside compiled code, and gradients of gradients."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numba import njit, prange

from srcdiff import SrcdiffError, adjoint, grad, value_and_grad, vjp

from .differentiate.finite import check

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
X = np.array([0.4, 1.3, 0.2, 2.0])


def wave(x, k=2.0):
    return math.sin(k * x) * x


def energy(x, k=3.0):
    total = 0.0
    for i in range(len(x) - 1):
        stretch = x[i + 1] - x[i]
        total += 0.5 * k * stretch * stretch
    return total


def squares(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


d_wave = grad(wave)
d_energy = grad(energy)


# --- inside compiled code ---


def test_called_from_compiled_code() -> None:
    @njit
    def newton(x, count):
        for _ in range(count):
            x -= 0.1 * d_wave(x)
        return x

    x = 0.7
    for _ in range(5):
        x -= 0.1 * (math.sin(2.0 * x) + 2.0 * x * math.cos(2.0 * x))
    assert newton(0.7, 5) == pytest.approx(x)


def test_called_from_compiled_code_with_arrays() -> None:
    @njit
    def descended(x, count):
        x = x.copy()
        for _ in range(count):
            x -= 0.05 * d_energy(x, k=2.0)
        return x

    expected = X.copy()
    for _ in range(10):
        expected -= 0.05 * d_energy(expected, k=2.0)
    np.testing.assert_allclose(descended(X, 10), expected, rtol=1e-14)


def test_defaults_in_compiled_code() -> None:
    @njit
    def with_default(x):
        return d_wave(x)

    assert with_default(0.7) == d_wave(0.7)


def test_all_kinds_in_compiled_code() -> None:
    both = value_and_grad(energy, ("x", "k"))
    product = vjp(energy)
    accumulate = adjoint(squares, outputs="y")

    @njit
    def all_of(x):
        value, (d_x, d_k) = both(x, 2.0)
        d_x += product(x, 2.0, 0.5)
        y, d_y = np.empty_like(x), np.ones_like(x)
        accumulate(x, d_x, y, d_y)
        return value, d_x, d_k

    value, d_x, d_k = all_of(X)
    assert value == pytest.approx(energy(X, 2.0))
    assert d_k == pytest.approx(energy(X, 1.0))
    np.testing.assert_allclose(d_x, 1.5 * d_energy(X, 2.0) + 2.0 * X)


def test_passed_to_compiled_code() -> None:
    @njit
    def descended(slope, x, count):
        for _ in range(count):
            x -= 0.1 * slope(x)
        return x

    assert descended(d_wave, 0.7, 3) == descended(grad(wave), 0.7, 3)
    assert descended(d_wave, 0.7, 1) == pytest.approx(0.7 - 0.1 * d_wave(0.7))


def test_in_a_parallel_loop() -> None:
    @njit(parallel=True)
    def slopes(x, rows):
        found = np.empty(len(x))
        total = 0.0
        for i in prange(len(x)):
            found[i] = d_wave(x[i], 2.0)
            total += np.sum(d_energy(rows[i], 3.0) * rows[i])
        return found, total

    x = np.linspace(0.0, 1.0, 100)
    rows = np.sin(np.arange(400.0)).reshape(100, 4)
    found, total = slopes(x, rows)
    np.testing.assert_allclose(found, [d_wave(value) for value in x], rtol=1e-14)
    assert total == pytest.approx(sum(2.0 * energy(row) for row in rows))


def test_defaults_in_a_parallel_loop() -> None:
    @njit(parallel=True)
    def slopes(x):
        found = np.empty(len(x))
        for i in prange(len(x)):
            found[i] = d_wave(x[i])
        return found

    np.testing.assert_allclose(slopes(X), [d_wave(value) for value in X], rtol=1e-14)


def test_the_derivative_of_a_function_with_a_parallel_loop() -> None:
    @njit(parallel=True)
    def total(x):
        found = 0.0
        for i in prange(len(x)):
            found += x[i] * x[i]
        return found

    for target in ("cpu", "python"):
        try:
            np.testing.assert_allclose(grad(total, target=target)(X), 2.0 * X)
        except SrcdiffError as error:
            assert "prange" in str(error)  # a refusal is right as well, if it says why


def test_the_generated_code_shows() -> None:
    derivative = grad(wave)
    derivative(0.7, 2.0)
    text = derivative.inspect_llvm()[derivative.signatures[0]]
    assert "wave_gradient" in text


def test_no_call_of_a_gradient_of_numbers_is_left_in_a_compiled_loop() -> None:
    @grad(wrt=(0, 1, 2, 3, 4))
    def five(a, b, c, d, e):
        return a * math.sqrt(b * b + 1.0) + c * d / (1.0 + e * e)

    @njit
    def total(n):
        found = 0.0
        for i in range(n):
            parts = five(0.1 * i, 0.2, 0.3, 0.4, 0.5)
            found += parts[0] + parts[1] + parts[2] + parts[3] + parts[4]
        return found

    assert total(2) == pytest.approx(sum(sum(five(0.1 * i, 0.2, 0.3, 0.4, 0.5)) for i in (0, 1)))
    (text,) = total.inspect_llvm().values()
    calls = [line for line in text.splitlines() if " call " in line]
    assert calls and not any("five_gradient" in line for line in calls)


# --- gradients of gradients ---


@TARGETS
def test_second_and_third_derivative(target: str) -> None:
    first = grad(wave, target=target)
    second = grad(first, target=target)
    third = grad(second, target=target)
    x, k = 0.7, 2.0
    sine, cosine = math.sin(k * x), math.cos(k * x)
    assert first(x) == pytest.approx(sine + k * x * cosine)
    assert second(x) == pytest.approx(2.0 * k * cosine - k * k * x * sine)
    assert third(x) == pytest.approx(-3.0 * k * k * sine - k**3 * x * cosine)


def test_mixed_derivative() -> None:
    mixed = grad(grad(wave, "x", target="python"), "k", target="python")
    check(mixed(0.7, 2.0), lambda x, k: grad(wave, target="python")(x, k), 0.7, 2.0, wrt=1)


def test_second_derivative_with_a_loop() -> None:
    def orbit(x):
        for _ in range(3):
            x = 3.2 * x * (1.0 - x)
        return x

    first = grad(orbit, target="python")
    check(grad(first, target="python")(0.3), first, 0.3)


@TARGETS
def test_a_gradient_in_a_function_that_is_differentiated(target: str) -> None:
    slope = grad(wave, target=target)

    def outer(x):
        return slope(x, 1.5) * x

    check(grad(outer, target=target)(0.7), lambda x: d_wave(x, 1.5) * x, 0.7)


@TARGETS
def test_hessian_vector_product(target: str) -> None:
    slope = grad(energy, target=target)

    def directional(x, v):
        gradient = slope(x, 3.0)
        total = 0.0
        for i in range(len(x)):
            total += gradient[i] * v[i]
        return total

    v = np.array([1.0, -1.0, 2.0, 0.5])
    check(grad(directional, target=target)(X, v), lambda x, v: np.dot(d_energy(x), v), X, v)


def test_value_and_gradient_in_a_function_that_is_differentiated() -> None:
    both = value_and_grad(wave, target="python")

    def outer(x):
        value, slope = both(x, 2.0)
        return value * slope

    def plain(x):
        return wave(x) * d_wave(x)

    check(grad(outer, target="python")(0.7), plain, 0.7)
