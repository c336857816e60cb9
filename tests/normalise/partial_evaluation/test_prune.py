"""What types decide, and what only a run can tell."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
import pytest

from srcdiff import grad
from srcdiff.analyse.types.types import types
from srcdiff.normalise.partial_evaluation.prune import prune
from srcdiff.syntax import function, unparse

NAMESPACE = {**vars(builtins), "np": np, "FAST": False}
ARRAY = types.Array(types.float64, 2, "C")


def pruned(body: str, **kinds: Any) -> str:
    """Return what is left of the body of a function."""
    lines = "\n".join("    " + line for line in body.splitlines())
    tree = function(f"def f({', '.join(kinds)}):\n{lines}")
    text = unparse(prune(tree, tuple(kinds.values()), NAMESPACE))
    return "\n".join(line[4:] for line in text.strip().splitlines()[1:])


@pytest.mark.parametrize(
    ("test", "kind", "value"),
    [
        ("x is None", types.none, "1"),
        ("x is None", types.float64, "2"),
        ("x is not None and x.ndim == 2", ARRAY, "1"),
        ("None is x", ARRAY, "2"),
        ("not x", types.none, "1"),
        ("x == 'a'", types.literal("a"), "1"),
        ("x in ('b', 'c')", types.literal("a"), "2"),
        ("x", types.literal(True), "1"),
        ("x is None", types.Omitted(None), "1"),
        ("x", types.Omitted("text"), "1"),
        ("isinstance(x, (int, float))", types.float64, "1"),
        ("isinstance(x, (float, np.floating))", types.float32, "1"),
        ("isinstance(x, bool)", types.int64, "2"),
        ("isinstance(x, int)", types.boolean, "1"),
        ("isinstance(x, np.ndarray)", ARRAY, "1"),
        ("isinstance(x, np.float64)", types.float32, "2"),
        ("np.isscalar(x) or np.ndim(x) == 1", ARRAY, "2"),
        ("FAST", types.float64, "2"),
        ("callable(x)", types.float64, "2"),
        ("np.iterable(x)", ARRAY, "1"),
        ("np.iterable(x)", types.int64, "2"),
        ("hasattr(x, '__len__')", ARRAY, "1"),
        ("hasattr(x, '__len__')", types.float64, "2"),
        ("type(x) is float", types.float64, "1"),
        ("type(x) in (int, bool)", types.float64, "2"),
        ("type(x) != np.ndarray", ARRAY, "2"),
    ],
)
def test_decided(test: str, kind: Any, value: str) -> None:
    assert pruned(f"if {test}:\n    return 1\nreturn 2", x=kind) == f"return {value}"
    assert pruned(f"return 1 if {test} else 2", x=kind) == f"return {value}"


@pytest.mark.parametrize(
    ("test", "kind"),
    [
        ("x > 0", types.float64),
        ("x", types.float64),
        ("x == 'a'", types.unicode_type),
        ("x is None", types.Optional(types.float64)),
        ("x == 1", types.Omitted(1)),
        ("isinstance(x, strange)", types.float64),
        ("isinstance(x, np.floating)", types.float64),  # Python's are none
        ("isinstance(x, (int, float))", types.float32),  # Numba's are, NumPy's are none
        ("x.ndim", types.float64),
    ],
)
def test_left_to_the_run(test: str, kind: Any) -> None:
    text = f"if {test}:\n    return 1\nreturn 2"
    assert pruned(text, x=kind) == text


def test_a_variable_that_is_bound_again_is_not_known() -> None:
    body = "for i in range(3):\n    if x is None:\n        x = 1.0\nreturn x"
    assert pruned(body, x=types.none) == body
    assert pruned("if c > 0:\n    x = 1.0\nreturn x is None", x=types.none, c=types.int64) == (
        "if c > 0:\n    x = 1.0\nreturn x is None"
    )
    assert pruned("x = 'b'\nreturn 1 if x == 'b' else 2", x=types.none) == "x = 'b'\nreturn 1"


def test_what_is_switched_off_is_not_judged() -> None:
    def f(x: Any, method: str = "plain", out: Any = None) -> Any:
        if method == "fancy":
            with open("nothing") as file:
                return file
        if out is not None:
            out.append(lambda y: (yield y))
        return x * x

    assert grad(f, wrt="x", target="python")(3.0) == 6.0
    assert grad(f, wrt="x")(3.0) == 6.0


def helper(x: Any, power: Any = None, kind: str = "linear") -> Any:
    if power is None:
        power = 2.0
    if kind == "linear":
        return power * x
    return nonsense(x)  # type: ignore[name-defined] # noqa: F821


def calls_helper(x: Any) -> Any:
    return helper(x) + helper(x, x)


def test_options_of_called_functions() -> None:
    assert grad(calls_helper, target="python")(3.0) == pytest.approx(2.0 + 2 * 3.0)
    assert grad(calls_helper)(3.0) == pytest.approx(2.0 + 2 * 3.0)
