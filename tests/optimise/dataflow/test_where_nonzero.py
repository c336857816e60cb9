"""What only multiplies an adjoint runs where that is not zero, if nothing else reads it."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import check_grads, grad
from srcdiff.optimise.dataflow.where_nonzero import where_nonzero
from srcdiff.syntax import function, rename, unparse

from ...golden.programs import to_the_nearest

NAMES = {"d_x": "d_·x", "d_t": "d_·t", "d_u": "d_·u", "d_s": "d_·s"}
BEGIN = """
def f(x, d_x, d_s, best, u):
    if best:
        d_t = d_s
    else:
        d_t = 0.0
"""
LOOP = "    for k in range(3):\n        d_x[k] += x[k] * d_t\n"


def after(text: str) -> tuple[str, str]:
    """Return the text of a function before and after the pass, with names that can be read."""
    tree = rename(function(text), NAMES)
    found = where_nonzero(tree, lambda name: name in ("d_·x", "x"), lambda statement: True)
    back = {new: old for old, new in NAMES.items()}
    return unparse(rename(tree, back)), unparse(rename(found, back))


@pytest.mark.parametrize(
    "rest",
    [
        "    d_x[0] += d_t\n    return d_x",  # a jump costs more
        "    for k in range(3):\n        d_x[k] = x[k] * d_t\n    return d_x",
        "    for k in range(3):\n        d_x[k] += x[k]\n    return d_x",
        "    for k in range(3):\n        d_x[k] *= d_t\n    return d_x",
        "    for k in range(3):\n        d_x[k] += x[k] / d_t\n    return d_x",
        "    for k in range(3):\n        u = x[k]\n        d_x[k] += u * d_t\n    return d_x, u",
        "    for k in range(3):\n        d_x[k] += d_t\n        d_t += 1.0\n    return d_x",
        "    for k in range(3):\n        if x[k] > 0.0:\n            break\n    return d_x",
        "    for k in range(3):\n        d_x[k] += d_t\n    return d_x, k",
        "    for k in range(3):\n        d_x[k] += d_t * d_u\n        d_u = x[k]\n    return d_u",
    ],
)
def test_what_does_something_stays(rest: str) -> None:
    before, found = after(BEGIN + rest)
    assert found == before


def test_a_loop_that_adds_zero_moves() -> None:
    _, found = after(BEGIN + LOOP + "    return d_x")
    assert found.splitlines()[1:] == [
        "    if best:",
        "        d_t = d_s",
        "        for k in range(3):",
        "            d_x[k] += x[k] * d_t",
        "    return d_x",
    ]


def test_an_adjoint_that_is_read_stays_zero() -> None:
    _, found = after(BEGIN + LOOP + "    return d_x, d_t")
    assert "    else:\n        d_t = 0.0\n    return" in found


def test_the_other_branch() -> None:
    text = BEGIN.replace("d_t = d_s", "d_t = 1").replace("d_t = 0.0", "d_t = d_s")
    _, found = after(text.replace("d_t = 1", "d_t = 0.0") + LOOP + "    return d_x")
    assert found.splitlines()[1:3] == ["    if not best:", "        d_t = d_s"]


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_gradients(target: str) -> None:
    points = np.linspace(-1.0, 2.0, 10).reshape(5, 2) ** 2
    centres = np.array([[0.1, 0.4], [1.0, 2.0], [3.0, 3.5]])
    check_grads(to_the_nearest, (points, centres), target=target)
    lines = grad(to_the_nearest, target=target, arrays="loops").source(points, centres).splitlines()
    (start,) = (k for k, line in enumerate(lines) if "condition_saved[c]:" in line)
    assert not any("else" in line for line in lines[start:])
