"""Helpers that find out what they get by `try`, by `getattr` or by the class of another value."""

from __future__ import annotations

import linecache
from itertools import product
from typing import Any

import numpy as np
import pytest

from srcdiff import UnsupportedSyntax, UnsupportedType, value_and_grad

V = np.array([0.7, 1.3, 0.2])
TRIED = "try:\n        {}\n    except {}:\n        return 3.0\n    return 2.0"
BODIES = (
    *(TRIED.format(f"n = q.{word}", "AttributeError") for word in ("shape", "dtype", "ndim")),
    *(TRIED.format(f"q.{word}", "AttributeError") for word in ("size", "T", "mean()", "tolist()")),
    *(TRIED.format(text, "TypeError") for text in ("q[0]", "q + 'a'", "len(q)", "-q")),
    *("return 1.0 + getattr(q, 'ndim', 5)", "return float(len(getattr(q, 'shape', (1, 2))))"),
    *("return 2.0 if isinstance(q, type(1.0)) else 3.0", "return 2.0 * isinstance(q, type(q))"),
    "return 2.0 if isinstance(q, (type(1), type(1.0))) else 3.0",
)
VALUES = ("v", "v[0]", "float(v[0])", "n", "n > 1", "np.argmax(v)", "[v[0], v[1]]", "v[:1]")


@pytest.mark.parametrize(("body", "value"), [*product(BODIES, VALUES)])
def test_what_is_found_out_is_right_or_refused(body: str, value: str) -> None:
    text = f"def asks(q):\n    {body}\ndef f(x, v, n):\n    return asks({value}) * x\n"
    linecache.cache[text] = (len(text), None, text.splitlines(True), text)
    space: dict[str, Any] = {"np": np}
    exec(compile(text, text, "exec"), space)
    try:
        found = value_and_grad(space["f"], target="python", cache=False)(0.7, V, 2)
    except (UnsupportedSyntax, UnsupportedType):
        return
    except TypeError:
        with pytest.raises(TypeError):
            space["f"](0.7, V, 2)
        return
    right = space["f"](0.7, V, 2)
    assert found == pytest.approx((right, right / 0.7))


def of_an_array(x):
    try:
        count = x.size
    except AttributeError:
        count = 1
    return count * np.sum(x)


def asked_for(x, n):
    return n * x if isinstance(n, int) else x


def test_arrays_and_named_classes_are_known() -> None:
    """An argument that is an array has its attributes; a class that is named can be asked for."""
    assert value_and_grad(of_an_array, target="python")(V)[1] == pytest.approx([3.0, 3.0, 3.0])
    assert value_and_grad(asked_for, target="python")(0.7, 3) == pytest.approx((2.1, 3.0))
