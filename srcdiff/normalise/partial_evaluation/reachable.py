"""Leave out the statements that Numba found to be unreachable, which have no types."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.normalise.control_flow.unbound import still_unbound
from srcdiff.syntax import (
    Block,
    Statement,
    blocks,
    own_part,
    reads,
    targets,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)


def reachable(tree: gast.FunctionDef, typed: Container[str]) -> gast.FunctionDef:
    """Return the function without what reads or binds variables that have no type.

    `typed` are the names that have a type.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(reachable(function('''
    ... def f(x):
    ...     while x > 1:
    ...         y = x
    ...     if KIND == 2:
    ...         y = x
    ...     else:
    ...         z = x
    ...     return z
    ... '''), {"x", "z"})))
    def f(x):
        z = x
        return z
    """
    missing = {name for name in writes(tree.body) if name not in typed}
    if not missing:
        return tree
    found = [one for s in tree.body for one in live([s], missing)[0]]
    return still_unbound(with_body(tree, found or [gast.Pass()]), tree)


def live(block: Block, missing: set[str]) -> tuple[Block, bool]:
    """Return what is left of a block, and whether it never runs.

    A branch that never runs leaves the other one, which always does. A block that may raise before
    what never runs is kept so far: the exception may be why that never runs.
    """
    kept: Block = []
    for statement in block:
        parts = [live(part, missing) for part in blocks(statement)]
        never = [part for part in parts if part[1]]
        asked = own_part(statement)
        is_gone = bool(missing & {*reads(asked), *([] if parts else targets(statement))})
        if isinstance(statement, gast.If):
            is_gone = is_gone or len(never) == 2
            new = [s for part in parts for s in part[0]] if never else whole(statement, parts)
        else:
            new = whole(statement, parts) if parts else [statement]
        if is_gone:
            # what was found to raise always leaves what follows it without types, too
            raises = any(isinstance(s, (gast.Raise, gast.Assert)) for s in walk_statements(kept))
            return kept if raises else [], not raises
        kept += new
    return kept, False


def whole(statement: Statement, parts: list[tuple[Block, bool]]) -> Block:
    """Return a statement with what is left of its blocks, nothing where none does anything."""
    if not any(not isinstance(s, gast.Pass) for kept, _ in parts for s in kept):
        return []
    own = blocks(statement)
    new = [
        kept or [gast.Pass() for _ in old[:1]] for (kept, _), old in zip(parts, own, strict=True)
    ]
    return [with_blocks(statement, new)]
