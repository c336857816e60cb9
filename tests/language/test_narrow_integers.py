"""Arithmetic on narrow integers wraps, as in NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, grad, jvp, value_and_grad

pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered", "ignore:divide by zero")


def added(x, k):
    return x * (k[0] + k[1])


def subtracted(x, k):
    return x * (k[1] - k[0])


def multiplied(x, k):
    return x * (k[0] * k[1])


def product_of_four(x, k):
    return x * (k[0] * k[1] * k[2] * k[0])


def divided(x, k):
    return x * (k[0] // k[2]) + x * (k[1] % k[2])


def powers(x, k):
    return x * k[0] ** 2 + x * k[1] ** 3


def negated(x, k):
    return x * -k[1] + x * (-k[0])


def absolute(x, k):
    return x * abs(k[1]) + x * abs(k[2])


def with_literals(x, k):
    return x * (k[0] + 100) + x * (3 * k[1]) + (k[2] - 1) * x


def augmented(x, k):
    s = k[0]
    s += k[1]
    s *= k[2]
    s -= 1
    return x * s


def summed(x, k):
    s = 0
    for v in k:
        s += v
    return x * s


def weighted(x, k):
    s = 0
    for i in range(len(k)):
        s = s + k[i] * i
    return x * s


def in_a_condition(x, k):
    if k[0] + k[1] > 50:
        return x * 2.0
    return x * 3.0


def in_a_loop_condition(x, k):
    n = 0
    while k[0] + k[1] + n < 40 and n < 100:
        n += 1
    return x * n


def in_a_subscript(x, k):
    return np.sin(x) * np.arange(300.0)[k[0] + k[0] - 3]


def in_a_bound(x, k):
    s = 0.0
    for _ in range(k[1] + k[1]):
        s += x
    return s + x


def with_a_counter(x, k, n=3):
    s = 0.0
    for i in range(4):
        s += x * (k[0] * i)
    return s


def bits(x, k):
    return x * (k[0] << 1) + x * (k[0] & 7) + x * (k[1] ^ 3) + x * (k[2] >> 1)


def inverted(x, k):
    return x * ~k[0]


def joined(a, b):
    return a + b


def of_a_helper(x, k):
    return x * joined(k[0], k[1])


def of_rows(x, k):
    m = k.reshape(3, 1)
    s = x * 0.0
    for row in m:
        s += x * (row[0] + row[0])
    return s


def converted(x, k):
    return x * (int(k[0]) + int(k[1])) + x * (float(k[0]) + k[1])


def quotients(x, k):
    return x * (k[0] / k[1]) + x / k[2]


def of_the_larger(x, k):
    return x * (max(k[0], k[1]) + k[0])


def stored(x, k):
    c = k.copy()
    c[0] += 100
    c[1] = c[0] + c[1]
    return x * c[0] + x * c[1]


def stored_in_a_loop(x, k):
    c = np.zeros(3, k.dtype)
    for i in range(3):
        c[i] = k[i] * 2
    return x * c[0] + x * c[2]


def chosen(x, k):
    return x * (k[0] + k[1] if x > 0 else k[2] + 1)


def cast_to_other_widths(x, k):
    return x * (np.int16(k[0]) + k[1]) + x * (np.int64(k[0]) + k[1])


def mixed(x, k):
    return x * (k[0] + k[1] * 2 - k[2] // 3)


def with_floats(x, k):
    return x * (k[0] * 1.5) + (k[0] + x) * 2


def arrays(x, k):
    return x * np.sum((k + k) * 1.0)


def arrays_and_literals(x, k):
    return x * np.sum((k + 100) * 1.0)


def negated_arrays(x, k):
    return x * np.sum((-k) * 1.0)


def sums(x, k):
    return x * sum(k) + x * np.sum(k)


def added_as_floats(x, k):
    return x * math.fsum(k)


def in_a_comprehension(x, k):
    return x * sum([k[i] + k[i] for i in range(3)])


def nested_arrays(x, k):
    return x * np.sum(((k * 2 - k) // 2 + k[::-1]) * 1.0)


def functions_of_arrays(x, k):
    return x * np.sum(np.abs(k) * 1.0) + x * np.sum((~k) * 1.0) + x * np.sum((k**2) * 1.0)


def arrays_in_conditions(x, k):
    c = k + k
    return x * (c[0] + 1) + (np.sin(x) if (k + k > 0).all() else x)


def arrays_in_place(x, k):
    c = k.copy()
    c += 100
    c *= k
    return x * np.sum(c * 0.5)


def arrays_of_two_widths(x, k):
    return (
        x * np.sum((k + np.arange(3)) * 1.0)
        + x * np.sum(k * 1.5)
        + np.sum(k * x)
        + x * np.sum(k / 2)
    )


def elements_of_results(x, k):
    c = k + k
    return x * (c[0] + c[1]) + x * (c[::-1] + c)[0]


def as_a_list(x, k):
    a = k.tolist()
    rows = k.reshape(1, 3).tolist()
    return x * (a[0] * 100 + sum(v * v for v in k.tolist())) + x * rows[0][1] * 300


def by_positions(x, k):
    return x * (np.argmax(k) * k[0] + k.argmin() * k[1] + np.searchsorted(k, 5) * k[0])


def by_counts(x, k):
    return x * (np.count_nonzero(k > 3) * k[0] + np.sum(k > 3) * k[0] + (k > 3).sum() * k[1])


def by_totals(x, k):
    return x * (np.sum(k) * k[1] + k.sum() * k[2] + np.cumsum(k)[1] * k[0])


EVERY = [
    value
    for value in [*globals().values()]
    if getattr(value, "__code__", None) and value.__code__.co_varnames[:2] == ("x", "k")
]
INTEGERS = [
    np.array(values, kind)
    for kind, values in (
        ("int8", [100, 60, 7]),
        ("int8", [100, -128, 2]),
        ("uint8", [200, 100, 3]),
        ("int16", [30000, 20000, 7]),
        ("int32", [2**31 - 5, 100, 3]),
        ("uint16", [60000, 10000, 3]),
        ("int64", [5, 4, 3]),
    )
]
COMPILED = [added, product_of_four, in_a_subscript, summed, in_a_condition, nested_arrays]


def outcome(function: Any, *given: Any) -> Any:
    """Return what a function returns, or the class of what it raises."""
    try:
        return function(*given)
    except (OverflowError, IndexError, ValueError) as error:
        return type(error)


@pytest.mark.parametrize("k", INTEGERS, ids=lambda k: f"{k.dtype}{k[1]}")
@pytest.mark.parametrize("function", EVERY)
def test_values_are_those_of_numpy(function: Any, k: Any) -> None:
    if k.dtype.itemsize > 1 and function in (in_a_subscript, in_a_bound):
        return
    if k.dtype.kind == "u" and function is arrays_in_place:
        return  # Numba does not add to arrays of unsigned integers in place
    expected = outcome(function, 1.5, k)
    found = outcome(value_and_grad(function, target="python"), 1.5, k)
    moved = outcome(jvp(function, target="python"), 1.5, k, 1.0)
    if isinstance(expected, type):
        assert found == moved == expected
        return
    steps = [outcome(function, 1.5 + h, k) for h in (1e-5, -1e-5)]
    slope = (steps[0] - steps[1]) / 2e-5
    np.testing.assert_allclose([found[0], moved[0]], expected, rtol=1e-13)
    np.testing.assert_allclose([found[1], moved[1]], slope, rtol=1e-5, atol=1e-4 * abs(expected))


@pytest.mark.parametrize("function", COMPILED)
def test_compiled_values_are_those_of_numpy(function: Any) -> None:
    compiled = jvp(function)
    for k in INTEGERS[:1]:
        np.testing.assert_allclose(compiled(1.5, k, 1.0)[0], function(1.5, k), rtol=1e-13)


def with_an_argument(x, k, n):
    return x * (k[0] + n)


def test_the_width_may_depend_on_the_caller() -> None:
    k = INTEGERS[0]
    for derivative in (grad(with_an_argument), grad(with_an_argument, target="python")):
        assert derivative(1.5, k, 20) == 120.0
    with pytest.raises(OverflowError, match="out of bounds of its width"):
        grad(with_an_argument)(1.5, k, 100)


def with_a_wide_literal(x, k):
    return x * (k[0] + 300)


def test_literals_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UnsupportedSyntax, match="300 does not fit into int8"):
        grad(with_a_wide_literal)(1.5, INTEGERS[0])
    assert grad(with_a_wide_literal, target="python")(1.5, INTEGERS[3]) == 30300.0


def products_of_vectors(x, k):
    return x * (k @ k) + x * np.dot(k, k)


@pytest.mark.parametrize("k", INTEGERS, ids=lambda k: f"{k.dtype}{k[1]}")
def test_products_of_narrow_vectors_are_refused(k: Any) -> None:
    derivative = grad(products_of_vectors, target="python")
    if k.dtype.itemsize == 8:
        assert derivative(1.5, k) == products_of_vectors(1.0, k)
        return
    with pytest.raises(UnsupportedType, match="of less than 64 bits are not supported"):
        derivative(1.5, k)
    assert derivative(1.5, k.astype(np.int64)) == products_of_vectors(1.0, k.astype(np.int64))


def number_of_truths(x, k):
    return x * (sum(k > 3) * k[0])


def test_truths_of_numpy_are_added_in_64_bits() -> None:
    """Those of Python are its integers: where it is not known which, all have to fit."""
    k = np.array([30, 60, 7], np.int8)
    assert grad(number_of_truths, target="python")(1.5, k) == 90.0
    with pytest.raises(OverflowError, match="out of bounds of its width"):
        grad(number_of_truths, target="python")(1.5, INTEGERS[0])


def polynomial(x, k):
    return x * np.polyval(k, k[0])


@pytest.mark.parametrize("k", INTEGERS, ids=lambda k: f"{k.dtype}{k[1]}")
def test_polynomials_at_narrow_integers_are_refused(k: Any) -> None:
    derivative = grad(polynomial, target="python")
    if k.dtype.itemsize == 8:
        assert derivative(1.5, k) == polynomial(1.0, k)
        return
    with pytest.raises(UnsupportedSyntax, match="computed in their width"):
        derivative(1.5, k)


OUTSIDE = np.array([200, 3], np.uint8)


def of_a_global_array(x):
    return np.sum(np.arctan2(x, OUTSIDE)) + x * np.sum(-OUTSIDE * 1.0) + x / OUTSIDE[0]


def test_arrays_of_the_surroundings_are_narrow_too() -> None:
    expected = np.sum(OUTSIDE / (OUTSIDE * 1.0 * OUTSIDE + 2.25)) + 56.0 + 253.0 + 1.0 / 200.0
    for derivative in (grad(of_a_global_array, target="python"), grad(of_a_global_array)):
        np.testing.assert_allclose(derivative(1.5), expected, rtol=1e-12)
