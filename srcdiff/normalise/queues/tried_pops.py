"""Raise IndexError where a `try` takes it and an empty list is asked for an element."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.array_lists.list_spellings import always_lists
from srcdiff.normalise.control_flow.hoist import Hoister
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.exceptions.lookups import is_pop, takes
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    dotted,
    each_statement,
    locate,
    name,
    number,
    statements,
    walk,
    with_blocks,
)


@needs(gast.Try)
def tried_pops(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with errors of their own for what is taken from lists inside a `try`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(tried_pops(function('''
    ... def f(x):
    ...     u = [x]
    ...     try:
    ...         y = 2.0 * u.pop(0)
    ...     except IndexError:
    ...         y = x
    ...     return y
    ... '''), {})))
    def f(x):
        u = [x]
        try:
            if len(u) == 0:
                raise IndexError('pop from empty list')
            y·taken = u.pop(0)
            y = 2.0 * y·taken
        except IndexError:
            y = x
        return y
    """
    attempts = [node for node in walk(tree) if isinstance(node, gast.Try)]
    if not any(is_pop(node) for attempt in attempts for node in walk(attempt)):
        return tree
    lists, naming = always_lists(tree), Naming(tree)

    def is_moved(node: gast.AST) -> bool:
        return is_pop(node) and dotted(node.func.value) in lists and from_an_end(node)

    def move(node: Expression, out: Block, base: str, walk: Hoister) -> Expression:
        title = dotted(node.func.value)
        text = f"if len({title}) == 0:\n    raise IndexError('pop from empty list')"
        taken = naming.part(base, "taken")
        out += [locate(statements(text)[0], node), assign(taken, node, node)]
        return locate(name(taken), node)

    def change(statement: Statement) -> Block:
        if not isinstance(statement, gast.Try):
            return [statement]
        if not any(takes(handler, namespace) for handler in statement.handlers):
            return [statement]
        first, *others = blocks(statement)
        return [with_blocks(statement, [Hoister(naming, is_moved, move).block(first), *others])]

    return each_statement(tree, change)


def from_an_end(node: gast.Call) -> bool:
    """Return True for a call of `pop` that takes the first element, or the last one."""
    return not node.args or number(node.args[0]) in (0, -1)
