"""Rules of arrays that are made of numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]
Triple = tuple[Any, Any, Any]


@array_derivative(np.full, ndims=(0, 0), forward="linear")
def filled(g: Array, z: Array, shape: Any, fill_value: float) -> Pair:
    """An array of one number."""
    return 0.0, np.sum(g)


@array_derivative(np.full, ndims=(0, 0, 0), forward="linear")
def filled_of_type(g: Array, z: Array, shape: Any, fill_value: float, dtype: Any) -> Triple:
    """An array of one number, of some type."""
    return 0.0, np.sum(g), 0.0


@array_derivative(np.full_like, ndims=(ANY, 0), forward="linear")
def filled_like(g: Array, z: Array, a: Array, fill_value: float) -> Pair:
    """An array of one number, of the shape of another."""
    return 0.0, np.sum(g)


@array_derivative(runtime.kept, ndims=(0, ANY), forward="linear")
def kept_number(g: Array, z: Array, value: float, x: Array) -> Pair:
    """An array of one number, with as many dimensions as another: sums with `keepdims`."""
    return np.sum(g), 0.0


@array_derivative(np.linspace, ndims=(0, 0), forward="linear")
def linear_space_of_50(g: Array, z: Array, start: float, stop: float) -> Pair:
    """Fifty numbers at equal distances."""
    n = len(g)
    return np.sum(g * np.linspace(1.0, 0.0, n)), np.sum(g * np.linspace(0.0, 1.0, n))


@array_derivative(np.linspace, ndims=(0, 0, 0), forward="linear")
def linear_space(g: Array, z: Array, start: float, stop: float, num: int) -> Triple:
    """Numbers at equal distances."""
    return np.sum(g * np.linspace(1.0, 0.0, num)), np.sum(g * np.linspace(0.0, 1.0, num)), 0.0


def tangent_of_powers_of_ten(
    t_start: float, t_stop: float, z: Array, start: float, stop: float, num: int
) -> Array:
    return math.log(10.0) * z * np.linspace(t_start, t_stop, num)


@array_derivative(np.logspace, ndims=(0, 0, 0), forward=tangent_of_powers_of_ten)
def powers_of_ten(g: Array, z: Array, start: float, stop: float, num: int) -> Triple:
    """Powers of 10 whose exponents are at equal distances."""
    d = math.log(10.0) * g * z
    return np.sum(d * np.linspace(1.0, 0.0, num)), np.sum(d * np.linspace(0.0, 1.0, num)), 0.0


def tangent_of_geometric_sequence(
    t_start: float, t_stop: float, z: Array, start: float, stop: float, num: int
) -> Array:
    return z * np.linspace(t_start / start, t_stop / stop, num)


@array_derivative(np.geomspace, ndims=(0, 0, 0), forward=tangent_of_geometric_sequence)
def geometric_sequence(g: Array, z: Array, start: float, stop: float, num: int) -> Triple:
    """Numbers with equal quotients."""
    d = g * z
    return (
        np.sum(d * np.linspace(1.0, 0.0, num)) / start,
        np.sum(d * np.linspace(0.0, 1.0, num)) / stop,
        0.0,
    )


@array_derivative(np.arange, ndims=(0,))
def counted(g: Array, z: Array, stop: float) -> float:
    """0.0, 1.0, ...: the end only tells how many."""
    return 0.0


def tangent_of_counted_from(t_start: float, z: Array, start: float, stop: float) -> Array:
    return np.full(len(z), t_start)


@array_derivative(np.arange, ndims=(0, 0), forward=tangent_of_counted_from)
def counted_from(g: Array, z: Array, start: float, stop: float) -> Pair:
    """Numbers at distance 1: the end only tells how many."""
    return np.sum(g), 0.0


def tangent_of_counted_with_step(
    t_start: float, t_step: float, z: Array, start: float, stop: float, step: float
) -> Array:
    return np.full(len(z), t_start) + t_step * np.arange(len(z))


@array_derivative(np.arange, ndims=(0, 0, 0), forward=tangent_of_counted_with_step)
def counted_with_step(g: Array, z: Array, start: float, stop: float, step: float) -> Triple:
    """Numbers at equal distances: the end only tells how many."""
    return np.sum(g), 0.0, np.sum(g * np.arange(len(g)))


def tangent_of_powers_of_elements(t_x: Array, z: Array, x: Array) -> Array:
    return runtime.vander_forward(t_x, z, x)


@array_derivative(np.vander, ndims=(1,), forward=tangent_of_powers_of_elements)
def powers_of_elements(g: Array, z: Array, x: Array) -> Array:
    """The powers of the elements of a vector, as many as it has elements."""
    return runtime.vander_back(g, x)


def tangent_of_powers(t_x: Array, z: Array, x: Array, N: int) -> Array:
    return runtime.vander_forward(t_x, z, x)


@array_derivative(np.vander, ndims=(1, 0), forward=tangent_of_powers)
def powers(g: Array, z: Array, x: Array, N: int) -> Pair:
    """The powers of the elements of a vector."""
    return runtime.vander_back(g, x), 0.0
