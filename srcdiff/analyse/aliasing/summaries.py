"""What a call of a function does to memory, as far as its callers have to know."""

from __future__ import annotations

from srcdiff.analyse.aliasing.effects import Effects
from srcdiff.analyse.aliasing.statement_effects import FRESH, Roots, Summary, union
from srcdiff.analyse.arrays.arrays import arrays
from srcdiff.analyse.arrays.fills import Lengths, Places, fills
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core import Core
from srcdiff.syntax import Expression, dotted, parameters


def summarise(
    core: Core, types: Types, effects: Effects, results: tuple[Expression, ...]
) -> Summary:
    """Return what a call of a function does, as far as a caller has to know."""
    order = {p: position for position, p in enumerate(parameters(core.tree))}
    reads = union(effects.reads.values())
    writes = union(effects.writes.values())

    def positions(roots: Roots) -> frozenset[int]:
        return frozenset(order[root] for root in roots if root in order)

    def sources(result: Expression) -> frozenset[int]:
        return frozenset(order.get(root, FRESH) for root in effects.of(result))

    first: dict[str, int] = {}  # of the results that have some new memory
    for position, result in enumerate(results):
        for root in effects.of(result) - order.keys():
            first.setdefault(root, position)

    def made(result: Expression) -> frozenset[int]:
        return frozenset(first[root] for root in effects.of(result) if root in first)

    return Summary(
        positions(reads),
        positions(writes),
        tuple(sources(result) for result in results),
        bool(effects.impure),
        effects.impure <= effects.checks,
        {order[p]: places for p, places in filled_parameters(core, types, effects).items()},
        bool(effects.inserts),
        shapes=shapes(core, types, effects, results),
        made=tuple(made(result) for result in results),
    )


def shapes(
    core: Core, types: Types, effects: Effects, results: tuple[Expression, ...]
) -> dict[int, int]:
    """Return the parameters that results certainly have the shape of, by position."""
    shape = arrays(core, types, effects).shape
    order = {p: k for k, p in enumerate(parameters(core.tree)) if is_array(types[p])}
    found = {k: order.get(shape.get(dotted(r), dotted(r))) for k, r in enumerate(results)}
    return {k: position for k, position in found.items() if position is not None}


def filled_parameters(core: Core, types: Types, effects: Effects) -> dict[str, Places]:
    """Return the parameters of which a function writes elements in any case, and which."""
    layout = structure(core.tree.body)
    lengths = Lengths(
        layout, {n: types.ndim(n) for n in effects.roots}, frozenset(parameters(core.tree))
    )
    found: dict[str, Places] = {}
    for array in sorted(effects.parameters & union(effects.writes.values())):
        calls = {s: p[array] for s, p in effects.fills.items() if array in p}
        for statement, places in fills(array, None, lengths, calls):
            if not layout.path[statement]:
                found[array] = found.get(array, frozenset()) | places
    return found
