"""Which elements are told by arrays of integers with several dimensions."""

from __future__ import annotations

import pytest

from srcdiff.analyse.types.types import Types, types
from srcdiff.normalise.indexing.gathers import gathers, is_wide
from srcdiff.syntax import expression, function, members, unparse

KINDS = {
    "a": types.Array(types.float64, 2, "C"),
    "b": types.Array(types.float64, 3, "C"),
    "i": types.Array(types.int64, 2, "C"),
    "k": types.Array(types.int64, 1, "C"),
    "mask": types.Array(types.boolean, 2, "C"),
    "n": types.int64,
}
TYPES = Types(KINDS, types.none)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a[i, i]", True),
        ("a[i, k]", True),
        ("a[i, n]", True),
        ("a[i, i + n]", True),
        ("a[k, k]", False),
        ("a[i, mask]", False),
        ("a[i, :]", False),
        ("a[i, 0]", False),
        ("b[i, i]", False),
        ("b[i, :, i]", False),
        ("b[i, i, k]", True),
    ],
)
def test_elements_by_wide_arrays(text: str, expected: bool) -> None:
    tree = expression(text)
    assert is_wide(members(tree.slice), tree.value.id, TYPES) == expected


@pytest.mark.parametrize(
    "text", ["a[n]", "a[1:, n]", "a[k, k]", "a[mask]", "b[i, :, i]", "b[k, n, k]", "n", "len(a)"]
)
def test_what_stays(text: str) -> None:
    tree = function(f"def f(a, b, i, k, n, mask): x = {text}")
    assert unparse(gathers(tree, TYPES)) == unparse(tree)
