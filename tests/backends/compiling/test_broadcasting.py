"""Operations on arrays that are broadcast: as NumPy has them, and not compiled 256 times."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import numba
import numpy as np
import pytest
from numba.np.npyimpl import _ArrayIndexingHelper

from srcdiff import grad
from srcdiff.backends.compiling.broadcasting import broadcast_quickly

NUMBERS = np.random.default_rng(3)


def arrays(ndim: int) -> list[Any]:
    """Return arrays with one element along each choice of axes, and one of lower rank."""
    shapes = product(*[(1, 3)] * ndim)
    return [NUMBERS.normal(size=shape) for shape in [*shapes, (3,) * (ndim - 1)] if shape]


def product_of(a: Any, b: Any) -> Any:
    return a * b


def three(a: Any, b: Any) -> Any:
    return a * b - np.sin(a) * b


def in_place(a: Any, b: Any) -> Any:
    c = np.zeros_like(a + b)
    c += a
    c *= b
    np.subtract(c, a, c)
    return c


@pytest.mark.parametrize(
    ("function", "ndim"),
    [(product_of, 1), (in_place, 1), (product_of, 2), (three, 2), (in_place, 2), (product_of, 3)],
)
def test_all_shapes(function: Callable[..., Any], ndim: int) -> None:
    with broadcast_quickly():
        compiled = numba.njit(function)
        for a, b in product(arrays(ndim), repeat=2):
            np.testing.assert_allclose(compiled(a, b), function(a, b), rtol=1e-13, atol=1e-15)


@pytest.mark.parametrize("shapes", [((2, 0), (1, 1)), ((0, 1), (0, 3)), ((1, 0, 1), (4, 1, 2))])
def test_arrays_without_elements(shapes: tuple[tuple[int, ...], tuple[int, ...]]) -> None:
    a, b = map(np.ones, shapes)
    with broadcast_quickly():
        assert numba.njit(product_of)(a, b).shape == (a * b).shape


def test_other_orders_and_strides() -> None:
    a = NUMBERS.normal(size=(4, 6, 5))[::-1, ::2, 1:]
    with broadcast_quickly():
        compiled = numba.njit(product_of)
        for b in (a[:, :1], a[..., -1:], a[:1], np.asfortranarray(a)):
            np.testing.assert_array_equal(compiled(a, b), a * b)


def test_there_are_fewer_loops() -> None:
    kinds = "float64[:,:,::1](float64[:,:,::1], float64[:,:,::1])"
    with broadcast_quickly():
        (masked,) = numba.njit(kinds)(product_of).inspect_llvm().values()
    (plain,) = numba.njit(kinds)(product_of).inspect_llvm().values()
    assert 0 < 3 * masked.count("fmul") < plain.count("fmul")


def test_numba_is_as_before_afterwards() -> None:
    before = _ArrayIndexingHelper.update_indices
    a = NUMBERS.normal(size=(2, 3, 1))
    np.testing.assert_allclose(grad(lambda x: np.sum(x * x))(a), 2.0 * a)
    assert _ArrayIndexingHelper.update_indices is before
