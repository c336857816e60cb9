"""Elements that inner loops hold in variables: only where nothing else in the loop meets them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import srcdiff
from srcdiff.analyse.types.types import Types, types
from srcdiff.optimise.elements.held import held
from srcdiff.optimise.symbols import Symbols
from srcdiff.syntax import function, unparse

KINDS = {
    **dict.fromkeys(("x", "y", "z"), types.float64[:]),
    "a": types.float64[:],
    "b": types.float64[:],
    "narrow": types.float32[:],
    **dict.fromkeys(("i", "j", "k", "n", "m"), types.int64),
    "s": types.float64,
}


def texts(body: str, sharing: frozenset[str] = frozenset()) -> tuple[str, str]:
    """Return a function of some statements, before and after the pass."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    tree = function(f"def f(a, x, y, z, narrow, i, k, n, m):\n{lines}")
    symbols = Symbols(Types(KINDS, types.none), frozenset(), frozenset(), sharing=sharing)
    return unparse(tree), unparse(held(tree, symbols))


@pytest.mark.parametrize(
    "statement",
    [
        "y[i] += y[j]",  # perhaps of the same element
        "y[i] += y[-1]",
        "y[-1] += y[j]",
        "y[i] += x[j]; y[i - n] *= 2.0",
        "y[j] += x[i]",  # another element each time
        "y[i] += np.sum(y)",
        "narrow[i] += x[j]",  # a number holds more digits
        "i = j; y[i] += x[j]",
        "y = x.copy(); y[i] += x[j]",
        "y[k] += x[j]; y[i] += 1.0",
        "s = y[i] + x[j]",  # LLVM keeps what nothing changes
    ],
)
def test_what_may_meet_is_not_held(statement: str) -> None:
    before, after = texts(f"for j in range(n):\n    {statement}\nreturn y")
    assert after == before


def test_what_may_be_a_part_of_another_array_is_not_held() -> None:
    body = "for j in range(n):\n    y[i] += x[j]\nreturn y"
    before, after = texts(body, frozenset(("x", "y")))
    assert after == before
    assert "y·i·000" in texts(body)[1]


def test_an_element_that_may_not_be_there_is_held_if_the_loop_runs() -> None:
    _, after = texts("for j in range(k, n):\n    y[i] += x[j]\nreturn y")
    assert after.splitlines()[1:] == [
        "    if k < n:",
        "        y·i·000 = y[i]",
        "        for j in range(k, n):",
        "            y·i·000 += x[j]",
        "        y[i] = y·i·000",
        "    return y",
    ]


def test_an_element_beside_the_loop_is_taken_from_the_variable() -> None:
    _, after = texts("for j in range(n):\n    y[i] += x[j]\ns = y[i]\ny[i] = 0.0\nreturn s")
    assert after.splitlines()[1:] == [
        "    y·i·000 = y[i]",
        "    for j in range(n):",
        "        y·i·000 += x[j]",
        "    s = y·i·000",
        "    y[i] = 0.0",
        "    return s",
    ]


def test_an_element_that_others_may_read_goes_back_first() -> None:
    _, after = texts("for j in range(n):\n    y[i] += x[j]\ns = y[i] + y[k]\ny[i] = 0.0\nreturn s")
    assert "    y[i] = y·i·000\n    s = y[i] + y[k]" in after


def test_an_element_that_is_another_one_later_goes_back_first() -> None:
    _, after = texts("for j in range(n):\n    y[i] += x[j]\ni = int(y[i])\ny[i] = 0.0\nreturn y")
    assert "    y[i] = y·i·000\n    i = int(y[i])" in after


def test_an_argument_that_is_another_array_later_has_no_known_length() -> None:
    body = "x = x.copy()\nfor i in range(len(x)):\n    for j in range(k, n):\n        x[i] += z[j]"
    assert "        if k < n:" in texts(body)[1]


def test_arrays_that_are_made_like_each_other() -> None:
    body = """
for m in range(2):
    a = b.copy()
    b = a.copy()
    for j in range(k, n):
        b[i] += z[j]
""".strip()
    assert "        if k < n:" in texts(body)[1]


def forces(x: Any) -> float:
    n = x.shape[0]
    force = np.zeros(n)
    for i in range(n):
        for j in range(i + 1, n):
            pull = np.sin(x[i] - x[j])
            force[i] += pull * x[j]
            force[j] -= pull * x[i]
    return float(np.sum(force * force))


def eliminated(x: Any) -> float:
    n = x.shape[0]
    a = np.outer(x, x) + 3.0 * np.eye(n)
    for k in range(n):
        for i in range(k + 1, n):
            a[i, k] /= a[k, k]
            for j in range(k + 1, n):
                a[i, j] -= a[i, k] * a[k, j]
    return float(a[n - 1, n - 1])


def of_none(x: Any) -> float:
    y = np.zeros(0)
    for j in range(y.shape[0]):
        y[0] += x[j]
    z = np.ones(x.shape[0])
    for i in range(x.shape[0]):
        for j in range(i, 1):
            z[i + 3] += x[j] * x[i]
    return float(np.sum(y) + np.sum(z * x))


@pytest.mark.parametrize(("plain", "title"), [(forces, "force_i"), (eliminated, "d_a_ik")])
@pytest.mark.parametrize("target", ["python", "cpu"])
def test_gradients(plain: Callable[[Any], float], title: str, target: str) -> None:
    x = np.linspace(0.4, 1.6, 5)
    gradient = srcdiff.grad(plain, target=target, arrays="loops")
    expected = srcdiff.grad(plain, target="python", arrays="whole")(x)
    np.testing.assert_allclose(gradient(x), expected, rtol=1e-12)
    assert title in gradient.source(x)
    srcdiff.check_grads(plain, (x,), target=target)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_loops_without_iterations_read_nothing(target: str) -> None:
    with pytest.raises(IndexError):  # as the function itself
        srcdiff.grad(of_none, target=target, arrays="loops", boundscheck=True)(np.ones(2))
    found = srcdiff.grad(of_none, target=target, arrays="loops", boundscheck=True)(np.ones(0))
    assert found.shape == (0,)
