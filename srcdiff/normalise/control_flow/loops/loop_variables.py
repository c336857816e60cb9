"""What the variables of a loop are assigned in each iteration."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.loops.items import Backwards, Elements, Items, Together
from srcdiff.syntax import Block, Expression, assign, has_star, tuple_of

Pairs = list[tuple[Expression, Expression]]
Widths = list[tuple[str, int]]  # arrays, and how many elements their rows have


def matched(target: Expression, items: Items, position: Expression) -> tuple[Pairs, Widths]:
    """Return what is assigned to what at a position, and which rows must have which length.

    Raises UnsupportedSyntax where the loop variables do not fit the items.
    """
    if not isinstance(target, (gast.Tuple, gast.List)):
        return [(target, items.at(position))], []
    parts = target.elts
    if has_star(parts):
        raise UnsupportedSyntax(
            "a starred loop variable is not supported", target, "unpack the item in the loop"
        )
    if isinstance(items, Together):
        if len(parts) != len(items.parts):
            raise misfit(len(items.parts), target)
        found = [matched(p, i, position) for p, i in zip(parts, items.parts, strict=True)]
        return [pair for pairs, _ in found for pair in pairs], [w for _, ws in found for w in ws]
    rows = items.items if isinstance(items, Backwards) else items
    if isinstance(rows, Elements):
        place = items.at(position).slice
        columns = [(part, rows.column(place, k)) for k, part in enumerate(parts)]
        return columns, [(rows.array, len(parts))]
    return [(target, items.at(position))], []


def misfit(count: int, target: Expression) -> UnsupportedSyntax:
    """Return the error for loop variables that are not as many as the values."""
    return UnsupportedSyntax(
        f"{count} values are assigned to {len(target.elts)} loop variables",
        target,
        "name as many loop variables as there are values",
    )


def stores(pairs: Pairs, loop: gast.For) -> Block:
    """Return the assignments of the items; those that might depend on their order are one."""
    if all(isinstance(target, gast.Name) for target, _ in pairs) or len(pairs) == 1:
        return [assign(target, value, loop) for target, value in pairs]
    target = tuple_of([target for target, _ in pairs], store=True)
    return [assign(target, tuple_of([value for _, value in pairs]), loop)]
