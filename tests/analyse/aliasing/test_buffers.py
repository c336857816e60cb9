"""Variables with several arrays: which can have one, and which are refused."""

from __future__ import annotations

import numpy as np
import pytest

from srcdiff import check_grads, grad
from srcdiff.analyse.aliasing.buffers import buffers
from srcdiff.analyse.aliasing.effects import effects
from srcdiff.analyse.aliasing.statement_effects import NONE, Summary
from srcdiff.errors import SrcdiffError

from ...language.compare import check_both
from ..forms import form

X = np.array([1.1, 0.3, 0.8, 0.6])
TABLE = np.array([1.0, 2.0, 3.0, 4.0])


def test_swaps_under_conditions_exchange_elements() -> None:
    def swapped(x):
        a = x.copy()
        b = x * 0.5
        for i in range(3):
            b[i] = a[i] * b[i + 1]
            if a[i] > 0.35:
                a, b = b, a
        return a[0] * b[1]

    text = grad(swapped, target="python").source(X)
    assert "a[:] = b" in text
    assert "a, b = b, a" in text  # in a comment
    assert "runtime" not in text
    check_grads(swapped, (X,), target="python")


def test_arrays_of_other_shapes_raise() -> None:
    def longer(x):
        w = x.copy()
        for _ in range(3):
            if w[0] > 0.5:
                w = np.concatenate((w, x[:1]))
            w[0] *= x[1]
        return np.sum(w * w)

    with pytest.raises(AssertionError, match="other shapes than w"):
        grad(longer, target="python")(X)
    check_grads(longer, (0.4 * X,), target="python")  # where they keep theirs


def with_a_part(x):
    a = x.copy()
    v = a[1:]
    for k in range(3):
        a[k] *= v[0]
        if a[0] > 0.1:
            a = a * 0.9
        v[1] += a[2]
    return np.sum(a) + np.sum(v * v)


def with_an_argument(x):
    w = x.copy()
    for _ in range(2):
        if x[0] > 1:
            w = x
        w[1] *= w[0]
    return np.sum(w * x)


def with_a_global(x):
    w = x.copy()
    if x[0] > 1:
        w = TABLE
    w[0] = x[1]
    return np.sum(w * x)


def turned_around(x):
    w = x.copy()
    for k in range(3):
        w[k] *= x[0]
        if x[1] > 0.1:
            w = w[::-1]
        w[0] += 1.0
    return w[0] * w[1] + w[2]


def read_by_a_loop(x):
    a = x.copy()
    s = 0.0
    for v in a:
        a[1] *= v
        s += v * a[2]
        if s > 0.2:
            a = a * 0.5
        a[2] += v
    return s + np.sum(a)


def kept_in_a_pair(x):
    a, b = x.copy(), x * 2.0
    both = (a, b)
    for k in range(3):
        a[k] *= b[k]
        if x[0] > 1:
            a = a * x[3]
            b[1] = a[2]
    return np.sum(both[0] * both[1]) + np.sum(a)


@pytest.mark.parametrize(
    "function",
    [with_a_part, with_an_argument, turned_around, read_by_a_loop, kept_in_a_pair],
)
def test_arrays_with_other_names(function) -> None:
    check_both(function, X)


def test_a_global_array_is_not_written_to() -> None:
    with pytest.raises(SrcdiffError, match="global array"):
        grad(with_a_global, target="python")(X)


def test_a_copy_is_not_the_array() -> None:
    def copied(x):
        a = x.copy()
        b = a
        for k in range(3):
            if x[k] > 0.5:
                a = a.copy()
            a[k] += x[k] * b[0]
        return np.sum(a * b)

    check_both(copied, X)


MADE = "a = x + y\nfor i in range(n):\n    a[0] = s\n"
BUFFERS = {  # programs, and whether `a` can have one array
    MADE + "    b = y + x\n    if i > 0:\n        a = b": True,
    MADE + "    c = y + x\n    if i > 0:\n        a = c": False,
    MADE + "    if i > 0:\n        a = y * x": False,
    MADE + "    if i > 0:\n        a, b = (b, a)": False,
    MADE + "    if i > 0:\n        a = y": False,
    "if n > 0:\n    a = x + y\nelse:\n    b = y + x\n    a = b\na[0] = s": False,
}


@pytest.mark.parametrize("text", BUFFERS)
def test_names_that_can_have_one_array(text) -> None:
    made = form(text)

    def memory(apart):
        return effects(made.core, made.types, lambda s: Summary(), False, apart)

    def kind(name):
        return "other" if name == "c" else "same"

    body, several = made.core.tree.body, frozenset("a")
    found = buffers(body, made.layout, several, NONE, kind, {}, memory)
    assert dict(found.buffer) == ({"a": "a"} if BUFFERS[text] else {})
