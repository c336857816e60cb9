"""Tuples as arguments, of the differentiated function and of those that it calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad, jvp, value_and_grad, vjp

W = np.array([0.7, 1.9])


def nested(x, parts):
    first, (second, weights) = parts
    return first * x + second * second * weights[0] + weights[1] * len(parts)


def step(value, *rest):
    return value * rest[0] + rest[1]


def newton(function, start, args=()):
    value = start
    for _ in range(20):
        value = value - function(value, *args)
    return value


def residual(value, a, b):
    return 0.1 * (value - a) + 0.01 * b * value * value


def passed_on(x, pair):
    return step(x, *pair) + step(x, *(pair[1], x)) + newton(residual, x, args=(x, pair[0]))


def option(x, kind, scale):
    return x * scale if kind == "linear" else x * x * scale


def options(x, args):
    return option(x, *("square", args[0])) * newton(option_step, x, args=("linear", args[1]))


def option_step(value, kind, scale):
    return 0.3 * option(value, kind, scale)


def joined(x, pair):
    whole = pair + (x, 2.0)  # noqa: RUF005
    last = whole[1:]
    a, b, c = last
    return a * b * c * whole[0]


def of_result(x, pair):
    both = swapped(pair)
    return step(x, both[0], both[1]) * length(both)


def swapped(pair):
    return pair[1], pair[0]


def length(pair):
    return pair[0] * pair[0] + pair[1] * pair[1]


def polynomial(x, pair):
    total = 0.0
    for k in range(len(pair)):
        total = total * x + pair[k]
    for part in pair:
        total += part * x
    return total


def empty(x, pair, more=()):
    return step(x, *(pair + more))


def turned(angle, axis):
    angle = np.asarray(angle)
    made = np.zeros(angle.shape + (3, 3))  # noqa: RUF005
    made[..., axis, axis] = 1.0
    made[..., 1, 1] = np.cos(angle)
    made[..., 1, 0] = np.sin(angle)
    return made


def of_shapes(x, pair):
    place = np.array(pair + (1.0,))  # noqa: RUF005
    return np.sum(np.cross([0, 0, 1], turned(x, 2) @ np.asarray(place)))


def nested_result(value, parts):
    return value * parts[0], (value, (parts[1], value * value))


def unpacked_result(x, parts):
    first, others = nested_result(x, parts)
    left, (right, last) = others
    return first * others[0] + left * right * others[1][1] + last


CASES: dict[str, tuple[Any, tuple[Any, ...]]] = {
    "nested": (nested, (1.3, (0.4, (1.7, W)))),
    "passed on": (passed_on, (0.7, (1.3, 0.6))),
    "options": (options, (0.7, (1.3, 0.6))),
    "joined": (joined, (0.7, (1.3, 0.6))),
    "of a result": (of_result, (0.7, (1.3, 0.6))),
    "polynomial": (polynomial, (0.7, (1.3, 0.6))),
    "shapes": (of_shapes, (0.3, (1.3, 0.6))),
    "unpacked result": (unpacked_result, (0.7, (1.3, 0.6))),
    "empty": (empty, (0.7, (1.3, 0.6))),
}


def flat(value: Any) -> np.ndarray[Any, Any]:
    """Return all numbers in a nested tuple."""
    parts = map(flat, value) if isinstance(value, tuple) else [np.ravel(value)]
    return np.concatenate(list(parts))


def rebuilt(value: Any, numbers: list[float]) -> Any:
    """Return a nested tuple like another, of other numbers."""
    if isinstance(value, tuple):
        return tuple(rebuilt(part, numbers) for part in value)
    if isinstance(value, np.ndarray):
        return np.array([numbers.pop(0) for _ in value])
    return numbers.pop(0)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("case", CASES)
def test_gradients_have_the_form_of_the_arguments(case: str, target: str) -> None:
    function, arguments = CASES[case]
    derivative = value_and_grad(function, wrt=tuple(range(len(arguments))), target=target)
    value, found = derivative(*arguments)
    np.testing.assert_allclose(value, function(*arguments), rtol=1e-13)
    numbers = flat(arguments)
    expected = []
    for place in range(numbers.size):
        sides = []
        for sign in (1.0, -1.0):
            moved = numbers.copy()
            moved[place] += sign * 1e-6
            sides.append(function(*rebuilt(arguments, moved.tolist())))
        expected.append((sides[0] - sides[1]) / 2e-6)
    zeros = [0.0] * numbers.size
    assert repr(rebuilt(found, zeros.copy())) == repr(rebuilt(arguments, zeros.copy()))
    np.testing.assert_allclose(flat(found), expected, rtol=1e-6)


def with_default(x, pair=(2.0, 3)):
    return x * pair[0] * pair[1]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_defaults_and_integers(target: str) -> None:
    assert grad(with_default, wrt=("x", "pair"), target=target)(1.5) == (6.0, (4.5, None))
    assert grad(with_default, wrt="pair", target=target)(1.5, (1.0, 2.0)) == (3.0, 1.5)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_products(target: str) -> None:
    product = vjp(swapped, target=target)
    assert product((1.5, 2.5), (10.0, 20.0)) == (20.0, 10.0)


def test_the_function_itself() -> None:
    assert grad(nested).primal(1.3, (0.4, (1.7, W))) == nested(1.3, (0.4, (1.7, W)))


def test_forward_mode_takes_tuples() -> None:
    value, tangent = jvp(with_default, wrt="x", target="python")(1.5, (2.0, 3), 1.0)
    assert (value, tangent) == (9.0, 6.0)
    _, tangent = jvp(with_default, wrt="pair", target="python")(1.5, (2.0, 3.0), (1.0, 0.5))
    first, second = grad(with_default, wrt="pair", target="python")(1.5, (2.0, 3.0))
    assert tangent == first + 0.5 * second


def test_the_source_takes_the_tuple() -> None:
    derivative = grad(with_default, wrt="pair", target="python")
    assert "def with_default_gradient(x, pair):" in derivative.source(1.5, (2.0, 3.0))
    assert "with respect to pair." in derivative.source()
