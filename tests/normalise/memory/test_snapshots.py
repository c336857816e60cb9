"""Arrays that are overwritten after operations have read them: one copy for all of these."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import check_grads, grad
from srcdiff.analyse.aliasing.statement_effects import Summary
from srcdiff.analyse.types.types import types
from srcdiff.normalise.memory.snapshots import Snapshots, snapshots

from ...analyse.forms import form

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


COPIES = {  # how often arrays are copied, of their operands and of their results
    "b = np.sin(x)": (0, 0),
    "b = np.sin(x)\nx[0] = s": (1, 0),
    "x[0] = s\nb = np.sin(x)": (0, 0),
    "b = np.sin(x)\ny[0] = s": (0, 0),
    "b = x + y\nx[0] = s": (0, 0),
    "b = np.sin(x)\nc = np.cos(x)\nx[0] = s": (1, 0),
    "b = np.sin(x)\nx[0] = s\nc = np.cos(x)\nx[1] = s": (2, 0),
    "b = np.sin(x)\nv = x[1:]\nv[0] = s": (1, 0),
    "if n > 0:\n    b = np.sin(x)\nelse:\n    x[0] = s": (0, 0),
    "if n > 0:\n    b = np.sin(x)\nx[0] = s": (1, 0),
    "for i in range(n):\n    x[0] = s\n    b = np.sin(x)": (1, 0),
    "for i in range(n):\n    if i > 0:\n        b = np.sin(x)\n    else:\n        x[0] = s": (1, 0),
    "for i in range(n):\n    b = np.sin(x)\nfor j in range(n):\n    x[0] = s": (1, 0),
    "for i in range(n):\n    a = x + y\n    a[0] = s\n    b = np.sin(a)": (1, 0),
    "b = np.exp(x)": (0, 0),
    "b = np.exp(x)\nb[0] = s": (0, 1),
    "b = np.exp(x)\nx[0] = s": (0, 0),
    "b = np.sin(x)\nb[0] = s": (0, 0),
    "b = x[1:]\nb[0] = s": (0, 0),
    "b = called(x)\nx[0] = s": (0, 0),
    "b = ruled(x)\nx[0] = s": (1, 0),
    "b = np.asarray(x)\nx[0] = s": (0, 0),
    "t = x[places]\nplaces[0] = i": (1, 0),
    "x[places] = t\nplaces[0] = i": (1, 0),
}


def snapshotted(text: str) -> Snapshots:
    """Return the copies of a core form, in which adjoints read results of `np.exp`."""
    known = {"called": Summary(), "ruled": Summary()}
    found = form(text, "x, y, n, places", known, {"places": types.Array(types.int64, 1, "C")})
    return snapshots(
        found.core.tree,
        found.effects,
        found.layout,
        found.types.is_array,
        lambda operation: operation.name in ("np.exp", "np.asarray"),
        lambda operation: operation.name not in ("np.exp", "") or operation.is_user,
        frozenset({"ruled"}),
    )


@pytest.mark.parametrize("text", COPIES)
def test_what_is_copied(text: str) -> None:
    found = snapshotted(text)
    words = [name.partition("·")[2].partition("_")[0] for name in found.copies]
    assert (words.count("before"), words.count("made")) == COPIES[text]
    assert bool(found.before) == bool(found.copies)


def test_variables_with_a_dot_in_their_names() -> None:
    """What a user calls `x·before` is no copy of `x`."""

    def of_two(x, x·before):
        y = np.sin(x)
        x[0] = 1.0
        return np.sum(y * np.cos(x)) * np.sum(x·before)

    x = np.array([0.4, 0.3])
    check_grads(of_two, (x, np.array([0.5, 1.5])), target="python")
