"""Name elements of lists of arrays that are changed in place: `rows[0] *= y`."""

from __future__ import annotations

import gast

from srcdiff.core.fixed_points import connected
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    clone,
    dotted,
    each_statement,
    locate,
    name,
    walk_statements,
)

ELEMENT = "element"  # in the names that these elements get


def list_elements(
    tree: gast.FunctionDef, of_arrays: frozenset[str] = frozenset()
) -> gast.FunctionDef:
    """Return the function with names for elements of lists of arrays that are changed in place.

    `of_arrays` are names of such lists; those that are bound to each other are the same.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x):\\n    rows = [x, x]\\n    rows[1] *= 2.0")
    >>> print(unparse(list_elements(tree, frozenset(["rows"]))))
    def f(x):
        rows = [x, x]
        rows·element = rows[1]
        rows·element *= 2.0
        rows[1] = rows·element
    """
    if not of_arrays:
        return tree
    naming, lists = Naming(tree), same_lists(tree, of_arrays)

    def changed(statement: Statement) -> Block:
        target = statement.target if isinstance(statement, gast.AugAssign) else None
        if not isinstance(target, gast.Subscript) or dotted(target.value) not in lists:
            return [statement]
        held = naming.part(dotted(target.value), ELEMENT)
        read = gast.Subscript(target.value, clone(target.slice), gast.Load())
        whole = gast.Name(held, gast.Store(), None, None)
        in_place = locate(gast.AugAssign(whole, statement.op, statement.value), statement)
        return [assign(held, read, statement), in_place, assign(target, name(held), statement)]

    return each_statement(tree, changed)


def same_lists(tree: gast.FunctionDef, titles: frozenset[str]) -> set[str]:
    """Return the names that may stand for some lists."""
    copies = [
        (target.id, s.value.id)
        for s in walk_statements(tree.body)
        if isinstance(s, gast.Assign) and isinstance(s.value, gast.Name)
        for target in s.targets
        if isinstance(target, gast.Name)
    ]
    return connected(set(titles), copies)
