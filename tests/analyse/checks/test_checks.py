"""Core forms that are refused, and such as only look like them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from srcdiff.analyse.aliasing.statement_effects import Summary
from srcdiff.analyse.checks.checks import check_callees, check_effects, check_stores
from srcdiff.analyse.types.types import types
from srcdiff.errors import UnsupportedSyntax, UnsupportedType

from ..forms import ARRAY, core, form

KINDS = {"values": types.List(ARRAY), "thing": types.undefined, "pair": types.UniTuple(ARRAY, 2)}
SUMMARIES = {"writes": Summary(writes=frozenset({0})), "reads": Summary(reads=frozenset({0}))}

REFUSED = {
    "a = values[0]\na[0] = s": "an array that a list or an object has is written to",
    "a = values[0]\nb = a[1:]\na[0] = s": "an array that a list or an object has is written to",
    "values[0] = x": "is written to, which is not differentiated",
    "thing.change(x)": "calls a method of",
    "t = values.pop()": "calls a method of",
    "a = x.view(np.int64)": "reads numbers as those of another type",
    "np.fill_diagonal(x, s)": "writes to an array",
    "x.sort()": "writes to an array",
    "x.fill(s)": "writes to an array",
    "a = np.sin(x, y)": "writes to an array",
    "a = np.sin(x, out=y)": "writes to an array",
    "a = np.dot(x, y, b)": "writes to an array",
    "np.sin(x)": "is called for its effect",
    "writes(x, x)": "is passed twice to",
    "a = x[1:]\nwrites(x, a)": "may share memory with another argument",
}
TAKEN = [
    "a = values[0]\nb = a + x\nb[0] = s",
    "a = pair[0]\na[0] = s",
    "a = x[1:]\na[0] = s",
    "a = values[0]\nt = a[0]",
    "a = x.view()",
    "a = x.astype(thing.dtype)",
    "a = np.sin(x)",
    "a = np.dot(x, y)",
    "print(x)",
    "writes(x, y)",
    "reads(x, x)",
    "t = x.sum()",
    "assert n > 0",
]


@pytest.mark.parametrize("text", REFUSED)
def test_effects_that_are_refused(text: str) -> None:
    found = form(text, "x, y, n", SUMMARIES, KINDS)
    with pytest.raises((UnsupportedSyntax, UnsupportedType), match=REFUSED[text]):
        check_effects(found.core, found.types, found.effects)


@pytest.mark.parametrize("text", TAKEN)
def test_effects_that_are_followed(text: str) -> None:
    found = form(text, "x, y, n", SUMMARIES, KINDS)
    check_effects(found.core, found.types, found.effects)


def test_calls_of_variables() -> None:
    for text in ("a = y(x)", "g = reads\na = g(x)", "g(x)\ng = x"):
        with pytest.raises(UnsupportedSyntax, match="stands for different functions"):
            check_callees(core(text, functions=("reads",)))
    check_callees(core("a = reads(x)\nb = y.sum()", functions=("reads",)))


def test_stores_to_what_is_not_local() -> None:
    made = core("table[0] = n", "x, n, table=default")
    known = replace(made, constants={"table": np.ones(2)})
    with pytest.raises(UnsupportedSyntax) as default:
        check_stores(known)
    with pytest.raises(UnsupportedSyntax, match="`table` is a global array") as other:
        check_stores(replace(known, written=core("table[0] = n").tree))
    assert str(default.value).split("\n")[0] != str(other.value).split("\n")[0]
    with pytest.raises(UnsupportedSyntax, match="only elements of named arrays"):
        check_stores(core("x.T[0] = n"))
    check_stores(core("x[0] = n\ny[1:] += x"))
