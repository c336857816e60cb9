"""Printed functions are read again in all tests: does that notice what it should?"""

from __future__ import annotations

from typing import Any

import gast
import numpy as np
import pytest

from srcdiff.output import emit
from srcdiff.syntax import function

from .language.compare import check, check_both
from .reread import check_text

V = np.array([0.7, 1.3, 2.1])


def test_every_printed_function_is_read_again() -> None:
    assert check_text in emit.READERS


@pytest.mark.parametrize(
    ("meant", "text"),
    [
        ("return x - (y - 1)", "return x - y - 1"),
        ("return (-2) ** x", "return -2 ** x"),
        ("return (x,)", "return x"),
        ("return 1.0", "return 1"),
        ("return 0.0", "return -0.0"),
        ("return x if y else 1", "return x"),
    ],
)
def test_another_meaning_is_noticed(meant: str, text: str) -> None:
    with pytest.raises(AssertionError, match="printed otherwise than meant"):
        check_text(function(f"def f(x, y): {meant}"), f"def f(x, y): {text}")


@pytest.mark.parametrize("operator", ["**", "*", "-", "+", "//", "%", "@", "<", "and"])
@pytest.mark.parametrize("value", [-0.67, -2, -0.0, -1j, -1 + 2j, -1e300, -1e-300, -np.inf])
def test_literals_with_a_sign_are_printed_as_operands(value: Any, operator: str) -> None:
    for text in (f"CONSTANT {operator} x", f"x {operator} CONSTANT"):
        tree = function(f"def f(x): return {text}")
        emit.source(replaced(tree, value))  # read again


@pytest.mark.parametrize("text", ["CONSTANT[x]", "CONSTANT.real", "-CONSTANT", "f(CONSTANT)"])
def test_literals_with_a_sign_are_printed_in_other_places(text: str) -> None:
    emit.source(replaced(function(f"def f(x): return {text}"), -0.5))


def replaced(tree: gast.FunctionDef, value: Any) -> gast.FunctionDef:
    """Return a function with a value where CONSTANT stands."""

    class Literals(gast.NodeTransformer):
        def visit_Name(self, node: gast.Name) -> gast.AST:
            return gast.Constant(value, None) if node.id == "CONSTANT" else node

    new: gast.FunctionDef = Literals().visit(tree)
    return new


def squares_of_constants(x):
    a = np.array([-0.67, 1.0])
    b = a**2
    for _ in range(1):
        a = a - b
    return a[0] * x[0] + a[1] * x[1]


def power_of_a_constant(x):
    a = np.array([-1.5, -2.0, 3.0])
    return np.sum(a**3 * x) + np.sum((a * 0.5) ** 2 * x)


def power_in_a_loop(x):
    a = (-0.5, -2.0)
    s = 0.0
    for k in range(2):
        s += a[k] ** 2 * x[k] + (-3.0) ** k * x[k]
    return s


def power_of_a_variable(x):
    c = -0.25
    return c**2 * np.sum(x) + np.sum(x ** (-1)) + (-1.0) ** 2 * x[0]


def power_of_an_integer(x):
    m = np.array([-2, 3])
    return m[0] ** 2 * x[0] + (-2) ** 2 * x[1] - (-2) ** 3 * x[2]


EVERY = [
    *(squares_of_constants, power_of_a_constant, power_in_a_loop, power_of_a_variable),
    power_of_an_integer,
]


@pytest.mark.parametrize("written", EVERY)
def test_powers_of_negative_constants(written: Any) -> None:
    check_both(written, V)


def test_a_compiled_power_of_a_negative_constant() -> None:
    check(squares_of_constants, V, target="cpu")
