"""Write sums of integers, and ranges, as one would: `n - 1 - 1` as `n - 2`."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.core.operations import is_shape
from srcdiff.syntax import (
    Expression,
    binary,
    call,
    constant,
    dotted,
    has_operator,
    key,
    locate,
    mapped,
    negative,
    number,
    signed,
)

IsInteger = Callable[[str], bool]
Terms = list[tuple[int, Expression]]  # how often each part of a sum is added


def integers(tree: gast.FunctionDef, is_integer: IsInteger) -> gast.FunctionDef:
    """Return a function with the sums of integers and the ranges in it as short as possible.

    `is_integer` tells which names are of integers of 64 bits with a sign: sums of these may
    be put into any order.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(integers(function('''
    ... def f(x, y, n):
    ...     for i in range(0, len(x) - 1 + 1):
    ...         y[n - 1 - (i - 1)] += x[i + (n - n)]
    ...     return max(len(x) - 1 - 1, 0) + 1 + y
    ... '''), lambda name: name in "in")))
    def f(x, y, n):
        for i in range(len(x)):
            y[n - i] += x[i]
        return max(len(x) - 2, 0) + 1 + y
    """

    def change(node: gast.AST) -> gast.AST:
        old, node = node, mapped(node, change)
        if isinstance(node, gast.Call):
            node = short_call(node)
        elif isinstance(node, (gast.BinOp, gast.UnaryOp)):
            node = total(node, is_integer)
        return node if node is old else gast.copy_location(node, old)

    return change(tree)


def total(tree: Expression, is_integer: IsInteger = lambda name: True) -> Expression:
    """Return a sum of integers with equal parts and numbers added up, where there are any.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("n - 1 - 1", "i - (len(x) - 1) + 1", "n - (n + 1)", "1 - n + 1", "n + m"):
    ...     print(unparse(total(expression(text))))
    n - 2
    i - len(x) + 2
    -1
    2 - n
    n + m
    """
    terms = terms_of(tree, 1)
    if not all(number(part) is not None or is_sure(part, is_integer) for _, part in terms):
        return tree
    parts: dict[object, tuple[int, Expression]] = {}
    offset = 0
    for count, part in terms:
        value = number(part)
        if value is None:
            parts[key(part)] = (count + parts.get(key(part), (0, part))[0], part)
        elif isinstance(value, int):
            offset += count * value
        else:
            return tree
    numbers = sum(number(part) is not None for _, part in terms)
    if numbers < 2 and len(parts) + numbers == len(terms) and (offset or not numbers):
        return tree
    if any(abs(count) > 1 for count, _ in parts.values()):
        return tree
    return added([term for term in parts.values() if term[0]], offset)


def is_sure(part: Expression, is_integer: IsInteger) -> bool:
    """Return True if a part of a sum is certainly an integer that can be left out, or moved."""
    return is_shape(part) or (isinstance(part, gast.Name) and is_integer(part.id))


def terms_of(tree: Expression, sign: int) -> Terms:
    """Return the parts of a sum, each with 1 if it is added and -1 if it is subtracted."""
    if has_operator(tree, gast.Add, gast.Sub):
        right = sign if isinstance(tree.op, gast.Add) else -sign
        return terms_of(tree.left, sign) + terms_of(tree.right, right)
    if has_operator(tree, gast.USub):
        return terms_of(tree.operand, -sign)
    return [(sign, tree)]


def added(terms: Terms, offset: int) -> Expression:
    """Return the sum of some parts, those that are added first, and of a number."""
    terms = sorted(terms, key=lambda term: -term[0])
    whole: Expression | None = None
    if not terms or (terms[0][0] < 0 and offset > 0):
        whole, offset = signed(offset), 0
    for sign, part in terms:
        if whole is None:
            whole = part if sign > 0 else negative(part)
        else:
            whole = binary(whole, gast.Add() if sign > 0 else gast.Sub(), part)
    if offset:
        operator = gast.Add() if offset > 0 else gast.Sub()
        whole = binary(whole, operator, constant(abs(offset)))
    return whole


def short_call(tree: gast.Call) -> Expression:
    """Return `range(0, n, 1)` as `range(n)`, and the larger of a length and 0 as the length.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("range(0, n, 1)", "range(1, n, 1)", "max(len(x), 0)", "range(0, n, k)"):
    ...     print(unparse(short_call(expression(text))))
    range(n)
    range(1, n)
    len(x)
    range(0, n, k)
    """
    arguments = list(tree.args)
    if dotted(tree.func) == "range":
        if len(arguments) == 3 and number(arguments[2]) == 1:
            del arguments[2]
        if len(arguments) == 2 and key(arguments[0]) == key(constant(0)):
            del arguments[0]
        if len(arguments) < len(tree.args):
            return locate(call("range", *arguments), tree)
    if dotted(tree.func) == "max" and len(arguments) == 2 and number(arguments[1]) == 0:
        known = number(arguments[0])
        if is_shape(arguments[0]) or (isinstance(known, int) and known >= 0):
            return arguments[0]
    return tree
