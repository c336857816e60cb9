"""Names that loops hand arrays over to: the derivatives of what swaps, and what is refused."""

from __future__ import annotations

import re

import numpy as np

from srcdiff import check_grads, grad
from srcdiff.analyse.aliasing.owners import carrier
from srcdiff.analyse.flow.structure import structure
from srcdiff.syntax import statements

from ...language.compare import check_both

X = np.array([0.3, -1.2, 0.8])


def swapped(x, k):
    old = x.copy()
    new = np.zeros_like(old)
    for _ in range(3):
        for i in range(len(x)):
            new[i] = old[i] * k + old[0]
        old, new = new, old
    return old[1]


def test_which_loops_carry_names() -> None:
    def carries(text: str) -> bool:
        return carrier("a", structure(statements(text))) is not None

    assert carries("a = x\nfor i in r:\n    b[0] = a[0]\n    a = b")
    assert carries("a, b = (x, y)\nfor i in r:\n    a, b = (b, a)")
    assert not carries("a = x\nfor j in r:\n    for i in r:\n        a = b")
    assert not carries("if c:\n    a = x\nfor i in r:\n    a = b")
    assert not carries("for i in r:\n    a = x\n    a = b")
    assert not carries("a = x\nfor i in r:\n    if c:\n        a = b")
    assert not carries("a = x\na = b")
    assert not carries("a = x\nfor i in r:\n    a = b + c")
    assert not carries("a = x\nfor i in r:\n    a = b\n    a = c")


def test_adjoints_swap_as_the_arrays_do() -> None:
    text = grad(swapped, wrt=("x", "k"), target="python").source(X, 0.5)
    assert re.search(r"d_new\w*, d_old\w* = d_old\w*, d_new", text)
    assert "append" not in text


def test_arrays_of_other_shapes_are_copied() -> None:
    def shrinking(x, k):
        old = x.copy()
        for _ in range(2):
            new = np.empty(len(old) - 1)
            for i in range(len(new)):
                new[i] = old[i] * old[i + 1] * k
            old = new
        return old[0]

    a, b, c = X
    expected = np.array([b * b * c, 2.0 * a * b * c, a * b * b]) * 0.5**3
    np.testing.assert_allclose(grad(shrinking, target="python")(X, 0.5), expected, rtol=1e-14)


def test_an_array_with_another_name_is_copied() -> None:
    def kept(x, k):
        old = x.copy()
        first = old[0:2]
        s = 0.0
        for _ in range(3):
            new = np.zeros_like(x)
            for i in range(len(x)):
                new[i] = old[i] * k
            old = new
            s += first[0]
            old[0] = s
        return s

    check_grads(kept, (X, 0.5), wrt=("x", "k"), target="python")


def test_a_written_array_with_another_name() -> None:
    def kept(x, k):
        old = x.copy()
        first = old[0:2]
        for _ in range(3):
            new = np.zeros_like(x)
            for i in range(len(x)):
                new[i] = old[i] * k
            old[0] = first[1]
            old = new
        return old[1] * first[0]

    check_both(kept, X, 0.5)


def test_an_argument_is_not_handed_over() -> None:
    def direct(x, y):
        for _ in range(3):
            for i in range(len(x)):
                y[i] = 0.5 * x[i]
            x, y = y, x
        return x[0]

    check_both(direct, X, X.copy())


def test_buffers_without_derivative_have_no_adjoints() -> None:
    def smoothed(x):
        old, new = x * 2.0, np.zeros(3)
        counts = np.zeros(3, np.int64)
        for _ in range(3):
            more = np.zeros(3, np.int64)
            for i in range(3):
                new[i] = old[i] * old[i - 1] * counts[i]
                more[i] = counts[i - 1] + i
            old, new, counts = new, old, more
        return np.sum(old * counts)

    text = grad(smoothed, target="python").source(X)
    assert "d_old" in text
    assert "d_counts" not in text
    assert "d_more" not in text
    check_grads(smoothed, (X,), target="python")
