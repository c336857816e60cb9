"""Branches for reads of variables that may have no value, which conditions decide on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.analyse.flow.definite import BOUND, Definite, Read
from srcdiff.core.needs import needs
from srcdiff.core.operations import draws_any
from srcdiff.normalise.control_flow.evaluation_order import calls_user
from srcdiff.normalise.control_flow.hoist import hoist
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.scopes import COMPREHENSIONS
from srcdiff.syntax import Statement, own_part, reads, walk


@needs(gast.IfExp, gast.BoolOp)
@needs(gast.Call, gast.While)
def conditional_reads(
    tree: gast.FunctionDef,
    sizes: Mapping[str, int],
    constants: Mapping[str, Any],
    is_python: bool = True,
) -> gast.FunctionDef:
    """Return the function with such reads in branches, where a check can stand.

    In front of the statement it would evaluate the condition a second time, which matters if that
    calls a function of the user, or draws; what a `while` reads is read again in each pass.
    `sizes` are the lengths of tuples, `constants` the values of globals. Without `is_python`
    there are no checks.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(conditional_reads(function('''
    ... def f(x, n):
    ...     for i in range(n):
    ...         y = x * i
    ...     return 0.0 if taken(x) else y
    ... '''), {}, {})))
    def f(x, n):
        for i in range(n):
            y = x * i
        if taken(x):
            return·choice = 0.0
        else:
            return·choice = y
        return return·choice
    """
    if not is_python:
        return tree
    found = Definite(tree, sizes, constants).reads
    moved = {
        id(node)
        for (statement, title), found_there in found.items()
        if any(is_apart(read, statement) for read in found_there)
        for node in walk(own_part(statement))
        if isinstance(node, (gast.Name, *COMPREHENSIONS)) and title in reads(node)
    }
    if not moved:
        return tree
    return hoist(tree, Naming(tree), lambda node: id(node) in moved, lambda node, *_: node)


def is_apart(read: Read, statement: Statement) -> bool:
    """Return True for an unsure read whose condition cannot be asked for before a statement."""
    if read.status == BOUND or not read.held:
        return False
    again = any(calls_user(held) or draws_any(held) for held in read.held)
    return again or isinstance(statement, gast.While)
