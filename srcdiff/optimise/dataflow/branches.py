"""Leave out branches and loops that do nothing; turn an `if` round that has only an `else`."""

from __future__ import annotations

import functools
from collections.abc import Callable

import gast

from srcdiff.analyse.flow.liveness import Liveness, liveness
from srcdiff.syntax import (
    TOGETHER,
    Block,
    Statement,
    blocks,
    dotted,
    is_comment,
    opposite,
    with_blocks,
    with_body,
    with_changed,
)


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
    ...         if False:
    ...             raise ValueError
    ...     return x
    ... '''))))
    def f(x):
        if not x > 0.0:
            x = -x
        return x
    """
    live = functools.cache(lambda: liveness(tree.body))
    return with_body(tree, useful(tree.body, live))


def useful(block: Block, live: Callable[[], Liveness]) -> Block:
    """Return a block whose conditions and loops have something to do."""
    new: Block = []
    for statement in block:
        parts = [useful(part, live) for part in blocks(statement)]
        if isinstance(statement, gast.For) and is_idle(parts[0]):
            if dotted(statement.target) in live().after[statement]:
                new.append(with_blocks(statement, [[gast.Pass()]]))
        elif isinstance(statement, gast.If):
            new += condition(statement, parts)
        else:
            new.append(with_changed(statement, parts) if parts else statement)
    new = [s for s, below in zip(new, [*new[1:], None], strict=False) if not is_left(s, below)]
    return new or [gast.Pass() for _ in block[:1]]


def is_left(statement: Statement, below: Statement | None) -> bool:
    """Return True if a statement is a comment on a loop that is gone."""
    about_loop = is_comment(statement) and TOGETHER in statement.value.value
    return about_loop and not isinstance(below, gast.For)


def condition(statement: gast.If, parts: list[Block]) -> Block:
    """Return an `if` with those of its two blocks that do something, or nothing."""
    body, orelse = ([] if is_idle(part) else part for part in parts)
    if isinstance(statement.test, gast.Constant):
        return body if statement.test.value else orelse
    if not body and not orelse:
        return []
    if not body:
        return [gast.copy_location(gast.If(opposite(statement.test), orelse, []), statement)]
    return [with_changed(statement, [body, orelse])]


def is_idle(block: Block) -> bool:
    """Return True if a block does nothing."""
    return all(isinstance(s, gast.Pass) or is_comment(s) for s in block)
