"""Write `a.flat` as the elements in one row, and what is assigned to it as writes to `a`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.library.flat import get_flat, put_flat
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.normalise.functions.of_library import of_library
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    bottom_up,
    call,
    callee_of,
    clone,
    constant,
    each_statement,
    is_ellipsis,
    is_read,
    locate,
    rebuild,
    root,
    walk,
    walk_statements,
)

USED_UP = {"enumerate", "len", "list", "max", "min", "np.array", "np.asarray", "reversed", "set"}
USED_UP |= {"sorted", "sum", "tuple", "zip", "np.fromiter"}


@needs(".flat")
def flat_elements(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, without `.flat`.

    Raises UnsupportedSyntax where what `.flat` gives has a name, or is passed on, and where the
    array is written to in a loop over its elements.

    >>> from srcdiff.syntax import function, unparse
    >>> new, known = flat_elements(function('''
    ... def f(a, s):
    ...     a.flat[::5] += s
    ...     a.flat[2] = a.flat[0]
    ...     for e in a.flat:
    ...         s += e
    ...     return s * np.sum(a.flat[1:3])
    ... '''), {})
    >>> print(unparse(new))
    def f(a, s):
        put_flat(a, np.arange(a.size)[::5], get_flat(a, np.arange(a.size)[::5]) + s)
        put_flat(a, 2, get_flat(a, 0))
        for e in np.ravel(a):
            s += e
        return s * np.sum(get_flat(a, np.arange(a.size)[1:3]))
    """
    if not any(is_flat(node) for node in walk(tree)):
        return tree, dict(functions)
    known, naming = dict(functions), Naming(tree)
    check_loops(tree)
    stored = each_statement(tree, lambda statement: written(statement, known, naming))
    return check_rest(bottom_up(stored, lambda node: read(node, known))), known


def is_flat(node: gast.AST | None) -> bool:
    """Return True for `a.flat`."""
    return isinstance(node, gast.Attribute) and node.attr == "flat"


def read(node: gast.AST, known: dict[str, Any]) -> gast.AST:
    """Return an element, some, or all in a row for what is read of `.flat`."""
    if isinstance(node, gast.Subscript) and is_flat(node.value) and is_read(node):
        array = node.value.value
        return locate(of_library(get_flat, known, array, places(array, node.slice)), node)
    if isinstance(node, gast.Call) and callee_of(node) in USED_UP:
        given = [in_a_row(part) if is_flat(part) else part for part in node.args]
        return gast.copy_location(gast.Call(node.func, given, node.keywords), node)
    if isinstance(node, gast.Attribute) and node.attr == "copy" and is_flat(node.value):
        return gast.copy_location(gast.Attribute(in_a_row(node.value), "copy", node.ctx), node)
    if isinstance(node, (gast.For, gast.comprehension)) and is_flat(node.iter):
        return rebuild(node, lambda part: in_a_row(part) if part is node.iter else part)
    return node


def is_part(index: Expression) -> bool:
    """Return True if a subscript of `.flat` is a slice, or stands for all elements."""
    return is_ellipsis(index) or isinstance(index, gast.Slice)


def places(array: Expression, index: Expression) -> Expression:
    """Return the places that a subscript of `.flat` stands for, an integer as it is."""
    if is_part(index):
        size = gast.Attribute(clone(array), "size", gast.Load())
        return gast.Subscript(call("np.arange", size), index, gast.Load())
    return call("np.array", index) if isinstance(index, gast.List) else index


def in_a_row(node: gast.Attribute) -> Expression:
    """Return all elements of `a.flat`."""
    return locate(call("np.ravel", node.value), node)


def written(statement: Statement, known: dict[str, Any], naming: Naming) -> Block:
    """Return a write to elements of an array for an assignment to `.flat`."""
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    target, *others = targets
    index: Expression = constant(...)
    if isinstance(target, gast.Subscript) and is_flat(target.value):
        target, index = target.value, target.slice
    if not is_flat(target) or not isinstance(statement, (gast.Assign, gast.AugAssign)):
        return [statement]
    if others or any(isinstance(part, gast.Call) for part in walk(target.value)):
        raise UnsupportedSyntax(
            "this assignment to `.flat` is not supported", statement, "give the array a name"
        )
    array, value = target.value, statement.value
    first = places(array, index)
    first, again = (first, clone(first)) if is_part(index) else twice(first, naming)
    if isinstance(statement, gast.AugAssign):
        old = of_library(get_flat, known, clone(array), again)
        value = gast.BinOp(old, statement.op, value)
    return [locate(gast.Expr(of_library(put_flat, known, array, first, value)), statement)]


def check_loops(tree: gast.FunctionDef) -> None:
    """Refuse loops over `.flat` of an array that is written to there by its name."""
    for loop in walk_statements(tree.body):
        if not isinstance(loop, gast.For):
            continue
        arrays = {root(part.value) for part in walk(loop.iter) if is_flat(part)}
        for statement in walk_statements(loop.body):
            for target in getattr(statement, "targets", [getattr(statement, "target", None)]):
                is_store = isinstance(target, (gast.Subscript, gast.Attribute))
                if is_store and root(target) in arrays:
                    raise UnsupportedSyntax(
                        "an array is written to in a loop over its `.flat`",
                        statement,
                        "loop over `range(x.size)`, and use `x.flat[k]`",
                    )


def check_rest(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return a function. Raises UnsupportedSyntax for `.flat` that is left in it."""
    for node in walk(tree):
        if is_flat(node):
            raise UnsupportedSyntax(
                "`.flat` is used as a value", node, "use `np.ravel(x)`, or its elements"
            )
    return tree
