"""Which arrays have adjoints that are values, and which shapes are equal."""

from __future__ import annotations

import pytest

from srcdiff.analyse.aliasing.statement_effects import NONE, Summary
from srcdiff.analyse.arrays.arrays import Arrays, arrays, model, source
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types, types
from srcdiff.syntax import statements

from ..forms import form

VALUES = {  # the arrays without memory of their own
    "a = x + y": "a",
    "a = x + y\na[0] = s": "",
    "a = x + y\nb = a[1:]": "ab",
    "a = x + y\nb = a[1:]\nb[0] = s": "",
    "a = x": "",
    "a = x[1:]\nb = a.T\nc = b": "",
    "a = x[places]": "a",
    "a = x + y\nb = a\nc = b[1:]": "abc",
    "if n > 0:\n    a = x\nelse:\n    a = x + y": "a",
    "a = x + y\nif n > 0:\n    b = a\nelse:\n    b = y\nc = b[1:]": "abc",
    "a = given(x)\nb = a + y": "b",
    "a = x + y\nb = given(a)": "",
    "a = made(x)": "a",
    "for i in range(n):\n    a = x * y\n    b = a\n    a = b": "ab",
}


@pytest.mark.parametrize("text", VALUES)
def test_arrays_that_are_values(text: str) -> None:
    known = {
        "given": Summary(results=(frozenset({0}),)),
        "made": Summary(results=(frozenset({-1}),), made=(frozenset({0}),)),
    }
    kinds = {"places": types.Array(types.int64, 1, "C")}
    found = form(text, "x, y, n, places", known, kinds)
    assert arrays(found.core, found.types, found.effects).values == set(VALUES[text])


def test_functions_without_arrays() -> None:
    found = form("t = s * s", "s")
    assert arrays(found.core, found.types, found.effects).values == NONE


def test_what_fills_an_array() -> None:
    vector = types.Array(types.float64, 1, "C")
    single = types.Array(types.float32, 1, "C")
    names = {**dict.fromkeys("xyz", vector), "w": single, "t": types.float64}
    known = Types(names, types.none)
    texts = ["x[:] = y", "x[:] = z", "x[:] = w", "x[:] = t", "x[1:] = y", "x[1:] = z", "x[:] = x"]
    body = statements("\n".join(texts))
    found = Arrays(NONE, NONE, {"y": "x", "w": "x", "z": "(n,)"}, {body[5]: "(n,)"})
    assert [found.fills(s, known) for s in body] == [True, False, False, False, False, True, True]
    assert [found.like(name) for name in "xyz"] == ["x", "x", "z"]
    assert found.same_shape("y", "w")
    assert not found.same_shape("y", "z")


def kept(text: str, shape: dict[str, str]) -> bool:
    """Return True if `a` certainly keeps its shape."""
    return Arrays(NONE, NONE, shape, {}).keeps_shape("a", structure(statements(text)))


def test_what_keeps_its_shape() -> None:
    swapped = "a = x\nfor i in r:\n    b = a + y\n    a = b\nc = a"
    assert kept(swapped, {"a": "x", "b": "x"})
    assert not kept(swapped, {"b": "x"})
    unset = "for i in r:\n    b = y + 1\n    a = b\nc = a"
    assert kept(unset, {"b": "y"})
    assert not kept(unset, {})
    inside = "for i in r:\n    k = i\n    b = np.zeros(k)\n    a = b\nc = a"
    assert not kept(inside, {"b": "(k,)"})
    assert not kept(inside, {"b": "(k, n)"})
    assert kept(inside, {"b": "(n,)"})
    assert not kept("a = x + 1\nc = a", {})


def test_models_of_shapes() -> None:
    layout = structure(statements("a = x\nfor i in r:\n    b = a + y\n    a = b\nc = a"))
    same, other = Arrays(NONE, NONE, {"a": "x"}, {}), Arrays(NONE, NONE, {}, {})
    assert model("a", layout, same, NONE) == "x"
    assert model("a", layout, other, NONE) == "a"
    assert model("a", layout, other, frozenset("a")) == "x"
    assert model("y", layout, same, NONE) == "y"


def test_sources_of_names() -> None:
    names = {"m": types.Array(types.int64, 1, "C"), "x": types.Array(types.float64, 1, "C")}
    texts = ["a = x", "a = x[1:]", "a = x.T", "a = x[m]", "a = x + m", "a = np.sin(x)", "a = 1.0"]
    found = [source(s, Types(names, types.none)) for s in statements("\n".join(texts))]
    assert found == ["x", "x", "x", "", "", "", ""]
