"""Rules of the elementary functions of `math` and NumPy.

They use the result where that saves an evaluation: the derivative of tanh and expm1 then
is accurate to the last digits of 1.0, not of itself, where it is much smaller.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from srcdiff import runtime
from srcdiff.rules.registered import derivative

Pair = tuple[float, float]


@derivative(math.sin, np.sin)
def sin(g: float, y: float, x: float) -> float:
    """cos(x)"""
    return g * math.cos(x)


@derivative(math.cos, np.cos)
def cos(g: float, y: float, x: float) -> float:
    """-sin(x)"""
    return -g * math.sin(x)


@derivative(math.tan, np.tan)
def tan(g: float, y: float, x: float) -> float:
    """1 + tan(x)^2"""
    return g * (1.0 + y * y)


@derivative(math.asin, np.arcsin)
def asin(g: float, y: float, x: float) -> Any:
    """1 / sqrt(1 - x^2), accurate near -1 and 1"""
    return g / np.sqrt((1.0 - x) * (1.0 + x))


@derivative(math.acos, np.arccos)
def acos(g: float, y: float, x: float) -> Any:
    """-1 / sqrt(1 - x^2), accurate near -1 and 1"""
    return -g / np.sqrt((1.0 - x) * (1.0 + x))


@derivative(math.atan, np.arctan)
def atan(g: float, y: float, x: float) -> float:
    """1 / (1 + x^2)"""
    return g / (1.0 + x * x)


def tangent_of_angle(t_y: float, t_x: float, z: float, y: float, x: float) -> float:
    return 0.0 if x == 0.0 and y == 0.0 else (x * t_y - y * t_x) / (x * x + y * y)


@derivative(math.atan2, np.arctan2, forward=tangent_of_angle)
def atan2(g: float, z: float, y: float, x: float) -> Pair:
    """x / (x^2 + y^2) and -y / (x^2 + y^2), 0 at the origin"""
    g_r2 = 0.0 if x == 0.0 and y == 0.0 else g / (x * x + y * y)
    return g_r2 * x, -g_r2 * y


@derivative(math.sinh, np.sinh)
def sinh(g: float, y: float, x: float) -> float:
    """cosh(x)"""
    return g * math.cosh(x)


@derivative(math.cosh, np.cosh)
def cosh(g: float, y: float, x: float) -> float:
    """sinh(x)"""
    return g * math.sinh(x)


@derivative(math.tanh, np.tanh)
def tanh(g: float, y: float, x: float) -> float:
    """1 - tanh(x)^2"""
    return g * (1.0 - y * y)


@derivative(math.asinh, np.arcsinh)
def asinh(g: float, y: float, x: float) -> float:
    """1 / sqrt(1 + x^2)"""
    return g / math.sqrt(1.0 + x * x)


@derivative(math.acosh, np.arccosh)
def acosh(g: float, y: float, x: float) -> Any:
    """1 / sqrt(x^2 - 1), accurate near 1"""
    return g / (np.sqrt(x - 1.0) * np.sqrt(x + 1.0))


@derivative(math.atanh, np.arctanh)
def atanh(g: float, y: float, x: float) -> float:
    """1 / (1 - x^2), accurate near -1 and 1"""
    return g / ((1.0 - x) * (1.0 + x))


@derivative(math.exp, np.exp)
def exp(g: float, y: float, x: float) -> float:
    """exp(x)"""
    return g * y


@derivative(np.exp2, getattr(math, "exp2", np.exp2))  # math.exp2 is new in Python 3.11
def exp2(g: float, y: float, x: float) -> float:
    """2^x log(2)"""
    return g * y * math.log(2.0)


@derivative(math.expm1, np.expm1)
def expm1(g: float, y: float, x: float) -> float:
    """exp(x)"""
    return g * (y + 1.0)


@derivative(math.log, np.log)
def log(g: float, y: float, x: float) -> float:
    """1 / x"""
    return g / x


@derivative(math.log1p, np.log1p)
def log1p(g: float, y: float, x: float) -> float:
    """1 / (1 + x)"""
    return g / (1.0 + x)


@derivative(math.log2, np.log2)
def log2(g: float, y: float, x: float) -> float:
    """1 / (x log(2))"""
    return g / (x * math.log(2.0))


@derivative(math.log10, np.log10)
def log10(g: float, y: float, x: float) -> float:
    """1 / (x log(10))"""
    return g / (x * math.log(10.0))


@derivative(np.logaddexp)
def logaddexp(g: float, z: float, x: float, y: float) -> Pair:
    """log(exp(x) + exp(y)): the share of each in the sum; halves also if both are -inf"""
    return (
        g * (0.5 if x == y else math.exp(x - z)),
        g * (0.5 if x == y else math.exp(y - z)),
    )


@derivative(np.logaddexp2)
def logaddexp2(g: float, z: float, x: float, y: float) -> Pair:
    """log2(2^x + 2^y): the share of each in the sum; halves also if both are -inf"""
    return (
        g * (0.5 if x == y else 2.0 ** (x - z)),
        g * (0.5 if x == y else 2.0 ** (y - z)),
    )


@derivative(math.sqrt, np.sqrt)
def sqrt(g: float, y: float, x: float) -> float:
    """1 / (2 sqrt(x))"""
    return g / (2.0 * y)


@derivative(runtime.norm_of)
def norm_of(g: float, y: float, squares: float) -> float:
    """1 / (2 y), 0 at the origin: what `np.linalg.norm` becomes for arrays held in variables"""
    return 0.0 if y == 0.0 else g / (2.0 * y)


@derivative(np.cbrt, getattr(math, "cbrt", np.cbrt))  # math.cbrt is new in Python 3.11
def cbrt(g: float, y: float, x: float) -> float:
    """1 / (3 cbrt(x)^2)"""
    return g / (3.0 * y * y)


def tangent_of_length(t_x: float, t_y: float, z: float, x: float, y: float) -> float:
    return 0.0 if z == 0.0 else (x * t_x + y * t_y) / z


@derivative(math.hypot, np.hypot, forward=tangent_of_length)
def hypot(g: float, z: float, x: float, y: float) -> Pair:
    """x / hypot(x, y) and y / hypot(x, y), 0 at the origin"""
    g_z = 0.0 if z == 0.0 else g / z
    return g_z * x, g_z * y


@derivative(math.degrees, np.degrees, np.rad2deg)
def degrees(g: float, y: float, x: float) -> float:
    """180 / pi"""
    return math.degrees(g)


@derivative(math.radians, np.radians, np.deg2rad)
def radians(g: float, y: float, x: float) -> float:
    """pi / 180"""
    return math.radians(g)


@derivative(np.sinc)
def sinc(g: float, y: float, x: float) -> float:
    """(cos(pi x) - sinc(x)) / x, accurate near 0"""
    return g * runtime.sinc_slope(x, y)
