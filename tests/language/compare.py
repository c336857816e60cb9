"""What the tests of the language share: a gradient against differences, for both targets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from srcdiff import jvp, value_and_grad
from srcdiff.front.callables import python_function

from ..differentiate.finite import copied, slope


def check(function: Callable[..., float], *arguments: Any, target: str = "python") -> Any:
    """Check value and gradient of a function in each floating argument; return the derivative."""
    plain = python_function(function)
    wanted = tuple(k for k, a in enumerate(arguments) if is_floating(a))
    derivative = value_and_grad(function, wrt=wanted, target=target)
    value, found = derivative(*copied(arguments))
    np.testing.assert_allclose(value, plain(*copied(arguments)), rtol=1e-13)
    for place, adjoint in zip(wanted, found, strict=True):
        expected = slope(plain, arguments, place)
        np.testing.assert_allclose(adjoint, expected, rtol=2e-7, atol=2e-7)
    return derivative


def check_both(function: Callable[..., float], *arguments: Any) -> None:
    """Check the uncompiled derivatives of a function in both modes, in each floating argument."""
    check(function, *arguments)
    for place, argument in enumerate(arguments):
        if is_floating(argument):
            tangent = np.ones_like(argument) if isinstance(argument, np.ndarray) else 1.0
            _, found = jvp(function, wrt=place, target="python")(*arguments, tangent)
            expected = np.sum(slope(function, arguments, place))
            np.testing.assert_allclose(found, expected, rtol=2e-7, atol=2e-7)


def is_floating(value: Any) -> bool:
    """Return True if an argument can be differentiated."""
    return bool(np.asarray(value).dtype.kind == "f")
