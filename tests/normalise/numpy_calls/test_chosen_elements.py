"""Reductions of elements that `where=` chooses, with `initial=`, and spreads over several axes."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, value_and_grad

from ...language.compare import check, check_both

M = np.array([[0.3, 1.1, 0.7, 0.2], [0.9, 0.4, 1.3, 0.6], [0.55, 0.8, 0.1, 1.2]])
C = (np.arange(24.0) + np.sin(np.arange(24.0))).reshape(2, 3, 4) / 10.0


def means(m):
    mask = m > 0.25
    centred = m - np.mean(m, axis=1, where=mask, keepdims=True)
    return np.sum(centred**3) + m.mean(where=mask) * np.sum(np.mean(m * m, axis=0, where=mask) ** 2)


def spreads(m):
    mask = m > 0.25
    rows = np.std(m, axis=1, where=mask[0], keepdims=True)
    return np.sum(m / rows) + np.var(m * m, where=mask, ddof=1) + np.sum(m.var(0, where=mask))


def ends(m):
    mask = m > 0.5
    largest = np.max(m * m, axis=0, where=mask, initial=0.65)
    return np.sum(largest) * np.min(m, where=mask, initial=2.0) + np.max(m, initial=1.25)


def sums(m):
    mask = m > 0.25
    total = np.sum(m * m, axis=1, where=mask, initial=2.0, keepdims=True)
    return np.sum(m / total) + np.prod(m, where=mask, initial=0.5) + m.sum(where=mask)


def in_all_dimensions(c):
    mask = c > 0.37
    squares = np.sum(c * c, where=mask, keepdims=True)
    return np.sum(c / np.std(c * c, where=mask, keepdims=True) + c / squares)


def several_axes(c):
    centre, width = c.mean(axis=(1, 2), keepdims=True), c.std(axis=(1, 2), keepdims=True)
    kept = np.var(c * c, axis=(0, 2), ddof=1) * np.std(c, (0, 2), where=c > 0.37)
    return np.sum(((c - centre) / (width + 0.1)) ** 3) + np.sum(kept) + c.std((0, 1, 2))


def of_complex_numbers(v):
    z = v * np.exp(1j * v)
    return np.mean(z, where=v > 0.7).real + np.var(z, where=v > 0.5, ddof=1)


FUNCTIONS = [means, spreads, ends, sums, in_all_dimensions, several_axes, of_complex_numbers]


def given(function: Callable[..., float]) -> np.ndarray:
    """Return an argument of the rank that a function takes."""
    if function is of_complex_numbers:
        return M[1]
    return C if function in (in_all_dimensions, several_axes) else M


@pytest.mark.parametrize("function", FUNCTIONS)
def test_both_modes(function: Callable[..., float]) -> None:
    check_both(function, given(function))


def test_compiled() -> None:
    check(spreads, M, target="cpu")


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_not_chosen_counts_for_nothing() -> None:
    def seen(v):
        return np.mean(v * v, where=~np.isnan(v))

    def none(v):
        return np.mean(v, where=v > 5.0)

    v = np.array([1.0, np.nan, 3.0])
    value, found = value_and_grad(seen, target="python")(v)
    assert value == 5.0
    np.testing.assert_array_equal(found, [1.0, 0.0, 3.0])
    assert np.isnan(value_and_grad(none, target="python")(v)[0])


def test_single_precision_stays() -> None:
    def loss(v):
        return np.mean(v, where=v > 0.5)

    value, found = value_and_grad(loss, target="python")(M.astype(np.float32))
    assert value.dtype == found.dtype == np.float32


def test_the_largest_of_nothing_needs_an_initial_value() -> None:
    def loss(m):
        return np.max(m, where=m > 0.5)

    with pytest.raises(UnsupportedSyntax, match="NumPy wants it: write `initial=`"):
        value_and_grad(loss, target="python")(M)
