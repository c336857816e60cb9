"""`try`: what an exception leaves done is done, and the handler that takes it is differentiated."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, grad

from .compare import check, check_both

V = np.array([1.2, 0.5, 2.5, 1.5, 3.5, 1.0])


class NoRoot(Exception):
    """An exception with arguments of its own."""

    def __init__(self, message: str, steps: int, last: float = 0.0) -> None:
        super().__init__(message)
        self.steps = steps
        self.last = last


def power(x, y):
    try:
        p = x**y
    except:  # noqa: E722
        p = 1e3 * x * 1e-300
    return y * math.tanh(1e-3 * p)


def fallback(x, y):
    try:
        return 0.5 * (1.0 + math.erf(math.log(x / y) / (y * math.sqrt(2.0))))
    except (ValueError, ZeroDivisionError):
        return y


def in_loop(v, x):
    total = 0.0
    for e in v:
        try:
            total += x / (float(e) - 1.0)
            if e > 3.0:
                break
            if e > 2.0:
                continue
            total *= 1.1
        except ZeroDivisionError:
            total += 5.0 * x
        finally:
            total *= x
    return total


def left_by_an_else(v, x):
    total = x
    for e in v:
        try:
            for k in range(2):
                if e > 3.0:
                    break
                total *= v[k]
            else:
                if e > 2.0:
                    continue
                total += 1.0
            if e > 3.0:
                return total
        finally:
            total += e
    return total * total


def left_by_an_else_of_while(v, x):
    total = x
    for e in v:
        try:
            while total < 2.0:
                total *= e + 1.0
            else:
                if total > 4.0:
                    break
            total *= 0.3
        finally:
            total += x
    return total


def loop_in_finally(v, x):
    total = x
    for e in v:
        try:
            total *= e
        finally:
            for k in range(3):
                if total > v[k]:
                    break
                total += x
            else:
                total *= x
    return total


def none_before_finally(v, k):
    try:
        if v[k] < 0.9:
            return None, v[k]
        found = math.log(v[k] - 2.2)
    except ValueError:
        return None, 0.5
    finally:
        v[k] *= 2.0
    return found, v[k]


def nothing_before_finally(v, k):
    try:
        found = math.log(v[k] - 2.2)
    except ValueError:
        return None
    finally:
        v[k] *= 2.0
    return found


def results_before_finally(v, x):
    v = v.copy()
    total = x
    for k in range(len(v)):
        a, b = none_before_finally(v, k)
        total = total * b if a is None else total + a * b * x
        c = nothing_before_finally(v, k)
        if c is not None:
            total -= c * x
    return total * np.sum(v)


def with_none(v, x):
    factor = None
    if x > 2.0:
        factor = v[0]
    try:
        total = x * factor
    except TypeError:
        total = 3.0 * x * v[1]
    return total


def compared_with_none(v, x):
    best = None
    total = 0.0
    for e in v:
        try:
            if e * x < best:
                best = e * x
        except TypeError:
            best = e + x
        total += best
    return total


def added_to_none(v, x):
    start = None
    total = start
    if x < 1.5:
        total = v[0]
    try:
        total += x
        found = total * 2.0
    except (TypeError, ValueError):
        found = 1.5 * x
    else:
        found = found * x
    return found


def condition_behind_finally(v, x):
    total = 0.2
    steps = 0
    while (gain := total * 0.8) < 2.0 and (steps := steps + 1) < len(v):
        try:
            if gain < 0.4:
                continue
            if steps == 5:
                break
            total += v[steps]
        finally:
            total += 0.1 * x
    else:
        total *= v[0]
    return total * gain


def around_loop(v, x):
    total = x
    try:
        for e in v:
            total *= e * x
            if total > 40.0:
                raise NoRoot("too large", steps=3)
            while total > 8.0:
                total /= 2.0 + e
        total *= x
    except NoRoot:
        total = total * total
    else:
        total += x
    return total


def nested(x, y):
    try:
        try:
            z = x / y
            assert z < 4.0
        except ZeroDivisionError:
            z = math.log(x)
        z *= y + 1.0
    except AssertionError:
        z = x * x
    except ValueError as error:
        if y > 1.0:
            raise error
        z = y + x
    return z


def fill(out, x):
    for i in range(len(out)):
        if x > i + 0.5:
            raise ValueError(f"{x} is too large")
        out[i] = x * i
    return 2.0 * x


def effects(x):
    v = np.ones(4)
    try:
        x = fill(v, x)
        v[0] = x
    except ValueError:
        v[1] *= x
    return v[0] + v[1] * v[2] * x + v[3]


def newton(f, x, steps):
    for _ in range(steps):
        y = f(x)
        if abs(y) < 1e-12:
            return x
        x = x - 1e-3 * y / (f(x + 1e-3) - y)
    raise NoRoot("no root", steps, last=x)


def root(x, y, steps):
    try:
        r = newton(lambda t: t * t - x * y, 1.0, steps)
    except ZeroDivisionError:
        r = x
    except NoRoot:
        r = 2.0 * y
    return r * y


def pair(x, y):
    if x > y:
        raise KeyError("order")
    return x * y, x / y


def tuples(x, y):
    try:
        a, b = pair(x, y)
    except LookupError:
        a = b = y
    return a * b * x


def recursive(x, n):
    if n == 0:
        return 1.0 / x
    try:
        return x * recursive(x - 1.0, n - 1)
    except ZeroDivisionError:
        return x * x


def no_result(out, x):
    if x < 0.0:
        raise ValueError
    out[0] = x * x


def called_for_effects(x):
    out = np.zeros(2)
    try:
        no_result(out, x)
        no_result(out, 1.0 - x)
    except ValueError:
        out[1] = 3.0 * x
    return out[0] * x + out[1]


CASES: list[tuple[Callable[..., float], tuple[Any, ...]]] = [
    (power, (2.0, 3.0)),
    (power, (1e300, 3.0)),
    (power, (0.0, -1.0)),
    (fallback, (2.0, 0.7)),
    (fallback, (-2.0, 0.7)),
    (in_loop, (V, 1.3)),
    (in_loop, (V[1:3], 1.3)),
    (in_loop, (V[:0], 1.3)),
    (results_before_finally, (V, 1.3)),
    (with_none, (V, 1.3)),
    (with_none, (V, 2.3)),
    (compared_with_none, (V, 1.3)),
    (added_to_none, (V, 1.3)),
    (added_to_none, (V, 1.7)),
    (condition_behind_finally, (V, 1.3)),
    (condition_behind_finally, (V[:2], 1.3)),
    (condition_behind_finally, (0.01 * np.ones(8), 1.3)),
    (left_by_an_else, (V, 1.3)),
    (left_by_an_else, (V[:3], 1.3)),
    (left_by_an_else_of_while, (V, 1.3)),
    (left_by_an_else_of_while, (V[1:2], 2.5)),
    (loop_in_finally, (V, 1.3)),
    (around_loop, (V[:2], 1.3)),
    (around_loop, (V, 1.3)),
    (around_loop, (V, 9.0)),
    (nested, (1.5, 0.7)),
    (nested, (1.5, 0.2)),
    (effects, (0.3,)),
    (effects, (1.3,)),
    (effects, (2.3,)),
    (root, (1.2, 2.0, 50)),
    (root, (1.2, 2.0, 2)),
    (tuples, (1.2, 2.0)),
    (tuples, (2.2, 2.0)),
    (recursive, (2.5, 2)),
    (called_for_effects, (0.5,)),
    (called_for_effects, (1.5,)),
    (called_for_effects, (-0.5,)),
]
NAMES = [f"{function.__name__}-{k}" for k, (function, _) in enumerate(CASES)]


@pytest.mark.parametrize(("function", "arguments"), CASES, ids=NAMES)
def test_uncompiled(function: Callable[..., float], arguments: tuple[Any, ...]) -> None:
    """Both modes agree with differences."""
    if function is power and arguments[0] in (0.0, 1e300):
        scale = 1e294 if arguments[0] else 1e-6
        steps = [power(arguments[0] + d * scale, arguments[1]) for d in (0.0, 1.0)]
        expected = 0.0 if arguments[0] == 0.0 else (steps[1] - steps[0]) / scale
        found = grad(function, target="python")(*arguments)
        np.testing.assert_allclose(found, -1e-300 if arguments[0] == 0.0 else expected, rtol=1e-6)
        return
    check_both(function, *arguments)


@pytest.mark.parametrize("function", [around_loop, effects, in_loop, nested, root])
def test_compiled(function: Callable[..., float]) -> None:
    """Compiled derivatives take the same ways."""
    for other, arguments in CASES:
        if other is function:
            check(function, *arguments, target="cpu")


def test_division_by_zero_itself() -> None:
    """At the point where Python raises, the handler has the derivative."""
    for target in ("python", "cpu"):
        found = grad(fallback, wrt=("x", "y"), target=target)(0.0, 0.7)
        assert found == (0.0, 1.0)
        found = grad(nested, wrt=("x", "y"), target=target)(2.0, 0.0)
        np.testing.assert_allclose(found, (0.5, math.log(2.0)))
        assert grad(recursive, target=target)(1.0, 1) == 2.0
        found = grad(in_loop, wrt=("v", "x"), target=target)(np.array([1.0]), 3.0)
        assert found == (0.0, 30.0)


def test_exceptions_nobody_takes() -> None:
    """What no handler takes is raised, with its class, and so is what a handler raises again."""

    def outer(x: float) -> float:
        try:
            if x < 0.0:
                raise NoRoot("negative", 1)
            return x * x
        except NoRoot:
            x = 3.0
            raise

    for target in ("python", "cpu"):
        with pytest.raises(NoRoot, match="no root"):
            grad(newton_of_square, target=target)(1.0)
        with pytest.raises(NoRoot, match="negative"):
            grad(outer, target=target)(-1.0)
        assert grad(outer, target=target)(2.0) == 4.0


def newton_of_square(x):
    try:
        return newton(lambda t: t * t + x, 1.0, 3)
    except KeyError:
        return x


def test_source_without_flags() -> None:
    """A handler that is reached in one place stands there."""
    text = grad(fallback, target="python").source(1.5, 0.7)
    assert "raised" not in text
    assert "if y != 0:" in text


def test_refusals() -> None:
    """What cannot be told is refused, where it stands."""

    def kept(x: float) -> float:
        try:
            return 1.0 / x
        except ZeroDivisionError as error:
            return x * len(error.args)

    def again(x: float) -> float:
        try:
            return newton(lambda t: t * t - x, 1.0, 3)
        except Exception:
            raise

    def left(v: np.ndarray) -> float:
        total = 0.0
        for e in v:
            try:
                total += e
            finally:
                break  # noqa: B012
        return total

    for function, argument, text in (
        (kept, 1.0, "the exception `error` is used as a value"),
        (again, 1.0, "which exception this raises again is not known"),
        (left, V, "`finally` is left before its end"),
    ):
        with pytest.raises(UnsupportedSyntax, match=text):
            grad(function, target="python")(argument)


def quotient_of_arrays(x, y):
    try:
        z = x / y
        z //= y + 1.0
    except ZeroDivisionError:
        return np.sum(x)
    return np.sum(z * x)


def power_of_arrays(x, y):
    try:
        z = x**y
    except Exception:
        return np.sum(x)
    return np.sum(z * x)


def array_or_number(x, y):
    try:
        z = np.sum(x) / y[0]
        w = 1.0 / (x * y)
    except ArithmeticError:
        return np.sum(x)
    return np.sum(w) * z


@pytest.mark.parametrize("function", [quotient_of_arrays, power_of_arrays, array_or_number])
def test_arithmetic_of_arrays_raises_nothing(function: Callable[..., Any]) -> None:
    """Handlers take nothing from arrays, also if these have one element, or zeros."""
    for x, y in ((np.array([0.4, 1.1]), np.array([0.7, 1.3])), (np.array([0.4]), np.array([0.7]))):
        check_both(function, x, y)
    with np.errstate(all="ignore"):
        assert not np.isfinite(array_or_number(np.ones(2), np.array([1.0, 0.0])))
        found = grad(array_or_number, target="python")(np.ones(2), np.array([1.0, 0.0]))
    assert not np.isfinite(found[1])
