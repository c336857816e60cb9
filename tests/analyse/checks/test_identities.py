"""`is`: only what there is once can be asked for by it."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])
MEAN = "mean"
Point = namedtuple("Point", "u v")


def tuples(x):
    a = (x[0], x[1])
    b = a
    return x[0] if a is b else x[1]


def in_loops(x):
    m = [[x[0], x[1]], [x[2], x[3]]]
    t = 0.0
    for a in m:
        for b in m:
            if a is not b:
                t += a[0] * b[1]
    return t


def named(x):
    a = Point(x[0], x[1])
    b = Point(x[0], x[1])
    return x[0] if a is b else x[1]


def same(p, q):
    return 2.0 if p is q else 3.0


def test_objects_whose_making_is_seen() -> None:
    np.testing.assert_array_equal(grad(named, target="python")(X), [0.0, 1.0, 0.0, 0.0, 0.0])


def by_helper(x):
    a = (x[0], x[1])
    return same(a, a) * x[0]


def elements(x):
    r = [x[0], x[1], x[2]]
    m = max(r)
    return sum([a * a for a in r if a is not m])


def arrays(x):
    o = 2.0 * x
    m = o
    return 3.0 * x[0] if o is m else x[1]


def own_truth(x):
    positive = x[0] > 0.0
    return x[0] if positive is True else x[1]


@pytest.mark.parametrize("function", [tuples, in_loops, by_helper, elements, arrays, own_truth])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_objects_are_not_asked_for(function: Callable[..., Any], target: str) -> None:
    with pytest.raises(UnsupportedSyntax, match=r"which objects|whether this is a bool"):
        grad(function, target=target)(X)


def option(x, scale=None, flag=True, rest=..., kind="sum"):
    if kind is MEAN:
        return x[1]
    total = x[0] * x[2] if rest is ... else x[1]
    if scale is not None:
        total *= scale
    return total * 2.0 if flag is True else total


def classes(x, y):
    if type(y) is float and type(x) is not float:
        return x[0] * y
    return x[1]


def marked(x):
    done = False
    total = 0.0
    for v in x:
        if done is False:
            total += v * v
        if v > 2.0:
            done = True
    return total


def largest(x):
    best = None
    for v in x:
        if best is None or v > best:
            best = v
    return best * x[0]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (option, (X,)),
        (option, (X, 2.0, False)),
        (classes, (X, 2.0)),
        (marked, (X,)),
        (largest, (X,)),
    ],
)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_there_is_once(function: Callable[..., Any], arguments: Any, target: str) -> None:
    check(function, *arguments, target=target)
