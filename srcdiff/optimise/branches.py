"""Leave out branches and loops that do nothing; turn an `if` round that has only an `else`."""

from __future__ import annotations

import gast

from srcdiff.syntax import Block, Statement, dotted, is_comment, map_blocks, reads, with_body


def branches(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without branches and loops that do nothing.

    A loop stays where its counter is read after it.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(branches(function('''
    ... def f(x):
    ...     if x > 0.0:
    ...         pass
    ...     else:
    ...         x = -x
    ...     for i in range(3):
    ...         pass
    ...     return x
    ... '''))))
    def f(x):
        if not x > 0.0:
            x = -x
        return x
    """
    read = reads(tree.body)
    return with_body(tree, map_blocks(tree.body, lambda block: useful(block, read)))


def useful(block: Block, read: set[str]) -> Block:
    """Return a block whose conditions and loops have something to do."""
    new: Block = []
    for statement in block:
        is_loop = isinstance(statement, gast.For) and is_idle(statement.body)
        if is_loop and dotted(statement.target) not in read:
            continue
        if isinstance(statement, gast.If) and is_idle(statement.orelse):
            statement = gast.copy_location(gast.If(statement.test, statement.body, []), statement)
        if isinstance(statement, gast.If) and is_idle(statement.body):
            if not statement.orelse:
                continue
            statement = turned(statement)
        new.append(statement)
    return new or [gast.Pass() for _ in block[:1]]


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
