"""Rows that are used as a whole stay, also where rows of them are left out."""

from __future__ import annotations

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.normalise.indexing.chained import chained
from srcdiff.syntax import function, unparse

KNOWN = {
    "a": numba_types.Array(numba_types.float64, 3, "C"),
    "a·i": numba_types.Array(numba_types.float64, 2, "C"),
    "a·j": numba_types.Array(numba_types.float64, 1, "C"),
}


def test_a_row_that_is_used_as_a_whole_stays():
    tree = function("def f(a):\n a·i = a[0]\n a·j = a·i[1]\n y = a·j[0] * a·j[1]\n g(a·i)")
    assert unparse(chained(tree, Types(KNOWN, numba_types.none))).splitlines()[1:] == [
        "    a·i = a[0]",
        "    y = a·i[1, 0] * a·i[1, 1]",
        "    g(a·i)",
    ]


def test_rows_of_rows_become_one_subscript():
    tree = function("def f(a):\n a·i = a[0]\n a·j = a·i[1]\n y = a·j[0] * a·j[1]")
    found = unparse(chained(tree, Types(KNOWN, numba_types.none)))
    assert found.splitlines()[1:] == ["    y = a[0, 1, 0] * a[0, 1, 1]"]
