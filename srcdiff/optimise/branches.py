"""Turn an `if` round that only does something if its condition does not hold."""

from __future__ import annotations

import gast

from srcdiff.syntax import Block, Statement, is_comment, map_blocks, with_body


def branches(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without branches that do nothing.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(branches(function('''
    ... def f(x):
    ...     if x > 0.0:
    ...         pass
    ...     else:
    ...         x = -x
    ...     return x
    ... '''))))
    def f(x):
        if not x > 0.0:
            x = -x
        return x
    """
    return with_body(tree, map_blocks(tree.body, useful))


def useful(block: Block) -> Block:
    """Return a block whose conditions have something to do."""
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.If) and is_idle(statement.orelse):
            statement = gast.copy_location(gast.If(statement.test, statement.body, []), statement)
        if isinstance(statement, gast.If) and is_idle(statement.body):
            if not statement.orelse:
                continue
            statement = turned(statement)
        new.append(statement)
    return new


def is_idle(block: Block) -> bool:
    """Tell whether a block does nothing."""
    return all(isinstance(s, gast.Pass) or is_comment(s) for s in block)


def turned(statement: gast.If) -> Statement:
    """Return an `if` with the opposite condition and the other branch."""
    test = statement.test
    if isinstance(test, gast.UnaryOp) and isinstance(test.op, gast.Not):
        test = test.operand
    else:
        test = gast.UnaryOp(gast.Not(), test)
    new = gast.If(test, statement.orelse, [])
    return gast.copy_location(new, statement)
