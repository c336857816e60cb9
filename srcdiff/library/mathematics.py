"""Functions of `math` that Numba lacks.

What Python computes with integers of any size is a number of double precision here, as it takes
part in arithmetic on such numbers: exact up to 2^53, the nearest number or inf beyond.
"""

from __future__ import annotations

import math
from typing import Any

from srcdiff.library.table import stands_for


@stands_for("math.comb")
def comb(n: int, k: int) -> float:
    """Return the number of ways to choose k of n things: math.comb.

    Raises ValueError if one of them is negative.

    >>> comb(5, 2), comb(50, 25), comb(2, 3)
    (10.0, 126410606437752.0, 0.0)
    """
    if n < 0 or k < 0:
        raise ValueError("n and k must be non-negative integers")
    if k > n:
        return 0.0
    found = 1.0
    for i in range(1, min(k, n - k) + 1):
        found = found * (n - min(k, n - k) + i) / i
    return found


@stands_for("math.dist")
def dist(p: Any, q: Any) -> float:
    """Return the Euclidean distance of two points: math.dist.

    Raises ValueError if they have not the same number of coordinates.

    >>> dist((1.0, 2.0), (4.0, 6.0))
    5.0
    """
    if len(p) != len(q):
        raise ValueError("both points must have the same number of dimensions")
    found = 0.0
    for i in range(len(p)):
        found = math.hypot(found, p[i] - q[i])
    return found


@stands_for("math.factorial")
def factorial(n: int) -> float:
    """Return the product of the integers up to n: math.factorial.

    Raises ValueError if n is negative.

    >>> factorial(5), factorial(0)
    (120.0, 1.0)
    """
    if n < 0:
        raise ValueError("factorial() not defined for negative values")
    found = 1.0
    for i in range(2, n + 1):
        found *= i
    return found


@stands_for("math.fma")
def fma(x: float, y: float, z: float) -> float:
    """Return x y + z, which is rounded twice here: math.fma, from Python 3.13 on.

    >>> fma(2.0, 3.0, 1.0)
    7.0
    """
    return x * y + z


@stands_for("math.frexp")
def frexp(x: float) -> tuple[float, int]:
    """Return a number as one from 0.5 to 1 times a power of two: math.frexp.

    >>> frexp(6.0), frexp(-0.25), frexp(0.0)
    ((0.75, 3), (-0.5, -1), (0.0, 0))
    """
    if x == 0.0 or not math.isfinite(x):
        return x, 0
    power = math.floor(math.log2(abs(x))) + 1
    part = math.ldexp(x, -power)
    if abs(part) >= 1.0:  # the logarithm was rounded
        return 0.5 * part, power + 1
    if abs(part) < 0.5:
        return 2.0 * part, power - 1
    return part, power


@stands_for("math.isclose")
def isclose(a: float, b: float, rel_tol: float = 1e-09, abs_tol: float = 0.0) -> bool:
    """Return True if two numbers are close to each other: math.isclose.

    >>> isclose(1.0, 1.0 + 1e-12), isclose(1.0, 1.1), isclose(math.inf, math.inf)
    (True, False, True)
    """
    if a == b:
        return True
    if math.isinf(a) or math.isinf(b):
        return False
    return abs(a - b) <= max(rel_tol * max(abs(a), abs(b)), abs_tol)


@stands_for("math.isqrt")
def isqrt(n: int) -> int:
    """Return the largest integer whose square is at most n: math.isqrt.

    Raises ValueError if n is negative.

    >>> isqrt(17), isqrt(16), isqrt(0)
    (4, 4, 0)
    """
    if n < 0:
        raise ValueError("isqrt() argument must be nonnegative")
    found = int(math.sqrt(n))
    while found * found > n:
        found -= 1
    while (found + 1) * (found + 1) <= n:
        found += 1
    return found


@stands_for("math.lcm")
def lcm(a: int, b: int) -> int:
    """Return the least common multiple of two integers: math.lcm.

    >>> lcm(4, 6), lcm(0, 3)
    (12, 0)
    """
    return 0 if a == 0 or b == 0 else abs(a // math.gcd(a, b) * b)


@stands_for("math.modf")
def modf(x: float) -> tuple[float, float]:
    """Return the part of a number behind the point, and the one before it: math.modf.

    >>> modf(-2.5), modf(3.0)
    ((-0.5, -2.0), (0.0, 3.0))
    """
    if math.isinf(x):
        return math.copysign(0.0, x), x
    part = math.fmod(x, 1.0)
    return part, math.copysign(x - part, x)


@stands_for("math.perm")
def perm(n: int, k: Any = None) -> float:
    """Return the number of ways to choose k of n things in some order: math.perm.

    Raises ValueError if one of them is negative.

    >>> perm(5, 2), perm(4), perm(2, 3)
    (20.0, 24.0, 0.0)
    """
    count = n if k is None else k
    if n < 0 or count < 0:
        raise ValueError("n and k must be non-negative integers")
    found = 1.0
    for i in range(count):
        found *= n - i
    return found


@stands_for("math.remainder")
def remainder(x: float, y: float) -> float:
    """Return x less the nearest multiple of y, the even one of two: math.remainder.

    Both remainders that it is made of are exact, as in IEEE 754, 5.3.1.

    >>> remainder(5.0, 3.0), remainder(-4.5, 3.0), remainder(7.5, 3.0)
    (-1.0, 1.5, 1.5)
    """
    if math.isinf(y):
        return x
    period = abs(y)
    found = math.fmod(abs(x), 2.0 * period)
    if found > 0.5 * period:
        found -= period
        if found >= 0.5 * period:
            found -= period
    return math.copysign(1.0, x) * found


@stands_for("math.sumprod")
def sumprod(p: Any, q: Any) -> float:
    """Return the sum of the products of two sequences: math.sumprod.

    Raises ValueError if they are not of the same length.

    >>> sumprod((1.0, 2.0), (3.0, 4.0))
    11.0
    """
    if len(p) != len(q):
        raise ValueError("Inputs are not the same length")
    found = 0.0
    for i in range(len(p)):
        found += p[i] * q[i]
    return found


@stands_for("math.ulp")
def ulp(x: float) -> float:
    """Return the value of the last bit of a number: math.ulp.

    >>> ulp(1.0) == 2.0 ** -52, ulp(-1.0) == 2.0 ** -52
    (True, True)
    """
    size = abs(x)
    if math.isinf(size):
        return math.inf
    above = math.nextafter(size, math.inf)
    return size - math.nextafter(size, 0.0) if math.isinf(above) else above - size
