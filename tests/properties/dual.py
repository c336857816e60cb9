"""Dual numbers: a value, and its derivative in two directions at once."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np


@dataclass
class Watch:
    """What is seen while dual numbers are computed with.

    `margin` is the smallest relative distance of two numbers that were compared, or of a
    number to a point where a function has a kink or a jump; `largest` the largest value
    or derivative.
    """

    margin: float = math.inf
    largest: float = 0.0


WATCH = Watch()


def watch() -> Watch:
    """Start to watch anew."""
    WATCH.margin, WATCH.largest = math.inf, 0.0
    return WATCH


def number(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return an operation that leaves arrays to NumPy, which takes them element by element."""

    def apply(first: Any, second: Any) -> Any:
        return NotImplemented if isinstance(second, np.ndarray) else operation(first, second)

    return apply


class Dual:
    """A float with its derivative in two directions: the parts of a complex number."""

    __slots__ = ("tangent", "value")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, value: float, tangent: complex = 0j) -> None:
        self.value = float(value)
        self.tangent = tangent
        if not (abs(self.value) <= WATCH.largest and abs(tangent) <= WATCH.largest):
            WATCH.largest = max(WATCH.largest, abs(self.value), abs(tangent))

    def __repr__(self) -> str:
        return f"Dual({self.value}, {self.tangent})"

    # --- arithmetic ---

    @number
    def __add__(self, other: Any) -> Any:
        other = lift(other)
        return Dual(self.value + other.value, self.tangent + other.tangent)

    @number
    def __sub__(self, other: Any) -> Any:
        other = lift(other)
        return Dual(self.value - other.value, self.tangent - other.tangent)

    @number
    def __mul__(self, other: Any) -> Any:
        other = lift(other)
        tangent = self.tangent * other.value + self.value * other.tangent
        return Dual(self.value * other.value, tangent)

    @number
    def __truediv__(self, other: Any) -> Any:
        other = lift(other)
        value = self.value / other.value
        return Dual(value, (self.tangent - value * other.tangent) / other.value)

    @number
    def __pow__(self, other: Any) -> Any:
        if not isinstance(other, Dual):
            other = float(other)
            slope = other * self.value ** (other - 1.0) if other else 0.0
            return Dual(self.value**other, slope * self.tangent)
        return exp(other * log(self))

    def __mod__(self, other: Any) -> Dual:
        return self - math.floor(self / other) * lift(other)

    def __floordiv__(self, other: Any) -> Dual:
        return Dual(math.floor(self / other))

    def __radd__(self, other: Any) -> Dual:
        return lift(other) + self

    def __rsub__(self, other: Any) -> Dual:
        return lift(other) - self

    def __rmul__(self, other: Any) -> Dual:
        return lift(other) * self

    def __rtruediv__(self, other: Any) -> Dual:
        return lift(other) / self

    def __rpow__(self, other: Any) -> Dual:
        return exp(self * math.log(other))

    def __rmod__(self, other: Any) -> Dual:
        return lift(other) % self

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.tangent)

    def __pos__(self) -> Dual:
        return self

    def __abs__(self) -> Dual:
        return -self if self < 0.0 else self

    # --- what depends on the value alone ---

    @number
    def __lt__(self, other: Any) -> Any:
        return compared(self, other) and self.value < lift(other).value

    @number
    def __le__(self, other: Any) -> Any:
        return compared(self, other) and self.value <= lift(other).value

    @number
    def __gt__(self, other: Any) -> Any:
        return compared(self, other) and self.value > lift(other).value

    @number
    def __ge__(self, other: Any) -> Any:
        return compared(self, other) and self.value >= lift(other).value

    @number
    def __eq__(self, other: object) -> Any:
        return compared(self, other) and self.value == lift(other).value

    @number
    def __ne__(self, other: object) -> Any:
        return compared(self, other) and self.value != lift(other).value

    def __bool__(self) -> bool:
        return self != 0.0

    def __floor__(self) -> int:
        compared(self, round(self.value))
        return math.floor(self.value)

    def __ceil__(self) -> int:
        compared(self, round(self.value))
        return math.ceil(self.value)

    def __int__(self) -> int:
        compared(self, round(self.value))
        return int(self.value)


def lift(value: Any) -> Dual:
    """Return a number as a dual number.

    Raises TypeError for an element that was never written (None).
    """
    if isinstance(value, Dual):
        return value
    made = Dual.__new__(Dual)  # a constant, which may be infinite
    made.value, made.tangent = float(value), 0j
    return made


def compared(first: Dual, second: Any) -> bool:
    """Note how close two numbers are that are compared; return True."""
    other = lift(second)
    if first.tangent != other.tangent:
        size = abs(first.value) + abs(other.value)
        gap = abs(first.value - other.value)
        WATCH.margin = min(WATCH.margin, gap / size if size > 1e-3 else 1e3 * gap)
    return True


def away_from_zero(value: Any) -> Any:
    """Note how close a root is to zero, where it has no derivative; return it."""
    if isinstance(value, Dual):
        WATCH.margin = min(WATCH.margin, value.value)
    return value


# --- functions ---


def smooth(function: Callable[[float], float], slope: Callable[[float], float]) -> Any:
    """Return a function of dual numbers, given the function and its derivative."""

    def apply(x: Any) -> Any:
        if not isinstance(x, Dual):
            return function(x)
        return Dual(function(x.value), slope(x.value) * x.tangent)

    return apply


def digamma(x: float) -> float:
    """Return the derivative of lgamma, by differences of the fourth order."""
    h = 1e-3 * max(abs(x), 1.0)
    points = [(1, 8.0), (2, -1.0)]
    return sum(w * (math.lgamma(x + k * h) - math.lgamma(x - k * h)) for k, w in points) / (12 * h)


def atan2(y: Any, x: Any) -> Dual:
    """Return the angle of a point."""
    y, x = lift(y), lift(x)
    square = x.value**2 + y.value**2
    tangent = (x.value * y.tangent - y.value * x.tangent) / square
    return Dual(math.atan2(y.value, x.value), tangent)


def hypot(x: Any, y: Any) -> Dual:
    """Return the distance of a point."""
    return sqrt(lift(x) * x + lift(y) * y)


def copysign(x: Any, y: Any) -> Dual:
    """Return `x` with the sign of `y`."""
    x, y = lift(x), lift(y)
    compared(y, 0.0)
    return abs(x) * math.copysign(1.0, y.value)


def maximum(first: Any, *others: Any) -> Any:
    """Return the largest of several numbers, or of those in a list."""
    found, *others = (first, *others) if others else first
    for other in others:
        found = other if other > found else found
    return found


def minimum(first: Any, *others: Any) -> Any:
    """Return the smallest of several numbers, or of those in a list."""
    found, *others = (first, *others) if others else first
    for other in others:
        found = other if other < found else found
    return found


exp = smooth(math.exp, math.exp)
log = smooth(math.log, lambda x: 1.0 / x)
sqrt = smooth(math.sqrt, lambda x: 0.5 / math.sqrt(x))

SMOOTH: dict[str, Any] = {
    "sin": smooth(math.sin, math.cos),
    "cos": smooth(math.cos, lambda x: -math.sin(x)),
    "tan": smooth(math.tan, lambda x: 1.0 + math.tan(x) ** 2),
    "asin": smooth(math.asin, lambda x: 1.0 / math.sqrt(1.0 - x * x)),
    "acos": smooth(math.acos, lambda x: -1.0 / math.sqrt(1.0 - x * x)),
    "atan": smooth(math.atan, lambda x: 1.0 / (1.0 + x * x)),
    "sinh": smooth(math.sinh, math.cosh),
    "cosh": smooth(math.cosh, math.sinh),
    "tanh": smooth(math.tanh, lambda x: 1.0 / math.cosh(x) ** 2),
    "asinh": smooth(math.asinh, lambda x: 1.0 / math.sqrt(1.0 + x * x)),
    "exp": exp,
    "expm1": smooth(math.expm1, math.exp),
    "log": log,
    "log1p": smooth(math.log1p, lambda x: 1.0 / (1.0 + x)),
    "sqrt": sqrt,
    "erf": smooth(math.erf, lambda x: 2.0 / math.sqrt(math.pi) * math.exp(-x * x)),
    "lgamma": smooth(math.lgamma, digamma),
    "atan2": atan2,
    "hypot": hypot,
    "copysign": copysign,
    "fabs": abs,
    "pow": lambda x, y: lift(x) ** y,
}
