"""Bind lists one by one: `rows, s = [x], 0.0`."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import Block, Expression, Statement, all_names, assign, each_statement


@needs(gast.List, gast.ListComp)
def separate_lists(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with one assignment for each part where lists are bound beside others.

    Only where no value depends on what is bound before it.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(separate_lists(function('''
    ... def f(x):
    ...     rows, s = [x], 0.0
    ...     rows, x = [x], rows[0]
    ...     return s
    ... '''))))
    def f(x):
        rows = [x]
        s = 0.0
        rows, x = ([x], rows[0])
        return s
    """

    return separated(tree, is_list)


def is_list(value: Expression) -> bool:
    """Return True if an expression makes a list."""
    return isinstance(value, (gast.List, gast.ListComp))


def separated(tree: gast.FunctionDef, is_made: Callable[[Expression], bool]) -> gast.FunctionDef:
    """Return the function with assignments of their own for some values, and those beside them."""
    return each_statement(tree, lambda statement: one_by_one(statement, is_made))


def one_by_one(statement: Statement, is_made: Callable[[Expression], bool]) -> Block:
    """Return an assignment of several values, if some are made as told, as one for each.

    Any other statement stays as it is.
    """
    match statement:
        case gast.Assign(targets=[gast.Tuple(elts=bound)], value=gast.Tuple(elts=values)) if len(
            bound
        ) == len(values) and all(isinstance(b, gast.Name) for b in bound):
            read = [all_names(value) for value in values]
            early = any(b.id in n for k, b in enumerate(bound) for n in read[k + 1 :])
            if any(map(is_made, values)) and not early:
                return [assign(b, v, statement) for b, v in zip(bound, values, strict=True)]
    return [statement]
