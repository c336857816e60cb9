"""Questions about types of what is computed are answered as Python does, or refused."""

from __future__ import annotations

import linecache
from itertools import product
from typing import Any

import numpy as np
import pytest

from srcdiff import NoDerivative, UnsupportedSyntax, UnsupportedType, grad, value_and_grad

from ..sample import sample

V = np.array([0.5, 1.5, 2.0])
VALUES = (
    *("v.copy()", "v > 1.0", "v[v > 0.6]", "v.astype(np.float32)", "[x, x]", "(x, 1.0)"),
    *("x * 2.0", "v[0]", "np.sum(v)", "len(v)", "k[0]", "n + 1", "x > 0.1", "np.cos(x)"),
    *("math.cos(x)", "np.array(x)", "np.asarray(v[0])", "x + 0j", "np.float32(x)", "max(x, 0.2)"),
    *("int(x)", "v @ v", "-v[0]", "min(v)", "sum(v)", "np.sum(v > 1.0)"),
)
QUESTIONS = (
    *("hasattr(q, '__len__')", "hasattr(q, 'shape')", "hasattr(q, 'real')"),
    *("isinstance(q, np.ndarray)", "isinstance(q, float)", "isinstance(q, (int, np.integer))"),
    *("isinstance(q, (int, float))", "isinstance(q, bool)", "isinstance(q, list)"),
    *("type(q) is float", "type(q) is not int", "callable(q)", "np.isscalar(q)"),
)
KNOWN = {"v.copy()", "[x, x]", "v[0]", "x * 2.0", "np.cos(x)", "len(v)", "np.array(x)"}


def asking(value: str, question: str) -> Any:
    """Return a function whose gradient is 3 where the answer is yes, and 1 where it is no."""
    lines = [
        *("def f(x, v, n, k):", f"    q = {value}", "    z = x"),
        *(f"    if {question}:", "        z = 3.0 * x", "    return z"),
    ]
    return made(lines, f"<{value}: {question}>")


def made(lines: list[str], file: str) -> Any:
    """Return the function `f` that some lines define, which may call those of this module."""
    text = "\n".join(lines)
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {**globals(), "math": __import__("math")}
    exec(compile(text, file, "exec"), space)
    return space["f"]


@pytest.mark.parametrize(("value", "question"), sample([*product(VALUES, QUESTIONS)], 5))
def test_answers_are_those_of_python(value: str, question: str) -> None:
    function = asking(value, question)
    given = (0.7, V, 2, np.array([2, 1]))
    expected = 3.0 if function(*given) == pytest.approx(2.1) else 1.0
    try:
        found = grad(function, target="python")(*given)
    except (UnsupportedSyntax, UnsupportedType):
        assert value not in KNOWN  # these are not refused
        return
    assert found == expected


def test_a_number_that_may_be_one_of_numpy_is_not_asked_for_it() -> None:
    def scaled(x):
        return 3.0 * x if isinstance(x, np.floating) else x

    with pytest.raises(UnsupportedSyntax, match="a number of Python or one of NumPy"):
        grad(scaled, target="python")(0.7)


def test_an_expression_is_asked_for_its_type() -> None:
    def scaled(x, v):
        if isinstance(v * 2.0, np.ndarray) and not hasattr(v[0] * x, "__len__"):
            return 3.0 * x
        return x

    assert grad(scaled, target="python")(0.7, V) == 3.0


def chosen(x):
    return x if x > 2.0 else 1


def tripled_if_whole(v):
    return 3.0 * v if isinstance(v, int) else v


def tripled_if_double_is_whole(v):
    double = v * 2
    return tripled_if_whole(v) if isinstance(double, float) else 3.0 * v


def converted(v, y):
    return type(v)(y * 5.0) * y


def noted_if_whole(v, out):
    if type(v) is int:
        out[0] = 3.0


MIXED = (  # numbers that are of different types on different paths
    *("q = 1\n    if x > 2.0:\n        q = x", "q = x if x > 2.0 else 1", "q = max(1, x)"),
    *("q = x - 0.7 or 1", "q = n ** -n", "q = min(x, 1 + n)"),
    *("q = [1, x][n - 2]", "y = [2] * 3\n    y[0] = x\n    q = y[n]", "q = chosen(x)"),
    *(
        "q, r = (1, x) if x < 1.0 else (x, 2)",
        "q = 0\n    while q < 1 and n > 2:\n        q = q + x",
    ),
    *("y = [j if j > 0 else x for j in range(3)]\n    q = y[1]", "q = ([x] + [n])[1]"),
)
ASKED = (
    *("tripled_if_whole(q)", "tripled_if_double_is_whole(q)", "tripled_if_whole(q * 2)"),
    *("3.0 * q if isinstance(q, int) else q", "3.0 * q if isinstance(q * 2, float) else q"),
    *("converted(q, x)", "type(q)(2.7)", "type(q)(x * 5.0) * x"),
    *("3.0 * q if type(q) is not int else q", "3.0 * q if np.isscalar(q) else q"),
    "x\n    noted_if_whole(q, w)\n    z = w[0]",
)


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("mixed", MIXED)
def test_a_number_of_several_types_is_not_taken_for_one(mixed: str, asked: str) -> None:
    lines = ["def f(x, v, n):", "    w = v * x", f"    {mixed}", f"    z = {asked}"]
    function = made([*lines, "    return z * x"], f"<{mixed}: {asked}>")
    given = (0.7, V, 2)
    try:
        found = value_and_grad(function, target="python")(*given)[0]
    except (NoDerivative, UnsupportedSyntax, UnsupportedType):
        return
    assert found == pytest.approx(function(*given))


@pytest.mark.parametrize(
    ("value", "question"),
    [
        ("max(x, 1.0)", "isinstance(q, float)"),
        ("[x, 2.0 * x][n - 2]", "isinstance(q, float)"),
        ("sum([x, 1])", "isinstance(q, (int, float))"),
        ("x if x > 2.0 else 1", "isinstance(q, (int, float))"),
        ("n if n > 2 else 1", "isinstance(q, int)"),
        ("sum(v)", "isinstance(q, (int, float))"),
    ],
)
def test_numbers_of_one_type_or_alike_are_not_refused(value: str, question: str) -> None:
    assert grad(asking(value, question), target="python")(0.7, V, 2, np.array([2, 1])) == 3.0


def test_an_array_without_dimensions_is_no_number() -> None:
    def scaled(x):
        if np.isscalar(np.array(x)) or not isinstance(np.asarray(x), np.ndarray):
            return x
        return 3.0 * x

    assert grad(scaled, target="python")(0.7) == 3.0


@pytest.mark.parametrize("question", ["isinstance(q, float)", "isinstance(q, np.float32)"])
@pytest.mark.parametrize(
    "value", ["v[0] * 2.0", "v[0] ** 2", "-v[0]", "np.mean(v)", "(v / 2.0)[0]", "v[0] * np.sin(x)"]
)
def test_numbers_of_single_precision_are_asked_with_care(value: str, question: str) -> None:
    """Beside numbers of Python they stay as they are in NumPy, but not in compiled code."""
    function = asking(value, question)
    given = (0.7, V.astype(np.float32), 2, np.array([2, 1]))
    try:
        found = value_and_grad(function, target="python")(*given)[0]
    except UnsupportedSyntax:
        return
    assert found == pytest.approx(function(*given))


@pytest.mark.parametrize(
    "value", ["float(v[0])", "float(np.mean(v))", "len(v) * 2.0", "float(v[0] * 2.0)"]
)
def test_numbers_made_of_those_of_single_precision_are_floats(value: str) -> None:
    given = (0.7, V.astype(np.float32), 2, np.array([2, 1]))
    assert grad(asking(value, "isinstance(q, float)"), target="python")(*given) == 3.0
