"""What is never None, as far as that shows in the text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff.analyse.types.types import types
from srcdiff.normalise.optional_values.sure_values import SureValues, part_is_sure, result_is_sure
from srcdiff.syntax import expression, function

TEXT = """
def f(v, p):
    a = v * 2.0
    t = (v, None)
    for i in range(3):
        e = v[i]
        k = t[1]
    b, c = g(v)
    d = e
    d = b
    total = 0.0
    total += p
    m = np.zeros(3)
"""
SURE = {
    **dict.fromkeys(
        ["v", "a", "e", "total", "i", "m[0]", "a[1]", "v.T", "v.copy()", "(p, p)"], True
    ),
    **dict.fromkeys(["np.sum(p)", "len(p)", "2.0", "v if p else a", "a + p", "own(p)"], True),
    **dict.fromkeys(
        ["p", "k", "b", "d", "p[0]", "t[0]", "g(v)", "None", "v.sort()", "back(p)"], False
    ),
    **dict.fromkeys(["p.get(v)", "v if p else p", "elsewhere", "recursive(p)"], False),
}


def own(a: Any) -> Any:
    return 2.0 * a


def back(a: Any) -> Any:
    return a


def recursive(a: Any) -> Any:
    return recursive(a - 1) if a > 0 else 2.0


@pytest.mark.parametrize("text", SURE)
def test_expressions(text: str) -> None:
    known = {"own": own, "back": back, "recursive": recursive}
    found = SureValues(function(TEXT), known, {"v": types.float64[:]})
    assert found.has(expression(text)) is SURE[text]


def of_two(a: Any, b: Any = None) -> Any:
    if a > 0:
        return a * a, b, None
    return np.sum(a), 2.0, None


def falls_off(a: Any) -> Any:
    if a > 0:
        return a * a


def test_results() -> None:
    assert [part_is_sure(of_two, place) for place in range(4)] == [True, False, False, False]
    assert not result_is_sure(falls_off)
