"""Name the results of calls that are unpacked, so that their types are known."""

from __future__ import annotations

import gast

from srcdiff.syntax import Block, assign, beside, each_block, locate, name, targets, unpacks

WHOLE = beside("", "whole")


def name_unpacked(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with a name for each result of a call that is unpacked.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(name_unpacked(function('''
    ... def f(x):
    ...     a, b = g(x)
    ...     return a
    ... '''))))
    def f(x):
        a··whole = g(x)
        a, b = a··whole
        return a
    """
    return each_block(tree, named)


def named(block: Block) -> Block:
    """Return a block in which calls that are unpacked have one target each."""
    new: Block = []
    for statement in block:
        bound = targets(statement)
        if unpacks(statement) and isinstance(statement.value, gast.Call):
            whole = f"{bound[0]}{WHOLE}"
            new.append(assign(whole, statement.value, statement))
            held = locate(name(whole), statement)
            statement = locate(gast.Assign(statement.targets, held, None), statement)
        new.append(statement)
    return new
