"""Save arrays element by element: a thread cannot copy a whole array."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast

from srcdiff.core.operations import is_store, store_target
from srcdiff.gpu.thread.zeros import in_loops, shares
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    clone,
    dotted,
    members,
    name,
    of_members,
    tuple_of,
)


def element_copies(
    block: Block, shapes: Mapping[str, Sequence[Expression]], naming: Naming
) -> Block:
    """Return a block with loops for writes of whole arrays to parts of arrays of some shapes.

    >>> from srcdiff.syntax import expression, statements, unparse
    >>> block = statements("saved[k] = a\\nsaved[k, 0] = x")
    >>> shapes = {"saved": [expression("9"), expression("n")]}
    >>> print("\\n".join(map(unparse, element_copies(block, shapes, Naming(block[0])))))
    for for·i in range(n):
        saved[k, for·i] = a[for·i]
    saved[k, 0] = x
    """
    return [new for s in block for new in written_out(s, shapes, naming)]


def written_out(
    statement: Statement, shapes: Mapping[str, Sequence[Expression]], naming: Naming
) -> Block:
    """Return a statement, or the loops that stand for it."""
    target = store_target(statement) if is_store(statement) else None
    shape = shapes.get(dotted(target.value), ()) if target is not None else ()
    given = members(target.slice) if target is not None else []
    if target is None or len(given) >= len(shape) or not isinstance(statement.value, gast.Name):
        return [statement]
    rest = shape[len(given) :]
    counters = [naming.counter(depth) for depth in range(len(rest))]
    places = list(map(name, counters))
    index = of_members(places)
    element = gast.Subscript(name(statement.value.id), index, gast.Load())
    whole = tuple_of([*map(clone, given), *map(clone, places)])
    written = gast.Subscript(name(dotted(target.value)), whole, gast.Store())
    return in_loops([assign(written, element, statement)], counters, shares(rest, 0))
