"""Recognise what an expression or a statement is: a number, a call of a function, an operation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from srcdiff.syntax.build import Expression, Statement, binary, constant, signed
from srcdiff.syntax.nodes import walk
from srcdiff.syntax.read import dotted, key

SIGNS = {gast.USub, gast.UAdd}
OPERATIONS = (gast.BinOp, gast.UnaryOp, gast.BoolOp)


def callee_of(tree: gast.AST | None) -> str:
    """Return the name with dots of the function that an expression calls, or "".

    >>> from srcdiff.syntax import expression
    >>> [callee_of(expression(text)) for text in ("np.sin(x)", "f(x)(y)", "np.sin")]
    ['np.sin', '', '']
    """
    return dotted(tree.func) if isinstance(tree, gast.Call) else ""


def call_in(tree: gast.AST, title: str) -> gast.Call | None:
    """Return the first call of a function in a tree, to judge by its name, None if there is none.

    >>> from srcdiff.syntax import statements, unparse
    >>> unparse(call_in(statements("y = f(os.stat(x))")[0], "posix.stat"))
    'os.stat(x)'
    """
    wanted = title.rpartition(".")[2]
    for node in walk(tree):
        if isinstance(node, gast.Call):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if wanted and called == wanted:
                return node
    return None


def is_empty_list(tree: gast.AST | None) -> bool:
    """Return True for a list that is written out, without elements.

    >>> from srcdiff.syntax import expression
    >>> [is_empty_list(expression(text)) for text in ("[]", "[x]", "()", "a")]
    [True, False, False, False]
    """
    return isinstance(tree, gast.List) and not tree.elts


def has_operator(tree: gast.AST | None, *kinds: type) -> bool:
    """Return True if an expression is an operation with one of some operators.

    >>> from srcdiff.syntax import expression
    >>> [has_operator(expression(text), gast.Add, gast.Not) for text in ("a + b", "not a", "-a")]
    [True, True, False]
    """
    return isinstance(tree, OPERATIONS) and isinstance(tree.op, kinds)


def opposite(test: Expression) -> Expression:
    """Return the condition that another one does not hold.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(opposite(expression(text))) for text in ("x > 0", "not x > 0")]
    ['not x > 0', 'x > 0']
    """
    return test.operand if has_operator(test, gast.Not) else gast.UnaryOp(gast.Not(), test)


def is_element_of(tree: gast.AST, array: str, index: Expression) -> bool:
    """Return True if an expression is `array[index]`.

    >>> from srcdiff.syntax import expression
    >>> [is_element_of(expression(text), "x", expression("i + 1")) for text in ("x[i + 1]", "x[i]")]
    [True, False]
    """
    same = isinstance(tree, gast.Subscript) and dotted(tree.value) == array
    return same and key(tree.slice) == key(index)


def split_offset(tree: Any) -> tuple[Any, int]:
    """Return an expression without the integer that is added to it, and the integer.

    >>> from srcdiff.syntax import expression, unparse
    >>> found = [split_offset(expression(text)) for text in ("i - 2", "1 + i", "i * 2", "3 - i")]
    >>> [(unparse(rest), by) for rest, by in found]
    [('i', -2), ('i', 1), ('i * 2', 0), ('3 - i', 0)]
    """
    match tree:
        case gast.BinOp(op=gast.Add() | gast.Sub(), left=left, right=right):
            by, other = number(right), number(left)
            if isinstance(by, int):
                return left, by if isinstance(tree.op, gast.Add) else -by
            if isinstance(other, int) and isinstance(tree.op, gast.Add):
                return right, other
    return tree, 0


def plus(tree: Expression, by: int) -> Expression:
    """Return the sum of an expression and an integer.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(plus(expression(text), by)) for text, by in (("i", -1), ("i", 0), ("3", 2))]
    ['i - 1', 'i', '5']
    """
    known = number(tree)
    if isinstance(known, int):
        return signed(known + by)
    operator = gast.Add() if by > 0 else gast.Sub()
    return binary(tree, operator, constant(abs(by))) if by else tree


def has_star(parts: Iterable[gast.AST]) -> bool:
    """Return True if one of some expressions has a star in front of it."""
    return any(isinstance(part, gast.Starred) for part in parts)


def is_string(tree: gast.AST | None) -> bool:
    """Return True if an expression is a string as it stands."""
    return isinstance(tree, gast.Constant) and isinstance(tree.value, str)


def is_read(node: gast.AST) -> bool:
    """Return True if a name, an element or an attribute is read where it stands.

    >>> from srcdiff.syntax import statements
    >>> statement = statements("a = b")[0]
    >>> is_read(statement.value), is_read(statement.targets[0])
    (True, False)
    """
    return isinstance(node.ctx, gast.Load)


def is_number(tree: gast.AST) -> bool:
    """Return True if the expression is a number as it stands, with a sign or without."""
    kind = type(tree)
    if kind is gast.UnaryOp and type(tree.op) in SIGNS:
        tree = tree.operand
        kind = type(tree)
    if kind is not gast.Constant:
        return False
    return isinstance(tree.value, (int, float, complex)) and not isinstance(tree.value, bool)


def is_none(tree: gast.AST) -> bool:
    """Return True if an expression is `None`."""
    return isinstance(tree, gast.Constant) and tree.value is None


def is_ellipsis(tree: gast.AST) -> bool:
    """Return True if an expression is `...`."""
    return isinstance(tree, gast.Constant) and tree.value is Ellipsis


def is_range(tree: gast.AST) -> bool:
    """Return True if an expression is a call of `range`."""
    return isinstance(tree, gast.Call) and dotted(tree.func) == "range" and not tree.keywords


def number(tree: gast.AST) -> float | int | None:
    """Return the value of a real literal, or None for any other expression."""
    if not is_number(tree):
        return None
    if isinstance(tree, gast.UnaryOp):
        value = number(tree.operand)
        if value is None:
            return None
        return -value if isinstance(tree.op, gast.USub) else value
    return None if isinstance(tree.value, complex) else tree.value


def unpacks(statement: Statement) -> bool:
    """Return True if an assignment unpacks its value, into one name or several.

    >>> from srcdiff.syntax import statements
    >>> [unpacks(s) for s in statements("a = f(x)\\n(a,) = f(x)\\na, b = f(x)\\na[i] = x")]
    [False, True, True, False]
    """
    return isinstance(statement, gast.Assign) and isinstance(statement.targets[0], gast.Tuple)


def is_heading(statement: Statement) -> bool:
    """Return True for the comment above one of the two parts of a derivative."""
    return is_comment(statement) and statement.value.value in ("# forward", "# backward")


def is_comment(statement: Statement) -> bool:
    """Return True if a statement was made by `comment`."""
    return (
        isinstance(statement, gast.Expr)
        and isinstance(statement.value, gast.Constant)
        and isinstance(statement.value.value, str)
        and statement.value.value.startswith("# ")
    )
