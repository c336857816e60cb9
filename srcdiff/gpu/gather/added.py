"""Atomic additions of a kernel become `+=`: what a thread adds is its own business."""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.evaluation_order import conflict
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    augmented,
    callee_of,
    dotted,
    each_statement,
    name,
    walk,
)

OPERATORS = {"add": gast.Add, "sub": gast.Sub}
EXTREMES = ("max", "min")


@dataclass(frozen=True)
class Added:
    """A kernel without atomic additions, and the arrays that it adds to in this way."""

    tree: gast.FunctionDef
    arrays: frozenset[str]


def added(tree: gast.FunctionDef, module: str) -> Added:
    """Return a kernel with `+=` instead of atomic additions; `module` is what it calls `cuda`.

    Raises UnsupportedSyntax for atomic operations that are no additions, and for those whose old
    value is used: it depends on the order of the threads.

    >>> from srcdiff.syntax import function, unparse
    >>> found = added(function('''
    ... def count(x, total, i):
    ...     cuda.atomic.add(total, (0, i), x[i])
    ... '''), "cuda")
    >>> print(unparse(found.tree))
    def count(x, total, i):
        total[0, i] += x[i]
    """
    arrays: set[str] = set()

    naming = Naming(tree)

    result = each_statement(tree, lambda s: held(plain(s, module, arrays), s, naming))
    for node in walk(result):
        word = operation_of(node, module)
        if word in OPERATORS or word in EXTREMES:
            raise UnsupportedSyntax(
                "the old value of an atomic operation depends on the order of the threads",
                node,
                "leave the value unused",
            )
        if word:
            raise UnsupportedSyntax(
                f"`{module}.atomic.{word}` is not differentiated",
                node,
                f"use `{module}.atomic.add`, `sub`, `max` or `min`, or do this in a kernel of "
                "its own",
            )
    return Added(result, frozenset(arrays))


def operation_of(node: gast.AST | None, module: str) -> str:
    """Return the name of the atomic operation that a node calls, "" for any other node."""
    text = callee_of(node)
    return text.removeprefix(f"{module}.atomic.") if text.startswith(f"{module}.atomic.") else ""


def plain(statement: Statement, module: str, arrays: set[str]) -> Statement:
    """Return a statement with `+=` for an atomic addition; the array enters `arrays`."""
    made = getattr(statement, "value", None)
    word = operation_of(made, module) if isinstance(statement, gast.Expr) else ""
    if made is None or word not in OPERATORS or len(made.args) != 3:
        return statement
    array, index, value = made.args
    if not isinstance(array, gast.Name):
        raise UnsupportedSyntax(
            "an atomic operation on a part of an array is not differentiated",
            made,
            "name the array, and give all subscripts",
        )
    arrays.add(array.id)
    target: Expression = gast.Subscript(array, index, gast.Store())
    return gast.copy_location(
        augmented(gast.copy_location(target, made), OPERATORS[word](), value, statement), statement
    )


def held(new: Statement, old: Statement, naming: Naming) -> Block:
    """Return `+=` behind what it adds: an atomic addition reads the element last, `+=` first.

    >>> from srcdiff.syntax import statements, unparse
    >>> new, old = statements("y[i] += f(x)\\ncuda.atomic.add(y, i, f(x))")
    >>> print(*map(unparse, held(new, old, Naming(old))), sep="\\n")
    y·value = f(x)
    y[i] += y·value
    """
    calls = new is not old and any(isinstance(node, gast.Call) for node in walk(new.value))
    if not calls or conflict(new.target.slice, new.value):
        return [new]
    kept = naming.part(dotted(new.target.value), "value")
    found = assign(kept, new.value, old)
    new.value = gast.copy_location(name(kept), found.value)
    return [found, new]
