"""Rules of functions that give the same elements in another order or shape, or some of them."""

from __future__ import annotations

from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.arrays import ANY, Array, array_derivative

Pair = tuple[Any, Any]


@array_derivative(np.transpose, ndims=(ANY,), forward="linear")
def transposed(g: Array, z: Array, x: Array) -> Array:
    """The array with its axes in opposite order."""
    return g.T


@array_derivative(np.transpose, ndims=(ANY, 0), forward="linear")
def turned(g: Array, z: Array, a: Array, axes: Any) -> Pair:
    """The array with its axes in another order."""
    return runtime.viewed_back(g, axes, a), 0.0


@array_derivative(np.swapaxes, ndims=(ANY, 0, 0), forward="linear")
def swapped(g: Array, z: Array, a: Array, axis1: int, axis2: int) -> tuple[Any, float, float]:
    """The array with two of its axes exchanged."""
    return np.swapaxes(g, axis1, axis2), 0.0, 0.0


@array_derivative(np.moveaxis, ndims=(ANY, 0, 0), forward="linear")
def moved(g: Array, z: Array, a: Array, source: int, destination: int) -> tuple[Any, float, float]:
    """The array with an axis at another place."""
    return np.moveaxis(g, destination, source), 0.0, 0.0


@array_derivative(
    np.ravel,
    np.ndarray.flatten,
    np.atleast_1d,
    np.atleast_2d,
    np.atleast_3d,
    ndims=(ANY,),
    forward="linear",
)
def ravelled(g: Array, z: Array, x: Array) -> Array:
    """All elements in one vector, or in an array of more dimensions."""
    return np.reshape(np.ascontiguousarray(g), x.shape)


def tangent_of_reshaped(t_x: Array, z: Array, x: Array, shape: Any) -> Array:
    return np.reshape(np.ascontiguousarray(t_x), shape)


@array_derivative(np.reshape, ndims=(ANY, 0), forward=tangent_of_reshaped)
def reshaped(g: Array, z: Array, x: Array, shape: Any) -> Pair:
    """All elements in another shape."""
    return np.reshape(np.ascontiguousarray(g), x.shape), 0.0


@array_derivative(np.expand_dims, ndims=(ANY, 0), forward="linear")
def expanded(g: Array, z: Array, a: Array, axis: int) -> Pair:
    """The array with one more axis, of length 1."""
    return np.reshape(np.ascontiguousarray(g), a.shape), 0.0


@array_derivative(runtime.squeeze, ndims=(1, 0), forward="linear")
def only_element(g: float, z: float, x: Array, axis: int) -> Pair:
    """The element of a vector that has no other."""
    return np.full_like(x, g), 0.0


@array_derivative(runtime.squeeze, ndims=(ANY, 0), forward="linear")
def squeezed(g: Array, z: Array, x: Array, axis: int) -> Pair:
    """The array without an axis, of length 1."""
    return np.expand_dims(g, axis), 0.0


@array_derivative(np.broadcast_to, ndims=(ANY, 0), forward="linear")
def broadcast(g: Array, z: Array, array: Array, shape: Any) -> Pair:
    """The array, repeated along some axes."""
    return runtime.fit(g, array), 0.0


@array_derivative(np.broadcast_to, ndims=(0, 0), forward="linear")
def broadcast_number(g: Array, z: Array, array: float, shape: Any) -> Pair:
    """An array of one number."""
    return np.sum(g), 0.0


@array_derivative(np.flip, ndims=(ANY,), forward="linear")
def flipped(g: Array, z: Array, x: Array) -> Array:
    """The elements in opposite order."""
    return np.flip(g)


@array_derivative(np.flipud, ndims=(ANY,), forward="linear")
def flipped_up(g: Array, z: Array, x: Array) -> Array:
    """The rows in opposite order."""
    return np.flipud(g)


@array_derivative(np.fliplr, ndims=(ANY,), forward="linear")
def flipped_left(g: Array, z: Array, x: Array) -> Array:
    """The columns in opposite order."""
    return np.fliplr(g)


@array_derivative(np.rot90, ndims=(2,), forward="linear")
def rotated(g: Array, z: Array, x: Array) -> Array:
    """A matrix, turned by a quarter of a circle."""
    return np.rot90(g, 3)


@array_derivative(np.rot90, ndims=(2, 0), forward="linear")
def rotated_often(g: Array, z: Array, m: Array, k: int) -> Pair:
    """A matrix, turned by several quarters of a circle."""
    return np.rot90(g, -k), 0.0


@array_derivative(np.roll, ndims=(ANY, 0), forward="linear")
def rolled(g: Array, z: Array, a: Array, shift: int) -> Pair:
    """The elements, moved around in a circle."""
    return np.roll(g, -shift), 0.0


@array_derivative(np.repeat, ndims=(ANY, 0), forward="linear")
def repeated(g: Array, z: Array, a: Array, repeats: int) -> Pair:
    """Each element several times."""
    return runtime.scattered(g, np.repeat(np.arange(a.size), repeats), a), 0.0


@array_derivative(np.repeat, ndims=(ANY, 1), forward="linear")
def repeated_each(g: Array, z: Array, a: Array, repeats: Array) -> Pair:
    """Each element as often as another array tells."""
    return runtime.scattered(g, np.repeat(np.arange(a.size), repeats), a), 0.0


@array_derivative(runtime.tile, ndims=(ANY, 0), forward="linear")
def tiled(g: Array, z: Array, x: Array, count: int) -> Pair:
    """An array several times, along its last axis."""
    return runtime.tile_back(g, count, x), 0.0


@array_derivative(runtime.windows, ndims=(ANY, 0), forward="linear")
def in_windows(g: Array, z: Array, x: Array, length: int) -> Pair:
    """The parts of an array that are so many rows long, one after the other."""
    return runtime.windows_back(g, x), 0.0


@array_derivative(np.take, ndims=(ANY, 0), forward="linear")
def taken(g: float, z: float, a: Array, indices: int) -> Pair:
    """One element."""
    return runtime.one_hot(g, indices, a), 0.0


@array_derivative(np.take, ndims=(ANY, ANY), forward="linear")
def taken_elements(g: Array, z: Array, a: Array, indices: Array) -> Pair:
    """The elements at some places."""
    return runtime.scattered(g, indices, a), 0.0


@array_derivative(np.extract, ndims=(ANY, ANY), forward="linear")
def extracted(g: Array, z: Array, condition: Array, arr: Array) -> Pair:
    """The elements where a condition holds."""
    return 0.0, runtime.scattered(g, np.flatnonzero(condition), arr)


@array_derivative(np.delete, ndims=(ANY, 0), forward="linear")
def deleted(g: Array, z: Array, arr: Array, obj: int) -> Pair:
    """All elements but one."""
    return runtime.scattered(g, np.delete(np.arange(arr.size), obj), arr), 0.0


@array_derivative(np.delete, ndims=(ANY, 1), forward="linear")
def deleted_elements(g: Array, z: Array, arr: Array, obj: Array) -> Pair:
    """All elements but some."""
    return runtime.scattered(g, np.delete(np.arange(arr.size), obj), arr), 0.0


@array_derivative(np.append, ndims=(1, 0), forward="linear")
def lengthened(g: Array, z: Array, arr: Array, values: float) -> Pair:
    """The elements of a vector, and one more."""
    return g[:-1], g[-1]


@array_derivative(np.append, ndims=(ANY, 0), forward="linear")
def appended_number(g: Array, z: Array, arr: Array, values: float) -> Pair:
    """The elements of an array, and one more."""
    return np.reshape(np.ascontiguousarray(g[:-1]), arr.shape), g[-1]


@array_derivative(np.append, ndims=(ANY, ANY), forward="linear")
def appended(g: Array, z: Array, arr: Array, values: Array) -> Pair:
    """The elements of one array and then those of another."""
    return (
        np.reshape(np.ascontiguousarray(g[: arr.size]), arr.shape),
        np.reshape(np.ascontiguousarray(g[arr.size :]), values.shape),
    )


@array_derivative(np.append, ndims=(0, 0), forward="linear")
def appended_numbers(g: Array, z: Array, arr: float, values: float) -> Pair:
    """One number and then another."""
    return g[0], g[1]


@array_derivative(np.append, ndims=(0, ANY), forward="linear")
def appended_to_number(g: Array, z: Array, arr: float, values: Array) -> Pair:
    """One number and then the elements of an array."""
    return g[0], np.reshape(np.ascontiguousarray(g[1:]), values.shape)


def tangent_of_sorted_elements(t_x: Array, z: Array, x: Array) -> Array:
    return t_x[np.argsort(x, kind="mergesort")]


@array_derivative(np.sort, ndims=(1,), forward=tangent_of_sorted_elements)
def sorted_elements(g: Array, z: Array, x: Array) -> Array:
    """The elements in rising order; equal ones keep theirs."""
    return runtime.scattered(g, np.argsort(x, kind="mergesort"), x)


def tangent_of_sorted_rows(t_x: Array, z: Array, x: Array) -> Array:
    return runtime.sort_forward(t_x, x)


@array_derivative(np.sort, ndims=(ANY,), forward=tangent_of_sorted_rows)
def sorted_rows(g: Array, z: Array, x: Array) -> Array:
    """The elements of each row in rising order; equal ones keep theirs."""
    return runtime.sort_back(g, x)


def tangent_of_different(t_x: Array, z: Array, x: Array) -> Array:
    return np.take(t_x, runtime.first_places(x, len(z)))


@array_derivative(np.unique, ndims=(ANY,), forward=tangent_of_different)
def different_elements(g: Array, z: Array, x: Array) -> Array:
    """The different elements in rising order; of equal ones the first counts."""
    return runtime.scattered(g, runtime.first_places(x, len(z)), x)


@array_derivative(
    np.asarray,
    np.ascontiguousarray,
    np.asfortranarray,
    np.array,
    np.copy,
    np.real,
    ndims=(ANY,),
    forward="linear",
)
def same_elements(g: Array, z: Array, x: Array) -> Array:
    """The same array, or a copy of it."""
    return g
