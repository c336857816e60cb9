"""Claims that subscripts never meet, against trying all iterations of many small loops.

Bounds, and variables that no loop binds, take all small values; arrays have all small
lengths. Negative subscripts count from the end; what is out of bounds says nothing.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from itertools import product

import gast
import pytest

from srcdiff.analyse.arrays.affine import counters
from srcdiff.analyse.arrays.subscripts import (
    is_moving,
    is_region,
    own_of_iteration,
    places_in,
    same_or_disjoint,
)
from srcdiff.analyse.flow.structure import structure
from srcdiff.syntax import Expression, Statement, expression, statements, unparse

Values = Mapping[str, int]
SMALL = range(-2, 4)
LENGTHS = (1, 2, 3, 5)

RANGES = [
    "n",
    "3",
    "1, n",
    "m, n",
    "m, 3",
    "-2, n",
    "0, n, 2",
    "1, 4, 2",
    "n, -1, -1",
    "n - 1, 0, -1",
    "n, 0, -2",
    "3, m, -1",
    "3, -3, -2",
    "n, m, k",
    "0, 4, k",
]
SUBSCRIPTS = [
    *("0", "1", "-1", "2", "k", "i", "j"),
    *("i + 1", "i - 1", "i + 2", "i - 2", "1 + i", "2 - i", "-i", "i + k", "i * 2", "i // 2"),
    *("j + 1", "j - 1", "i + j", "i - j", "i + 1 - 2", "n - i", "i % 2"),
]


def nest(ranges: tuple[str, ...]) -> tuple[list[Statement], Mapping[str, object]]:
    """Return loops, the outermost first, and what is known of their counters."""
    text = ""
    for depth, (counter, given) in enumerate(zip("ij", ranges, strict=False)):
        text += "    " * depth + f"for {counter} in range({given}):\n"
    body = statements(text + "    " * len(ranges) + "pass")
    layout = structure(body)
    return [s for s in layout.order if isinstance(s, gast.For)], counters(layout)


def iterations(loops: list[Statement], fixed: Values) -> Iterator[dict[str, int]]:
    """Return the counters in all iterations, in the order in which they run."""
    if not loops:
        yield {}
        return
    bounds = eval(unparse(loops[0].iter.func) + unparse_arguments(loops[0]), dict(fixed))
    for value in bounds:
        for inner in iterations(loops[1:], {**fixed, loops[0].target.id: value}):
            yield {loops[0].target.id: value, **inner}


def unparse_arguments(loop: Statement) -> str:
    """Return the arguments of a loop's range as text."""
    return "(" + ", ".join(unparse(part) for part in loop.iter.args) + ")"


def element(code: object, values: Values, lengths: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the element that a subscript reaches, or None where it is out of bounds."""
    found = eval(code, dict(values))  # type: ignore[call-overload]
    parts = found if isinstance(found, tuple) else (found,)
    wrapped = []
    for part, length in zip(parts, lengths, strict=False):
        if not -length <= part < length:
            return None
        wrapped.append(part % length)
    return tuple(wrapped)


def fixed_values(loops: list[Statement]) -> Iterator[Values]:
    """Return values of what no loop binds."""
    read = {n for loop in loops for part in loop.iter.args for n in names(part)}
    for n, m, k in product(SMALL, SMALL, (-2, -1, 1, 2)):
        if ("n" in read or n == 2) and ("m" in read or m == 0) and ("k" in read or k in (-1, 2)):
            yield {"n": n, "m": m, "k": k}


def names(tree: Expression) -> set[str]:
    """Return the names in an expression."""
    return {node.id for node in gast.walk(tree) if isinstance(node, gast.Name)}


def compiled(index: Expression) -> object:
    """Return a subscript as code that can be evaluated."""
    return compile(unparse(index), "<subscript>", "eval")


def subscripts(source: random.Random, rank: int) -> Expression:
    """Return a random subscript."""
    return expression(f"a[{', '.join(source.choice(SUBSCRIPTS) for _ in range(rank))}]").slice


@pytest.mark.parametrize("seed", range(8))
def test_what_is_an_iterations_own_is_no_others(seed: int) -> None:
    source = random.Random(seed)
    claims = 0
    for _ in range(4000):
        depth = source.choice([1, 1, 2])
        loops, known = nest(tuple(source.choice(RANGES) for _ in range(depth)))
        loop = source.choice(loops)
        rank = source.choice([1, 1, 2])
        fits = SUBSCRIPTS if depth == 2 else [s for s in SUBSCRIPTS if "j" not in s]
        likely = source.choice(["i", "i + 1", "i - 1", *fits])
        indices = []
        for _ in range(source.randint(1, 3)):
            parts = [likely, *(source.choice(fits) for _ in range(rank - 1))]
            source.shuffle(parts)
            indices.append(expression(f"a[{', '.join(parts)}]").slice)
        if own_of_iteration(indices, loop, known):
            claims += 1
            if claims > 60:
                return
            how = shared(indices, loops, loop, rank)
            shown = [unparse(each.iter) for each in loops], [unparse(i) for i in indices]
            assert not how, f"{shown} in the loop over {loop.target.id}: {how}"
    assert claims > 10


def shared(indices: list[Expression], loops: list[Statement], loop: Statement, rank: int) -> str:
    """Return which element two iterations of one run of a loop share, "" where none."""
    codes = [compiled(index) for index in indices]
    outer = [each.target.id for each in loops[: loops.index(loop)]]
    for fixed in fixed_values(loops):
        ran = list(iterations(loops, fixed))
        for lengths in product(LENGTHS, repeat=rank):
            users: dict[object, int] = {}
            for values in ran:
                for code in codes:
                    found = element(code, {**fixed, **values}, lengths)
                    run = tuple(values[name] for name in outer)
                    own = values[loop.target.id]
                    if found is not None and users.setdefault((run, found), own) != own:
                        return f"{fixed}, {lengths}: {found} at {values}"
    return ""


def test_what_belongs_to_an_iteration() -> None:
    loops, known = nest(("n",))

    def is_own(loop: Statement, *texts: str) -> bool:
        return own_of_iteration([expression(f"a[{t}]").slice for t in texts], loop, known)

    assert is_own(loops[0], "i", "i, 0")
    assert is_own(loops[0], "0, i", "1, i")
    assert not is_own(loops[0], "0, i", "i")
    assert not is_own(loops[0], "..., i", "..., i")
    assert not is_own(statements("while a[i] > 0.0:\n    a[i] = 0.0")[0], "i")


def test_parts_of_arrays() -> None:
    def part(text: str) -> Expression:
        return expression(f"a[{text}]").slice

    for one, other in (("i", "j"), ("1:", "1:"), (":k", "k:"), ("k:", ":k"), ("i, 1:", "j, 1:")):
        assert same_or_disjoint(part(one), part(other), 2)
    for one, other in (("1:", "2:"), ("i", "1:"), (":k:2", "k:"), ("None, i", "None, i")):
        assert not same_or_disjoint(part(one), part(other), 2)
    assert not same_or_disjoint(part("i, j"), part("i, j"), 1)  # a mistake of the user
    regions = [
        text for text in ("i", "i, j", "1:", "..., i", "m, i") if is_region(part(text), 2, is_m)
    ]
    assert regions == ["i", "1:", "..., i", "m, i"]
    moving = [text for text in ("i", "..., i", "None", "(0, (None, 1))") if is_moving(part(text))]
    assert moving == ["..., i", "None", "(0, (None, 1))"]


def is_m(name: str) -> bool:
    """Return True for the one name of an array."""
    return name == "m"


def test_subscripts_that_are_arrays() -> None:
    def found(text: str) -> list[tuple[str, set[str]]]:
        return [*places_in(statements(text)[0], is_m)]

    assert found("a[m] = b") == found("a[m, 1:] = b") == found("a[m] += b") == [("a", {"m"})]
    assert found("b = a[2 * m, i]") == [("a", {"m"})]
    assert not any(
        map(
            found,
            ("a[i] = b", "b = a[m.shape[0]]", "b = a[m.shape[0]:]", "b = m + 1", "b = a[:m[0]]"),
        )
    )
