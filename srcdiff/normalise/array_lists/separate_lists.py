"""Bind lists one by one: `rows, s = [x], 0.0`."""

from __future__ import annotations

import gast

from srcdiff.syntax import Block, Statement, all_names, assign, each_statement


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

    def change(statement: Statement) -> Block:
        match statement:
            case gast.Assign(targets=[gast.Tuple(elts=bound)], value=gast.Tuple(elts=values)) if (
                len(bound) == len(values) and all(isinstance(b, gast.Name) for b in bound)
            ):
                makes = any(isinstance(v, (gast.List, gast.ListComp)) for v in values)
                read = [all_names(value) for value in values]
                early = any(b.id in n for k, b in enumerate(bound) for n in read[k + 1 :])
                if makes and not early:
                    return [assign(b, v, statement) for b, v in zip(bound, values, strict=True)]
        return [statement]

    return each_statement(tree, change)
