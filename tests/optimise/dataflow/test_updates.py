"""Adjoints stay in their elements, but only where nobody sees the difference."""

from __future__ import annotations

from textwrap import indent
from typing import Any

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.optimise.dataflow.updates import updates
from srcdiff.syntax import function, rename, unparse

from ...differentiate.finite import check


def after(body: str) -> str:
    """Return the body of a function after the pass; `d_x` and `d_y` are adjoints."""
    names = {"d_x": "d_·x", "d_y": "d_·y"}
    tree = rename(function("def f(t, v, i, j, k, a):\n" + indent(body, "    ")), names)
    new = rename(updates(tree, lambda name: name == "view"), {b: a for a, b in names.items()})
    return "\n".join(line[4:] for line in unparse(new).splitlines()[1:])


CHANGED = [
    ("t = d_x[i]\nd_x[i] = 0.0\nd_x[i] += t", "t = d_x[i]"),
    ("t = d_x[i]\nd_x[i] = t", "t = d_x[i]"),
    ("t = d_x[i]\nd_x[i] = 0.0\nd_x[j] += t\nd_x[i] += t", "t = d_x[i]\nd_x[j] += t"),
    ("t = d_x[i]\nd_x[i] = 0.0\nd_x[j] -= t\nd_x[i] += t", "t = d_x[i]\nd_x[j] -= t"),
    ("t = d_x[i]\nd_x[i] = v\nd_x[i] += t", "t = d_x[i]\nd_x[i] += v"),
    ("t = d_x[i]\nd_x[i] = 0.0\nv = t * k\nd_x[i] += t", "t = d_x[i]\nv = t * k"),
    ("t = d_x[i]\nd_x[i] = 0.0\nd_y[j] = t\nd_x[i] += t", "t = d_x[i]\nd_y[j] = t"),
    ("t = d_x[a[i]]\nd_x[a[i]] = 0.0\nd_x[a[i]] += t", "t = d_x[a[i]]"),
]


@pytest.mark.parametrize(("before", "expected"), CHANGED)
def test_what_stays_in_its_element(before: str, expected: str) -> None:
    assert after(before) == expected


STAY = {
    "added to the value": "t += d_x[i]\nd_x[i] = 0.0\nd_x[i] += t",
    "never put back": "t = d_x[i]\nd_x[i] = 0.0\nv = t",
    "put back elsewhere": "t = d_x[i]\nd_x[i] = 0.0\nd_x[j] += t",
    "something else is put back": "t = d_x[i]\nd_x[i] = 0.0\nd_x[i] += v",
    "taken away": "t = d_x[i]\nd_x[i] = 0.0\nd_x[i] -= t",
    "read in between": "t = d_x[i]\nd_x[i] = 0.0\nv = d_x[j]\nd_x[i] += t",
    "added and read": "t = d_x[i]\nd_x[i] = 0.0\nd_x[j] += d_x[k]\nd_x[i] += t",
    "passed on": "t = d_x[i]\nd_x[i] = 0.0\nv = f_rev(d_x)\nd_x[i] += t",
    "written in between": "t = d_x[i]\nd_x[i] = 0.0\nd_x[j] = v\nd_x[i] += t",
    "multiplied in between": "t = d_x[i]\nd_x[i] = 0.0\nd_x[j] *= v\nd_x[i] += t",
    "a block in between": "t = d_x[i]\nd_x[i] = 0.0\nif v:\n    d_x[j] += t\nd_x[i] += t",
    "added to before": "t = d_x[i]\nd_x[j] += v\nd_x[i] = 0.0\nd_x[i] += t",
    "the value changes": "t = d_x[i]\nd_x[i] = 0.0\nt += v\nd_x[i] += t",
    "the subscript changes": "t = d_x[i]\nd_x[i] = 0.0\ni = j\nd_x[i] += t",
    "an element of the subscript changes": (
        "t = d_x[a[i]]\nd_x[a[i]] = 0.0\na[j] = k\nd_x[a[i]] += t"
    ),
    "a view": "view = d_x[1:]\nt = d_x[i]\nd_x[i] = 0.0\nv = view[j]\nd_x[i] += t",
    "no adjoint": "t = a[i]\na[i] = 0.0\na[i] += t",
}


@pytest.mark.parametrize("body", STAY.values(), ids=STAY)
def test_what_stays(body: str) -> None:
    assert after(body) == body


def smoothed(x):
    for _ in range(2):
        for i in range(1, len(x)):
            x[i] += 0.5 * x[i - 1] * x[i - 1]
    return x[0] * x[2]


def own_element(x):
    for i in range(len(x)):
        x[i] += x[i] * x[i]
    return x[0] * x[2]


def through_indices(x):
    places = np.array([1, 1, 0, 2])
    for i in range(len(places)):
        x[places[i]] -= 0.3 * x[places[3 - i]] * x[i % 3]
    return x[0] * x[1] * x[2]


def wraps_round(x):
    for i in range(len(x)):
        x[i] += 0.5 * x[i - len(x)] * x[i - 1]
    return x[0] * x[1] + x[2]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(
    "program",
    [smoothed, own_element, through_indices, wraps_round],
    ids=lambda program: program.__name__,
)
def test_elements_that_meet_are_right(program: Any, target: str) -> None:
    x = np.array([0.5, 1.25, -0.75])
    check(grad(program, target=target)(x), program, x)


def test_updates_read_as_they_were_written() -> None:
    source = grad(smoothed, target="python").source(np.ones(3))
    assert "d_x[i] = 0.0" not in source
