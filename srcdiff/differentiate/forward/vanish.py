"""Leave out of an expression that is linear in tangents those that are zero."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.syntax import Expression, children, constant, negative, reads, rebuild, substitute


def without(tree: Expression, zeros: Mapping[str, Expression]) -> Expression | None:
    """Return an expression in which some names are zero, or None if all of it is zero.

    The expression is linear in each of these names. Where one has to stay, as the argument
    of a function, it becomes the expression that `zeros` gives.

    >>> from srcdiff.syntax import constant, expression, unparse
    >>> zeros = {"t_y": expression("np.zeros_like(y)")}
    >>> for text in ("t_x / y - x * t_y", "f(t_x - t_y, y)", "f(t_x, t_y)", "-t_y.T"):
    ...     found = without(expression(text), zeros)
    ...     print(found and unparse(found))
    t_x / y
    f(t_x, y)
    f(t_x, np.zeros_like(y))
    None
    """
    if not reads(tree) & zeros.keys():
        return tree
    if isinstance(tree, gast.Name):
        return None
    if isinstance(tree, gast.BinOp) and isinstance(tree.op, (gast.Add, gast.Sub)):
        return of_sum(tree, zeros)
    if isinstance(tree, gast.IfExp):
        parts = [without(part, zeros) for part in (tree.body, tree.orelse)]
        if parts == [None, None]:
            return None
        return gast.IfExp(tree.test, *(constant(0.0) if part is None else part for part in parts))
    left = {id(part): without(part, zeros) for part in children(tree)}
    gone = [part for part in children(tree) if left[id(part)] is None]
    others = {name for name in reads(tree) - zeros.keys() if name.startswith("t_")}
    if gone and not (others and isinstance(tree, (gast.Call, gast.Tuple, gast.List))):
        return None

    def change(part: gast.AST) -> gast.AST:
        found = left[id(part)]
        return substitute(part, zeros) if found is None else found

    return rebuild(tree, change)


def of_sum(tree: gast.BinOp, zeros: Mapping[str, Expression]) -> Expression | None:
    """Return a sum, or a difference, without what is zero."""
    first, second = without(tree.left, zeros), without(tree.right, zeros)
    if second is None:
        return first
    if first is None:
        return negative(second) if isinstance(tree.op, gast.Sub) else second
    return gast.BinOp(first, tree.op, second)
