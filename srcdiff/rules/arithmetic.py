"""Rules of the operators, of powers and remainders, and of what selects among its arguments.

Where the derivative does not exist, the branch that the function took decides; each such
choice is a row of docs/nondifferentiable-points.md.
"""

from __future__ import annotations

import builtins
import math
import operator

import numpy as np

from srcdiff.rules.registered import derivative

Pair = tuple[float, float]
Triple = tuple[float, float, float]


@derivative(operator.pos, np.positive, float, np.float64, np.float32, np.real, np.conj)
def positive(g: float, z: float, x: float) -> float:
    """+x, x as another floating type, and what is x for real numbers only"""
    return g


@derivative(np.imag, np.angle)
def imaginary(g: float, y: float, x: float) -> float:
    """0, and for the angle 0 or pi: those of complex numbers are in complex_numbers.py."""
    return 0.0


@derivative(operator.neg, np.negative)
def negative(g: float, z: float, x: float) -> float:
    """-x"""
    return -g


@derivative(operator.add, np.add)
def add(g: float, z: float, x: float, y: float) -> Pair:
    """x + y"""
    return g, g


@derivative(operator.sub, np.subtract)
def subtract(g: float, z: float, x: float, y: float) -> Pair:
    """x - y"""
    return g, -g


@derivative(operator.mul, np.multiply)
def multiply(g: float, z: float, x: float, y: float) -> Pair:
    """x * y"""
    return g * y, g * x


def tangent_of_quotient(t_x: float, t_y: float, z: float, x: float, y: float) -> float:
    return (t_x - z * t_y) / y


@derivative(operator.truediv, np.true_divide, forward=tangent_of_quotient)
def divide(g: float, z: float, x: float, y: float) -> Pair:
    """x / y: one division serves both adjoints."""
    g_y = g / y
    return g_y, -z * g_y


@derivative(np.reciprocal)
def reciprocal(g: float, y: float, x: float) -> float:
    """1 / x: -1 / x^2"""
    return -g * y * y


@derivative(np.square)
def square(g: float, y: float, x: float) -> float:
    """x^2: 2 x"""
    return g * 2.0 * x


@derivative(operator.pow, builtins.pow, math.pow, np.power, np.float_power)
def power(g: float, z: float, x: float, y: float) -> Pair:
    """x^y: y x^(y - 1) and x^y log(x)

    The exponent `y - 1` of an integer `y` is an integer, which keeps it fast. A negative
    number has powers only for integers, so the second derivative is nan there.
    """
    return (
        0.0 if y == 0 else g * y * x ** (y - 1),
        g * z * math.log(x) if x > 0.0 else 0.0 if x == 0.0 or g == 0.0 else math.nan,
    )


@derivative(operator.mod, np.remainder, np.fmod, math.fmod)
def remainder(g: float, z: float, x: float, y: float) -> Pair:
    """x - n y, for the integer n that the function chose, which is constant

    The result tells n, which the rounded quotient can miss: for 1.0 % 0.1, which is just
    below 0.1, n is 9, but 1.0 / 0.1 is 10.0.
    """
    return g, g * ((z - x) / y)


@derivative(builtins.abs, np.absolute, np.fabs, math.fabs)
def absolute(g: float, y: float, x: float) -> float:
    """|x|: 1 or -1, and x itself where it is neither: 0 at 0, nan at nan"""
    return g * (1.0 if x > 0.0 else -1.0 if x < 0.0 else x)


@derivative(math.copysign, np.copysign)
def copysign(g: float, z: float, x: float, y: float) -> Pair:
    """x or -x, as the sign bits tell, those of 0.0 and -0.0 too"""
    return g * math.copysign(1.0, x) * math.copysign(1.0, y), 0.0


def tangent_of_maximum(t_x: float, t_y: float, z: float, x: float, y: float) -> float:
    return t_y if x < y else t_x


@derivative(builtins.max, np.maximum, forward=tangent_of_maximum)
def maximum(g: float, z: float, x: float, y: float) -> Pair:
    """max(x, y): equal arguments give the first one."""
    return 0.0 if x < y else g, g if x < y else 0.0


def tangent_of_minimum(t_x: float, t_y: float, z: float, x: float, y: float) -> float:
    return t_y if x > y else t_x


@derivative(builtins.min, np.minimum, forward=tangent_of_minimum)
def minimum(g: float, z: float, x: float, y: float) -> Pair:
    """min(x, y): equal arguments give the first one."""
    return 0.0 if x > y else g, g if x > y else 0.0


@derivative(np.fmax)
def fmax(g: float, z: float, x: float, y: float) -> Pair:
    """max(x, y), but the other argument where one is nan"""
    return 0.0 if x < y or math.isnan(x) else g, g if x < y or math.isnan(x) else 0.0


@derivative(np.fmin)
def fmin(g: float, z: float, x: float, y: float) -> Pair:
    """min(x, y), but the other argument where one is nan"""
    return 0.0 if x > y or math.isnan(x) else g, g if x > y or math.isnan(x) else 0.0


def tangent_of_clip(
    t_x: float, t_low: float, t_high: float, z: float, x: float, low: float, high: float
) -> float:
    return t_high if x > high or low > high else t_low if x < low else t_x


@derivative(np.clip, forward=tangent_of_clip)
def clip(g: float, z: float, x: float, low: float, high: float) -> Triple:
    """min(max(x, low), high): x where it is equal to a bound"""
    return (
        0.0 if x < low or x > high else g,
        g if x < low <= high else 0.0,
        g if x > high or low > high else 0.0,
    )


def tangent_of_choice(
    t_x: float, t_y: float, z: float, condition: bool, x: float, y: float
) -> float:
    return t_x if condition else t_y


@derivative(np.where, forward=tangent_of_choice)
def where(g: float, z: float, condition: bool, x: float, y: float) -> Triple:
    """x if condition else y"""
    return 0.0, g if condition else 0.0, 0.0 if condition else g


@derivative(np.nan_to_num)
def nan_to_num(g: float, z: float, x: float) -> float:
    """x, but a constant where it is not finite"""
    return g if math.isfinite(x) else 0.0


@derivative(math.ldexp, np.ldexp)
def ldexp(g: float, z: float, x: float, n: int) -> Pair:
    """x 2^n, for an integer n"""
    return math.ldexp(g, n), 0.0


@derivative(math.nextafter, np.nextafter)
def nextafter(g: float, z: float, x: float, y: float) -> Pair:
    """x, but for rounding"""
    return g, 0.0
