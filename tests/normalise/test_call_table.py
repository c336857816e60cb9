"""Each line of the tables of calls computes what the call computes."""

from __future__ import annotations

import builtins
import cmath
import itertools
import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from srcdiff import runtime
from srcdiff.core.primitives import standard
from srcdiff.normalise.call_table import Line, rewritten
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.dialect import calls
from srcdiff.normalise.dialect.integers import remainders
from srcdiff.normalise.numpy_calls import numpy_calls, split_and_join
from srcdiff.syntax import expression, unparse

TABLES = (numpy_calls.LINES, calls.LINES, remainders.LINES, split_and_join.LINES)
LINES = [(name, line) for table in TABLES for name, lines in table.items() for line in lines]
MATRIX = np.array([[0.7, 0.2], [0.3, 1.1]])
PLACES = np.array([[0.5, 1.5], [2.5, 3.5]])
VALUES: dict[str, Any] = {
    "a": MATRIX,
    "b": PLACES,
    "x": 1.7,
    "y": 0.4,
    "z": 0.3 + 0.4j,
    "q": 2.0,
    "n": 3,
    "k": 0,
    "tol": 1e-8,
    "axis": 0,
    "axis1": 0,
    "axis2": 1,
    "offset": 1,
    "dtype": np.float32,
    "fill_value": 0.25,
    "arr": MATRIX,
    "values": PLACES,
    "x1": MATRIX,
    "x2": PLACES,
    "full_matrices": False,
}
OWN: dict[str, dict[str, Any]] = {
    "math.log": {"b": 2.5},
    "cmath.log": {"b": 2.5},
    "np.astype": {"x": MATRIX},
    "np.cumulative_prod": {"x": MATRIX[0]},
    "np.cumulative_sum": {"x": MATRIX[0]},
    "np.linalg.cross": {"x1": np.arange(3.0), "x2": np.ones(3)},
    "np.linalg.diagonal": {"x": MATRIX},
    "np.linalg.eigvals": {"a": MATRIX},
    "np.linalg.matrix_transpose": {"x": MATRIX},
    "np.linalg.outer": {"x1": MATRIX[0], "x2": PLACES[0]},
    "np.linalg.svdvals": {"x": MATRIX},
    "np.linalg.trace": {"x": MATRIX},
    "np.matrix_transpose": {"x": MATRIX},
    "np.rollaxis": {"a": np.arange(24.0).reshape(2, 3, 4), "axis": 2},
    "runtime.lambertw": {"z": 0.3},
}


def forms(name: str, line: Line) -> Iterator[str]:
    """Yield calls that a line is for, with optional arguments and without them."""
    optional = [p for p in line.parameters if is_optional(line, p)]
    for given in itertools.product((True, False), repeat=len(optional)):
        left_out = {p for p, is_given in zip(optional, given, strict=True) if not is_given}
        words = []
        for parameter in line.parameters:
            constant = line.constants.get(parameter)
            if parameter in left_out or getattr(constant, "value", ...) is None:
                continue
            plain = constant is None or parameter in optional
            words.append(f"{parameter}={parameter if plain else unparse(constant)}")
        yield f"{name}({', '.join(words)})"
        if not words[0].partition("=")[2].isdigit() and len(words) == len(line.parameters):
            yield f"{name}({', '.join(word.partition('=')[2] for word in words)})"


def is_optional(line: Line, parameter: str) -> bool:
    """Return True if an argument may be left out."""
    return getattr(line.constants.get(parameter), "value", None) is ...


@pytest.mark.filterwarnings("ignore")  # of NumPy: cross products of two
@pytest.mark.parametrize(
    "name, line", LINES, ids=[f"{name}-{unparse(line.result)}" for name, line in LINES]
)
def test_a_line_computes_what_the_call_computes(name: str, line: Line) -> None:
    own = {**VALUES, **OWN.get(name, {})}
    around = {**vars(builtins), "np": np, "math": math, "cmath": cmath, "runtime": runtime}
    for text in forms(name, line):
        node = expression(text)
        new = rewritten(node, {name: [line]}, Naming(node))
        assert new is not None, text
        found = eval(unparse(new), {**around, **own})
        if standard(name) is None or not takes_words(text, around, own):
            continue  # not in this version of NumPy, or by position only
        np.testing.assert_allclose(found, eval(text, {**around, **own}), err_msg=text)


def takes_words(text: str, around: dict[str, Any], own: dict[str, Any]) -> bool:
    """Return True if a function takes its arguments like this."""
    try:
        eval(text, {**around, **own})
    except TypeError:
        return False
    return True


def test_arguments_are_evaluated_once_and_in_their_order() -> None:
    calls: list[str] = []

    def noted(name: str, value: float) -> float:
        calls.append(name)
        return value

    node = expression("divmod(noted('x', 7.5), noted('y', 2.0))")
    new = rewritten(node, remainders.LINES, Naming(node))
    assert new is not None
    text = unparse(new).replace("·", "_")
    assert eval(text, {"noted": noted}) == (3.0, 1.5)
    assert calls == ["x", "y"]
