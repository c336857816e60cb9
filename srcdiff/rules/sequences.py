"""Rules of sums and products of the first elements, of differences and of interpolation."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]
Triple = tuple[Any, Any, Any]


@array_derivative(np.cumsum, ndims=(1,))
def cumulative_sum(g: Array, z: Array, x: Array) -> Array:
    """Sums of the first elements."""
    return np.cumsum(g[::-1])[::-1]


@array_derivative(np.cumsum, ndims=(ANY,))
def cumulative_sum_of_all(g: Array, z: Array, x: Array) -> Array:
    """Sums of the first elements of the flat array."""
    return np.reshape(runtime.sums_from(g, 0), x.shape)


@array_derivative(np.cumsum, ndims=(ANY, 0))
def cumulative_sums(g: Array, z: Array, a: Array, axis: int) -> Pair:
    """Sums of the first elements along an axis."""
    return runtime.sums_from(g, axis), 0.0


@array_derivative(np.nancumsum, ndims=(ANY,))
def cumulative_sum_of_known(g: Array, z: Array, x: Array) -> Array:
    """Sums of the first elements of the flat array, without those that are nan."""
    return np.where(np.isnan(x), 0.0, np.reshape(runtime.sums_from(g, 0), x.shape))


@array_derivative(np.cumprod, ndims=(1,))
def cumulative_product(g: Array, z: Array, x: Array) -> Array:
    """Products of the first elements."""
    return runtime.cumprod_back(g, z, x)


@array_derivative(np.cumprod, ndims=(ANY,))
def cumulative_product_of_all(g: Array, z: Array, x: Array) -> Array:
    """Products of the first elements of the flat array."""
    return np.reshape(runtime.cumprod_back(g, z, np.ravel(x)), x.shape)


@array_derivative(runtime.cumprod_along, ndims=(ANY, 0))
def cumulative_products(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """Products of the first elements along an axis."""
    return runtime.cumprod_back_along(g, z, x, axis), 0.0


@array_derivative(np.nancumprod, ndims=(ANY,))
def cumulative_product_of_known(g: Array, z: Array, x: Array) -> Array:
    """Products of the first elements of the flat array, without those that are nan."""
    factors = np.where(np.isnan(x), 1.0, x)
    d = np.reshape(runtime.cumprod_back(g, z, np.ravel(factors)), x.shape)
    return np.where(np.isnan(x), 0.0, d)


@array_derivative(np.diff, ndims=(ANY,))
def differences(g: Array, z: Array, x: Array) -> Array:
    """Differences of neighbours along the last axis."""
    return runtime.differences_back(g, 1, x)


@array_derivative(np.diff, ndims=(ANY, 0))
def repeated_differences(g: Array, z: Array, a: Array, n: int) -> Pair:
    """Differences of differences along the last axis."""
    return runtime.differences_back(g, n, a), 0.0


@array_derivative(np.ediff1d, ndims=(1,))
def differences_of_vector(g: Array, z: Array, x: Array) -> Array:
    """Differences of neighbours."""
    return runtime.differences_back(g, 1, x)


@array_derivative(np.interp, ndims=(0, 1, 1))
def interpolated_number(g: float, z: float, x: float, xp: Array, fp: Array) -> Triple:
    """A number between values at some points; constant outside of them."""
    g_x = np.full(1, g)
    at = np.full(1, x)
    return (
        runtime.interp_slopes(g_x, at, xp, fp)[0],
        runtime.interp_points(g_x, at, xp, fp),
        runtime.interp_values(g_x, at, xp, fp),
    )


@array_derivative(np.interp, ndims=(ANY, 1, 1))
def interpolated(g: Array, z: Array, x: Array, xp: Array, fp: Array) -> Triple:
    """Values between those at some points; constant outside of them."""
    return (
        runtime.interp_slopes(g, x, xp, fp),
        runtime.interp_points(g, x, xp, fp),
        runtime.interp_values(g, x, xp, fp),
    )


@array_derivative(np.unwrap, ndims=(1,))
def unwrapped(g: Array, z: Array, x: Array) -> Array:
    """Angles plus multiples of the circle."""
    return g


@array_derivative(np.sinc, ndims=(ANY,))
def sinc_of_each(g: Array, z: Array, x: Array) -> Array:
    """sin(pi x) / (pi x)"""
    return g * runtime.sinc_slopes(x, z)
