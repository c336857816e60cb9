"""Write `x in (a, b)` as `x == a or x == b`."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.syntax import Expression, bottom_up, clone, constant, has_operator, is_number, locate


@needs(gast.In, gast.NotIn, gast.BoolOp)
def membership(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without `in` and `not in` for constants that are written out.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(membership(function('''
    ... def f(x, mode):
    ...     if mode in ("a", None) or x[0] not in (1, 2):
    ...         return x
    ... '''))))
    def f(x, mode):
        if mode == 'a' or mode is None or ((x·value := x[0]) != 1 and x·value != 2):
            return x
    """
    naming = Naming(tree)

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Compare) and len(node.ops) == 1:
            (operator,) = node.ops
            (values,) = node.comparators
            if isinstance(operator, (gast.In, gast.NotIn)) and is_display(values):
                return written_out(node, isinstance(operator, gast.In), values.elts, naming)
        if isinstance(node, gast.BoolOp):
            return merged(node)
        return node

    return bottom_up(tree, change)


def is_display(tree: Expression) -> bool:
    """Return True if an expression is a tuple or list of constants, nan left out."""
    return isinstance(tree, (gast.Tuple, gast.List)) and all(
        isinstance(part, gast.Constant) or is_number(part) for part in tree.elts
    )


def written_out(
    node: gast.Compare, inside: bool, values: list[Expression], naming: Naming
) -> Expression:
    """Return the comparisons that a membership stands for."""
    if not values:
        if not isinstance(node.left, (gast.Name, gast.Constant)):
            return node
        return locate(constant(not inside), node)
    once, again = twice(node.left, naming) if len(values) > 1 else (node.left, node.left)
    tests = []
    for place, value in enumerate(values):
        none = isinstance(value, gast.Constant) and value.value is None
        operator = (
            (gast.Is() if inside else gast.IsNot())
            if none
            else (gast.Eq() if inside else gast.NotEq())
        )
        left = once if place == 0 else clone(again)
        tests.append(locate(gast.Compare(left, [operator], [value]), node))
    if len(tests) == 1:
        return tests[0]
    return locate(gast.BoolOp(gast.Or() if inside else gast.And(), tests), node)


def merged(node: gast.BoolOp) -> gast.BoolOp:
    """Return `a or (b or c)` as `a or b or c`."""
    values: list[Expression] = []
    for value in node.values:
        same = has_operator(value, type(node.op))
        values += value.values if same else [value]
    return gast.copy_location(gast.BoolOp(node.op, values), node)
