"""Which memory each array name stands for, and which statements read and write it.

Memory is told apart by where it comes from: a parameter, or the statement that
allocates it. Such an origin is called a root and named after the parameter or the name
that is bound first. A name of which nothing is known stands for all roots it could be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import gast

from srcdiff.analyse.aliasing.owners import handed_over, passed
from srcdiff.analyse.aliasing.statement_effects import (
    NONE,
    Roots,
    Summary,
    SummaryOf,
    Walk,
    filled_by,
    is_check,
    is_impure,
    memory_read,
    memory_written,
    origin,
    shaped_as,
    spread_lists,
    union,
    user_call,
)
from srcdiff.analyse.arrays.fills import Places
from srcdiff.analyse.arrays.lower_bounds import LowerBounds
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core import Core
from srcdiff.core.operations import Operation, is_load
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    dotted,
    kept,
    parameters,
    targets,
    walk_statements,
)


@dataclass(frozen=True)
class Effects:
    """The memory of a function: roots of names, and who reads and writes which roots.

    For a compound statement, only its own condition or bounds count. `impure` has the
    statements that may run only once, and must run; `checks` those of them that do nothing
    but to stop where something is wrong; `inserts` those whose backward part has code of the
    user. `owners` are the names that loops hand arrays over to (owners.py). `fills` has, for
    calls, the arrays of which they certainly write elements, `shapes` the arrays whose shape
    their results have. `lists` has the roots of lists of arrays, whose names have the roots of what
    these hold; `settled` are loads from such lists at places that count from the front.
    """

    roots: Mapping[str, Roots]
    reads: Mapping[Statement, Roots]
    writes: Mapping[Statement, Roots]
    impure: frozenset[Statement]
    parameters: frozenset[str]
    checks: frozenset[Statement] = frozenset()
    owners: frozenset[str] = frozenset()
    fills: Mapping[Statement, Mapping[str, Places]] = field(default_factory=dict)
    inserts: frozenset[Statement] = frozenset()
    shapes: Mapping[Statement, Mapping[str, str]] = field(default_factory=dict)
    lists: Mapping[str, Roots] = field(default_factory=dict)
    settled: frozenset[Statement] = frozenset()

    def written(self, block: Block) -> Roots:
        """Return the roots that are written anywhere in a block."""
        return union(self.writes[s] for s in walk_statements(block))

    def stored(self) -> Roots:
        """Return the roots that are written other than by handing arrays over."""
        return union(w for s, w in self.writes.items() if not self.owners & passed(s).keys())

    def of(self, tree: Expression) -> Roots:
        """Return the roots of an array expression that is a name."""
        return self.roots.get(dotted(tree), NONE)


KEPT = 3  # answers for one tree


@dataclass(frozen=True)
class Question:
    """All that effects depend on but the tree: what it calls does what the `summaries` say."""

    types: Types = field(compare=False)
    shared: frozenset[frozenset[int]]
    in_pairs: bool
    with_owners: bool
    apart: frozenset[str]
    summaries: tuple[Summary, ...]

    def is_asked_again(self, other: Question) -> bool:
        """Return True if another question has the same answer; it has the very same types."""
        return self.types is other.types and self == other


def effects(
    core: Core,
    types: Types,
    summary_of: SummaryOf,
    with_owners: bool = True,
    apart: frozenset[str] = NONE,
) -> Effects:
    """Return what the statements of a core form do to memory.

    `summary_of` tells what a statement that calls a function of the user does. Without
    `with_owners`, names that arrays are handed over to have no memory of their own. The names in
    `apart` are taken to have that. The tree keeps its last answers: most are asked for again.
    """
    every = list(walk_statements(core.tree.body))
    called = {s: found for s in every for found in [user_call(s)] if found is not None}
    summaries = tuple(map(summary_of, called))
    question = Question(types, core.shared, core.in_pairs, with_owners, apart, summaries)
    answers = kept("_effects", core.tree, no_answers)
    for known, answer in answers:
        if question.is_asked_again(known):
            return answer
    found = found_effects(core, question, every, called)
    answers[:] = [(question, found), *answers[: KEPT - 1]]
    return found


def no_answers(tree: gast.AST) -> list[tuple[Question, Effects]]:
    """Return the list of what has been asked of a tree so far."""
    return []


def found_effects(
    core: Core, question: Question, every: list[Statement], called: Mapping[Statement, Operation]
) -> Effects:
    """Find what the statements of a core form do; `called` are those that call functions."""
    types = question.types
    summary_of = dict(zip(called, question.summaries, strict=True)).__getitem__
    arguments = [p for p in parameters(core.tree) if is_array(types[p])]
    begin = {p: core.sharing(p) for p in arguments}
    walk = walked(core, Walk(types, summary_of, begin), question.with_owners, question.apart)
    nothing = dict.fromkeys(every, NONE)
    reads = {s: memory_read(s, walk) for s in every} if walk.roots else nothing
    writes = {s: memory_written(s, walk) for s in every} if walk.roots else nothing
    impure = frozenset(s for s in every if is_impure(s, s in called, walk))
    checks = frozenset(s for s in impure if is_check(s, s in called, walk))
    filled = {s: places for s, c in called.items() for places in [filled_by(s, c, walk)] if places}
    shapes = {s: shape for s, c in called.items() for shape in [shaped_as(s, c, walk)] if shape}
    inserts = frozenset(s for s in called if summary_of(s).inserts)
    return Effects(
        walk.roots,
        reads,
        writes,
        impure,
        frozenset(arguments),
        checks,
        walk.owners,
        filled,
        inserts,
        shapes,
        walk.lists,
        settled_loads(core, types, walk.lists) if walk.lists else frozenset(),
    )


def walked(core: Core, begin: Walk, with_owners: bool, apart: frozenset[str]) -> Walk:
    """Return which memory all names stand for, from that of the parameters."""
    body = core.tree.body

    def spread_with(owners: frozenset[str]) -> Walk:
        walk = replace(begin, roots=dict(begin.roots), owners=owners, lists={})
        while spread(body, walk):
            pass
        return walk

    walk, owners = spread_with(NONE), NONE
    if with_owners and walk.roots and not core.in_pairs:
        written = union(memory_written(s, walk) for s in walk_statements(body))
        layout = structure(body)
        owners = handed_over(body, layout, written, lambda names: spread_with(names).roots)
    owners |= apart
    return spread_with(owners) if owners else walk


def is_at_least(bound: int | None, least: int) -> bool:
    """Return True if a bound is known, and not below a number."""
    return bound is not None and bound >= least


def settled_loads(core: Core, types: Types, lists: Mapping[str, Roots]) -> frozenset[Statement]:
    """Return the loads from lists that give the same element when the list is longer."""
    bounds = LowerBounds(core.tree, types.names)
    loads = [s for s in walk_statements(core.tree.body) if is_load(s)]
    return frozenset(
        s
        for s in loads
        if dotted(s.value.value) in lists and is_at_least(bounds.of(s.value.slice), 0)
    )


def spread(body: Block, walk: Walk) -> bool:
    """Pass roots on through assignments; return True if anything was new."""
    changed = False
    for statement in walk_statements(body):
        changed = (walk.has_lists and spread_lists(statement, walk)) or changed
        for position, target in enumerate(targets(statement)):
            if not is_array(walk.types[target]):
                continue
            known = walk.roots.get(target, NONE)
            found = known | origin(statement, position, target, walk)
            if found != known:
                walk.roots[target] = found
                changed = True
    return changed
