"""What rules of users give is compared with what it belongs to, in both modes."""

from __future__ import annotations

import linecache
from typing import Any

import numpy as np
import pytest

import srcdiff
from srcdiff import UnsupportedType, WrongShape, derivative, grad, jvp

X = np.array([1.0, 2.0, 0.5])
COUNT = iter(range(1000))


def defined(text: str) -> dict[str, Any]:
    """Return what a text defines, as if it stood in a file."""
    name = f"<rule {next(COUNT)}>"
    linecache.cache[name] = (len(text), None, text.splitlines(keepends=True), name)
    space: dict[str, Any] = {"np": np, "__name__": "rules"}
    exec(compile(text, name, "exec"), space)
    return space


def ruled(value: str, adjoint: str, tangent: str = "", use: str = "np.sum(h(x))") -> Any:
    """Return a function that calls one with a rule."""
    space = defined(
        f"def h(x):\n    return {value}\n\n"
        f"def rule(g, y, x):\n    return {adjoint}\n\n"
        f"def forward(t_x, y, x):\n    return {tangent or 0.0}\n\n"
        f"def f(x):\n    return {use}\n"
    )
    derivative(space["h"], forward=space["forward"] if tangent else None)(space["rule"])
    return space["f"]


TYPES = [  # of arrays
    ("2.0", "2.0", "a number"),
    ("np.sum(g)", "np.sum(t_x)", "a number"),
    ("np.ones((3, 3))", "np.ones((3, 3))", "an array of 2 dimensions"),
    ("g[:, None] * x", "t_x[:, None] * x", "an array of 2 dimensions"),
    ("2.0 * x * g * 1j", "2.0 * x * t_x * 1j", "a complex"),
]
SHAPES = [
    ("np.ones(1)", "np.ones(1)"),
    ("(2.0 * x * g)[1:]", "(2.0 * x * t_x)[1:]"),
    ("np.ones(7)", "np.ones(7)"),
    ("np.append(g, 1.0)", "np.append(t_x, 1.0)"),
    ("g[:0]", "t_x[:0]"),
]


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(("adjoint", "tangent", "words"), TYPES)
def test_types(adjoint: str, tangent: str, words: str, target: str) -> None:
    f = ruled("x * x", adjoint, tangent)
    with pytest.raises(UnsupportedType, match=f"the rule of `h` gives {words}") as caught:
        grad(f, target=target)(X)
    assert ":2:18 in f" in str(caught.value) or ":11:18 in f" in str(caught.value)
    with pytest.raises(UnsupportedType, match=f"the rule of `h` gives {words}"):
        jvp(f, target=target)(X, X)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize(("adjoint", "tangent"), SHAPES)
def test_shapes(adjoint: str, tangent: str, target: str) -> None:
    f = ruled("x * x", adjoint, tangent)
    with pytest.raises(WrongShape, match="of another shape"):
        grad(f, target=target)(X)
    with pytest.raises(WrongShape, match="of another shape"):
        jvp(f, target=target)(X, X)


@pytest.mark.parametrize("adjoint", ["np.ones(2) * g", "g * 2j", "g * np.eye(2)"])
def test_numbers(adjoint: str) -> None:
    f = ruled("x * x", adjoint, use="h(x) + 1.0")
    for derived in (grad(f, target="python"), lambda x: jvp(f, target="python")(x, 1.0)):
        with pytest.raises(UnsupportedType, match="the rule of `h` gives"):
            derived(2.0)


@pytest.mark.parametrize("adjoint", ["np.ones(1) * g", "np.ones(4) * g"])
def test_of_a_sum(adjoint: str) -> None:
    f = ruled("np.sum(x * x)", adjoint, use="h(x)")
    for derived in (grad(f, target="python"), lambda x: jvp(f, target="python")(x, x)):
        with pytest.raises(WrongShape):
            derived(X)


def test_in_loops_and_branches() -> None:
    space = defined(
        "def h(x):\n    return x * x\n\n"
        "def rule(g, y, x):\n    return np.ones(2) * g[0]\n\n"
        "def f(x, n):\n"
        "    for i in range(n):\n"
        "        if i > 0:\n"
        "            x = h(x)\n"
        "    return np.sum(x)\n"
    )
    derivative(space["h"])(space["rule"])
    gradient = grad(space["f"], target="python")
    np.testing.assert_array_equal(gradient(X, 1), np.ones(3))  # the rule has not run
    with pytest.raises(WrongShape):
        gradient(X, 2)


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_what_fits(target: str) -> None:
    f = ruled("x * x", "2.0 * x * g", "2.0 * x * t_x")
    np.testing.assert_array_equal(grad(f, target=target)(X), 2.0 * X)
    assert jvp(f, target=target)(X, np.ones(3))[1] == 7.0
    f = ruled("x * 1.0", "g", "t_x", use="np.sum(h(x) * h(x))")
    np.testing.assert_array_equal(grad(f, target=target)(X), 2.0 * X)
    single = ruled("x * x", "(2.0 * x * g).astype(np.float32)", "2.0 * x * t_x")
    assert grad(single, target=target)(X).dtype == np.float64
    wave = ruled("np.exp(1j * x)", "(g * np.conj(1j * y)).real", use="h(x).real")
    np.testing.assert_allclose(grad(wave, target=target)(2.0), -np.sin(2.0))
    assert issubclass(WrongShape, srcdiff.SrcdiffError)
