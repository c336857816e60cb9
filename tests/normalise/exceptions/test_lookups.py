"""`try` around subscripts: what may be out of range raises, or is refused."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from ...language.compare import check

X = np.array([0.7, -1.3, 2.1, 0.4, -0.6])


def last_of_a_list(x, i):
    s = []
    for v in x:
        if v > 5.0:
            s.append(v)
    try:
        v = s[-1]
    except IndexError:
        v = x[0]
    return v * x[1]


def by_variable(x, i):
    try:
        v = x[i]
    except:  # noqa: E722
        v = x[0]
    return v * x[1]


def stored(x, i):
    y = 2.0 * x
    try:
        y[i] = x[0]
    except LookupError:
        y[0] = x[1]
    return y[0] * x[1]


def element(x, i):
    return x[i]


def by_helper(x, i):
    try:
        v = element(x, i)
    except IndexError:
        v = x[0]
    return v * x[1]


def too_far(x, i):
    total = 0.0
    for k in range(len(x)):
        try:
            total += math.log(x[k + 1])
        except Exception:
            total += x[k]
    return total


def rebound(x, i):
    total = 0.0
    for k in range(len(x)):
        k = k + 1
        try:
            total += math.log(x[k])
        except Exception:
            total += x[0]
    return total


def counted_from_one(x, i):
    total = 0.0
    for k, v in enumerate(x, 1):
        try:
            total += x[k] * v
        except IndexError:
            total += 10.0 * v
    return total


@pytest.mark.parametrize(
    "function", [last_of_a_list, by_variable, stored, by_helper, too_far, rebound, counted_from_one]
)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_may_be_out_of_range(function: Callable[..., Any], target: str) -> None:
    with pytest.raises(UnsupportedSyntax, match="may be out of range"):
        grad(function, target=target)(X, 9)


def by_number(x):
    try:
        v = x[5] * x[-6] + math.log(x[1])
    except IndexError:
        v = x[0]
    except ValueError:
        v = x[1]
    return v * x[1]


def of_a_list(x, r):
    try:
        v = r[3]
    except Exception:
        v = r[0]
    return v * x[1]


def in_range(x):
    total = 0.0
    n = len(x)
    for i in range(n):
        for j in range(i + 1, n):
            try:
                total += math.log(x[i] * x[j])
            except Exception:
                total += x[i]
        for j in range(i):
            try:
                total += math.log(x[i] * x[j])
            except Exception:
                total += x[i] * x[j]
    for i, v in enumerate(x):
        try:
            total *= math.sqrt(x[i])
        except LookupError:
            total *= 2.0
        except ValueError:
            total += v
    for k, v in enumerate(x, 1):
        try:
            total += math.log(x[k - 1]) * v
        except Exception:
            total += v
    return total


def of_parts(x, p):
    a = (x[0], x[1])
    m = np.outer(x, x)
    rows, columns = m.shape
    total = x[2]
    try:
        total += math.log(a[1] * a[-1]) * p[1]
        for i in range(rows):
            for j in range(columns):
                total += math.log(m[i, j])
    except Exception:
        total *= p[0]
    return total


def other_errors(x):
    try:
        v = math.log(x[int(x[2])])
    except ValueError:
        v = x[0]
    return v * x[1]


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (by_number, (X,)),
        (by_number, (np.append(X, 1.0),)),
        (of_a_list, (X, [1, 2])),
        (in_range, (X,)),
        (of_parts, (X, (2, 3))),
        (other_errors, (X,)),
    ],
)
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_raises_or_never_does(
    function: Callable[..., Any], arguments: Any, target: str
) -> None:
    check(function, *arguments, target=target)
