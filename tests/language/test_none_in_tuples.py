"""Results that are a tuple or None, tuples of which parts may be None, and what hands these on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from .compare import check, check_both

X = np.array([0.3, 0.7, 0.9])
SMALL = np.array([0.3, 0.2, 0.1])


def roots(a, b, c):
    d = b * b - 4.0 * a * c
    if d < 0.0:
        return None
    return (-b + math.sqrt(d)) / (2.0 * a), (-b - math.sqrt(d)) / (2.0 * a)


def either_way(x):
    found = roots(1.0, x, 1.0)
    if found is None:
        return x
    low, high = found
    return low * high * x + low


def in_a_branch(x):
    found = roots(1.0, x, 1.0)
    if found is not None:
        return found[0] * x
    return x * x


def true_if_there(x):
    found = roots(1.0, x, 1.0)
    if not found:
        return x * 7.0
    return found[1] if found else x


def replaced(x):
    low, high = roots(1.0, x, 1.0) or (x, x * x)
    return low * high + low


def bound_anew(x):
    first = roots(1.0, x, 1.0)
    second = roots(1.0, x - 1.0, 1.0)
    if first is None and second is None:
        return x * x
    if first is None:
        first = (x, 2.0)
    low, high = first
    return low * high + (second[0] if second is not None else 1.0)


def best_of_a_loop(x):
    best = None
    for k in range(4):
        found = roots(1.0, x + k, 1.0)
        if found is None:
            continue
        if best is None or found[1] > best[1]:
            best = found
    if best is None:
        return 0.0 * x
    return best[0] * best[1] * x + best[1]


def until_there(x):
    shift = 0.0
    while True:
        found = roots(1.0, x + shift, 1.0)
        if found is not None:
            break
        shift += 0.6
    return found[0] * shift + found[1]


def handed_on(x):
    found = roots(1.0, x, 1.0)
    return found


def through_another(x):
    found = handed_on(x)
    return x if found is None else found[0] * found[1] * found[1]


def with_a_part(x):
    if x > 1.0:
        return x, None
    return x, x * x


def one_part(x):
    value, square = with_a_part(x)
    if square is None:
        return value * 3.0
    return value * square


def with_parts(x):
    inner = None
    if x > 0.5:
        inner = x * 2.0
    outer = None if x > 2.0 else x * 3.0
    return inner, x, outer


def two_parts(x):
    total = 0.0
    for k in range(3):
        inner, middle, outer = with_parts(x + 0.65 * k)
        if inner is None:
            continue
        if outer is not None:
            total += outer * inner
        total += inner * middle
    return total


def place_of_the_largest(x):
    best, where = None, None
    for i in range(3):
        v = x[i] * x[i]
        if best is None or v > best:
            best, where = v, i
    return best * x[where]


def last_large(x, n):
    if n == 0:
        return None
    if x[n - 1] > 0.5:
        return x[n - 1] * 2.0
    return last_large(x, n - 1)


def from_recursion(x):
    found = last_large(x, 3)
    if found is None:
        return x[0]
    return found * x[1]


def large(x):
    for v in x:
        if v > 0.5:
            return v
    return None


def or_a_number(x):
    return (large(x) or 2.0) * x[0]


def kept_or_a_number(x):
    found = large(x)
    scale = found or 2.0
    return scale * x[0]


def weighted(x, w=None):
    if w is None:
        return x.mean()
    return (x * w).sum() / w.sum()


def last_roots(x):
    found = None
    for k in range(4):
        found = roots(1.0, x - k, 1.0) or found
    low, high = found or (x, 1.0)
    return low * high + low


def passed_on_if_found(x):
    best = None
    for k in range(3):
        if x * k > 1.0 and best is None:
            best = x * k
    total = scaled(x, best)
    total += 0.5 * scaled(total, best)
    return scaled(total, best)


def scaled(v, w=None):
    return v * 0.5 if w is None else v * w


def passed_on(x, some):
    w = None
    if some:
        w = x * x
    return weighted(x, w)


def half(x):
    return None if x < 0.0 else x * 0.5


def both_there(x, c):
    found = half(x * c)
    product = found and found * x
    return x**3 if product is None else product


def one_after_another(x, c):
    return half(x * c) or half(-x * c - 9.0) or x * x


def pairs_after_another(x):
    low, high = roots(1.0, x - 2.0, 1.0) or roots(1.0, x, 1.0) or (x, 0.0)
    return low * x + high


def equal_if_none(x, c):
    first, second = half(x * c), None
    if first == second:
        return x
    other = half(-x * c)
    return x * x if first != other else x**3


def both_may_be_none(x, c):
    first, second = half(x * c), half(x * c - 1.0)
    return x if first == second else x * x


def written_to(v, c):
    v[0] = v[0] * v[1] * 3.0
    return None if c < 0.0 else v[1] * v[0]


def read_before(x, c):
    v = np.array([x, x * x + 1.0])
    return v[0] + (written_to(v, c) or 1.0) * v[0]


def element_and_value(v, c):
    return v[0], written_to(v, c)


def in_their_order(x, c):
    first, second = element_and_value(np.array([x, x * x + 1.0]), c)
    return first * 2.0 if second is None else first * second


PAIRS = (either_way, in_a_branch, true_if_there, replaced, bound_anew, best_of_a_loop, until_there)
CASES: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    *((f, (x,)) for f in (*PAIRS, through_another) for x in (3.5, 0.9)),
    (best_of_a_loop, (-5.5,)),
    *((f, (0.7, c)) for f in (both_there, one_after_another, equal_if_none) for c in (1.5, -1.5)),
    *((both_may_be_none, (0.7, c)) for c in (1.0, 2.0, -1.0)),
    *((pairs_after_another, (x,)) for x in (4.5, 2.5, 0.5)),
    (read_before, (0.7, 1.5)),
    *((in_their_order, (0.7, c)) for c in (1.5, -1.5)),
    *((last_roots, (x,)) for x in (4.5, 3.3, 0.9)),
    *((passed_on_if_found, (x,)) for x in (2.0, 0.3)),
    *((one_part, (x,)) for x in (2.0, 0.5)),
    *((two_parts, (x,)) for x in (0.1, 1.3)),
    (place_of_the_largest, (X,)),
    *((f, (x,)) for f in (from_recursion, or_a_number, kept_or_a_number) for x in (X, SMALL)),
    *((passed_on, (X, some)) for some in (True, False)),
]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=lambda v: getattr(v, "__name__", ""))
def test_uncompiled(function: Callable[..., float], arguments: tuple[Any, ...]) -> None:
    """Both modes agree with differences, whether there is a value or not."""
    check_both(function, *arguments)


@pytest.mark.parametrize("function", [replaced, best_of_a_loop, two_parts, from_recursion])
def test_compiled(function: Callable[..., float]) -> None:
    """Compiled derivatives take the same ways."""
    for other, arguments in CASES:
        if other is function:
            check(function, *arguments)
