"""Derivatives by finite differences, to compare with."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from typing import Any

import numpy as np

from srcdiff import jvp, value_and_grad

STEP = 1e-6
TOLERANCE = 1e-7


def copied(arguments: tuple[Any, ...]) -> list[Any]:
    """Return arguments of which a function may overwrite the arrays."""
    return [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]


def slope(function: Callable[..., float], arguments: tuple[Any, ...], place: int) -> Any:
    """Return the gradient of a function with respect to one argument."""
    given = arguments[place]
    if not isinstance(given, np.ndarray):
        values = []
        for step in (STEP, -STEP):
            moved = copied(arguments)
            moved[place] = given + step
            values.append(function(*moved))
        return (values[0] - values[1]) / (2.0 * STEP)
    found = np.empty(given.shape)
    for index in np.ndindex(*given.shape):
        values = []
        for step in (STEP, -STEP):
            moved = copied(arguments)
            moved[place][index] += step
            values.append(function(*moved))
        found[index] = (values[0] - values[1]) / (2.0 * STEP)
    return found


def check(found: Any, function: Callable[..., float], *arguments: Any, wrt: int = 0) -> None:
    """Check a gradient against finite differences."""
    expected = slope(getattr(function, "py_func", function), arguments, wrt)
    np.testing.assert_allclose(found, expected, rtol=TOLERANCE, atol=TOLERANCE)


def of_text(body: str, helpers: str = "") -> Any:
    """Return the function of `x` with the given statements; its text can be found."""
    text = f"{helpers}def f(x):\n    {body}"
    name = f"<statements: {body}>"
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    space: dict[str, Any] = {"np": np}
    exec(compile(text, name, "exec"), space)
    return space["f"]


def check_both_modes(
    function: Callable[..., float], *arguments: Any, target: str = "python"
) -> None:
    """Check the value and the derivative by the first argument, in reverse and forward mode."""
    expected = function(*copied(arguments))
    slopes = slope(function, arguments, 0)
    value, gradient = value_and_grad(function, target=target)(*arguments)
    np.testing.assert_allclose(value, expected, rtol=1e-12)
    np.testing.assert_allclose(gradient, slopes, rtol=1e-6, atol=1e-6)
    check_forward_mode(function, *arguments, target=target)


def check_forward_mode(
    function: Callable[..., float], *arguments: Any, target: str = "python"
) -> None:
    """Check the value and the tangent by the first argument in forward mode."""
    expected = function(*copied(arguments))
    direction = np.linspace(0.3, 1.1, arguments[0].size).reshape(arguments[0].shape)
    value, change = jvp(function, target=target)(*arguments, direction)
    np.testing.assert_allclose(value, expected, rtol=1e-12)
    slopes = slope(function, arguments, 0)
    np.testing.assert_allclose(change, np.sum(slopes * direction), rtol=1e-6, atol=1e-6)
