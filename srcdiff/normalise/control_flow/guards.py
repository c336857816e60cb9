"""Statements that raise where Python would, and compiled code would go on."""

from __future__ import annotations

import gast

from srcdiff.syntax import Expression, Statement, call, constant, element, locate, path


def wrong_rank(shape: Expression, count: int, place: gast.AST) -> Statement:
    """Return the statement that raises as Python does if a tuple has not so many parts.

    >>> from srcdiff.syntax import expression, unparse
    >>> print(unparse(wrong_rank(expression("x.shape"), 2, gast.Module([], []))))
    if x.ndim != 2:
        raise ValueError('wrong number of values to unpack (expected 2)')
    """
    found = (
        gast.Attribute(shape.value, "ndim", gast.Load())
        if isinstance(shape, gast.Attribute) and shape.attr == "shape"
        else call("len", shape)
    )
    return unpacking(gast.Compare(found, [gast.NotEq()], [constant(count)]), count, place)


def wrong_width(array: str, count: int, length: Expression, place: gast.AST) -> Statement:
    """Return the statement that raises as Python does if rows have not so many elements."""
    some = gast.Compare(length, [gast.Gt()], [constant(0)])
    width = call("len", element(path(array), 0))
    other = gast.Compare(width, [gast.NotEq()], [constant(count)])
    return unpacking(gast.BoolOp(gast.And(), [some, other]), count, place)


def wrong_length(one: Expression, other: Expression, place: gast.AST) -> Statement:
    """Return the statement that raises as `zip` does if two lengths differ."""
    test = gast.Compare(one, [gast.NotEq()], [other])
    return raising(test, "zip() arguments have different lengths", place)


def unpacking(test: Expression, count: int, place: gast.AST) -> Statement:
    """Return the statement that raises what unpacking raises."""
    return raising(test, f"wrong number of values to unpack (expected {count})", place)


def raising(test: Expression, text: str, place: gast.AST, error: str = "ValueError") -> Statement:
    """Return the statement that raises an error of a class of Python's if a test holds."""
    raised = gast.Raise(call(error, constant(text)), None)
    return locate(gast.If(test, [raised], []), place)
