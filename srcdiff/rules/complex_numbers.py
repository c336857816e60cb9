"""The table of rules for complex numbers.

Adjoints of complex numbers are kept conjugated: `g` stands for dL/dRe z - i dL/dIm z.
Then the rule of a holomorphic function is the one of real numbers as it stands,
`g * f'(x)`, without any conjugation: HOLOMORPHIC lists the functions of which that holds.
Others have a rule of their own here. A function that is in neither of them is refused
where its arguments are complex. Real arguments get the real part of what a rule says.
"""

from __future__ import annotations

import builtins
import cmath
import math
import operator
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np

from srcdiff import runtime
from srcdiff.core.primitives import by_function, functions_with
from srcdiff.rules.arrays import ANY, Array, ArrayRule, Entry, Ndims, array_rule, first_that_fits
from srcdiff.rules.forward import How
from srcdiff.rules.registry import Rule, parse_rule, rule_of

F = TypeVar("F", bound=Callable[..., Any])
Pair = tuple[Any, Any]

HOLOMORPHIC = functions_with(holomorphic=True)
PLAIN = by_function("of_reals")  # functions for complex numbers, and real ones with the same rule
NOT_CONSTANT = {np.sign}  # functions whose derivative is zero for real numbers only

COMPLEX = {complex, cmath.rect, *PLAIN}  # functions whose results are always complex

_rules: dict[Any, tuple[Callable[..., Any], How]] = {}
_arrays: dict[Any, list[Entry]] = {}


def complex_derivative(*primals: Any, forward: How = None) -> Callable[[F], F]:
    """Register the decorated function as the rule of functions of complex numbers.

    `forward` tells how tangents follow where the function is not holomorphic: tangents are
    not conjugated.
    """

    def register(function: F) -> F:
        for primal in primals:
            _rules[primal] = (function, forward)
        return function

    return register


def complex_array_derivative(*primals: Any, ndims: Ndims, forward: How) -> Callable[[F], F]:
    """Register the decorated function as the rule of functions of complex arrays."""

    def register(function: F) -> F:
        for primal in primals:
            entry = Entry(primal, ndims, False, 1, function, forward)
            _arrays.setdefault(primal, []).append(entry)
        return function

    return register


def complex_rule(function: Any) -> Rule | None:
    """Return the rule of a function for complex numbers, or None if it has none."""
    if function in _rules:
        return parse_rule(function, *_rules[function])
    if function in PLAIN:
        return rule_of(PLAIN[function])
    return rule_of(function) if function in HOLOMORPHIC else None


def complex_array_rule(function: Any, ndims: Ndims) -> ArrayRule | None:
    """Return the rule of a function for complex arrays, or None if it has none."""
    own = first_that_fits(_arrays.get(function, ()), ndims)
    if own is None and function in HOLOMORPHIC:
        return array_rule(function, ndims)
    return own


def all_complex_rules() -> Iterator[Rule]:
    """Yield every rule of functions of complex numbers that is not one of real numbers."""
    yield from (parse_rule(primal, *written) for primal, written in _rules.items())
    for entries in _arrays.values():
        yield from (parse_rule(e.primal, e.function, e.forward) for e in entries)


# --- from and to real numbers ---


def parts_forward(t_x: float, t_y: float, z: complex, x: float, y: float) -> complex:
    """A complex number is linear in its parts."""
    return t_x + 1j * t_y


@complex_derivative(complex, forward=parts_forward)
def complex_number(g: complex, z: complex, x: float, y: float) -> Pair:
    """x + y i"""
    return g.real, -g.imag


def real_forward(t_z: complex, y: float, z: complex) -> float:
    """The real part."""
    return t_z.real


@complex_derivative(np.real, forward=real_forward)
def real_part(g: float, y: float, z: complex) -> complex:
    """The real part."""
    return complex(g, 0.0)


def imag_forward(t_z: complex, y: float, z: complex) -> float:
    """The imaginary part."""
    return t_z.imag


@complex_derivative(np.imag, forward=imag_forward)
def imaginary_part(g: float, y: float, z: complex) -> complex:
    """The imaginary part."""
    return complex(0.0, -g)


@complex_derivative(np.conj)
def conjugate(g: complex, y: complex, z: complex) -> complex:
    """The complex conjugate."""
    return g.conjugate()


def absolute_forward(t_z: complex, y: float, z: complex) -> float:
    """The part of the tangent that points away from the origin."""
    share = 0.0 if y == 0.0 else 1.0 / y
    return share * (z.conjugate() * t_z).real


@complex_derivative(builtins.abs, np.absolute, forward=absolute_forward)
def absolute(g: float, y: float, z: complex) -> complex:
    """|z|: conj(z) / |z|, 0 at 0"""
    g_y = 0.0 if y == 0.0 else g / y
    return g_y * z.conjugate()


def angle_forward(t_z: complex, y: float, z: complex) -> float:
    """The part of the tangent that turns around the origin."""
    return (t_z / z).imag


@complex_derivative(np.angle, cmath.phase, forward=angle_forward)
def angle(g: float, y: float, z: complex) -> complex:
    """The angle with the positive real axis: -i / z"""
    return complex(0.0, -g) / z


@complex_derivative(cmath.rect)
def rectangular(g: complex, z: complex, r: float, phi: float) -> Pair:
    """r exp(i phi)"""
    return g * cmath.rect(1.0, phi), g * z * 1j


# --- powers, of complex numbers or with complex exponents ---


@complex_derivative(operator.pow, builtins.pow, np.power)
def power(g: Any, z: Any, x: Any, y: Any) -> Pair:
    """x^y: y x^(y - 1) and x^y log(x), of which the second is 0 where x is"""
    return 0.0 if y == 0 else g * y * x ** (y - 1), 0.0 if x == 0.0 else g * z * math.log(x)


# --- arrays ---


@complex_array_derivative(np.vdot, ndims=(1, 1), forward="multilinear")
def dot_of_conjugate(g: complex, z: complex, x: Array, y: Array) -> Pair:
    """The inner product of the conjugate of a vector and another vector."""
    return (g * y).conjugate(), g * x.conjugate()


def norm_forward(t_x: Array, z: float, x: Array) -> Any:
    """The projection on the direction of the array."""
    return (0.0 if z == 0.0 else 1.0 / z) * np.sum(x.conjugate() * t_x).real


@complex_array_derivative(np.linalg.norm, ndims=(ANY,), forward=norm_forward)
def norm(g: float, z: float, x: Array) -> Array:
    """The length of a vector, or the Frobenius norm of a matrix; 0 at the origin."""
    return (0.0 if z == 0.0 else g / z) * x.conjugate()


def variance_forward(t_x: Array, z: float, x: Array) -> Any:
    """Twice the mean of the products with the distances from the mean."""
    return 2.0 * np.sum((x - np.mean(x)).conjugate() * t_x).real / x.size


@complex_array_derivative(np.var, ndims=(ANY,), forward=variance_forward)
def variance(g: float, z: float, x: Array) -> Array:
    """The mean of the squared distances from the mean."""
    return 2.0 * g * (x - np.mean(x)).conjugate() / x.size


def deviation_forward(t_x: Array, z: float, x: Array) -> Any:
    """The tangent of the variance, divided by twice the result."""
    share = 0.0 if z == 0.0 else 1.0 / (x.size * z)
    return share * np.sum((x - np.mean(x)).conjugate() * t_x).real


@complex_array_derivative(np.std, ndims=(ANY,), forward=deviation_forward)
def standard_deviation(g: float, z: float, x: Array) -> Array:
    """The square root of the variance; 0 where all elements are equal."""
    return (0.0 if z == 0.0 else g / (x.size * z)) * (x - np.mean(x)).conjugate()


def cholesky_forward(t_x: Array, z: Array, x: Array) -> Array:
    return runtime.hermitian_cholesky_forward(t_x, z)


@complex_array_derivative(np.linalg.cholesky, ndims=(2,), forward=cholesky_forward)
def cholesky(g: Array, z: Array, x: Array) -> Array:
    """The Cholesky factor of a Hermitian matrix, of which the lower triangle counts."""
    return runtime.hermitian_cholesky_back(g, z)


def eigenvalues_forward(t_x: Array, w: Array, x: Array) -> Array:
    return runtime.hermitian_eigenvalues_forward(t_x, x)


@complex_array_derivative(np.linalg.eigvalsh, ndims=(2,), forward=eigenvalues_forward)
def eigenvalues(g: Array, w: Array, x: Array) -> Array:
    """Eigenvalues of a Hermitian matrix, of which the lower triangle counts."""
    return runtime.hermitian_eigenvalues_back(g, x)
