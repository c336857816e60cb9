"""Parts of expressions go back where they are used, but never past what changes them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.optimise.dataflow.moves import Known
from srcdiff.optimise.dataflow.nest import nest
from srcdiff.syntax import function, unparse

from ...differentiate.finite import check, check_forward_mode


def norm(w):
    return w[0] * w[0] + w[1]


def bump(w):
    w[0] = w[0] + 5.0
    return w[1]


def clear(w):
    w[0] = 0.0


def callee_before_callee(x, w):
    return x * (norm(w) + bump(w))


def callee_around_callee(x, w):
    return x * (norm(w) * bump(w) + norm(w))


def reduction_before_callee(x, w):
    return x * (np.sum(w) + bump(w))


def method_before_callee(x, w):
    return x * (w.sum() + bump(w))


def element_before_callee(x, w):
    return x * (w[0] + bump(w))


def callee_before_store(x, w):
    first = norm(w)
    w[0] = 3.0
    return x * first * w[0]


def copy_before_callee(x, w):
    old = w.copy()
    clear(w)
    return x * (old[0] + w[0])


def in_a_loop(x, w):
    total = 0.0
    for _ in range(3):
        total += x * (np.max(w) + bump(w)) * norm(w)
    return total


def in_a_branch(x, w):
    first = norm(w)
    if x > 0.0:
        w[0] = 7.0
    return x * first + w[0]


PROGRAMS = [
    callee_before_callee,
    callee_around_callee,
    reduction_before_callee,
    method_before_callee,
    element_before_callee,
    callee_before_store,
    copy_before_callee,
    in_a_loop,
    in_a_branch,
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_the_order_of_reads_and_writes_stays(program: Any) -> None:
    w = np.array([1.0, 2.0])
    check(grad(program, target="python")(1.5, w), program, 1.5, w)


def mixed(a, b):
    for i in range(1, len(a)):
        b[i] = a[i - 1] * b[i] + a[i]


def written_in_turn(x):
    y = np.zeros_like(x)
    z = np.zeros_like(x)
    for i in range(len(x)):
        y[i] = x[i] * x[i]
        z[i] = x[i] * x[i] * x[i]
    mixed(y, z)
    mixed(z, y)
    return y[2] * z[1]


def test_what_a_callee_has_read_is_kept_as_it_was() -> None:
    x = np.array([1.0, 2.0, 3.0])
    check(grad(written_in_turn, target="python")(x), written_in_turn, x)


STAY = [
    ("p = a[0]\na[0] = 2.0\nreturn p", "p = a[0]"),
    ("p = a[i]\ni = 2\nreturn p", "p = a[i]"),
    ("p = f(a)\na[0] = 2.0\nreturn p", "p = f(a)"),
    ("p = a.copy()\na[0] = 2.0\nreturn p[0]", "p = a.copy()"),
    ("p = a.sum()\ng(a)\nreturn p", "p = a.sum()"),
    ("p = f(a)\nq = g(a)\nreturn p + q", "p = f(a)"),
    ("p = x * y\nfor i in range(n):\n    x = x * p\nreturn x", "p = x * y"),
    ("p = x * y\nx = 2.0\nreturn p + x", "p = x * y"),
]


@pytest.mark.parametrize(("body", "kept"), STAY)
def test_what_stays(body: str, kept: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    tree = function(f"def h(a, x, y, i, n):\n{lines}")
    known = Known(
        is_part=lambda name: name in "pq",
        is_array=lambda name: name == "a",
        is_integer=lambda name: False,
        is_pure=lambda callee: callee != "g",
    )
    new = nest(tree, known)
    assert f"    {kept}\n" in unparse(new)


GO = [
    ("p = len(a)\nwhile i < p:\n    i = i + 1\nreturn i", "while i < len(a):"),
    ("p = g(a)\nx += p\nreturn x", "x += g(a)"),
    ("p = a[i] > x\ny = p\nreturn p", "return a[i] > x"),
    ("p = t·saved·00[i]\nreturn p * x", "return t·saved·00[i] * x"),
    ("p = a[i]\nif n:\n    x = p\nelse:\n    x = -p\nreturn x", "    x = -a[i]"),
    ("p = x * y\nif n:\n    z = p\nreturn z", "    z = x * y"),
]
STAY_TOO = [
    ("p = len(a)\nwhile i < p:\n    a = b\nreturn i", "p = len(a)"),
    ("p = x * y\nwhile i < p:\n    i = i + 1\nreturn i", "p = x * y"),
    ("p = g(a)\nx += p * p\nreturn x", "p = g(a)"),
    ("p = g(a)\ny = a[0]\nx += p\nreturn x * y", "p = g(a)"),
    ("p = t·saved·00[i]\nreturn p * p", "p = t·saved·00[i]"),
    ("p = a[i] > x\na[0] = y\nreturn p", "p = a[i] > x"),
    ("p = a[i]\nif n:\n    a[0] = y\n    x = p\nreturn x", "p = a[i]"),
    ("p = a[i]\nif n:\n    a[0] = y\nx = p\nreturn x", "p = a[i]"),
    ("p = a[i]\nfor j in range(n):\n    x = x + p\nreturn x", "p = a[i]"),
]


@pytest.mark.parametrize(("body", "kept"), GO + STAY_TOO)
def test_what_goes_into_an_expression(body: str, kept: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    tree = function(f"def h(a, b, x, y, i, n):\n{lines}")
    known = Known(
        is_part=lambda name: name in "pq",
        is_array=lambda name: name in ("a", "b", "t·saved·00"),
        is_integer=lambda name: False,
        is_pure=lambda callee: callee != "g",
    )
    assert f"    {kept}\n" in unparse(nest(tree, known)) + "\n"


def test_new_arrays_are_made_once() -> None:
    def moved(x, n):
        places = np.array([2, 1, 0])
        y = x
        for k in range(n):
            turned = y[places]
            if k < 5:  # noqa: SIM108
                y = turned
            else:
                y = np.ones(3)
            last = y
        turned[1] = last[0] * 2.0
        return np.dot(turned, y)

    check_forward_mode(moved, np.array([0.7, 1.3, 2.1]), 3)
