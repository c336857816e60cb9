"""Small functions that together use all the syntax that srcdiff takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from math import exp as exponential
from typing import Any

import numpy as np
from numpy import sin as sine

GRAVITY = 9.81
WEIGHTS = np.array([0.5, 1.5, -0.25, 2.0])


def scale(value, factor=2.0, offset=0.5):
    return value * factor + offset


def sorted_pair(a, b):
    if a > b:
        return b, a
    return a, b


def double_in_place(values, start):
    for i in range(start, len(values)):
        values[i] *= 2.0


def straight(x, y):
    """A docstring that goes."""
    z: float = x * y + sine(x) / (1.0 + y * y)
    pass
    return z - abs(x) ** 3 + max(x, y, 0.25) * min(x, y)


def globals_and_math(x, y):
    energy = GRAVITY * x + WEIGHTS[1] * y
    return energy + math.pi * np.sqrt(x * x) + exponential(-x) + math.log(2.0 + x * x, 3.0)


def augmented(x, y):
    x += y
    x -= 2.0
    x *= y
    x /= 3.0
    x **= 2
    return x


def unpacking(x, y):
    a, (b, c) = x, (y, x * y)
    a, b = b, a
    d = e = a + c
    d += e * b
    return d - e * c


def tuples(x, y):
    pair = (x, y * 2.0)
    triple = (pair[0], pair[1], 3.0)
    first, second = pair
    return triple[1] * first + second * triple[-1]


def conditions(x, y):
    if (0.0 < x < 1.0 and y > 0.0) or x == y:
        z = x
    elif not x > 2.0:
        z = y * 2.0
    else:
        z = x - y
    w = z if z > 0.6 else -z
    return w * x


def returns_early(x, y):
    if x > 1.0:
        return x * y
    if y > 0.0:
        z = x + y
    else:
        return -x
    return z * z


def returns_in_loop(x, n):
    total = 0.0
    for i in range(n):
        total += x * i
        if total > 2.0:
            return total * 2.0
    return total


def breaks(x, n):
    total = x
    for i in range(n):
        for j in range(i):
            if j > 2:
                break
            total += x * j
        if total > 10.0:
            break
        if i % 2 == 0:
            continue
        total -= 0.25
    return total


def while_loop(x, n):
    count = 0
    while x > 0.1 and count < n:
        x = x / 2.0
        count += 1
        if count == 3:
            continue
        x = x - 0.01
    return x * count


def else_of_loops(x, n):
    for _ in range(n):
        if x > 1.0:
            break
        x = x * 1.25
    else:
        x *= 1.5
    while x > 0.25:
        x = x / 2.0
    else:
        x, n = x + 1.0, n + 1
    return x * n


def returns_in_else(x, n):
    for _ in range(n):
        if x > 1.0:
            break
        x = x * 1.25
    else:
        return x * x
    return x


def breaks_in_else(x, n):
    for i in range(n):
        for j in range(n):
            if j > 1 - i:
                break
        else:
            break
        x = x * 1.25
    return x


def counters(x, n):
    total = 0.0
    for i in range(n - 1, -1, -2):
        total = total * x + i
    for i in range(2, n):
        i = i + 1
        total += i * x
    return total


def calls_with_keywords(x, y):
    return scale(x) + scale(factor=x, value=y) * scale(y, offset=x)


def calls_with_tuples(x, y):
    low, high = sorted_pair(x, y)
    pair = sorted_pair(high, low * 2.0)
    return pair[0] - low * pair[1]


def quotients(x, n):
    a, b = divmod(n, 3)
    return x * a - x % 0.35 * b + x // 0.35 + (-x) ** 2 + n % 4


def stores(x, n):
    y = np.zeros(n)
    for i in range(n):
        y[i] = x[i % len(x)] * i
        y[i] += y[i - 1]
        x[i % len(x)] -= 0.5 * y[i]
    return y[n - 1] + y[0]


def element_of_element(x, n):
    order = np.array([2, 0, 1])
    total = 0.0
    for i in range(n):
        total += x[order[i % 3]] * x[-1]
    return total


def two_dimensions(a, n):
    total = 0.0
    rows, columns = a.shape
    for i in range(rows):
        for j in range(columns):
            a[i, j] = a[i, j] * n
            total += a[i, j] * a[i, (j + 1) % columns]
    return total


def passes_arrays_on(x, n):
    double_in_place(x, n)
    y = x
    double_in_place(values=y, start=0)
    return y[0] + x[n]


def swaps_elements(x, n):
    x[0], x[n] = x[n], x[0]
    x[1] = x[n] = x[0] * 2.0
    return x[1]


def checks(x, n):
    assert n > 0, "n is positive"
    if x < -100.0:
        raise ValueError("too low")
    return x * n


def closure(factor: float) -> Callable[[float, float], float]:
    def inside(x, y):
        return factor * x * y + GRAVITY

    return inside


def recursion(x, n):
    if n <= 0:
        return x
    return recursion(x * 0.5, n - 1) + x


def shadows_builtins(x, n):
    sum = 0.0
    for len in range(n):
        sum += x * len
    return sum


def deep_expression(x, y):
    return ((x + y) * (x - y) / (1.0 + (x * (y + 2.0)) ** 2) - -x) * (y if x > y else x + 1.0)


def bits_and_booleans(x, n):
    flag = n > 2
    both = flag and n < 5
    mask = (n & 3) | (n << 1)
    return x * mask if both or not flag else x * (n ^ 5)


def nothing_returned(x, n):
    for i in range(len(x)):
        x[i] = x[i] * n
        if x[i] > 1.0:
            return


def ones(count: int) -> np.ndarray:
    """Return an array of different numbers."""
    return np.linspace(-0.7, 1.9, count)


SCALARS: list[tuple[Any, ...]] = [(0.5, 0.75), (-1.25, 2.0), (1.5, -0.5), (2.5, 2.5)]
COUNTS: list[tuple[Any, ...]] = [(0.5, 5), (1.5, 1), (-0.75, 8)]
ARRAYS: list[tuple[Any, ...]] = [(ones(4), 3), (ones(6), 5)]


def tried(x, y):
    found = None
    try:
        for i in range(4):
            if x > 2.0 + i:
                raise ValueError(f"{x} is too large")
            y = quotient(y, x - i)
        found = y
    except ZeroDivisionError:
        y = x
    except ValueError:
        y = 2.0
    else:
        x = found * 2.0
    finally:
        y = y + 1.0
    if found is None or found > y:
        return x * y
    return found


def quotient(x, y):
    if x > 9.0:
        raise ValueError
    return x / y


PROGRAMS: list[tuple[Any, list[tuple[Any, ...]]]] = [
    *((f, SCALARS) for f in (straight, globals_and_math, augmented, unpacking, tuples)),
    *((f, SCALARS) for f in (conditions, returns_early, deep_expression)),
    *((f, SCALARS) for f in (calls_with_keywords, calls_with_tuples, closure(3.0))),
    *((f, COUNTS) for f in (returns_in_loop, breaks, while_loop, counters, quotients)),
    *((f, COUNTS) for f in (else_of_loops, returns_in_else, breaks_in_else)),
    *((f, COUNTS) for f in (checks, recursion, shadows_builtins, bits_and_booleans)),
    *((f, ARRAYS) for f in (stores, element_of_element, passes_arrays_on, swaps_elements)),
    (nothing_returned, ARRAYS),
    (tried, [*SCALARS, (1.0, 2.0), (2.5, 0.5), (0.5, -2.0)]),
    (two_dimensions, [(ones(6).reshape(2, 3), 2.0), (ones(4).reshape(4, 1), -1.0)]),
]
