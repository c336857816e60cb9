"""Variables and results that may be None: a flag tells, and only values have derivatives."""

# ruff: noqa: SIM105

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad, jvp, vjp

from .compare import check, check_both

V = np.array([0.4, -1.2, 2.5, 1.5, -3.5, 1.0])


def largest(v):
    best = None
    for e in v:
        if best is None or e > best:
            best = e
    return best * best


def cube_root(x):
    if x < 0.0:
        result = None
    else:
        y = x ** (1.0 / 3.0)
        result = y
    return result


def called(x, y):
    root = cube_root(x)
    if root is None:
        return y * y
    return root * y


def in_expressions(x, y):
    return cube_root(x) * y + (cube_root(y) or 1.0)


def on_a_condition(x, y):
    return None if (x < y or y < 0.0) else x * x * y


def bracket(x, n):
    low = high = None
    total = 0.0
    for i in range(n):
        p = x * (i - 1.5)
        if p < 0.0:
            low = p
        else:
            high = p
        if low is not None and high is not None:
            total += high * low * (i + 1)
        elif low is not None:
            total += low * low
        if i == 4:
            low = None
    return total if low is None else total * low


def early(x):
    if x > 3.0:
        return None
    if x > 2.0:
        return x * x
    return


def three_ways(x, y):
    z = early(x)
    w = z
    if w is not None and w > 4.5:
        return w * y
    return y if z is None else z * x


def falls_off(v, x):
    for e in v:
        if e > x:
            return e * x


def searched(v, x):
    found = falls_off(v, x)
    other = falls_off(v[:2], x)
    total = 0.0
    if found is not None:
        total += found
    if other:
        total += other * other
    return total * x


def rebound(v, low=None, high=None):
    total = 0.0
    for e in v:
        if low is None or e < low:
            low = e
        if high is not None and e > high:
            continue
        total += e * low
    return total


def compared(v, x):
    last = None
    total = 0.0
    for e in v:
        if e == last or last != x:
            total += e * x
        last = e if e > 0.0 else None
    return total


def with_try(x, y):
    guess = None
    try:
        guess = y / (x - 1.0)
    except ZeroDivisionError:
        pass
    if guess is None or guess > 4.0:
        guess = x * y
    return guess * y


CASES: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
    (largest, (V,)),
    (cube_root, (0.7,)),
    (called, (0.7, 1.3)),
    (called, (-0.7, 1.3)),
    (in_expressions, (0.7, 1.3)),
    (bracket, (0.7, 2)),
    (bracket, (0.7, 4)),
    (bracket, (0.7, 6)),
    (early, (2.5,)),
    (three_ways, (2.5, 1.3)),
    (three_ways, (2.05, 1.3)),
    (three_ways, (1.0, 1.3)),
    (three_ways, (3.5, 1.3)),
    (searched, (V, 0.5)),
    (searched, (V, 0.3)),
    (searched, (V, 5.0)),
    (rebound, (V, None, None)),
    (rebound, (V, 0.5, None)),
    (rebound, (V, None, 1.2)),
    (rebound, (V, 0.5, 2.0)),
    (compared, (V, 0.5)),
    (compared, (V, 2.7)),
    (with_try, (2.0, 1.3)),
    (with_try, (1.2, 1.3)),
]
NAMES = [f"{function.__name__}-{k}" for k, (function, _) in enumerate(CASES)]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=NAMES)
def test_uncompiled(function: Callable[..., float], arguments: tuple[Any, ...]) -> None:
    """Both modes agree with differences."""
    check_both(function, *arguments)


@pytest.mark.parametrize("function", [bracket, called, searched, three_ways, with_try])
def test_compiled(function: Callable[..., float]) -> None:
    """Compiled derivatives take the same ways."""
    for other, arguments in CASES:
        if other is function:
            check(function, *arguments, target="cpu")


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_no_result(target: str) -> None:
    """Where the function returns None there is no derivative, and that is said."""
    for function in (cube_root, early):
        with pytest.raises(TypeError, match="None"):
            grad(function, target=target)(-1.0)
        with pytest.raises(TypeError, match="None"):
            vjp(function, target=target)(-1.0, 1.0)
        with pytest.raises(TypeError, match="None"):
            jvp(function, target=target)(-1.0, 1.0)
    with pytest.raises(TypeError, match="`best` is None"):
        grad(largest, target=target)(V[:0])


def second_of(left: Any, right: float) -> float:
    return right


def test_none_that_is_handed_on() -> None:
    """Where None goes into a tuple or a function, the derivative says that it needs a value."""

    def in_a_tuple(x: float) -> Any:
        y = None
        if x > 5.0:
            y = x
        return y, x * x

    def passed(x: float) -> float:
        y = None
        if x > 5.0:
            y = x
        return second_of(y, x * x)

    with pytest.raises(TypeError, match="`y` is None, but its derivative needs a value"):
        vjp(in_a_tuple, target="python")(2.0, (None, 1.0))
    with pytest.raises(TypeError, match="`y` is None, but its derivative needs a value"):
        grad(passed, target="python")(2.0)
    assert grad(passed, target="python")(6.0) == 12.0


def test_none_after_an_exception() -> None:
    """What an exception leaves as None is None."""
    found = grad(with_try, wrt=("x", "y"), target="python")(1.0, 1.3)
    np.testing.assert_allclose(found, (1.3 * 1.3, 2.6))


def test_refusal() -> None:
    """A use on a condition that does not ask for None is refused."""

    def unclear(x: float) -> float:
        y = None
        if x > 1.0:
            y = x
        return y * x if x > 2.0 else x

    with pytest.raises(UnsupportedSyntax, match="`y` may be None here"):
        grad(unclear, target="python")(2.0)


def test_a_conditional_result():
    check(on_a_condition, 2.0, 1.0)
    with pytest.raises(TypeError, match="is None"):
        grad(on_a_condition, target="python")(1.0, 2.0)


def given_back(xs, scale, places):
    return scale * 2.0, len(xs), places


def of_what_came_back(xs, scale, places=None):
    total, count, places = given_back(xs, scale, places)
    if places is None:
        places = [0.0] * count
    for i in range(count):
        places[i] = total
    return places[0] + xs[0]


def test_none_that_a_helper_gives_back_is_no_array() -> None:
    for target in ("python", "cpu"):
        assert grad(of_what_came_back, wrt="scale", target=target)([0.1, 0.2], 0.7) == 2.0
