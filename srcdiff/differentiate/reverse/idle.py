"""Zero adjoints of numbers that the branch taken does not read, beside infinite derivatives.

`max(math.sqrt(x), 1e-10)` at 0 is 1e-10, and so is the function around it: the root, which was
computed and not taken, has the adjoint 0, and the derivative of the root there is infinite. What is
multiplied by such a zero is left out.
"""

from __future__ import annotations

import operator

import gast

from srcdiff.core.operations import operation
from srcdiff.core.primitives import functions_with
from srcdiff.core.primitives.record import Weight
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    adjoint,
    assign,
    clone,
    constant,
    has_operator,
    name,
    negative,
    number,
    walk,
)

OVERFLOWING = functions_with(weight=Weight.EXPONENTIAL)


def chooses(term: Expression) -> bool:
    """Return True if a term is zero for one of two ways.

    >>> from srcdiff.syntax import expression
    >>> chooses(expression("0.0 if x < y else g")), chooses(expression("g if x < y else h"))
    (True, False)
    """
    choices = (n for n in walk(term) if isinstance(n, gast.IfExp))
    return any(number(n.body) == 0.0 or number(n.orelse) == 0.0 for n in choices)


def guarded(term: Expression, target: str, statement: Statement) -> Expression:
    """Return a term that is zero where the adjoint of the result is, if it may be infinite.

    >>> from srcdiff.syntax import expression, function, unparse
    >>> root, product = function("def f():\\n    y = math.sqrt(x)\\n    y = x * k").body
    >>> print(unparse(guarded(expression("g / (2.0 * y)"), "y", root)))
    g / (2.0 * y) if d_·y != 0.0 else 0.0
    >>> print(unparse(guarded(expression("g * k"), "y", product)))
    g * k
    """
    if not may_be_infinite(term, statement):
        return term
    if isinstance(term, gast.UnaryOp) and isinstance(term.op, gast.USub):
        return negative(guarded(term.operand, target, statement))
    test = gast.Compare(name(adjoint(target)), [gast.NotEq()], [constant(0.0)])
    return gast.IfExp(test, term, constant(0.0))


def may_be_infinite(term: Expression, statement: Statement) -> bool:
    """Return True if a term is no number where the result of a statement is one, or infinite.

    A division by zero is an error of Python, before there is a branch that could be taken.

    >>> from srcdiff.syntax import expression, function
    >>> (power,) = function("def f():\\n    y = x ** k").body
    >>> [may_be_infinite(expression(t), power) for t in ("g / 2.0", "g * x", "g / x", "g * x ** k")]
    [False, False, True, True]
    """
    found = operation(statement.value)
    if found is not None and found.function in OVERFLOWING:
        return True
    if found is not None and found.function is operator.truediv:
        return False
    for node in walk(term):
        if has_operator(node, gast.Div) and number(node.right) is None:
            return True
        exponent = number(node.right) if has_operator(node, gast.Pow) else 1
        if exponent is None or exponent < 0:
            return True
    return False


def unless_zero(cotangents: list[Expression], bound: list[str], called: Statement) -> Block:
    """Return the call of a backward function; where all cotangents are zero it is left out.

    Without `cotangents` it is called always.

    >>> from srcdiff.syntax import expression, function, unparse
    >>> (call,) = function("def f():\\n    d_x = root_rev(x, d_y)").body
    >>> first, second = unless_zero([expression("d_y")], ["d_x"], call)
    >>> print(unparse(first), unparse(second), sep="\\n")
    d_x = 0.0
    if d_y != 0.0:
        d_x = root_rev(x, d_y)
    """
    tests: list[Expression] = [
        gast.Compare(clone(c), [gast.NotEq()], [constant(0.0)])
        for c in cotangents
        if isinstance(c, gast.Name)
    ]
    if not tests or not bound:
        return [called]
    test = tests[0] if len(tests) == 1 else gast.BoolOp(gast.Or(), tests)
    zeros = [assign(title, constant(0.0), called) for title in bound]
    return [*zeros, gast.copy_location(gast.If(test, [called], []), called)]
