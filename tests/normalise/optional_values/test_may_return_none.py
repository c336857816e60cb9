"""Parts of results that may be None, also of what a function calls itself."""

from __future__ import annotations

from typing import Any

from srcdiff.normalise.optional_values.may_return_none import (
    absent_parts,
    optional_parts,
    width_of_result,
)


def inner(a: Any, want: bool) -> Any:
    return a, (a * a if want else None), None


def unpacked(a: Any) -> Any:
    b, c, d = inner(a, True)
    return d, c, b


def handed_on(a: Any) -> Any:
    return inner(a, True)


def of_whole(a: Any) -> Any:
    found = inner(a, False)
    return found[1], found[0]


def calls_itself(a: Any) -> Any:
    if a > 0:
        b, c = calls_itself(a - 1)
        return b, c
    return a, None


def test_parts() -> None:
    assert (optional_parts(inner), absent_parts(inner)) == ({1}, {2})
    assert optional_parts(unpacked) == {0, 1}
    assert optional_parts(handed_on) == {1, 2}
    assert optional_parts(of_whole) == {0}
    assert optional_parts(calls_itself) == {1}
    assert [width_of_result(f) for f in (inner, of_whole, len)] == [3, 2, 0]
