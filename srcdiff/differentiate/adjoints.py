"""The rules, put to work: for each active operation, the adjoints of its operands.

What is found here is still independent of where it will stand: expressions in terms of
the cotangent `d_z` of the result and of values of the primal.
"""

from __future__ import annotations

import operator
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import gast

from srcdiff.analyse.activity import Activity
from srcdiff.analyse.arrays import Arrays, source
from srcdiff.analyse.effects import NONE, Effects
from srcdiff.analyse.structure import Structure
from srcdiff.analyse.subscripts import is_advanced, is_boolean
from srcdiff.analyse.types import Types, is_array, is_float
from srcdiff.analyse.types import types as numba_types
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.elementwise import Place, lifted
from srcdiff.differentiate.joining import JOINED, joining
from srcdiff.differentiate.refusals import (
    by_keyword,
    by_operand,
    gathered,
    may_share,
    no_derivative,
    no_operation,
    not_replaced,
    overlapping,
    scattered,
    whole_arrays,
)
from srcdiff.differentiate.rule_terms import Pairs, from_rule, merged, product, used
from srcdiff.normalise import Core
from srcdiff.operations import (
    ALLOCATORS,
    MODULES,
    Operation,
    is_copy,
    is_elementwise,
    is_load,
    is_store,
    is_view,
    operation,
    standard,
    store_target,
)
from srcdiff.optimise.simplify import simplify
from srcdiff.rules.arrays import array_rule
from srcdiff.rules.registry import Rule, is_constant, rule_instead, rule_of
from srcdiff.syntax import (
    Expression,
    Statement,
    adjoint,
    call,
    dotted,
    key,
    name,
    number,
    reads,
    rebuild,
    targets,
)


@dataclass(frozen=True)
class Context:
    """What is known of the function when rules are applied to its statements.

    With `ordered` they stand where the statements do, and read nothing that comes later.
    """

    core: Core
    types: Types
    effects: Effects
    active: Activity
    layout: Structure
    arrays: Arrays
    shared: Mapping[Hashable, tuple[Statement, ...]]
    ruled: Mapping[Statement, Rule]
    ordered: bool = False


def adjoints(
    core: Core,
    types: Types,
    effects: Effects,
    active: Activity,
    layout: Structure,
    arrays: Arrays,
    ruled: Mapping[Statement, Rule],
) -> dict[Statement, Adjoint]:
    """Return the adjoint of each active statement, but for calls of the user's functions.

    `ruled` has the statements that call functions with a rule of the user.

    Raises NoDerivative for a function whose derivative is not known.
    """
    shared: dict[Hashable, tuple[Statement, ...]] = {}
    for statement in layout.order:
        if isinstance(statement, gast.Assign) and isinstance(statement.value, gast.Call):
            found = key(scalar_form(statement.value))
            shared[found] = (*shared.get(found, ()), statement)
    context = Context(core, types, effects, active, layout, arrays, shared, ruled)
    result = {}
    for statement in layout.order:
        found_adjoint = adjoint_of(statement, context)
        if found_adjoint is not None:
            more = shapes_needed(statement, found_adjoint, context)
            result[statement] = replace(found_adjoint, needs=found_adjoint.needs | more)
    return result


def shapes_needed(statement: Statement, found: Adjoint, context: Context) -> set[str]:
    """Return the arrays of whose shape the backward part makes zeros.

    These are arrays with elements that are written, and values that some ways, or some
    iterations, contribute nothing to.
    """
    layout, values = context.layout, context.arrays.values
    needed = set()
    for target in targets(statement):
        fresh = not source(statement, context.types) and operation(statement.value) is not None
        if fresh and context.types.is_array(target) and target not in values:
            needed.add(target)
        if target in context.effects.owners:
            needed.add(layout.initial(target))
    for operand in reads(statement) & values & context.active.names:
        made = layout.definitions[operand]
        around = layout.path[statement]
        if any(not all(layout.inside(s, outer) for s in made[-1:]) for outer, _ in around):
            needed.add(layout.initial(operand) or operand)
        if found.spread:
            needed.add(layout.initial(operand) or operand)
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
        shape = {value} if context.types.is_array(value) and value in active else set()
        return Adjoint(needs=frozenset(reads(target.slice) | shape))
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
        return Adjoint(needs=frozenset(reads(statement.value.slice) | array))
    found = operation(statement.value)
    if found is None:
        return literal_or_refusal(statement, context)
    if found.is_user and statement not in context.ruled:
        return None  # it is called as a pair
    if found.function in ALLOCATORS:
        return Adjoint(needs=frozenset(reads(list(found.operands))))
    if any(is_array(context.types[n]) for n in (bound[0], *map(dotted, found.operands))):
        return adjoint_of_arrays(statement, bound[0], found, context)
    return apply_rule(statement, bound[0], found, context)


def check_store(statement: Statement, context: Context) -> None:
    """Refuse writes to several elements of which one may be written twice."""
    index, types = store_target(statement).slice, context.types
    if is_advanced(index, types.is_array) and not is_boolean(index, types):
        raise scattered(context.core, statement)
    if isinstance(statement, gast.AugAssign):
        roots = context.effects.of(store_target(statement).value)
        if types.is_array(dotted(statement.value)) and roots & context.effects.of(statement.value):
            raise overlapping(context.core, statement)


def literal_or_refusal(statement: Statement, context: Context) -> Adjoint | None:
    """Return None for a value without derivative; refuse what has one but no rule."""
    value = statement.value
    if isinstance(value, gast.Tuple) and all(isinstance(p, gast.Name) for p in value.elts):
        return Adjoint()
    operands = [n for n in reads(value) if n in context.active]
    if operands and not isinstance(value, (gast.Compare, gast.BoolOp)):
        raise no_operation(context.core, statement)
    return None


def apply_rule(
    statement: Statement, target: str, found: Operation, context: Context
) -> Adjoint | None:
    """Return the adjoint that the rule of an operation gives."""
    operands = [o.id if context.active.is_active(o) else "" for o in found.operands]
    if not any(operands) or is_constant(found.function):
        return None
    steps: Pairs
    terms: Pairs
    if found.function is operator.mul:
        floats = {o.id for o in found.operands if is_float(context.types[dotted(o)])}
        steps, terms = (), product(target, list(found.operands), operands, floats)
    else:
        if getattr(statement.value, "keywords", None):
            raise by_keyword(context.core, statement)
        rule = context.ruled.get(statement) or rule_of(found.function)
        if rule is None or len(rule.partials) != len(found.operands):
            raise no_derivative(context.core, statement, found)
        check_known(statement, found, operands, rule, context)
        steps, terms = from_rule(statement, target, found, operands, rule)
    steps = tuple((n, reuse(simplify(e), statement, context)) for n, e in steps)
    terms = tuple((n, reuse(simplify(e), statement, context)) for n, e in merged(terms))
    return complete([target], steps, terms)


def complete(bound: Sequence[str], steps: Pairs, terms: Pairs, spread: bool = False) -> Adjoint:
    """Return an adjoint without zeros and unused steps, and with what it needs.

    `bound` are the results of the operation.
    """
    terms = tuple((n, e) for n, e in terms if number(e) != 0.0)
    steps = used(steps, terms)
    own = {n for n, _ in steps} | set(map(adjoint, bound))
    found = reads([e for _, e in (*steps, *terms)])
    shapes = {t for t in bound[1:] and bound if adjoint(t) in found}  # for those nobody reads
    needs = (found | shapes) - own - MODULES.keys()
    return Adjoint(steps, terms, frozenset(n for n in needs if standard(n) is None), spread)


def adjoint_of_arrays(
    statement: Statement, target: str, found: Operation, context: Context
) -> Adjoint | None:
    """Return the adjoint of an operation with arrays among its operands, or as its result."""
    operands = tuple(o.id if context.active.is_active(o) else "" for o in found.operands)
    if is_constant(found.function) or not (reads(list(found.operands)) & context.active.names):
        # a name that stands for several arrays takes up its adjoint here all the same
        return None if context.layout.is_single(target) else Adjoint()
    instead = rule_instead(found.function)
    if instead is not None and not is_elementwise(found):
        return apply_instead(statement, target, found, instead, context)
    if is_view(found) and target not in context.arrays.values:
        return Adjoint(needs=frozenset(reads(list(found.operands[1:]))))
    roots = context.effects.roots.get(target, NONE)
    if roots - {target} and roots & context.arrays.mutable and not is_view(found):
        raise may_share(context.core, statement)
    place = Place(statement, target, found, operands, context.types, context.arrays)
    joined = joining(place, context.active)
    if joined is not None:
        return joined
    rule = array_rule(found.function, tuple(map(context.types.ndim, map(dotted, found.operands))))
    if any(is_nothing(operand, context) for operand in found.operands):
        raise whole_arrays(context.core, statement)
    if rule is None and is_elementwise(found):
        plain = apply_rule(statement, target, found, context)
        return None if plain is None else lifted(place, plain)
    words = [word.arg for word in getattr(statement.value, "keywords", [])]
    if rule is None or (words and words != list(rule.rule.parameters[-len(words) :])):
        raise whole_arrays(context.core, statement)
    check_known(statement, found, operands, rule.rule, context)
    steps, terms = from_rule(statement, target, found, list(operands), rule.rule)
    return complete(targets(statement), steps, terms, rule.spread)


def check_known(
    statement: Statement, found: Operation, operands: Sequence[str], rule: Rule, context: Context
) -> None:
    """Refuse an operation that is active in an operand which its rule does not tell of."""
    for position, operand in enumerate(operands):
        if operand and not rule.knows(position):
            raise by_operand(context.core, statement, found.operands[position])


def apply_instead(
    statement: Statement, target: str, found: Operation, rule: Rule, context: Context
) -> Adjoint:
    """Return the adjoint that a rule of the user gives for a function of arrays."""
    if is_view(found) or found.function in JOINED:
        raise not_replaced(context.core, statement)
    if getattr(statement.value, "keywords", None):
        raise by_keyword(context.core, statement)
    if len(rule.partials) != len(found.operands):
        raise no_derivative(context.core, statement, found)
    operands = [o.id if context.active.is_active(o) else "" for o in found.operands]
    return complete([target], *from_rule(statement, target, found, operands, rule))


def is_nothing(operand: Expression, context: Context) -> bool:
    """Tell whether an operand is None: what a function does with it no rule tells."""
    if isinstance(operand, gast.Constant):
        return operand.value is None
    kind = context.types.names.get(dotted(operand))
    return isinstance(kind, numba_types.NoneType)


def scalar_form(tree: gast.Call) -> gast.AST:
    """Return a call with the functions of `math` and NumPy under one name."""
    callee = dotted(tree.func)
    if callee.startswith("np."):
        return call("math." + callee[3:], *tree.args)
    return tree


def reuse(tree: Expression, place: Statement, context: Context) -> Expression:
    """Replace calls in an adjoint whose value the primal has computed by that value."""

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Call):
            for statement in context.shared.get(key(scalar_form(node)), ()):
                target = targets(statement)[0]
                order = context.layout.order
                if context.ordered and order[statement] > order[place]:
                    continue
                if context.layout.dominates(statement, place) and is_float(context.types[target]):
                    return name(target)
        return rebuild(node, change) if node._fields else node

    return change(tree)
