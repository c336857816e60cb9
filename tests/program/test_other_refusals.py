"""What a refused function shows: all refusals that do not depend on each other, no others."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad
from srcdiff.program.other_refusals import Search

X = np.array([0.7, 1.3, 2.1])


def one(x: Any) -> Any:
    a = np.union1d(x, x)
    b = np.union1d(a, x)
    return np.sum(a + b)


def of_two(x: Any) -> Any:
    a = np.union1d(x, x)
    total = 0.0
    for e in x:
        total += e * e
        if total > 1.0:
            total -= np.sum(np.setdiff1d(x, x))
    return total + np.sum(a)


def in_a_branch(x: Any) -> Any:
    y = x * 2.0
    if x[0] > 0.0:
        y[0] = sum({x[0], x[1]})
    y[1] = {k: x for k in range(3)}[1]  # type: ignore[assignment]
    return y[0]


def in_a_loop_that_is_refused(x: Any) -> Any:
    total = 0.0
    for e in np.nditer(x):
        total += e
    kept = {x[0], x[1]}
    return total + len(kept)


def in_a_result(x: Any) -> Any:
    a = sum({x[0], x[1]})
    return a * np.sum(np.union1d(x, x)) + scale * x[0]  # type: ignore # noqa: F821


def in_both_branches(x: Any) -> Any:
    y = x[1]
    if np.nditer(x):
        y += np.sum(np.union1d(x, x))
    else:
        y *= sum({x[0], x[1]})
    return y


CASES: list[tuple[Callable[..., Any], int]] = [
    (one, 1),
    (of_two, 2),
    (in_a_branch, 2),
    (in_a_loop_that_is_refused, 2),
    (in_a_result, 3),
    (in_both_branches, 3),
]


def beside_an_empty_block(x: Any, n: int) -> Any:
    try:
        pass
    except IndexError:
        y = total  # type: ignore[used-before-def] # noqa: F821, F841
    total += x  # type: ignore[used-before-def] # noqa: F821
    return total


def test_blocks_that_are_empty_have_no_place() -> None:
    with pytest.raises(SrcdiffError, match="`total` has no value here"):
        grad(beside_an_empty_block, target="python")(0.7, 2)


@pytest.mark.parametrize("target", ["python", "cpu"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0].__name__)
def test_what_is_shown(case: tuple[Callable[..., Any], int], target: str) -> None:
    function, count = case
    with pytest.raises(SrcdiffError) as caught:
        grad(function, target=target)(X)
    text = str(caught.value)
    assert text.count("  --> ") == count, text
    assert text.count(f"in {function.__name__}\n") == count


@pytest.mark.parametrize("target", ["python", "cpu"])
def test_the_traceback_ends_where_the_derivative_is_called(target: str) -> None:
    with pytest.raises(SrcdiffError) as caught:
        grad(one, target=target)(X)
    assert len(traceback.extract_tb(caught.value.__traceback__)) <= 2


def inner(x: Any) -> Any:
    a = {x[0], x[1]}
    return np.sum(np.union1d(x, x)) + len(a)


def outer(x: Any) -> Any:
    a = inner(x)
    b = a.strange
    return b + sum({x[0]})


def test_what_depends_on_another_result_is_not_shown() -> None:
    with pytest.raises(SrcdiffError) as caught:
        grad(outer, target="python")(X)
    lines = str(caught.value).splitlines()
    found = [line.rpartition(" in ")[2] for line in lines if "-->" in line]
    assert sorted(found) == ["inner", "outer"]
    assert "strange" not in str(caught.value)


def asks(q: Any) -> float:
    return 3.0 if type(q) is int else 1.0


def asks_for_a_type(x: Any) -> Any:
    q = len(x) > 1
    if x[0] > 2.0:
        q = 3
    return asks(q) * x[0]


def counts_truths(x: Any) -> Any:
    return ((x[0] > 0.0) + (x[1] > 0.0)) * x[2]


def raised(y: Any, n: int) -> Any:
    return raised(y, n - 1)


def never_ends(x: Any) -> Any:
    return raised(x[0], 3)


@pytest.mark.parametrize("function", [asks_for_a_type, counts_truths, never_ends])
def test_what_is_left_out_is_not_met_again(
    function: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    read_again = []
    tried = Search.tried
    monkeypatch.setattr(Search, "tried", lambda search: read_again.append(1) or tried(search))
    with pytest.raises(SrcdiffError):
        grad(function, target="python")(X)
    assert len(read_again) <= 2
