"""Lists of numbers that are written out as arguments of functions that return nothing."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import Block, Statement, assign, dotted, each_statement, name, walk


@needs(gast.List)
def named_lists(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with names for lists in calls whose results nobody reads.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(named_lists(function("def f(a, n):\\n    put(a, [0, len(a) - n], n)"))))
    def f(a, n):
        put·list = [0, len(a) - n]
        put(a, put·list, n)
    """
    naming = Naming(tree)

    def written(statement: Statement) -> Block:
        made = statement.value if isinstance(statement, gast.Expr) else None
        if not isinstance(made, gast.Call) or not isinstance(made.func, gast.Name):
            return [statement]
        new: Block = []
        given = []
        for argument in made.args:
            if isinstance(argument, gast.List) and argument.elts and is_simple(argument):
                title = naming.part(made.func.id, "list")
                new.append(assign(title, argument, statement))
                argument = name(title)
            given.append(argument)
        if not new:
            return [statement]
        call = gast.copy_location(gast.Call(made.func, given, made.keywords), made)
        return [*new, gast.copy_location(gast.Expr(call), statement)]

    return each_statement(tree, written)


def is_simple(tree: gast.List) -> bool:
    """Return True if a list may be made before other arguments are computed."""
    plain = (gast.List, gast.Tuple, gast.NamedExpr)
    inner = [node for node in walk(tree) if node is not tree]
    calls = [dotted(n.func) for n in inner if isinstance(n, gast.Call)]
    return not any(isinstance(n, plain) for n in inner) and all(c == "len" for c in calls)
