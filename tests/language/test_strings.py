"""Strings in errors, casts, rows of arrays, sums of arrays."""

# ruff: noqa: RUF043, UP031, UP032

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, grad

from .compare import check

X = np.array([0.4, 1.3, 0.2, 2.0])
Z = np.arange(6.0).reshape(3, 2) / 7.0 + 0.1


def messages(x, n):
    assert n > 0, f"n is {n:d}"
    if x < -100.0:
        raise ValueError(f"too low: {x}", "by " + str(x), "%s" % x, "{}".format(x))
    text = "large"
    if x > 100.0:
        raise ValueError(text)
    return x * x * n


def twice(a):
    return 2.0 * a


def casts(x, n):
    y = float(x[0]) * x[1] * int(x[1] * 3.7)
    return (
        y
        + type(x[0])(0.5) * x[2]
        + type(twice(x[1]))(0.25) * x[1]
        + np.float64(x[0]) ** 2 * float(n)
    )


def casts_of_arrays(x):
    y = x.astype(np.float64)
    y[0] *= 2.0
    z = np.arange(4).astype(np.float64)
    return y[0] * x[1] + z[2] * y[2] * x[0]


def rows(z):
    total = 0.0
    for row in z:
        for v in row:
            total += v * v * total + v
        total += row[0] * row[1]
    for row in z:
        row[0] *= 2.0
    for (a, b), c in zip(z, z[0], strict=False):
        total += a * b * c
    return total + z[0, 0] * z[1, 1]


def rows_in_comprehensions(z):
    a = [sum(row) for row in z]
    b = np.array([row[0] * row[1] for row in z])
    c = [v * v for row in z for v in row]
    d = [v for row in z if row[0] > 0.2 for v in row if v > 0.3]
    return a[0] * a[1] + b[1] * max(max(row) for row in z) + c[1] * c[5] + d[0] * d[-1] + len(d)


def extremes_of_values(x, y):
    pair = (x, y * 2.0)
    return max([x, 1.0]) * min((x, y, 2.0)) + max(pair) * min(v * y for v in pair) + sum(pair)


def filtered(x):
    y = [v * v for v in x if v > 0.3]
    total = 0.0
    for v in y:
        total += v * y[-1]
    return y[-1] * y[0] * len(y) + sum(y) + total


def sums_of_arrays(x, n):
    return sum(x) * max(x[:n]) + min(x) * x[1] + sum(x[1:], x[0]) * any(x > 1.0)


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...]]] = [
    (messages, (1.5, 2)),
    (casts, (X, 2)),
    (casts_of_arrays, (X,)),
    (rows, (Z,)),
    (rows_in_comprehensions, (Z,)),
    (filtered, (X,)),
    (extremes_of_values, (1.5, 0.6)),
    (sums_of_arrays, (X, 2)),
]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program[0].__name__)
def test_the_gradient(program: Any, target: str) -> None:
    check(program[0], *program[1], target=target)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_errors_are_raised_with_the_text_of_the_message(target: str) -> None:
    derivative = grad(messages, target=target)
    with pytest.raises(AssertionError, match="n is {n}"):
        derivative(1.5, 0)
    with pytest.raises(ValueError, match="too low: {x}"):
        derivative(-200.0, 1)
    with pytest.raises(ValueError, match="large"):
        derivative(200.0, 1)


def test_single_precision() -> None:
    def product(x):
        y = x.astype(np.float32)
        return y[0] * y[1]

    np.testing.assert_allclose(grad(product, target="python")(X), [1.3, 0.4, 0.0, 0.0], rtol=1e-6)


def printed(x, n):
    text = f"x is {x}"
    print(f"x is {x}, n is {n:d}", "%d of %d" % (n, 2), "{} {}".format(n, 1), str(n) + "!")
    if n > 5:
        raise ValueError(text)
    return x * x


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_is_printed(target: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Values are printed once, beside the texts in which they stand."""
    derivative = grad(printed, target=target)
    assert derivative(1.5, 3) == 3.0
    found = capfd.readouterr().out
    assert " ".join(found.split()) == "x is 1.5 , n is 3 %d of %d 3 2 {} {} 3 1 3 !"
    with pytest.raises(ValueError, match="x is {x}"):
        derivative(1.5, 6)


def test_texts_that_are_read() -> None:
    """A text that decides something is no message."""

    def decided(x: float, n: int) -> float:
        text = f"{n}"
        return x if text == "3" else x * x

    with pytest.raises(UnsupportedSyntax, match="f-strings"):
        grad(decided, target="python")(1.5, 3)


def repeated(x, n):
    t = x[0]
    state = "a"
    for i in range(6):
        if i > n:
            break
        if state == "aa":
            t = t * x[1]
        elif state == "bb":
            t = t * x[2] * t
        else:
            t = t * t
        state = "b" * n if t < 0.7 else "a" * n
    return t


def test_strings_that_numba_takes_for_none():
    """A product of a string and a number, on which a loop depends, is refused."""
    with pytest.raises(UnsupportedType, match="a string or None for Numba, changes in a loop"):
        grad(repeated, target="python")(X, 2)
