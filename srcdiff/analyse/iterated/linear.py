"""Integer expressions as sums of multiples of terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.syntax import Expression, has_operator, number

Linear = Mapping[str, int]  # the factors of some terms, by their text; "" is the constant


def linear(tree: Expression, term: Callable[[Expression], Linear | None]) -> Linear | None:
    """Return an expression as a sum of multiples of terms, None if it is none.

    `term` gives that for what is no sum, difference or multiple, None where it has no value.

    >>> from srcdiff.syntax import expression, unparse
    >>> linear(expression("2 + k - 3 * len(x)"), lambda tree: {unparse(tree): 1})
    {'': 2, 'k': 1, 'len(x)': -3}
    """
    known = number(tree)
    if type(known) is int:
        return {"": known}
    if isinstance(tree, gast.UnaryOp) and isinstance(tree.op, gast.USub):
        inner = linear(tree.operand, term)
        return None if inner is None else added({}, inner, -1)
    if has_operator(tree, gast.Add, gast.Sub):
        left, right = linear(tree.left, term), linear(tree.right, term)
        if left is None or right is None:
            return None
        return added(left, right, -1 if has_operator(tree, gast.Sub) else 1)
    if has_operator(tree, gast.Mult):
        for factor, other in ((tree.left, tree.right), (tree.right, tree.left)):
            times, terms = number(factor), linear(other, term)
            if type(times) is int and terms is not None:
                return added({}, terms, times)
        return None
    return term(tree)


def added(left: Linear, right: Linear, factor: int = 1) -> Linear:
    """Return the sum of one expression and a multiple of another.

    >>> added({"": 2, "i": 1}, {"i": 1, "n": 1}, -1)
    {'': 2, 'n': -1}
    """
    new = dict(left)
    for term, value in right.items():
        new[term] = new.get(term, 0) + factor * value
    return {term: value for term, value in new.items() if value}
