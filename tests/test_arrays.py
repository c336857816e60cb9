"""What derivatives do to arrays: they change none, keep dtypes, and take every layout."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from numba import njit
from numba.core.runtime import _nrt_python, rtsys

from srcdiff import AliasedArguments, adjoint, grad, jvp, value_and_grad, vjp

from .differentiate.finite import check

TARGETS = pytest.mark.parametrize("target", ["cpu", "python"])
X = np.array([0.4, 1.3, 0.2, 2.0])


def overwriting(x, y):
    """Overwrite x again and again, and y as well."""
    total = 0.0
    for i in range(1, len(x)):
        x[i] = x[i] * x[i - 1] + y[i]
        y[i] = x[i] * y[i - 1]
        total += x[i] * y[i]
    return total


def squares(x, y):
    for i in range(len(x)):
        y[i] = x[i] * x[i]


def in_place(x, n):
    for _ in range(n):
        for i in range(1, len(x)):
            x[i] += x[i] * x[i - 1]


def frobenius(a):
    total = 0.0
    for i in range(a.shape[0]):
        for j in range(a.shape[1]):
            total += a[i, j] * a[i, j] * (i + 1)
    return total


def recurrence(x, n):
    state = x[0]
    for i in range(n):
        state = state * state + x[i]
    return state


def add_to_half(x, y):
    half = y[0]
    for i in range(len(x)):
        half += x[i] * y[i]
    return half


# --- the caller's arrays ---


@TARGETS
@pytest.mark.parametrize("kind", [grad, value_and_grad])
def test_arguments_are_not_changed(kind: Callable[..., Any], target: str) -> None:
    x, y = X.copy(), X[::-1].copy()
    result = kind(overwriting, ("x", "y"), target=target)(x, y)
    d_x, d_y = result if kind is grad else result[1]
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(y, X[::-1])
    check(d_x, overwriting, x, y)
    check(d_y, overwriting, x, y, wrt=1)


@TARGETS
def test_arguments_of_a_vjp_are_not_changed(target: str) -> None:
    x, cotangent = X.copy(), np.ones(4)
    found = vjp(in_place, outputs="x", target=target)(x, 2, cotangent)
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(cotangent, np.ones(4))

    def total(x, n):
        in_place(x, n)
        return np.sum(x)

    check(found, total, x, 2)


@TARGETS
def test_results_share_no_memory(target: str) -> None:
    d_x, d_y = grad(add_to_half, ("x", "y"), target=target)(X, X.copy())
    first = d_x.copy()
    d_y[:] = 99.0
    np.testing.assert_array_equal(d_x, first)


@TARGETS
def test_a_function_may_return_its_argument(target: str) -> None:
    def same(x):
        x[0] = x[1] * x[2]
        return x

    x, cotangent = X.copy(), np.ones(4)
    found = vjp(same, target=target)(x, cotangent)
    np.testing.assert_allclose(found, [0.0, 1.0 + x[2], 1.0 + x[1], 1.0])
    np.testing.assert_array_equal(x, X)
    np.testing.assert_array_equal(cotangent, np.ones(4))
    assert not np.shares_memory(found, cotangent)


# --- the adjoint form ---


@pytest.fixture
def allocations() -> Iterator[Callable[[], tuple[int, int]]]:
    """Return the function that tells how much compiled code has allocated, and freed."""

    def counts() -> tuple[int, int]:
        found = rtsys.get_allocation_stats()
        return found.alloc, found.free

    _nrt_python.memsys_enable_stats()
    yield counts
    _nrt_python.memsys_disable_stats()


@TARGETS
def test_adjoint_accumulates_and_consumes(target: str) -> None:
    derivative = adjoint(squares, outputs="y", target=target)
    d_x, y = np.zeros(4), np.empty(4)
    for count in (1, 2, 3):
        d_y = np.ones(4)
        derivative(X, d_x, y, d_y)
        np.testing.assert_allclose(d_x, 2.0 * count * X)
        np.testing.assert_array_equal(d_y, np.zeros(4))


@TARGETS
def test_adjoint_of_an_array_that_is_argument_and_output(target: str) -> None:
    def square(x):
        for i in range(len(x)):
            x[i] = x[i] * x[i]

    x, d_x = X.copy(), np.array([1.0, 2.0, 3.0, 4.0])
    adjoint(square, "x", "x", target=target)(x, d_x)
    np.testing.assert_allclose(d_x, 2.0 * X * [1.0, 2.0, 3.0, 4.0])


def test_adjoint_allocates_nothing(allocations: Callable[[], tuple[int, int]]) -> None:
    derivative = adjoint(squares, outputs="y")

    @njit
    def repeated(count, x, d_x, y, d_y):
        for _ in range(count):
            derivative(x, d_x, y, d_y)

    arrays = (X, np.zeros(4), np.empty(4), np.ones(4))
    repeated(1, *arrays)
    before = allocations()
    repeated(100, *arrays)
    passed = len(arrays)  # Numba wraps each of them once
    assert allocations() == (before[0] + passed, before[1] + passed)


def test_gradients_free_what_they_allocate(allocations: Callable[[], tuple[int, int]]) -> None:
    derivative = grad(recurrence)
    derivative(X, 4)
    allocated, freed = allocations()
    for _ in range(10):
        derivative(X, 4)
    more, less = allocations()
    assert more - allocated == less - freed > 0


# --- dtypes ---


@TARGETS
def test_single_precision_stays(target: str) -> None:
    x = X.astype(np.float32)
    d_x, d_y = grad(overwriting, ("x", "y"), target=target)(x, x[::-1].copy())
    assert d_x.dtype == d_y.dtype == np.float32
    expected = grad(overwriting, target=target)(x.astype(float), x[::-1].astype(float))
    np.testing.assert_allclose(d_x, expected, rtol=1e-5)


def test_each_adjoint_has_the_dtype_of_its_argument() -> None:
    derivative = grad(add_to_half, ("x", "y"), target="python")
    d_x, d_y = derivative(X.astype(np.float32), X)
    assert (d_x.dtype, d_y.dtype) == (np.float32, np.float64)


@TARGETS
def test_single_precision_scalars(target: str) -> None:
    def third(x, y):
        return x / y

    d_x, d_y = grad(third, ("x", "y"), target=target)(np.float32(1.0), np.float32(3.0))
    assert d_x == np.float32(1.0) / np.float32(3.0)
    assert d_y == pytest.approx(-1.0 / 9.0, rel=1e-6)
    assert np.float32(d_y) == d_y


def test_a_single_precision_scalar_with_double_precision() -> None:
    def scaled(a, x):
        total = 0.0
        for i in range(len(x)):
            total += a * x[i]
        return total

    found = grad(scaled, target="python")(np.float32(0.1), X)
    assert type(found) is np.float32
    assert found == np.float32(np.sum(X))


# --- layouts and shapes ---

GRID = np.arange(24.0).reshape(4, 6)
LAYOUTS = {
    "c": GRID,
    "fortran": np.asfortranarray(GRID),
    "transposed": GRID.T,
    "strided": GRID[::2, 1::2],
    "reversed": GRID[::-1, ::-1],
    "one row": GRID[:1],
    "no rows": GRID[:0],
    "no columns": GRID[:, :0],
}


def with_gaps(a):
    """Return an array of the same elements, between others."""
    return np.repeat(np.repeat(a, 2, axis=0), 2, axis=1)[::2, ::2]


@pytest.mark.parametrize("layout", LAYOUTS)
@TARGETS
def test_layouts(layout: str, target: str) -> None:
    a = LAYOUTS[layout]
    found = grad(frobenius, target=target)(a)
    np.testing.assert_allclose(found, 2.0 * a * np.arange(1.0, a.shape[0] + 1.0)[:, None])


@pytest.mark.parametrize("step", [1, 2, -1, -3])
@TARGETS
def test_strided_arrays_that_are_overwritten(step: int, target: str) -> None:
    whole = np.linspace(0.5, 1.5, 10)
    x, y = whole[::step], whole[::-step] * 2.0
    kept = whole.copy()
    d_x, d_y = grad(overwriting, ("x", "y"), target=target)(x, y)
    np.testing.assert_array_equal(whole, kept)
    check(d_x, overwriting, x, y)
    check(d_y, overwriting, x, y, wrt=1)


def overwritten_and_turned(a, w):
    """Overwrite a, and an array that a loop begins with it, which is saved in each iteration."""
    a[0, 0] *= 2.0
    b = a
    for k in range(len(w)):
        b = np.arctan2(a, b) * w[k]
    return np.sum(b * b)


def overwritten_by_calls(a, w):
    """Have a function overwrite a in a loop."""
    for k in range(len(w)):
        scale_row(a, w[k])
        a[0, 1] += 0.5
    return np.sum(np.sin(a) * a)


def scale_row(a, factor):
    a[1] = np.sin(a[0]) * factor * a[1, 1]


def overwritten_or_not(a, w):
    """Overwrite a, which may be what a loop begins with."""
    a[0, 0] = 1.5
    b = np.asfortranarray(np.ones(a.shape))
    if w[0] > 0.0:
        b = a
    for k in range(len(w)):
        b = np.sin(b * w[k]) * b
    return np.sum(b)


def columns(a, w):
    """Save parts of a in each iteration, and what is made of them."""
    total = 0.0
    for k in range(len(w)):
        v = a[:, k % 2] * w[k]
        for _ in range(2):
            v = np.sin(v) * v
        total += np.sum(v * v)
    return total


def overwritten_by_columns(a, w):
    """Overwrite columns of a, and of a view, after operations that need what they were."""
    b = a.T
    b[0] *= w[:2]
    c = np.linalg.solve(b @ b.T + np.eye(2), a)
    for k in range(len(w)):
        c = np.where(c > 0.1, c * a, c.T * w[k])
        a[:, k % 2] = c[k % 2]
    return np.sum(c * a)


ORDERS = {"c": np.ascontiguousarray, "fortran": np.asfortranarray, "strided": with_gaps}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(
    "function",
    [
        overwritten_and_turned,
        overwritten_by_calls,
        overwritten_or_not,
        overwritten_by_columns,
        columns,
    ],
)
@TARGETS
def test_arrays_of_each_order(function: Callable[..., float], order: str, target: str) -> None:
    a = ORDERS[order](np.array([[0.5, 1.5], [-0.5, 2.0]]))
    kept, w = a.copy(), np.array([0.5, 0.25, 0.75])
    d_a = grad(function, target=target)(a, w)
    np.testing.assert_array_equal(a, kept)
    check(d_a, function, a, w)
    if target == "cpu" and function is overwritten_by_columns:
        return  # its tangent takes long to compile, and has no order of its own
    direction = np.asfortranarray(np.array([[1.0, -0.5], [2.0, 0.25]]))
    _, tangent = jvp(function, "a", target=target)(a, w, direction)
    np.testing.assert_allclose(tangent, np.sum(d_a * direction), rtol=1e-12)


@TARGETS
def test_read_only_arrays(target: str) -> None:
    x = X.copy()
    x.flags.writeable = False
    found = grad(frobenius, target=target)(x.reshape(2, 2))
    np.testing.assert_allclose(found, 2.0 * x.reshape(2, 2) * [[1.0], [2.0]])


@TARGETS
def test_no_iterations(target: str) -> None:
    derivative = grad(recurrence, target=target)
    np.testing.assert_array_equal(derivative(X, 0), [1.0, 0.0, 0.0, 0.0])
    np.testing.assert_array_equal(derivative(X, -3), [1.0, 0.0, 0.0, 0.0])
    check(derivative(X, 4), recurrence, X, 4)


@TARGETS
def test_arrays_without_dimensions(target: str) -> None:
    def cube(x):
        return x[()] * x[()] * x[()]

    found = grad(cube, target=target)(np.array(2.0))
    assert found.shape == ()
    assert found == 12.0


# --- aliasing ---


@TARGETS
def test_aliased_arguments_of_which_one_is_written(target: str) -> None:
    derivative = grad(overwriting, target=target)
    for x, y in ((X, X), (X[1:], X[:-1]), (X, X[::-1]), (X[:2], X[1:3])):
        with pytest.raises(AliasedArguments, match="`x` and `y` share memory"):
            derivative(x, y)
    whole = np.linspace(0.5, 1.5, 8)
    check(derivative(whole[:4], whole[4:]), overwriting, whole[:4].copy(), whole[4:].copy())
    check(derivative(whole[::2], whole[1::2]), overwriting, whole[::2], whole[1::2].copy())


@TARGETS
def test_aliased_arguments_that_are_only_read(target: str) -> None:
    d_x, d_y = grad(add_to_half, ("x", "y"), target=target)(X, X)
    np.testing.assert_allclose(d_x, X)
    np.testing.assert_allclose(d_y, X + np.array([1.0, 0.0, 0.0, 0.0]))


@TARGETS
def test_aliased_adjoints(target: str) -> None:
    derivative = adjoint(squares, outputs="y", target=target)
    y, d = np.empty(4), np.ones(4)
    with pytest.raises(AliasedArguments, match="share memory, and `squares` writes"):
        derivative(X, d, y, d)
    with pytest.raises(AliasedArguments, match="share memory, and `squares` writes"):
        derivative(X, X, y, d)


def found(x, i):
    return np.isin(1, i) * x[0] + (x[1] if np.isin(7, i) else x[2])


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_one_number_is_looked_for_in_an_array(target):
    x, i = np.array([1.0, 2.0, 3.0]), np.array([0, 1])
    np.testing.assert_array_equal(grad(found, target=target)(x, i), [1.0, 0.0, 1.0])
    np.testing.assert_array_equal(grad(found, target=target)(x, i + 6), [0.0, 1.0, 0.0])


def power_sum(a, n):
    return np.sum(a**n)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("n", [0, 1, 2, np.array([0, 1, 2]), np.array([2, 0, 0])])
def test_integer_powers_of_zeros(n, kind, target):
    a = np.array([0.0, -1.0, 2.0], kind)
    expected = np.where(np.asarray(n) == 0, 0.0, n * a ** np.maximum(n - np.ones(3, int), 0))
    np.testing.assert_allclose(grad(power_sum, target=target)(a, n), expected)
    _, t = jvp(power_sum, target=target)(a, n, np.ones(3, kind))
    np.testing.assert_allclose(t, expected.sum())
