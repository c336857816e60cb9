"""Leave out the statements that Numba found to be unreachable, which have no types."""

from __future__ import annotations

from collections.abc import Container

import gast

from srcdiff.syntax import (
    Block,
    blocks,
    map_blocks,
    reads,
    targets,
    walk_statements,
    with_body,
    writes,
)


def reachable(tree: gast.FunctionDef, typed: Container[str]) -> gast.FunctionDef:
    """Return the function without what reads or binds variables that have no type.

    `typed` are the names that have a type.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(reachable(
    ...     function("def f(x):\\n    while x > 1:\\n        y = x\\n    return x"), {"x"}
    ... )))
    def f(x):
        return x
    """
    bound = {name for s in walk_statements(tree.body) for name in (*targets(s), *writes(s))}
    missing = {name for name in bound if name not in typed}

    def change(block: Block) -> Block:
        kept: Block = []
        for statement in block:
            parts = blocks(statement)
            if parts:
                runs = any(part != [] and not isinstance(part[0], gast.Pass) for part in parts)
            else:
                runs = not missing & {*reads(statement), *targets(statement)}
            if runs:
                kept.append(statement)
        return kept or ([gast.Pass()] if block else [])

    if not missing:
        return tree
    result: gast.FunctionDef = with_body(tree, map_blocks(tree.body, change))
    return result
