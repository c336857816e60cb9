"""What each rule is compared with: the function in exact arithmetic, and where.

The derivative is taken of the exact function, by a central difference with so small a step
and so many digits that its error is far below that of float64.
"""

from __future__ import annotations

import builtins
import functools
import math
import operator
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import mpmath as mp
import numpy as np

from srcdiff import runtime

mp.mp.dps = 50
STEP = mp.mpf(10) ** -30

Point = tuple[Any, ...]
numbers = random.Random(0)


@dataclass(frozen=True, eq=False)
class Reference:
    """A function in exact arithmetic, points of its domain, and what errors are relative to.

    `scale` tells, for the derivative, the result and the arguments, the number that the
    error is counted in ulps of: by default the derivative. `digits` are those needed.
    """

    exact: Callable[..., Any]
    points: list[Point]
    scale: Callable[..., Any]
    digits: int


def widened(point: Point) -> Point:
    """Return a point with its floats as exact numbers."""
    return tuple(mp.mpf(x) if isinstance(x, float) else x for x in point)


@functools.cache
def slope(reference: Reference, point: Point, place: int) -> Any:
    """Return the derivative with respect to one argument; 0 for one that is no float."""
    if not isinstance(point[place], float):
        return mp.mpf(0)
    orders = [abs(math.log10(abs(x))) for x in point if x]
    digits = reference.digits + int(4 * max(orders, default=0.0))  # cos(x) is close to 1
    with mp.workdps(digits):
        exact = list(widened(point))
        step = STEP * (abs(exact[place]) or 1)
        before, after = list(exact), list(exact)
        before[place] -= step
        after[place] += step
        return (reference.exact(*after) - reference.exact(*before)) / (2 * step)


REFERENCES: dict[int, Reference] = {}


def reference(
    primals: Iterable[Any],
    exact: Callable[..., Any],
    points: list[Point],
    scale: Callable[..., Any] = lambda d, result, *arguments: abs(d),
    digits: int = 100,
) -> None:
    """Enter the reference of one or several functions."""
    for primal in primals:
        REFERENCES[id(primal)] = Reference(exact, points, scale, digits)


def positive(low: float, high: float) -> list[float]:
    """Return numbers of all magnitudes between two positive ones, many that are near 1."""
    wide = math.log10(low), math.log10(high)
    middle = math.log10(max(low, 0.01)), math.log10(min(high, 100.0))
    ends = [wide] * 40 + [middle] * 20
    return [low, high, *(10 ** numbers.uniform(*pair) for pair in ends)]


def signed(low: float, high: float) -> list[float]:
    """Return numbers of both signs and all magnitudes between two positive ones."""
    return [numbers.choice((-1, 1)) * x for x in positive(low, high)]


def inside(low: float, high: float) -> list[float]:
    """Return numbers of an interval, also some that are next to its ends."""
    near = [10.0**-e * (high - low) for e in range(2, 15)]
    uniform = [numbers.uniform(low, high) for _ in range(50)]
    return [low + d for d in near] + [high - d for d in near] + uniform


def single(*groups: list[float]) -> list[Point]:
    """Return points of functions of one argument."""
    return [(x,) for group in groups for x in group]


def several(*axes: list[Any], count: int = 150) -> list[Point]:
    """Return points of functions of several arguments, each chosen from a list, no two equal."""
    points = [tuple(numbers.choice(axis) for axis in axes) for _ in range(count)]
    return [point for point in points if len(set(point)) == len(point)]


def at_least_one(d: Any, *rest: Any) -> Any:
    """Count the error in ulps of 1 where the derivative is smaller: it comes from 1 - y."""
    return max(1, abs(d))


UNIT = single(inside(-1.0, 1.0), signed(1e-300, 0.5))
ALL = signed(1e-300, 1e300)
HALF = signed(1e-140, 1e140)  # squares and products of these neither overflow nor vanish
NEAR = [float(x) for x in range(-5, 6)] + signed(1e-3, 10.0)

# operators

CONVERSIONS = (builtins.float, np.float64)
reference((operator.pos, np.positive, np.real, np.conj, *CONVERSIONS), lambda x: x, single(ALL))
reference((np.imag,), lambda x: 0 * x, single(ALL))
reference((np.angle,), lambda x: mp.pi if x < 0 else 0 * x, single(ALL))
reference((np.float32,), lambda x: x, single([0.5, -3.0]))
reference((operator.neg, np.negative), lambda x: -x, single(ALL))
reference((operator.add, np.add), lambda x, y: x + y, several(HALF, HALF))
reference((operator.sub, np.subtract), lambda x, y: x - y, several(HALF, HALF))
reference((operator.mul, np.multiply), lambda x, y: x * y, several(HALF, HALF))
reference(
    (operator.truediv, np.true_divide),
    lambda x, y: x / y,
    several(signed(1e-90, 1e90), signed(1e-90, 1e90)),
)
reference((np.reciprocal,), lambda x: 1 / x, single(HALF))
reference((np.square,), lambda x: x * x, single(HALF))
reference(
    (operator.pow, builtins.pow, math.pow, np.power, np.float_power),
    mp.power,
    several(positive(1e-3, 1e3), [0.0, *signed(1e-10, 80.0)]),
    lambda d, z, x, y: abs(d) * (1 + abs(y * mp.log(x))),  # y - 1 is rounded
)
QUOTIENTS = several(signed(1.1e-5, 1.3e15), signed(1.7e-5, 1.9e5))
reference((operator.mod, np.remainder), lambda x, y: x - y * mp.floor(x / y), QUOTIENTS)
reference(
    (np.fmod, math.fmod),
    lambda x, y: x - y * mp.sign(x / y) * mp.floor(abs(x / y)),
    QUOTIENTS,
)
reference((builtins.abs, np.absolute, np.fabs, math.fabs), abs, single(ALL))
reference((math.copysign, np.copysign), lambda x, y: abs(x) * mp.sign(y), several(ALL, ALL))
reference((builtins.max, np.maximum, np.fmax), max, several(ALL, ALL))
reference((builtins.min, np.minimum, np.fmin), min, several(ALL, ALL))
reference(
    (np.clip,),
    lambda x, low, high: min(max(x, low), high),
    several(signed(1e-3, 10.0), signed(1e-3, 10.0), signed(1e-3, 10.0)),
)
reference((np.where,), lambda c, x, y: x if c else y, several([True, False], ALL, ALL))
reference((np.nan_to_num,), lambda x: x, single(ALL))
reference((math.ldexp, np.ldexp), mp.ldexp, several(HALF, list(range(-9, 10))))
reference((math.nextafter, np.nextafter), lambda x, y: x, several(HALF, HALF))

# trigonometric and hyperbolic functions

reference((math.sin, np.sin), mp.sin, single(signed(1e-300, 1e20)))
reference((math.cos, np.cos), mp.cos, single(signed(1e-300, 1e20)))
reference((math.tan, np.tan), mp.tan, single(signed(1e-300, 1e20)))
reference((math.asin, np.arcsin), mp.asin, UNIT)
reference((math.acos, np.arccos), mp.acos, UNIT)
reference((math.atan, np.arctan), mp.atan, single(signed(1e-300, 1e150)))
reference((math.atan2, np.arctan2), mp.atan2, several(signed(1e-70, 1e70), signed(1e-70, 1e70)))
reference((math.sinh, np.sinh), mp.sinh, single(signed(1e-300, 700.0)))
reference((math.cosh, np.cosh), mp.cosh, single(signed(1e-300, 700.0)))
reference((math.tanh, np.tanh), mp.tanh, single(signed(1e-300, 1e5)), at_least_one)
reference((math.asinh, np.arcsinh), mp.asinh, single(signed(1e-300, 1e150)))
reference((math.acosh, np.arccosh), mp.acosh, single(inside(1.0, 3.0), positive(2.0, 1e300)))
reference((math.atanh, np.arctanh), mp.atanh, UNIT)

# exponentials, logarithms, roots

EXPONENTS = single(signed(1e-300, 700.0))
reference((math.exp, np.exp), mp.exp, EXPONENTS)
reference((np.exp2, getattr(math, "exp2", None)), lambda x: mp.mpf(2) ** x, EXPONENTS)
reference((math.expm1, np.expm1), mp.expm1, EXPONENTS, at_least_one)
reference((math.log, np.log), mp.log, single(positive(1e-300, 1e300)))
reference((math.log2, np.log2), lambda x: mp.log(x, 2), single(positive(1e-300, 1e300)))
reference((math.log10, np.log10), mp.log10, single(positive(1e-300, 1e300)))
reference((math.log1p, np.log1p), mp.log1p, single(inside(-1.0, 1.0), positive(1e-300, 1e300)))
SUMMANDS = several(signed(1e-3, 300.0), signed(1e-3, 300.0)) + several(NEAR, NEAR)
reference(
    (np.logaddexp,),
    lambda x, y: mp.log(mp.exp(x) + mp.exp(y)),
    SUMMANDS,
    lambda d, z, x, y: abs(d) * (1 + abs(x) + abs(y)),  # x - z has the rounding error of z
    digits=600,
)
reference(
    (np.logaddexp2,),
    lambda x, y: mp.log(mp.mpf(2) ** x + mp.mpf(2) ** y, 2),
    SUMMANDS,
    lambda d, z, x, y: abs(d) * (1 + abs(x) + abs(y)),
    digits=600,
)
reference((math.sqrt, np.sqrt), mp.sqrt, single(positive(1e-300, 1e300)))
reference((runtime.norm_of,), mp.sqrt, single(positive(1e-300, 1e300)))
reference(
    (np.cbrt, getattr(math, "cbrt", None)), lambda x: mp.sign(x) * mp.cbrt(abs(x)), single(ALL)
)
reference((math.hypot, np.hypot), mp.hypot, several(ALL, ALL))

# angles and special functions

reference((math.degrees, np.degrees, np.rad2deg), mp.degrees, single(ALL))
reference((math.radians, np.radians, np.deg2rad), mp.radians, single(ALL))
reference(
    (np.sinc,),
    lambda x: mp.sinc(mp.pi * x),
    single(signed(1e-300, 1e5), signed(0.1, 1.0)),
    lambda d, y, x: abs(d) if abs(x) < 0.5 else mp.pi,  # the rounding error of pi x counts
)
reference(
    (math.erf,),
    mp.erf,
    single(signed(1e-300, 26.0)),
    lambda d, y, x: abs(d) * (1 + x * x),  # the rounding error of x^2 in exp(-x^2)
    digits=700,
)
reference(
    (math.erfc,),
    mp.erfc,
    single(signed(1e-300, 26.0)),
    lambda d, y, x: abs(d) * (1 + x * x),
    digits=700,
)
NOT_POLES = single(positive(1e-100, 160.0), inside(-1.0, 0.0), inside(-5.0, -4.0))
reference(
    (math.gamma,), mp.gamma, NOT_POLES, lambda d, y, x: 4 * (abs(d) + abs(y))
)  # 0 near x = 1.46
reference((math.lgamma,), lambda x: mp.log(abs(mp.gamma(x))), NOT_POLES, at_least_one)
reference((runtime.digamma,), mp.digamma, NOT_POLES)
