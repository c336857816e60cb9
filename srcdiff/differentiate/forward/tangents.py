"""The rules, put to work in forward mode: for each active operation, the tangents of its results.

The texts are those of reverse mode where that will do: with the tangent of an operand for
the cotangent, a rule gives what this operand contributes to the tangent of the result. What
is written out for forward mode alone is next to the rule (rules/forward.py).
"""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import is_array
from srcdiff.core.operations import ALLOCATORS, JOINING, is_copy, is_load, is_view, operation
from srcdiff.differentiate.context import Context
from srcdiff.differentiate.forward.array_tangents import of_array_operation
from srcdiff.differentiate.forward.tangent import Tangent, of_number_operation
from srcdiff.differentiate.reverse.adjoints import literal_or_refusal
from srcdiff.differentiate.reverse.refusals import not_replaced
from srcdiff.rules.registry import rule_instead
from srcdiff.syntax import Statement, dotted, targets


def tangents(context: Context) -> dict[Statement, Tangent]:
    """Return the tangent of each active operation, but for calls of the user's functions.

    Raises NoDerivative for a function whose derivative is not known.
    """
    every = {statement: tangent_of(statement, context) for statement in context.layout.order}
    return {statement: found for statement, found in every.items() if found is not None}


def tangent_of(statement: Statement, context: Context) -> Tangent | None:
    """Return the tangent of one operation, or None where it is zero or needs no rule."""
    bound = targets(statement)
    if not isinstance(statement, gast.Assign) or not any(t in context.active for t in bound):
        return None
    if is_copy(statement) or is_load(statement):
        return None
    found = operation(statement.value)
    if found is None:
        literal_or_refusal(statement, context)
        return None
    if rule_instead(found.function) is not None and (is_view(found) or found.function in JOINING):
        raise not_replaced(context.core, statement)
    if found.function in ALLOCATORS or is_view(found):
        return None
    if found.is_user and statement not in context.ruled:
        return None  # the tangent of the function is called
    arrays = any(is_array(context.types[n]) for n in (*bound, *map(dotted, found.operands)))
    if arrays or len(bound) > 1:
        return of_array_operation(statement, bound, found, context)
    return of_number_operation(statement, bound[0], found, context)
