"""Calls of every function with a rule for complex numbers."""

from __future__ import annotations

import cmath
from collections.abc import Callable
from typing import Any

import numpy as np

from .array_cases import Case

numbers = np.random.default_rng(7)
CASES: list[Case] = []


def case(name: str, function: Callable[..., Any], *arguments: Any) -> None:
    """Enter a call."""
    CASES.append(Case(name, function, arguments))


def z(*shape: int) -> Any:
    """Return an array of complex numbers, none of them near a branch cut."""
    return numbers.uniform(0.3, 1.5, shape) + 1j * numbers.uniform(0.2, 1.0, shape)


def x(*shape: int) -> Any:
    """Return an array of real numbers."""
    return numbers.uniform(0.5, 2.0, shape)


Z, W = 0.7 + 0.4j, -1.2 + 0.9j

# --- numbers ---

case("sum", lambda a, b, c: a + b + c, Z, W, 0.5)
case("difference", lambda a, b, c: a - b - (c - a), Z, W, 0.5)
case("product", lambda a, b, c: a * c * b * a, Z, W, 0.5)
case("square", lambda a: a * a, Z)
case("quotient", lambda a, b: a / b, Z, W)
case("real over complex", lambda a, b: a / b, 0.5, W)
case("complex over real", lambda a, b: a / b, W, 0.5)
case("reciprocal", lambda a: 1 / a + 2.0 / a, Z)
case("signs", lambda a, b: -a + (+b), Z, W)
case("imaginary unit", lambda a, b: 1j * a - b * 2j, 0.5, Z)
case("power", lambda a, b: a**b, Z, W)
case("integer powers", lambda a: a**2 + a**3 - a**-1, Z)
case("real exponent", lambda a, b: a**b, W, 0.5)
case("real base", lambda a, b: a**b, 0.5, W)
case("negative real base", lambda a, b: a**b, -0.5, W)
case("absolute", lambda a: abs(a), Z)
case("np.abs", lambda a: np.abs(a), W)
case("conjugate", lambda a, b: a.conjugate() * b, Z, W)
case("np.conj", lambda a, b: np.conj(a) * b, Z, W)
case("real", lambda a: a.real**2 + np.real(a * a), Z)
case("imag", lambda a: a.imag**2 + np.imag(a * a), Z)
case("parts of a real number", lambda a: a.real * 2.0 + a.imag + np.conj(a), 1.5)
case("parts of an expression", lambda a, b: (a * b).real - (a / b).imag, Z, W)
case("complex", lambda a, b: complex(a, b * b), 0.5, 1.5)
case("complex of one", lambda a: complex(a) * 2j, 0.5)
case("np.complex128", lambda a: np.complex128(a) * 2j, 0.5)
case("cmath.phase", lambda a: cmath.phase(a), W)
case("np.angle", lambda a: np.angle(a), W)
case("cmath.rect", lambda a, b: cmath.rect(a, b), 1.5, 0.7)
case("cmath.polar", lambda a: polar(a), Z)
case("cmath.log to a base", lambda a, b: cmath.log(a, b), Z, W)
case("cmath.sqrt of a negative number", lambda a: cmath.sqrt(a), -2.5)
case("cmath.acos of a real number", lambda a: cmath.acos(a), 0.3)
case("cmath.isfinite", lambda a: a * a if cmath.isfinite(a) else a, Z)


def polar(a):
    r, phi = cmath.polar(a)
    return r * r * phi


case("cmath.sin", lambda a: cmath.sin(a), W)
case("cmath.cos", lambda a: cmath.cos(a), W)
case("cmath.tan", lambda a: cmath.tan(a), W)
case("cmath.asin", lambda a: cmath.asin(a), W)
case("cmath.acos", lambda a: cmath.acos(a), W)
case("cmath.atan", lambda a: cmath.atan(a), W)
case("cmath.sinh", lambda a: cmath.sinh(a), W)
case("cmath.cosh", lambda a: cmath.cosh(a), W)
case("cmath.tanh", lambda a: cmath.tanh(a), W)
case("cmath.asinh", lambda a: cmath.asinh(a), W)
case("cmath.acosh", lambda a: cmath.acosh(a), W)
case("cmath.atanh", lambda a: cmath.atanh(a), W)
case("cmath.exp", lambda a: cmath.exp(a), W)
case("cmath.log", lambda a: cmath.log(a), W)
case("cmath.log10", lambda a: cmath.log10(a), W)
case("cmath.sqrt", lambda a: cmath.sqrt(a), W)

# --- the elements of arrays ---

case("np.sin", lambda a: np.sin(a), z(3))
case("np.cos", lambda a: np.cos(a), z(3))
case("np.tan", lambda a: np.tan(a), z(3))
case("np.arcsin", lambda a: np.arcsin(a), z(3))
case("np.arccos", lambda a: np.arccos(a), z(3))
case("np.arctan", lambda a: np.arctan(a), z(3))
case("np.sinh", lambda a: np.sinh(a), z(3))
case("np.cosh", lambda a: np.cosh(a), z(3))
case("np.tanh", lambda a: np.tanh(a), z(3))
case("np.arcsinh", lambda a: np.arcsinh(a), z(3))
case("np.arccosh", lambda a: np.arccosh(a), z(3))
case("np.arctanh", lambda a: np.arctanh(a), z(3))
case("np.exp", lambda a: np.exp(a), z(3))
case("np.exp of imaginary numbers", lambda a: np.exp(1j * a), x(3))
case("np.exp2", lambda a: np.exp2(a), z(3))
case("np.expm1", lambda a: np.expm1(a), z(3))
case("np.log", lambda a: np.log(a), z(3))
case("np.log2", lambda a: np.log2(a), z(3))
case("np.log10", lambda a: np.log10(a), z(3))
case("np.log1p", lambda a: np.log1p(a), z(3))
case("np.sqrt", lambda a: np.sqrt(a), z(2, 3))
case("np.square", lambda a: np.square(a), z(3))
case("np.reciprocal", lambda a: np.reciprocal(a), z(3))
case("np.add", lambda a, b: np.add(a, b), z(3), x(2, 3))
case("np.subtract", lambda a, b: np.subtract(a, b), x(3), z(2, 3))
case("np.multiply", lambda a, b: np.multiply(a, b), x(3), z(2, 1))
case("np.divide", lambda a, b: np.divide(a, b), x(3), z(2, 3))
case("np.negative", lambda a: np.negative(a), z(3))
case("np.power", lambda a, b: np.power(a, b), z(3), z(3))
case("powers of real elements", lambda a, b: a**b, x(3), z(3))
case("squares of elements", lambda a: a**2, z(3))
case("a number and an array", lambda a, b: a * b + b / a, 0.5, z(3))
case("a complex number and a real array", lambda a, b: a * b + b / a, Z, x(3))
case("np.where", lambda a, b: np.where(np.abs(a) > 1.0, a, b), z(4), z(4))
case("np.absolute", lambda a: np.abs(a), z(2, 3))
case("np.angle of an array", lambda a: np.angle(a), z(3))
case("np.conj of an array", lambda a, b: np.conj(a) * b, z(3), z(3))
case("x.conj()", lambda a, b: a.conj() * b.conjugate(), z(3), z(3))
case("x.real", lambda a: a.real * a.imag, z(2, 3))
case("x.real of an expression", lambda a, b: (a * b).real + (a * b).imag, z(3), z(3))
case("np.real", lambda a: np.real(a) + np.imag(a * a), z(3))
case("x.real of real elements", lambda a: a.real * 2.0, x(3))

# --- arrays ---

case("np.sum", lambda a: np.sum(a), z(2, 3))
case("np.sum along an axis", lambda a: np.sum(a, 1), z(2, 3))
case("np.mean", lambda a: np.mean(a), z(2, 3))
case("np.prod", lambda a: np.prod(a), z(4))
case("np.cumsum", lambda a: np.cumsum(a), z(4))
case("np.cumprod", lambda a: np.cumprod(a), z(4))
case("np.dot", lambda a, b: np.dot(a, b), z(3), z(3))
case("matrix @ vector", lambda a, b: a @ b, z(2, 3), z(3))
case("vector @ matrix", lambda a, b: a @ b, z(2), z(2, 3))
case("matrix @ matrix", lambda a, b: a @ b, z(2, 3), z(3, 2))
case("np.vdot", lambda a, b: np.vdot(a, b), z(3), z(3))
case("np.outer", lambda a, b: np.outer(a, b), z(3), z(2))
case("np.kron", lambda a, b: np.kron(a, b), z(2, 2), z(2, 2))
case("np.trace", lambda a: np.trace(a), z(3, 3))
case("np.diag", lambda a: np.diag(a) * 2j, z(3))
case("diagonal", lambda a: np.diag(a) * 2j, z(3, 3))
case("np.tril", lambda a: np.tril(a), z(3, 3))
case("np.triu", lambda a: np.triu(a), z(3, 3))
case("x.copy", lambda a: a.copy(), z(3))
case("x.T", lambda a: a.T * 1j, z(2, 3))
case("conjugate transpose", lambda a, b: a.conj().T @ b, z(3, 2), z(3, 2))
case("x.reshape", lambda a: a.reshape(3, 2) * 1j, z(2, 3))
case("x.ravel", lambda a: a.ravel() * 1j, z(2, 3))
case("x.flatten", lambda a: a.flatten(), z(2, 3))
case("np.concatenate", lambda a, b: np.concatenate((a, b)), z(2), z(3))
case("np.stack", lambda a, b: np.stack((a, b)), z(3), z(3))
case("np.array", lambda a, b: np.array([a, b]), Z, W)
case("slices", lambda a: a[1:] * a[:-1], z(4))
case("places", lambda a: a[np.array([0, 2, 0])], z(3))
case("mask", lambda a: a[np.abs(a) > 0.8] * 2j, z(5))
case("np.linalg.solve", lambda a, b: np.linalg.solve(a, b), z(3, 3) + 3 * np.eye(3), z(3))
case("solve of matrices", lambda a, b: np.linalg.solve(a, b), z(2, 2) + 3 * np.eye(2), z(2, 3))
case("np.linalg.inv", lambda a: np.linalg.inv(a), z(3, 3) + 3 * np.eye(3))
case("np.linalg.det", lambda a: np.linalg.det(a), z(3, 3))
case("det of a singular matrix", lambda a: np.linalg.det(a), np.outer(z(3), z(3)) * [1, 1, 0])
case("np.linalg.norm", lambda a: np.linalg.norm(a), z(3))
case("norm of a matrix", lambda a: np.linalg.norm(a), z(2, 3))
case("np.var", lambda a: np.var(a), z(2, 3))
case("np.std", lambda a: np.std(a), z(4))
case("np.var of rows", lambda a: np.mean(a, axis=1) * np.prod(a, axis=1), z(2, 3))


def hermitian() -> Any:
    """Return a positive definite Hermitian matrix."""
    a = z(3, 3)
    return a @ a.conj().T + 3.0 * np.eye(3)


case("np.linalg.cholesky", lambda a: np.linalg.cholesky(a), hermitian())
case("np.linalg.eigvalsh", lambda a: np.linalg.eigvalsh(a), hermitian())
case("np.linalg.matrix_power", lambda a: np.linalg.matrix_power(a, 3), z(2, 2))
case("negative power", lambda a: np.linalg.matrix_power(a, -2), z(2, 2) + 3 * np.eye(2))
case("np.swapaxes", lambda a: np.swapaxes(a, 0, 1) * 2j, z(2, 3))
case("np.moveaxis", lambda a: np.moveaxis(a, 0, 2) * 2j, z(2, 3, 2))
case("np.squeeze", lambda a: np.squeeze(a, axis=1) * 2j, z(2, 1))
case("np.broadcast_to", lambda a: np.broadcast_to(a, (2, 3)) * 2j, z(3))
case("np.flip", lambda a: np.flip(a) * 2j, z(2, 3))
case("np.flipud", lambda a: np.flipud(a) + np.fliplr(a) * 2j, z(2, 3))
case("np.rot90", lambda a: np.rot90(a) * 2j, z(2, 3))
case("np.roll", lambda a: np.roll(a, 1) * a, z(4))
case("np.repeat", lambda a: np.repeat(a, 2) * 2j, z(3))
case("np.tile", lambda a: np.tile(a, 2) * 2j, z(3))
case("np.tile in two directions", lambda a: np.tile(a, (2, 2)) * 2j, z(3))
case("np.take", lambda a: np.take(a, np.array([0, 2, 0])) * np.take(a, 1), z(3))
case("np.extract", lambda a: np.extract(np.abs(a) > 0.8, a) * 2j, z(5))
case("np.delete", lambda a: np.delete(a, 1) * 2j, z(3))
case("np.append", lambda a, b: np.append(a, b) * np.append(b, a), z(2), z(2))
case("np.atleast_2d", lambda a: np.atleast_2d(a) * 2j, z(3))
case("np.full", lambda a, b: np.full(3, a) * b, Z, z(3))
case("np.full_like", lambda a, b: np.full_like(b, a) * b, Z, z(3))
case("np.diff", lambda a: np.diff(a) * 2j, z(4))
case("np.convolve", lambda a, b: np.convolve(a, b), z(4), z(3))
case("np.cross", lambda a, b: np.cross(a, b), z(3), z(3))
case("np.vander", lambda a: np.vander(a, 3), z(3))
case("np.polyval", lambda a, b: np.polyval(a, b), z(3), Z)
case("np.polyval of elements", lambda a, b: np.polyval(a, b), z(3), z(2))
case("keepdims", lambda a: a / np.sum(a, keepdims=True), z(2, 2))
case("np.tensordot", lambda a, b: np.tensordot(a, b), z(2, 2), z(2, 2))
case("np.cumprod along an axis", lambda a: np.cumprod(a, axis=0), z(3, 2))
case("np.pad", lambda a: np.pad(a, 1, mode="wrap") * 2j + np.pad(a, 1), z(3))
case("columns", lambda a: a[:, np.array([1, 0, 1])] ** 2, z(2, 2))
case("rows and slices", lambda a: a[np.array([1, 0, 1]), 1:] ** 2, z(2, 2))
