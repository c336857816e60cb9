"""Claims that accesses never meet, against what happens in many runs of random nests."""

from __future__ import annotations

import random

import gast
import pytest

from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.analyse.iterated.dependences import Access, never_meet
from srcdiff.analyse.iterated.iterations import Iterations
from srcdiff.analyse.types.types import types
from srcdiff.core.operations import is_load, is_store, store_target
from srcdiff.syntax import Statement, statements

from .nests import Nest, Step, drawn, runs

KINDS = {"a": types.float64[:, :], "s": types.float64, "x": types.float64, "t": types.float64}


def facts_of(text: str) -> Iterations:
    """Return what is known of the integers in some statements."""
    return Iterations(structure(statements(text)), lambda name: KINDS.get(name, types.int64))


def accesses(layout: Structure) -> tuple[Access, Access]:
    """Return the load and the store of the array."""
    (load,) = [s for s in layout.order if is_load(s) and s.value.value.id == "a"]
    (store,) = [s for s in layout.order if is_store(s)]
    return Access(load, load.value), Access(store, store_target(store))


def level(one: Step, other: Step, loops: list[gast.For]) -> int:
    """Return the first of some loops of which two steps are in different iterations."""
    for depth, loop in enumerate(loops):
        if one.counters[loop.target.id] != other.counters[loop.target.id]:
            return depth
    return len(loops)


def meeting(
    nest: Nest, order: tuple[int, int], loops: list[gast.For], levels: set[int]
) -> list[Step]:
    """Return two steps of a run that meet, the second of which comes later; [] without any."""
    for steps in runs(nest):
        for late, two in enumerate(steps):
            for one in steps[:late]:
                wanted = (one.access, two.access) == order and one.element == two.element
                if wanted and level(one, two, loops) in levels:
                    return [one, two]
    return []


@pytest.mark.parametrize("seed", range(10))
def test_what_never_meets_never_meets(seed: int) -> None:
    source = random.Random(seed)
    claims = 0
    while claims < 40:
        nest = drawn(source)
        facts = facts_of(nest.plain())
        pair = accesses(facts.layout)
        order = source.choice([(0, 1), (1, 0), (1, 1)])
        first, second = (pair[which] for which in order)
        around = facts.layout.loops(second.statement)
        loops = [s for s in facts.layout.loops(first.statement) if s in around]
        repeated = [loop for loop in loops if source.random() < 0.7]
        same = order != (1, 1) and source.random() < 0.5
        levels = {k for k, loop in enumerate(loops) if loop in repeated}
        levels |= {len(loops)} if same else set()
        if levels and never_meet(first, second, facts, same, repeated):
            claims += 1
            assert not meeting(nest, order, loops, levels), nest.plain()


CLAIMS = {  # whether the store never meets what the load has read, in the same iteration or later
    "for i in range(n):\n  for j in range(i):\n    t = a[j]\n  a[i] = s": True,
    "for i in range(n):\n  for j in range(i + 1):\n    t = a[j]\n  a[i] = s": False,
    "for i in range(n):\n  for j in range(i - 1, -1, -1):\n    t = a[j]\n  a[i] = s": True,
    "for i in range(n):\n  for j in range(i - 1, -2, -1):\n    t = a[j]\n  a[i] = s": False,
    "for i in range(n):\n  for j in range(i + 1, n):\n    t = a[j]\n  a[i] = s": False,
    "for i in range(n - 1, -1, -1):\n  for j in range(i + 1, n):\n    t = a[j]\n  a[i] = s": True,
    "for i in range(n, -1, -1):\n  for j in range(i, n):\n    t = a[j]\n  a[i] = s": False,
    "for i in range(m, n):\n  for j in range(m, i):\n    t = a[j]\n  a[i] = s": False,  # may be < 0
    "for i in range(0, n, 2):\n  t = a[i + 1]\n  a[i] = s": True,
    "for i in range(1, n, 2):\n  t = a[i - 1]\n  a[i] = s": True,
    "for i in range(1, n):\n  t = a[i - 1]\n  a[i] = s": True,
    "for i in range(n):\n  t = a[i - 1]\n  a[i] = s": False,
    "for i in range(n):\n  t = a[2 * i]\n  a[2 * i + 1] = s": True,
    "for i in range(n):\n  t = a[-1]\n  a[i] = s": False,
    "for i in range(a.shape[0] - 1):\n  t = a[-1]\n  a[i] = s": True,
    "for i in range(1, n):\n  t = a[-i]\n  a[-i - 1] = s": True,
    "for i in range(n):\n  if 0 <= j and i != j:\n    t = a[i, j]\n  a[i, i] = s": True,
    "for i in range(n):\n  if i <= j:\n    t = a[i, j]\n  a[i, i] = s": False,
    "for i in range(n):\n  for j in range(min(i, m)):\n    t = a[j]\n  a[i] = s": True,
    "for i in range(n):\n  for j in range(max(i, m)):\n    t = a[j]\n  a[i] = s": False,
    "t = a[m]\na[m + 1] = s": False,  # an array of one element, and m = -1
    "for i in range(n):\n  p = i + 1\n  t = a[i]\n  a[p] = s": True,
    "p = 0\nfor i in range(n):\n  t = a[p]\n  p = p + 1\n  a[p] = s": False,  # not known
    "for i in range(n):\n  for j in range(p):\n    t = a[j]\n  a[p] = s\n  p = p + 1": False,
    "for i in range(n):\n  p = i\n  for k in range(i, n):\n    p = k\n  q = p\n  a[q] = s\n"
    "  for j in range(i):\n    t = a[j]": True,
    "for i in range(n):\n  p = i\n  for k in range(i, n):\n    p = k - 1\n  q = p\n  a[q] = s\n"
    "  for j in range(i):\n    t = a[j]": False,
    "p = 1\nfor i in range(n):\n  if x > s:\n    p = i\n  q = p\n  a[q] = s\n"
    "  for j in range(i):\n    t = a[j]": False,  # that of an iteration before
    "while x > s:\n  for i in range(n):\n    t = a[i]\n    a[i + 1] = s": False,
}


@pytest.mark.parametrize("text", CLAIMS)
def test_claims(text: str) -> None:
    facts = facts_of(text)
    load, store = accesses(facts.layout)
    assert never_meet(load, store, facts, True) is CLAIMS[text]


def test_only_the_loops_that_repeat_count() -> None:
    facts = facts_of("for i in range(n):\n  for j in range(n):\n    t = a[j]\n    a[j + 1] = s")
    load, store = accesses(facts.layout)
    outer, inner = facts.layout.loops(load.statement)
    assert never_meet(load, store, facts, True, [inner])
    assert not never_meet(load, store, facts, True, [outer])
    assert not never_meet(store, load, facts, False, [inner])
    assert never_meet(load, store, facts, True, [])


def test_what_is_not_free_has_no_variables_in_subscripts() -> None:
    text = "for i in range(n):\n  for j in range(i):\n    t = a[m, j]\n  a[m + 1, i] = s"
    other = "for i in range(m, n):\n  for j in range(m, i):\n    t = a[j, 1]\n  a[i, 2] = s"
    for free in (True, False):
        known = facts_of(text)
        known = Iterations(known.layout, known.kind, free)
        assert never_meet(*accesses(known.layout), known, True, [])
        outer: Statement = known.layout.loops(accesses(known.layout)[0].statement)[0]
        assert never_meet(*accesses(known.layout), known, True, [outer])
        blind = Iterations(structure(statements(other)), lambda name: types.undefined, free)
        assert never_meet(*accesses(blind.layout), blind, True)
    unknown = structure(statements("for i in range(m, n):\n  t = a[i, 1]\n  a[i + 1, 1] = s"))
    first, second = accesses(unknown)
    assert never_meet(first, second, Iterations(unknown, lambda name: types.int64), False) is False
    text = "if m > 0:\n  t = a[m]\n  a[m + 1] = s"
    known = facts_of(text)
    assert never_meet(*accesses(known.layout), known, True)
    assert not never_meet(
        *accesses(known.layout), Iterations(known.layout, known.kind, False), True
    )
