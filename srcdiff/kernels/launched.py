"""What the launch of a kernel knows before it runs: expressions of the arguments."""

from __future__ import annotations

from collections.abc import Collection, Mapping

import gast

from srcdiff.operations import is_shape
from srcdiff.syntax import (
    Expression,
    call,
    clone,
    dotted,
    rebuild,
    targets,
    walk_statements,
    whole_target,
    writes,
)

KNOWN = ("max", "min", "len", "range")  # functions that a launch calls


def resolved(
    tree: Expression, values: Mapping[str, Expression], arguments: Collection[str]
) -> Expression | None:
    """Return an expression in terms of the arguments that a launch knows, or None.

    `values` are those of the names that have one only (`single_values`).

    >>> from srcdiff.syntax import expression, unparse
    >>> values = {"half": expression("x.size // 2")}
    >>> unparse(resolved(expression("max(half, n)"), values, {"x", "n"}))
    'max(x.size // 2, n)'
    >>> resolved(expression("x[0] + n"), values, {"x", "n"}) is None
    True
    """
    if isinstance(tree, gast.Name):
        if tree.id in values:
            return resolved(values[tree.id], values, arguments)
        return tree if tree.id in arguments else None
    if is_shape(tree):
        return clone(tree) if reads_of(tree) <= set(arguments) else None
    if isinstance(tree, gast.Constant):
        return tree
    if isinstance(tree, gast.Call) and dotted(tree.func) in KNOWN:
        parts = [resolved(part, values, arguments) for part in tree.args]
        return None if None in parts else call(dotted(tree.func), *parts)
    if isinstance(tree, (gast.BinOp, gast.UnaryOp)):
        lost = []

        def change(part: gast.AST) -> gast.AST:
            if not isinstance(part, gast.expr):
                return part
            known = resolved(part, values, arguments)
            lost.append(known is None)
            return part if known is None else known

        new = rebuild(tree, change)
        return None if any(lost) else new
    return None


def reads_of(tree: Expression) -> set[str]:
    """Return the names of arrays in the length of one."""
    return {dotted(node) for node in gast.walk(tree) if isinstance(node, gast.Name)} - {"len"}


def single_values(tree: gast.FunctionDef) -> dict[str, Expression]:
    """Return the values of the names that are bound once, and to a single value."""
    found: dict[str, list[Expression | None]] = {}
    for statement in walk_statements(tree.body):
        loop = isinstance(statement, gast.For)
        bound = writes(statement.target) if loop else targets(statement)
        for n in bound:
            whole = isinstance(statement, gast.Assign) and whole_target(statement) == n
            found.setdefault(n, []).append(statement.value if whole else None)
    return {n: v[0] for n, v in found.items() if len(v) == 1 and v[0] is not None}
