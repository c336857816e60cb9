"""Lists of tuples: each part becomes a list, or each tuple."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad

from ..differentiate.finite import of_text
from .compare import check, check_both

X = np.array([0.45, 0.7, 0.3])
DOSES = [(0.1, 1.0), (0.5, 2.0), (0.7, 0.5)]
NODES = [(0, 0.5), (2, 3)]


def unpacked(x):
    doses = [(0.1, x[0]), (0.5, 2.0), (0.7, 0.5)]
    return sum(amount * np.exp(-when * x[1]) for when, amount in doses)


def global_rows(x):
    t = 0.0
    for k, (when, amount) in enumerate(DOSES):
        t += amount * np.exp(-when * x[1]) * k
    return t + DOSES[1][1] * x[0]


def global_subscripts(x):
    t = 0.0
    for k, w in NODES:
        t += w * x[k] ** 2 / 7
    return t


def area(x):
    corners = [(x[0], x[1]), (x[1], x[2]), (1.0, 2.0)]
    n = len(corners)
    total = 0.0
    for i in range(n):
        a, b = corners[i]
        c, d = corners[(i + 1) % n]
        total += a * d - b * c
    return total


def neighbours(x):
    corners = [(x[0], x[1]), (x[1], x[2]), (1.0, 2.0)]
    total = 0.0
    for (a, b), (c, d) in zip(corners, corners[1:]):  # noqa: B905, RUF007
        total += a * d - b * c
    for a, b in reversed(corners):
        total = 0.5 * total + a * b
    return total


def crossed(x):
    path = [(0.0, x[0])]
    for _ in range(5):
        path.append((path[-1][1] * 0.5, path[-1][0] + x[1]))
    return path[-1][1] * path[2][0]


def stepped(x):
    path = [(0.0, x[0])]
    for _ in range(5):
        t, y = path[-1]
        path.append((t + 0.1, y + 0.1 * (x[1] - y * x[2])))
    return sum(y * t for t, y in path) + path[-1][1]


def largest(x):
    points = [(x[0], 1.0), (x[1], 2.0), (x[2], 3.0)]
    best = points[0]
    for p in points:
        if p[0] > best[0]:
            best = p
    return best[0] * best[1]


def in_array(x):
    rows = np.array([(x[0], x[1]), (x[1], 2.0)])
    points = [(x[0], x[1]), (x[1], x[2])]
    return np.sum(np.array(points) * rows)


def dosed(time, doses, rate):
    amount = 0.0
    for when, dose in doses:
        if time > when:
            amount += dose * np.exp(-rate * (time - when))
    return amount


def passed(x):
    own = [(0.2, x[0]), (0.4, x[1])]
    return dosed(2.0, own, x[2]) + dosed(1.0, DOSES, x[2]) + dosed(0.5, [(0.1, x[0])], x[1])


def enclosed(x):
    lines = [(x[0], 1.0), (x[1], 2.0)]

    def inner(s):
        return sum(a * s + b for a, b in lines)

    return inner(x[0]) * inner(2.0) * len(lines)


def comprehended(x):
    pairs = [(i, x[i] * 2) for i in range(3) if x[i] > 0.4]
    total = sum(x[i] * v for i, v in pairs)
    pairs.append((0, x[0]))
    i, v = pairs[-1]
    return total + x[i] * v + len(pairs)


def turned(x):
    pairs = [(np.sin(a), b) for a, b in pairwise(x)]
    us, vs = zip(*pairs)  # noqa: B905
    return sum(us) * sum(vs) + us[0] * vs[1]


def bound_anew(x):
    pairs = [(x[0], x[1]), (x[1], x[2])]
    for _ in range(3):
        pairs = [(b, a * 0.5 + b) for a, b in pairs]
    pairs = [(pairs[1][0], pairs[0][1]), (pairs[0][0], 1.0)]
    return sum(a * b * b for a, b in pairs)


def in_order(x):
    def doubled(values):
        values[0] *= 2.0
        return values[0]

    y = x.copy()
    pairs = [(y[0], doubled(y)), (y[0], y[1])]
    y[1] = 5.0
    return sum(a * b for a, b in pairs)


def in_branches(x):
    pairs = [(x[0], 1.0)]
    if x[1] > 0.5:
        pairs = [(x[1], 2.0), (x[2], 3.0)]
    i = total = 0.0
    while i < len(pairs):
        a, b = pairs[int(i)]
        i += 1
        total += a * b * i
    return total


def aliased(x):
    points = [(x[0], x[1]), (x[1], x[2])]
    others = points
    others.append((1.0, x[0]))
    return sum(a * b for a, b in points)


FUNCTIONS = [
    *(unpacked, global_rows, global_subscripts, area, neighbours, crossed, stepped, largest),
    *(in_array, passed, enclosed, comprehended, turned, bound_anew, in_order, in_branches),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_both_modes(function):
    check_both(function, X)


@pytest.mark.parametrize("function", FUNCTIONS[::4], ids=lambda function: function.__name__)
def test_compiled(function):
    check(function, X, target="cpu")


def test_a_list_with_two_names_is_right_or_refused():
    try:
        found = grad(aliased, target="python")(X)
    except SrcdiffError:
        return
    assert found == pytest.approx([X[1] + 1.0, X[0] + X[2], X[1]])


def test_another_function_called_zip_stays():
    body = "p = [(x[0], x[1])]; t = 0.0\n    for a, b in p: t += a * b\n    return t"
    named = "def zip(first, second):\n    return [[7.0, 8.0]]\n"
    assert grad(of_text(body), target="python")(X) == pytest.approx([X[1], X[0], 0.0])
    with pytest.raises(SrcdiffError, match="this use of a tuple"):
        grad(of_text(body, named), target="python")(X)


def test_parts_have_the_names_that_they_are_unpacked_into():
    source = grad(global_rows, target="python").source(X)
    assert "DOSES_when = np.array([0.1, 0.5, 0.7])" in source
    assert "amount = DOSES_amount[" in source


def test_another_value_of_a_global_list_gives_another_derivative():
    def weighted(x):
        return sum(w * x**k for k, w in table)

    table = [(1, 2.0), (2, 0.5)]
    assert grad(weighted, target="python")(2.0) == pytest.approx(4.0)
    table = [(1, 2.0), (3, 0.5)]
    assert grad(weighted, target="python")(2.0) == pytest.approx(8.0)


def test_parts_that_are_computed_in_a_loop_have_names_of_their_own() -> None:
    def summed(x, u):
        total = 0.0
        for _ in range(u.size):
            value = 0.0
            for i, e in [(0, math.tanh(x)), (2, 0.86)]:
                value += e * u[i]
            u[0] += 0.4 * value
            total += math.sin(value)
        return total

    check_both(summed, 1.3, np.array([0.5, 0.3, 0.4]))


def test_parts_of_tuples_are_not_taken_for_arrays() -> None:
    def moved(u, x):
        for _ in range(u.size):
            pairs = [(0, math.tanh(x)), (2, 0.86)]
            value = 0.0
            for i, e in pairs:
                value += e * u[i]
            u[0] += 0.4 * value
        return value

    def summed(x, v):
        w = v * 1.0
        last = moved(w, x)
        return last + np.sum(w * w)

    check_both(summed, 1.3, np.array([0.5, 0.3, 0.4]))
