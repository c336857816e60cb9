"""The rules, put to work: for each active operation, the adjoints of its operands.

What is found here is still independent of where it will stand: expressions in terms of
the cotangent `d_z` of the result and of values of the primal.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

import gast
import numpy as np

from srcdiff.analyse.aliasing.owners import alike
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.arrays.arrays import model, source
from srcdiff.analyse.arrays.ordered import zeros_like
from srcdiff.analyse.arrays.subscripts import is_advanced, is_boolean
from srcdiff.analyse.checks.flow import not_for_complex
from srcdiff.analyse.types.types import is_array
from srcdiff.core.operations import (
    ALLOCATORS,
    LINEAR,
    Operation,
    is_copy,
    is_elementwise,
    is_load,
    is_store,
    is_view,
    operation,
    store_target,
)
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.context import Context, is_nothing
from srcdiff.differentiate.reverse.complex_numbers import is_of_complex
from srcdiff.differentiate.reverse.elementwise import Place, lifted
from srcdiff.differentiate.reverse.joining import JOINED, joining
from srcdiff.differentiate.reverse.number_adjoints import (
    apply_rule,
    array_rule_for,
    check_known,
    complete,
    terms_of,
)
from srcdiff.differentiate.reverse.refusals import (
    by_keyword,
    gathered,
    may_share,
    no_derivative,
    no_operation,
    not_replaced,
    scattered,
    whole_arrays,
)
from srcdiff.differentiate.reverse.rule_terms import from_rule
from srcdiff.differentiate.rule_results import checked_adjoints
from srcdiff.rules.registry import Rule, is_constant, rule_instead
from srcdiff.syntax import Statement, dotted, reads, targets


def adjoints(context: Context, pairs: Container[Statement] = ()) -> dict[Statement, Adjoint]:
    """Return the adjoint of each active statement, but for calls of the user's functions.

    `pairs` are those of these calls that have adjoints of their own.
    Raises NoDerivative for a function whose derivative is not known.
    """
    result = {}
    for statement in context.layout.order:
        found_adjoint = adjoint_of(statement, context)
        if found_adjoint is None and statement not in pairs and makes_memory(statement, context):
            found_adjoint = Adjoint()  # nothing but zeros, in its shape
        if found_adjoint is not None:
            result[statement] = found_adjoint
    unread = set(result) - passing(result, context, pairs)
    return {
        statement: replace(found, shapes=found.shapes | shapes_needed(statement, found, context))
        for statement, found in result.items()
        if statement not in unread
    }


def passing(
    found: Mapping[Statement, Adjoint], context: Context, pairs: Container[Statement]
) -> set[Statement]:
    """Return the statements whose adjoints have something to pass on.

    Arrays are active together with those that they share a name with: so an array may be
    active of which no result depends. If it is never written, nothing comes to its adjoint.
    """
    last = context.core.tree.body[-1]
    fed = reads(last) if isinstance(last, gast.Return) else set()
    passed: set[Statement] = set()
    while True:
        before = len(passed)
        for statement in reversed(context.layout.order):
            bound = set(targets(statement))
            changes = calls_user(statement) or is_store(statement)
            if changes or not bound <= context.arrays.values or bound & fed:
                passed.add(statement)
                if statement in pairs or statement in found:
                    fed = fed | reads(statement)
        if len(passed) == before:
            return passed


def calls_user(statement: Statement) -> bool:
    """Return True if a statement calls a function of the user."""
    called = operation(getattr(statement, "value", None))
    return called is not None and called.is_user


def makes_memory(statement: Statement, context: Context) -> bool:
    """Return True if a call of the user's function gives active arrays that are written later."""
    memory = set(targets(statement)) - context.arrays.values
    return calls_user(statement) and any(
        context.types.is_array(target) and target in context.active for target in memory
    )


def shapes_needed(statement: Statement, found: Adjoint, context: Context) -> set[str]:
    """Return the arrays of whose shape the backward part makes zeros.

    These are arrays with elements that are written, and values that some ways, or some
    iterations, contribute nothing to.
    """
    layout, values = context.layout, context.arrays.values
    needed = set()
    for target in targets(statement):
        computed = is_load(statement) or operation(statement.value) is not None
        fresh = computed and not source(statement, context.types)
        memory = context.types.is_array(target) and target not in values | context.members
        if fresh and memory:
            needed.add(zeros_like(statement.value, target, context.core.tree, context.types))
        if target in context.effects.owners:
            needed.add(layout.initial(target))
    for operand in reads(statement) & values & context.active.names:
        made = layout.definitions[operand]
        around = layout.path[statement]
        if any(not all(layout.inside(s, outer) for s in made[-1:]) for outer, _ in around):
            needed.add(model(operand, layout, context.arrays, context.effects.owners))
        if found.spread:
            needed.add(model(operand, layout, context.arrays, context.effects.owners))
    for target, value in alike(statement).items():
        carried = target in values & context.active.names and layout.is_carried(target)
        if carried and value and not context.arrays.keeps_shape(target, layout):
            needed |= {target, value}  # the next iteration may have an array of another shape
    return needed


def adjoint_of(statement: Statement, context: Context) -> Adjoint | None:
    """Return the adjoint of one statement, or None where there is nothing to do."""
    active = context.active
    if is_store(statement):
        target = store_target(statement)
        if not active.is_active(target.value):
            return None
        check_store(statement, context)
        value = dotted(statement.value)
        read = context.types.is_array(value) and value in active
        shape = {value} if read and not context.arrays.fills(statement, context.types) else set()
        return Adjoint(needs=frozenset(reads(target.slice)), shapes=frozenset(shape))
    bound = targets(statement)
    if not isinstance(statement, gast.Assign) or not any(t in active for t in bound):
        return None
    if is_copy(statement):
        return Adjoint()
    if is_load(statement):
        gathers = is_advanced(statement.value.slice, context.types.is_array)
        if gathers and isinstance(statement.value.slice, gast.Tuple):
            raise gathered(context.core, statement)
        array = {statement.value.value.id} & context.arrays.values
        needs = frozenset(reads(statement.value.slice))
        return Adjoint(needs=needs, shapes=frozenset(array))
    found = operation(statement.value)
    if found is None:
        return literal_or_refusal(statement, context)
    if found.is_user and statement not in context.ruled:
        return None  # it is called as a pair
    if found.function in ALLOCATORS:
        return Adjoint(needs=frozenset(reads(list(found.operands))))
    arrays = any(is_array(context.types[n]) for n in (bound[0], *map(dotted, found.operands)))
    if arrays or len(bound) > 1:
        return adjoint_of_arrays(statement, bound[0], found, context)
    return apply_rule(statement, bound[0], found, context)


def check_store(statement: Statement, context: Context) -> None:
    """Refuse writes to several elements of which one may be written twice."""
    index, types = store_target(statement).slice, context.types
    if is_advanced(index, types.is_array) and not is_boolean(index, types):
        raise scattered(context.core, statement)


def literal_or_refusal(statement: Statement, context: Context) -> Adjoint | None:
    """Return None for a value without derivative; refuse what has one but no rule."""
    value = statement.value
    if isinstance(value, gast.Tuple) and all(isinstance(p, gast.Name) for p in value.elts):
        return Adjoint()
    operands = [n for n in reads(value) if n in context.active]
    if operands and not isinstance(value, (gast.Compare, gast.BoolOp)):
        raise no_operation(context.core, statement)
    return None


def adjoint_of_arrays(
    statement: Statement, target: str, found: Operation, context: Context
) -> Adjoint | None:
    """Return the adjoint of an operation with arrays among its operands, or as its result."""
    operands = tuple(o.id if context.active.is_active(o) else "" for o in found.operands)
    if is_constant(found.function) or not (reads(list(found.operands)) & context.active.names):
        # a name that stands for several arrays takes up its adjoint here all the same, and the
        # adjoint of one with elements that are written begins as zeros in its shape
        is_memory = context.types.is_array(target) and target not in context.arrays.values
        return None if context.layout.is_single(target) and not is_memory else Adjoint()
    instead = context.ruled.get(statement) or rule_instead(found.function)
    if instead is not None and not is_elementwise(found):
        return apply_instead(statement, found, instead, context)
    if is_view(found) and target not in context.arrays.values:
        return Adjoint(needs=frozenset(reads(list(found.operands[1:]))))
    roots = context.effects.roots.get(target, NONE)
    if roots - {target} and roots & context.arrays.mutable and not is_view(found):
        raise may_share(context.core, statement)
    masking = context.masks.get(target), masked_later(found, context)
    known = (context.types, context.arrays, *masking, context.members)
    place = Place(statement, target, found, operands, *known)
    joined = joining(place, context.active)
    if joined is not None:
        return joined
    rule = array_rule_for(found, context)
    if any(is_nothing(operand, context) for operand in found.operands):
        raise whole_arrays(context.core, statement)
    if rule is None and is_elementwise(found):
        plain = apply_rule(statement, target, found, context)
        return None if plain is None else lifted(place, plain)
    if rule is None and is_of_complex(found, context.types):
        raise not_for_complex(context.core, statement.value)
    words = [word.arg for word in getattr(statement.value, "keywords", [])]
    if rule is None or (words and words != list(rule.rule.parameters[-len(words) :])):
        raise whole_arrays(context.core, statement)
    check_known(statement, found, operands, rule.rule, context)
    steps, terms = terms_of(statement, target, found, list(operands), rule.rule, context)
    return complete(targets(statement), steps, terms, rule.spread)


def masked_later(found: Operation, context: Context) -> frozenset[str]:
    """Return the operands of `np.where` that pass on only what comes to where they are needed."""
    if found.function is not np.where:
        return frozenset()
    later = set()
    for operand in map(dotted, found.operands):
        if operand in context.masks:
            (made,) = context.layout.definitions[operand]
            own = operation(made.value)
            if own is None or own.function in LINEAR or not is_elementwise(own):
                continue
            if made not in context.ruled and array_rule_for(own, context) is None:
                later.add(operand)
    return frozenset(later)


def apply_instead(statement: Statement, found: Operation, rule: Rule, context: Context) -> Adjoint:
    """Return the adjoint that a rule of the user gives for a function of arrays."""
    check_rule(statement, found, rule, context)
    bound = targets(statement)
    operands = [o.id if context.active.is_active(o) else "" for o in found.operands]
    steps, terms = from_rule(statement, bound[0], found, operands, rule)
    return complete(bound, steps, checked_adjoints(statement, steps, terms, context))


def check_rule(statement: Statement, found: Operation, rule: Rule, context: Context) -> None:
    """Refuse a rule of the user that does not fit a call of its function."""
    if is_view(found) or found.function in JOINED:
        raise not_replaced(context.core, statement)
    if getattr(statement.value, "keywords", None):
        raise by_keyword(context.core, statement)
    bound = targets(statement)
    count = len(rule.parameters) - len(rule.partials)
    if len(rule.partials) != len(found.operands) or count != 2 * len(bound):
        raise no_derivative(context.core, statement, found)
    arrays = [target for target in bound if context.types.is_array(target)]
    roots = NONE.union(*(context.effects.roots.get(target, NONE) for target in arrays))
    if (roots - {*arrays} or len(arrays) > 1) and roots & context.arrays.mutable:
        raise may_share(context.core, statement)
    operands = [o.id if context.active.is_active(o) else "" for o in found.operands]
    check_known(statement, found, operands, rule, context)
