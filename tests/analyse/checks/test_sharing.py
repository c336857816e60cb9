"""Names, and results of calls, that share memory which is written to."""

from __future__ import annotations

import pytest

from srcdiff.analyse.aliasing.statement_effects import FRESH, Summary
from srcdiff.analyse.arrays.arrays import Arrays
from srcdiff.analyse.checks.sharing import check_references, check_repeated, check_shared_results
from srcdiff.analyse.flow.activity import Activity
from srcdiff.errors import UnsupportedSyntax

from ..forms import core, form


def test_names_of_several_arrays() -> None:
    text = "if n > 0:\n    a = x\nelse:\n    a = y\nb = x\nt = x[0]\nt = x[1]"
    found = form(text)

    def check(active: str, values: str = "", owners: str = "") -> None:
        activity = Activity(frozenset(active), frozenset(), frozenset(active))
        arrays = Arrays(frozenset(values), frozenset(), {}, {})
        check_references(found.core, found.types, activity, arrays, frozenset(owners))

    with pytest.raises(UnsupportedSyntax, match="stands for different arrays at different times"):
        check("abtxy")
    check("btxy")  # `a` has no derivative
    check("abtxy", values="a")
    check("abtxy", owners="a")


def test_results_that_share_memory() -> None:
    fresh = frozenset({FRESH})
    twice = Summary(results=(fresh, fresh), made=(frozenset({0}), frozenset({0})))
    two = Summary(results=(fresh, fresh), made=(frozenset({0}), frozenset({1})))
    found = form(
        "a, b = twice(x)\nc, d = two(x)\nt = x[0]", "x, y, n", {"twice": twice, "two": two}
    )
    both, *_ = found.core.tree.body

    def check(active: str, done: tuple[int, ...] = ()) -> None:
        activity = Activity(frozenset(active), frozenset(), frozenset(active))
        check_shared_results(found.core, found.effects, activity, {both: done} if done else {})

    for done in ((), (0,), (1,)):
        with pytest.raises(
            UnsupportedSyntax, match=r"two results of `twice\(x\)` may share memory"
        ):
            check("abcd", done)
    check("abcd", (0, 1))
    check("acd")  # only one of them has a derivative
    check("bcd")


def test_what_would_happen_twice() -> None:
    with pytest.raises(UnsupportedSyntax, match="would happen twice"):
        check_repeated(core("t = x[0]\nprint(t)"), "f")
    check_repeated(core("t = x[0]\nassert t > 0"), "f")
