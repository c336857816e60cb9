"""Elements of adjoints that are added to once may be assigned: half of the memory traffic.

That is for adjoints that begin as zeros. Where the launch can see that all elements are assigned,
it need not set them to zero before.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.comparisons import only_limit
from srcdiff.analyse.flow.structure import Structure, structure
from srcdiff.gpu.gather.atomics import adds
from srcdiff.gpu.gather.elsewhere import extents, zero_elsewhere
from srcdiff.gpu.launch.launched import Known
from srcdiff.gpu.thread.intrinsics import Place, axes_in
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    dotted,
    has_operator,
    map_blocks,
    members,
    negative,
    reads,
    walk_statements,
    whole_target,
    with_body,
)

STRIDE = "threads"  # what `gridsize` is called


@dataclass(frozen=True)
class Side:
    """What tells which subscripts of one dimension are assigned.

    The threads along an `axis` assign one subscript each, those below all `bounds`; without an
    axis, all below are assigned.
    """

    axis: int | None
    bounds: tuple[Expression, ...]


@dataclass(frozen=True)
class Assigned:
    """A kernel that assigns the elements of some adjoints: how it covers them, where that is known.

    An adjoint without sides has to be zero before.
    """

    tree: gast.FunctionDef
    covered: Mapping[str, tuple[Side, ...]]


def assigned(
    tree: gast.FunctionDef,
    adjoints: Collection[str],
    places: Mapping[str, Place],
    known: Known,
) -> Assigned:
    """Return a kernel that assigns elements of adjoints that it adds to in one statement only.

    No two threads may add to the same element of one of the `adjoints`; `known` is what the launch
    knows.

    >>> from srcdiff.gpu.thread.intrinsics import PLACES
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, d_x, d_y, i):
    ...     if i < x.size:
    ...         d_x[i] -= d_y[i]
    ... ''')
    >>> known = Known(frozenset({"x"}), {})
    >>> found = assigned(tree, {"d_x"}, dict(zip("i", PLACES["grid(1)"])), known)
    >>> print(unparse(found.tree))
    def f(x, d_x, d_y, i):
        if i < x.size:
            d_x[i] = -d_y[i]
    >>> [(side.axis, [unparse(b) for b in side.bounds]) for side in found.covered["d_x"]]
    [(0, ['x.size'])]

    Where the launch does not know whether all elements are assigned, threads set theirs to zero.
    """
    layout = structure(tree.body)
    once = {array: only_addition(array, tree) for array in adjoints}
    chosen = {s: a for a, s in once.items() if s is not None and is_once(s, layout, places)}

    def block(old: Block) -> Block:
        return [assignment(s) if s in chosen else s for s in old]

    covered = {}
    partly: set[Statement] = set()
    for statement, array in chosen.items():
        found = sides(statement, layout, places)
        parts = [known_side(side, known) for side in found]
        covered[array] = () if None in parts else tuple(side for side in parts if side is not None)
        if not covered[array] and is_at_place(statement, layout, places):
            partly.add(statement)
            covered[array] = whole(statement.target, places)
    body = map_blocks(zero_elsewhere(tree.body, partly, tree), block)
    return Assigned(with_body(tree, body), covered)


def is_at_place(statement: gast.AugAssign, layout: Structure, places: Mapping[str, Place]) -> bool:
    """Return True if each thread has an element of its own, which it adds to in conditions only."""
    index = [dotted(part) for part in members(statement.target.slice)]
    axes = [places[n].axis for n in index if n in places and places[n].of == "grid"]
    alone = len(axes) == len(index) and set(axes) == axes_in(places.values())
    return alone and all(isinstance(around, gast.If) for around, _ in layout.path[statement])


def whole(element: Expression, places: Mapping[str, Place]) -> tuple[Side, ...]:
    """Return the sides of an array of which each thread assigns the element at its place."""
    index = [dotted(part) for part in members(element.slice)]
    ends = zip(index, extents(element), strict=True)
    return tuple(Side(places[n].axis, (end,)) for n, end in ends)


def known_side(side: Side, known: Known) -> Side | None:
    """Return a side with bounds in terms of what the launch knows, None if it does not."""
    bounds = [known.resolved(bound) for bound in side.bounds]
    found = tuple(bound for bound in bounds if bound is not None)
    return Side(side.axis, found) if len(found) == len(bounds) else None


def only_addition(array: str, tree: gast.FunctionDef) -> gast.AugAssign | None:
    """Return the only statement that accesses an array, if it adds to an element."""
    found = [
        s
        for s in walk_statements(tree.body)
        if not isinstance(s, (gast.If, gast.For, gast.While)) and array in names_in(s)
    ]
    if len(found) != 1 or not adds(found[0]) or dotted(found[0].target.value) != array:
        return None
    inside = reads(found[0].value) | reads(found[0].target.slice)
    return None if array in inside else found[0]


def names_in(statement: Statement) -> set[str]:
    """Return all names in a statement."""
    return all_names(statement)


def is_once(statement: Statement, layout: Structure, places: Mapping[str, Place]) -> bool:
    """Return True if a thread runs a statement once at most for each element."""
    index = {dotted(part) for part in members(statement.target.slice)}
    return all(
        isinstance(around, gast.If)
        or (bound_of(around, layout, places) is not None and dotted(around.target) in index)
        for around, _ in layout.path[statement]
    )


def bound_of(loop: Statement, layout: Structure, places: Mapping[str, Place]) -> Expression | None:
    """Return the end of a loop in which the threads of the grid take turns; None for others."""
    if not isinstance(loop, gast.For) or len(getattr(loop.iter, "args", ())) != 3:
        return None
    first, last, step = loop.iter.args
    start, stride = places.get(dotted(first)), places.get(dotted(step))
    if start is None or stride is None or start.of != "grid" or start.axis != stride.axis:
        return None
    return last if stride.word.startswith(STRIDE) else None


def assignment(statement: gast.AugAssign) -> Statement:
    """Return the statement that assigns what another one adds."""
    value = statement.value if isinstance(statement.op, gast.Add) else negative(statement.value)
    return gast.copy_location(gast.Assign([statement.target], value, None), statement)


def sides(
    statement: gast.AugAssign, layout: Structure, places: Mapping[str, Place]
) -> tuple[Side, ...]:
    """Return which elements are assigned, dimension by dimension; nothing where not known."""
    conditions: list[tuple[str, Expression]] = []
    loops: dict[str, Expression] = {}
    for around, way in layout.path[statement]:
        if isinstance(around, gast.For):
            bound = bound_of(around, layout, places)
            assert bound is not None
            loops[dotted(around.target)] = bound
        else:
            found = limits(around.test, layout) if way == 0 else None
            if found is None:
                return ()
            conditions += found
    index = [dotted(part) for part in members(statement.target.slice)]
    if len(set(index)) < len(index) or {n for n, _ in conditions} - set(index):
        return ()
    result = []
    for n in index:
        bounds = [bound for limited, bound in conditions if limited == n]
        if n in loops:
            result.append(Side(None, (loops[n], *bounds)))
        elif n in places and places[n].of == "grid":
            result.append(Side(places[n].axis, tuple(bounds)))
        else:
            return ()
    return tuple(result)


def limits(test: Expression, layout: Structure) -> list[tuple[str, Expression]] | None:
    """Return the names that a condition limits, and by what; None for other conditions.

    >>> from srcdiff.syntax import expression, unparse
    >>> test = expression("i < n and m.shape[1] > j")
    >>> [(n, unparse(bound)) for n, bound in limits(test, structure([]))]
    [('i', 'n'), ('j', 'm.shape[1]')]
    """
    if isinstance(test, gast.Name):
        made = layout.definitions.get(test.id, ())
        single = len(made) == 1 and whole_target(made[0]) == test.id
        return limits(made[0].value, layout) if single else None
    if has_operator(test, gast.And):
        parts = [limits(part, layout) for part in test.values]
        return None if None in parts else [found for part in parts for found in part or ()]
    limit = only_limit(test)
    return None if limit is None else [limit]
