"""Write what follows a check after it, not into the other branch: it runs whenever that goes on."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.unbound import still_unbound
from srcdiff.syntax import Block, Statement, each_statement, ends_with, walk_statements, with_blocks


@needs(gast.Raise)
def checks_first(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with the `else` of a branch that always raises moved behind it.

    So what that binds is bound on all ways that are left.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(checks_first(function('''
    ... def f(x, c):
    ...     if c:
    ...         raise ValueError
    ...         z = 0
    ...     else:
    ...         y = x
    ...         z = y
    ...     return z
    ... '''))))
    def f(x, c):
        if c:
            raise ValueError
        y = x
        z = y
        return z
    """
    if not any(is_check(statement) for statement in walk_statements(tree.body)):
        return tree

    def change(statement: Statement) -> Block:
        if not is_check(statement):
            return [statement]
        return [with_blocks(statement, [up_to_raise(statement.body), []]), *statement.orelse]

    return still_unbound(each_statement(tree, change), tree)


def is_check(statement: Statement) -> bool:
    """Return True if a statement raises in one case, and does something else in the other."""
    return (
        isinstance(statement, gast.If)
        and bool(statement.orelse)
        and any(ends_with([inner], (gast.Raise,)) for inner in statement.body)
    )


def up_to_raise(block: Block) -> Block:
    """Return a block up to the first statement that always raises."""
    last = next(k for k, inner in enumerate(block) if ends_with([inner], (gast.Raise,)))
    return block[: last + 1]
