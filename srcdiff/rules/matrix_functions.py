"""Rules of functions of matrices by their eigenvalues or singular values.

Their sources are named in runtime/matrix_functions.py. The adjoints of values and vectors are
zero here but for that of the values of the function: the whole of the rest goes to the matrix.
"""

from __future__ import annotations

from srcdiff import runtime
from srcdiff.rules.arrays import Array, array_derivative

Five = tuple[Array, float, float, Array, float]
Six = tuple[Array, float, float, float, Array, float]


def tangent_of_matrix_function(
    t_x: Array,
    t_w: Array,
    t_v: Array,
    t_f: Array,
    t_slopes: Array,
    z: Array,
    x: Array,
    w: Array,
    v: Array,
    f: Array,
    slopes: Array,
) -> Array:
    return runtime.matrix_function_forward(t_x, t_f, w, v, f, slopes)


@array_derivative(
    runtime.matrix_function, ndims=(2, 1, 2, 1, 1), forward=tangent_of_matrix_function
)
def matrix_function(
    g: Array, z: Array, x: Array, w: Array, v: Array, f: Array, slopes: Array
) -> Five:
    """A function of a symmetric matrix (Daleckii and Krein 1965)."""
    return (
        runtime.matrix_function_back(g, w, v, f, slopes),
        0.0,
        0.0,
        runtime.own_values_back(g, v, v),
        0.0,
    )


def tangent_of_singular_value_function(
    t_x: Array,
    t_u: Array,
    t_s: Array,
    t_v: Array,
    t_f: Array,
    t_slopes: Array,
    z: Array,
    x: Array,
    u: Array,
    s: Array,
    v: Array,
    f: Array,
    slopes: Array,
) -> Array:
    return runtime.singular_value_function_forward(t_x, t_f, u, s, v, f, slopes)


@array_derivative(
    runtime.singular_value_function,
    ndims=(2, 2, 1, 2, 1, 1),
    forward=tangent_of_singular_value_function,
)
def singular_value_function(
    g: Array, z: Array, x: Array, u: Array, s: Array, v: Array, f: Array, slopes: Array
) -> Six:
    """The matrix with other singular values, as the polar factor (Noferini 2017)."""
    return (
        runtime.singular_value_function_back(g, u, s, v, f, slopes),
        0.0,
        0.0,
        0.0,
        runtime.own_values_back(g, u, v.T),
        0.0,
    )
