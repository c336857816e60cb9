"""Arrays that are overwritten after operations have read them: one copy for all of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad

Function = Callable[..., Any]


def read_twice(x: Any, m: Any) -> Any:
    """Read the same elements twice before they are overwritten."""
    y = m @ x
    z = np.exp(x) @ x
    x[0] = 1.0
    return y @ y + z


def in_a_branch(x: Any, m: Any) -> Any:
    """Overwrite an element in a branch, between two reads."""
    y = m @ x
    if y[0] > 0.0:
        x[1] = y[0] * y[1]
    z = m @ x
    x[0] = 1.0
    return y @ z


def in_a_loop(x: Any, m: Any) -> Any:
    """Overwrite elements in a loop, between two reads and after them."""
    total = 0.0
    for k in range(x.size):
        y = m @ x
        total += np.exp(-x) @ y
        x[k] = y[k] * 0.5
        total += np.exp(x) @ x
    return total


def through_a_view(x: Any, m: Any) -> Any:
    """Overwrite elements by another name, between two reads."""
    y = m @ x
    part = x[1:]
    z = np.exp(x) @ x
    part[0] = y[0]
    w = m @ x
    part *= 2.0
    return y @ w + z


def bound_anew(x: Any, m: Any) -> Any:
    """Bind the name to another array, between two reads."""
    x = x * 1.5
    y = m @ x
    x[0] = y[1]
    x = m @ x
    z = m @ x
    w = np.exp(x) @ x
    x[1] = 0.5
    return y @ z + w


def in_a_function(x: Any, m: Any) -> Any:
    """Overwrite elements in a function, between two reads."""
    y = m @ x
    doubled(x)
    z = m @ x
    w = np.exp(x) @ x
    doubled(x)
    return y @ z + w


def doubled(x: Any) -> None:
    """Double an array in place."""
    x *= 2.0


@pytest.mark.parametrize(
    "function",
    [read_twice, in_a_branch, in_a_loop, through_a_view, bound_anew, in_a_function],
    ids=lambda function: function.__name__,
)
def test_arrays_are_as_they_were_read(function: Function) -> None:
    rng = np.random.default_rng(4)
    x, m = rng.uniform(0.2, 0.9, 3), rng.normal(size=(3, 3))
    check_grads(function, (x, m), target="python")


def test_an_array_is_copied_once_for_all_that_read_it() -> None:
    text = grad(read_twice, target="python").source(np.zeros(3), np.zeros((3, 3)))
    assert text.count("x.copy()") == 1
