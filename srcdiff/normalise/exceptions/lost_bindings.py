"""What reads a variable whose only bindings stand behind what always raises."""

from __future__ import annotations

import gast

from srcdiff.analyse.flow.structure import own_reads
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    Block,
    Statement,
    base,
    call,
    constant,
    each_block,
    locate,
    parameters,
    walk_statements,
    writes,
)

MESSAGE = "local variable '{}' referenced before assignment"


def without_lost(tree: gast.FunctionDef, before: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with exceptions for reads of what it does not bind any more.

    They stand behind loops that always raise, which run at least once. `before` is the function
    with what is left out. Raises UnsupportedSyntax for a function that always raises.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     if x:
    ...         for i in range(2):
    ...             raise ValueError
    ...         return y
    ...     return x
    ... ''')
    >>> print(unparse(without_lost(tree, function("def f(x): y = x"))))
    def f(x):
        if x:
            for i in range(2):
                raise ValueError
            raise UnboundLocalError("local variable 'y' referenced before assignment")
        return x
    """
    lost = writes(before.body) - writes(tree.body) - set(parameters(tree))
    if not lost:
        return tree

    found: list[tuple[str, Statement]] = []

    def change(block: Block) -> Block:
        for position, statement in enumerate(block):
            for title in sorted(own_reads(statement) & lost):
                found.append((title, statement))
                error = call("UnboundLocalError", constant(MESSAGE.format(base(title))))
                return [*block[:position], locate(gast.Raise(error, None), statement)]
        return block

    changed: gast.FunctionDef = each_block(tree, change)
    if found and not any(isinstance(s, gast.Return) for s in walk_statements(changed.body)):
        raise always_raises(base(found[0][0]), found[0][1])
    return changed


def always_raises(title: str, place: Statement) -> UnsupportedSyntax:
    """Return the error for a function that reads a variable without value in each call."""
    return UnsupportedSyntax(
        f"`{title}` has no value here, so that the function always raises",
        place,
        "bind the variable before it is read",
    )
