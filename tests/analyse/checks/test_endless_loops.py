"""Loops without an end, which a call perhaps never reaches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from srcdiff import UnsupportedSyntax, grad, jvp


def forgotten_counter(x, limit):
    k = 0
    if x > limit:
        return x * x
    while k < 3:
        x = x * 2.0
    return x


def for_ever(x, limit):
    if x > limit:
        return x * x
    while True:
        x = x * 2.0


@pytest.mark.parametrize("function", [forgotten_counter, for_ever])
def test_refused(function: Callable[..., Any]) -> None:
    """Numba compiles no such function, and says so by an error of its own."""
    assert function(2.0, 1.0) == 4.0
    for derivative, tangent in ((grad(function, target="python"), ()), (jvp(function), (1.0,))):
        with pytest.raises(UnsupportedSyntax, match="this loop never ends") as caught:
            derivative(2.0, 1.0, *tangent)
        assert "while" in str(caught.value)


def left_at_times(x, limit):
    while True:
        x = x * x
        if x > limit:
            break
    return x


def test_left() -> None:
    """A loop that `break` leaves has an end."""
    assert grad(left_at_times, target="python")(2.0, 9.0) == pytest.approx(32.0)
