"""Build syntax trees: parse text, make nodes, and give them their place in the user's file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import gast

from srcdiff.syntax.nodes import walk

# gast has no type hints: these names say what is meant, and mypy takes them as they are
Statement: TypeAlias = Any
Expression: TypeAlias = Any
Block: TypeAlias = list[Statement]


def name(identifier: str) -> Expression:
    """Return the expression that reads `identifier`."""
    return gast.Name(identifier, gast.Load(), None, None)


def constant(value: object) -> Expression:
    """Return the expression of a literal."""
    return gast.Constant(value, None)


def expression(text: str) -> Expression:
    """Parse an expression.

    >>> from srcdiff.syntax import unparse
    >>> unparse(expression("a + 2.0*b"))
    'a + 2.0 * b'
    """
    return gast.parse(text, mode="eval").body


def statements(text: str) -> Block:
    """Parse a sequence of statements."""
    return list(gast.parse(text).body)


def function(text: str) -> gast.FunctionDef:
    """Parse a single function definition."""
    (tree,) = statements(text)
    assert isinstance(tree, gast.FunctionDef)
    return tree


def at(place: gast.AST, tree: Any) -> Any:
    """Give `tree` and all nodes in it the place of another node in the user's file."""
    for node in walk(tree):
        gast.copy_location(node, place)
    return tree


def assign(target: str | Expression, value: Expression, place: gast.AST | None = None) -> Statement:
    """Return the statement `target = value`, at the place of a node."""
    if isinstance(target, str):
        target = gast.Name(target, gast.Store(), None, None)
    statement = gast.Assign([target], value, None)
    return locate(statement, place)


def unpack(names: Iterable[str], value: Expression, place: gast.AST | None = None) -> Statement:
    """Return the statement that unpacks a tuple into names, of which there may be one."""
    parts = [gast.Name(part, gast.Store(), None, None) for part in names]
    return assign(tuple_of(parts, store=True), value, place)


def assign_results(names: Sequence[str], value: Expression, place: gast.AST) -> Statement:
    """Return the statement that binds the results of a call, of which one is no tuple."""
    if not names:
        return locate(gast.Expr(value), place)
    return assign(names[0], value, place) if len(names) == 1 else unpack(names, value, place)


def augmented(
    target: str | Expression,
    operator: gast.AST,
    value: Expression,
    place: gast.AST | None = None,
) -> Statement:
    """Return the statement `target += value`, for any operator."""
    if isinstance(target, str):
        target = gast.Name(target, gast.Store(), None, None)
    return locate(gast.AugAssign(target, operator, value), place)


def locate(tree: Any, place: gast.AST | None) -> Any:
    """Give a new node, and the parts of it that have none yet, the place of another."""
    if place is not None:
        own = place.__dict__
        found = {part: own[part] for part in gast.Name._attributes if part in own}
        for node in walk(tree):
            if "lineno" not in node.__dict__ and node._attributes:
                node.__dict__.update(found)
    return tree


def binary(left: Expression, operator: gast.AST, right: Expression) -> Expression:
    """Return `left operator right`."""
    return gast.BinOp(left, operator, right)


def negative(value: Expression) -> Expression:
    """Return `-value`."""
    return gast.UnaryOp(gast.USub(), value)


def call(callee: str, *arguments: Expression) -> Expression:
    """Return `callee(arguments)`; the name of the callee may have dots.

    >>> from srcdiff.syntax import unparse
    >>> unparse(call("np.zeros_like", name("x")))
    'np.zeros_like(x)'
    """
    return gast.Call(path(callee), list(arguments), [])


def call_method(value: Expression, method: str, *arguments: Expression) -> Expression:
    """Return the call of a method of a value.

    >>> from srcdiff.syntax import unparse
    >>> unparse(call_method(name("x"), "copy"))
    'x.copy()'
    """
    return gast.Call(gast.Attribute(value, method, gast.Load()), list(arguments), [])


def copy_of(array: Expression, in_columns: bool = False) -> Expression:
    """Return the call that copies an array; one in columns stays in Fortran's order.

    >>> from srcdiff.syntax import unparse
    >>> unparse(copy_of(name("x"))), unparse(copy_of(name("x"), True))
    ('x.copy()', 'np.copy(x)')
    """
    return call("np.copy", array) if in_columns else call_method(array, "copy")


def path(text: str) -> Expression:
    """Return the expression of a name with dots."""
    first, *rest = text.split(".")
    tree = name(first)
    for attribute in rest:
        tree = gast.Attribute(tree, attribute, gast.Load())
    return tree


def subscript(array: str, index: Expression, store: bool = False) -> Expression:
    """Return `array[index]`."""
    return gast.Subscript(name(array), index, gast.Store() if store else gast.Load())


def tuple_of(parts: Iterable[Expression], store: bool = False) -> Expression:
    """Return the tuple of the parts."""
    return gast.Tuple(list(parts), gast.Store() if store else gast.Load())


def of_members(parts: Sequence[Expression]) -> Expression:
    """Return what has some parts: the part itself if it is the only one, otherwise a tuple.

    The parts of that are `members`.
    """
    return parts[0] if len(parts) == 1 else tuple_of(parts)


def joined_by(operator: gast.AST, parts: Sequence[Expression]) -> Expression:
    """Return `and` or `or` of some expressions, or the only one.

    >>> from srcdiff.syntax import unparse
    >>> unparse(joined_by(gast.And(), [name("a"), name("b")]))
    'a and b'
    """
    return parts[0] if len(parts) == 1 else gast.BoolOp(operator, list(parts))


def element(whole: Expression, place: int) -> Expression:
    """Return `whole[place]`."""
    return gast.Subscript(whole, constant(place), gast.Load())


def signed(value: float) -> Expression:
    """Return the expression of a number, with a sign in front of it where it is negative."""
    return constant(value) if value >= 0 else negative(constant(-value))


TOGETHER = "iterations are independent: forward and backward together"  # above a loop


def comment(text: str, place: gast.AST | None = None) -> Statement:
    """Return a statement that does nothing and is printed as a comment."""
    return locate(gast.Expr(constant("# " + text)), place)
