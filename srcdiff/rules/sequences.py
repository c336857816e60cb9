"""Rules of sums and products of the first elements, of differences and of interpolation."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]
Triple = tuple[Any, Any, Any]


@array_derivative(np.cumsum, ndims=(1,), forward="linear")
def cumulative_sum(g: Array, z: Array, x: Array) -> Array:
    """Sums of the first elements."""
    return np.cumsum(g[::-1])[::-1]


@array_derivative(np.cumsum, ndims=(ANY,), forward="linear")
def cumulative_sum_of_all(g: Array, z: Array, x: Array) -> Array:
    """Sums of the first elements of the flat array."""
    return np.reshape(runtime.sums_from(g, 0), x.shape)


@array_derivative(np.cumsum, ndims=(ANY, 0), forward="linear")
def cumulative_sums(g: Array, z: Array, a: Array, axis: int) -> Pair:
    """Sums of the first elements along an axis."""
    return runtime.sums_from(g, axis), 0.0


def tangent_of_cumulative_sum_of_known(t_x: Array, z: Array, x: Array) -> Array:
    return np.cumsum(np.where(np.isnan(x), 0.0, t_x))


@array_derivative(np.nancumsum, ndims=(ANY,), forward=tangent_of_cumulative_sum_of_known)
def cumulative_sum_of_known(g: Array, z: Array, x: Array) -> Array:
    """Sums of the first elements of the flat array, without those that are nan."""
    return np.where(np.isnan(x), 0.0, np.reshape(runtime.sums_from(g, 0), x.shape))


def tangent_of_cumulative_product(t_x: Array, z: Array, x: Array) -> Array:
    return runtime.cumprod_forward(t_x, z, x)


@array_derivative(np.cumprod, ndims=(1,), forward=tangent_of_cumulative_product)
def cumulative_product(g: Array, z: Array, x: Array) -> Array:
    """Products of the first elements."""
    return runtime.cumprod_back(g, z, x)


def tangent_of_cumulative_product_of_all(t_x: Array, z: Array, x: Array) -> Array:
    return runtime.cumprod_forward(np.ravel(t_x), z, np.ravel(x))


@array_derivative(np.cumprod, ndims=(ANY,), forward=tangent_of_cumulative_product_of_all)
def cumulative_product_of_all(g: Array, z: Array, x: Array) -> Array:
    """Products of the first elements of the flat array."""
    return np.reshape(runtime.cumprod_back(g, z, np.ravel(x)), x.shape)


def tangent_of_cumulative_products(t_x: Array, z: Array, x: Array, axis: int) -> Array:
    return runtime.cumprod_forward_along(t_x, z, x, axis)


@array_derivative(runtime.cumprod_along, ndims=(ANY, 0), forward=tangent_of_cumulative_products)
def cumulative_products(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """Products of the first elements along an axis."""
    return runtime.cumprod_back_along(g, z, x, axis), 0.0


def tangent_of_cumulative_product_of_known(t_x: Array, z: Array, x: Array) -> Array:
    factors = np.where(np.isnan(x), 1.0, x)
    t_factors = np.where(np.isnan(x), 0.0, t_x)
    return runtime.cumprod_forward(np.ravel(t_factors), z, np.ravel(factors))


@array_derivative(np.nancumprod, ndims=(ANY,), forward=tangent_of_cumulative_product_of_known)
def cumulative_product_of_known(g: Array, z: Array, x: Array) -> Array:
    """Products of the first elements of the flat array, without those that are nan."""
    factors = np.where(np.isnan(x), 1.0, x)
    d = np.reshape(runtime.cumprod_back(g, z, np.ravel(factors)), x.shape)
    return np.where(np.isnan(x), 0.0, d)


@array_derivative(np.diff, ndims=(ANY,), forward="linear")
def differences(g: Array, z: Array, x: Array) -> Array:
    """Differences of neighbours along the last axis."""
    return runtime.differences_back(g, 1, x)


@array_derivative(np.diff, ndims=(ANY, 0), forward="linear")
def repeated_differences(g: Array, z: Array, a: Array, n: int) -> Pair:
    """Differences of differences along the last axis."""
    return runtime.differences_back(g, n, a), 0.0


@array_derivative(np.ediff1d, ndims=(1,), forward="linear")
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


def tangent_of_interpolated(
    t_x: Array, t_xp: Array, t_fp: Array, z: Array, x: Array, xp: Array, fp: Array
) -> Array:
    return (
        runtime.interp_slopes(t_x, x, xp, fp)
        + runtime.interp_moved(t_xp, x, xp, fp)
        + np.interp(x, xp, t_fp)
    )


@array_derivative(np.interp, ndims=(ANY, 1, 1), forward=tangent_of_interpolated)
def interpolated(g: Array, z: Array, x: Array, xp: Array, fp: Array) -> Triple:
    """Values between those at some points; constant outside of them."""
    return (
        runtime.interp_slopes(g, x, xp, fp),
        runtime.interp_points(g, x, xp, fp),
        runtime.interp_values(g, x, xp, fp),
    )


def tangent_of_unwrapped(t_x: Array, z: Array, x: Array) -> Array:
    return t_x


@array_derivative(np.unwrap, ndims=(1,), forward=tangent_of_unwrapped)
def unwrapped(g: Array, z: Array, x: Array) -> Array:
    """Angles plus multiples of the circle."""
    return g


def tangent_of_sinc_of_each(t_x: Array, z: Array, x: Array) -> Array:
    return t_x * runtime.sinc_slopes(x, z)


@array_derivative(np.sinc, ndims=(ANY,), forward=tangent_of_sinc_of_each)
def sinc_of_each(g: Array, z: Array, x: Array) -> Array:
    """sin(pi x) / (pi x)"""
    return g * runtime.sinc_slopes(x, z)


def tangent_of_polynomial(t_p: Array, t_x: Any, z: Any, p: Array, x: Any) -> Any:
    return runtime.polyval(t_p, x) + t_x * runtime.polyval_slope(p, x)


@array_derivative(runtime.polyval, ndims=(1, 0), forward=tangent_of_polynomial)
def polynomial(g: float, z: float, p: Array, x: float) -> Pair:
    """The value of a polynomial."""
    return runtime.polyval_back(g, p, x), g * runtime.polyval_slope(p, x)


@array_derivative(runtime.polyval, ndims=(1, ANY), forward=tangent_of_polynomial)
def polynomials(g: Array, z: Array, p: Array, x: Array) -> Pair:
    """The values of a polynomial."""
    return runtime.polyval_back(g, p, x), g * runtime.polyval_slope(p, x)
