"""What the tests of lists and tuples share: both modes against differences, in their forms."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from srcdiff import jvp, vjp

STEP = 1e-6


def numbers(value: Any) -> list[float]:
    """Return all numbers of a value, from left to right."""
    if isinstance(value, (list, tuple)):
        return [number for part in value for number in numbers(part)]
    return [] if value is None else list(np.ravel(np.asarray(value, dtype=float)))


def shaped(value: Any, given: Iterator[float]) -> Any:
    """Return given numbers in the form of a value, None for what is not floating-point."""
    if hasattr(value, "_fields"):
        return type(value)(*(shaped(part, given) for part in value))
    if isinstance(value, (list, tuple)):
        return type(value)(shaped(part, given) for part in value)
    if isinstance(value, np.ndarray):
        return np.array([next(given) for _ in range(value.size)]).reshape(value.shape)
    return next(given) if isinstance(value, float) else None


def moved(value: Any, given: Iterator[float]) -> Any:
    """Return a value with given numbers instead of its floating-point ones."""
    if isinstance(value, (list, tuple)):
        parts = [moved(part, given) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    new = shaped(value, given)
    return value if new is None else new


def is_floating(value: Any) -> bool:
    """Return True if a value has floating-point numbers."""
    return bool(numbers(shaped(value, iter(np.ones(100)))))


def floats(value: Any) -> list[float]:
    """Return the floating-point numbers of a value."""
    if isinstance(value, (list, tuple)):
        return [number for part in value for number in floats(part)]
    return numbers(value) if is_floating(value) else []


def form(value: Any) -> Any:
    """Return what tells the form of a value: classes, but for those of numbers."""
    if isinstance(value, (list, tuple)):
        return type(value).__name__, [form(part) for part in value]
    return "array" if isinstance(value, np.ndarray) else None


def check(function: Callable[..., Any], *arguments: Any, target: str = "python") -> Any:
    """Check both modes of a function in all its floating-point arguments; return both."""
    names = list(inspect.signature(function).parameters)
    wrt = [k for k, value in enumerate(arguments) if is_floating(value)]
    own = tuple(names[k] for k in wrt)
    result = function(*copy.deepcopy(arguments))
    weights = np.linspace(0.5, 1.7, len(numbers(shaped(result, iter(np.ones(100))))))
    before = repr(arguments)
    reverse = vjp(function, own, target=target)
    gradient = reverse(*arguments, shaped(result, iter(weights)))
    assert repr(arguments) == before, "the caller's arguments have changed"
    at = floats([arguments[k] for k in wrt])

    def total(values: list[float]) -> float:
        given = iter(values)
        new = [
            moved(value, given) if k in wrt else value
            for k, value in enumerate(copy.deepcopy(arguments))
        ]
        return float(np.dot(weights, floats(function(*new))))

    def slope(k: int) -> float:
        step = STEP * np.eye(len(at))[k]
        return (total(list(at + step)) - total(list(at - step))) / (2.0 * STEP)

    expected = [slope(k) for k in range(len(at))]
    np.testing.assert_allclose(numbers(gradient), expected, rtol=2e-7, atol=2e-7)
    assert [form(g) for g in gradient] == [form(arguments[k]) for k in wrt]
    forward = jvp(function, own, target=target)
    direction = np.linspace(-1.0, 1.3, len(at))
    given = iter(direction)
    value, tangent = forward(*arguments, *(shaped(arguments[k], given) for k in wrt))
    assert form(value) == form(result)
    np.testing.assert_allclose(numbers(value), numbers(result), rtol=1e-13)
    slopes = np.dot(weights, numbers(tangent))
    np.testing.assert_allclose(slopes, np.dot(expected, direction), rtol=2e-7, atol=2e-7)
    return reverse, forward
