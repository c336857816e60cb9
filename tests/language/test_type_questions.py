"""Questions about types of what is computed are answered as Python does, or refused."""

from __future__ import annotations

import linecache
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, grad

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
    text, file = "\n".join(lines), f"<{value}: {question}>"
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    space: dict[str, Any] = {"np": np, "math": __import__("math")}
    exec(compile(text, file, "exec"), space)
    return space["f"]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("value", VALUES)
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
