"""What derivatives of functions of objects return: gradients, with the value and other results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gast

from srcdiff.front.options import Asked
from srcdiff.structures.rebuilt import of_shape
from srcdiff.structures.root import Flat
from srcdiff.structures.shapes import LEAF, NodeShape, Shape, count
from srcdiff.syntax import tuple_of, walk_statements


def others_of(function: Flat) -> Shape | None:
    """Return what stands beside the value in the result of a function, None if it is no pair.

    The result of a function of leaves that is a single name is LEAF: there the derivative looks.
    """
    shape = function.result.value
    if shape == LEAF:
        return LEAF
    if not isinstance(shape, NodeShape) or shape.cls is not tuple or len(shape.parts) != 2:
        return None
    return shape.parts[1] if shape.parts[0] == LEAF else None


def in_pairs(function: Flat) -> Flat:
    """Return a function of leaves that returns its value and all others as a pair."""
    tree = function.function.source.tree
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        if isinstance(statement, gast.Return) and isinstance(value, gast.Tuple):
            first, *others = value.elts
            if len(others) > 1:
                statement.value = gast.copy_location(tuple_of([first, tuple_of(others)]), value)
    return function


def asked_of_leaves(asked: Asked, others: Shape, wrt: tuple[str, ...]) -> Asked:
    """Return what is asked of the function of leaves of a function.

    There is no pair where the others have no number or array in them.
    """
    has_aux = asked.has_aux and count(others) > 0
    return replace(asked, wrt=wrt, single=False, outputs=(), has_aux=has_aux)


def answer(asked: Asked, others: Shape, found: Any, together: Callable[[Any], Any]) -> Any:
    """Return what was asked for, from what the derivative of the function of leaves gives.

    `together` puts gradients together, `others` is the form of other results; LEAF stands for
    whatever they are.
    """
    if asked.kind == "value_and_grad":
        value, found = found
        if asked.has_aux:
            value, left = value if count(others) else (value, ())
            value = (value, in_form(others, left))
        return value, together(found)
    if not asked.has_aux:
        return together(found)
    found, left = found if count(others) else (found, ())
    return together(found), in_form(others, left)


def in_form(others: Shape, left: Any) -> Any:
    """Return other results in the form that the function gives them."""
    total = count(others)
    return left if others == LEAF else of_shape(others, [left] if total == 1 else list(left))
