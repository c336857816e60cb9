"""The tangents of operations on arrays, from the entries of the table of their rules."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.new_memory import is_diagonal, is_new
from srcdiff.analyse.aliasing.statement_effects import NONE
from srcdiff.analyse.checks.flow import not_for_complex
from srcdiff.analyse.types.types import is_array
from srcdiff.core.operations import JOINING, Operation, is_elementwise
from srcdiff.differentiate.context import Context, is_nothing
from srcdiff.differentiate.forward.tangent import (
    Tangent,
    added,
    each,
    from_text,
    of_number_operation,
    zero_of,
)
from srcdiff.differentiate.reverse.adjoints import check_rule
from srcdiff.differentiate.reverse.complex_numbers import is_of_complex
from srcdiff.differentiate.reverse.elementwise import of_arrays, without_negative_powers
from srcdiff.differentiate.reverse.number_adjoints import array_rule_for
from srcdiff.differentiate.reverse.refusals import by_operand, may_share, no_tangent, whole_arrays
from srcdiff.differentiate.reverse.rule_terms import Pairs, from_rule
from srcdiff.differentiate.rule_results import checked_adjoints, is_of_user
from srcdiff.optimise.arithmetic.simplify import simplify
from srcdiff.rules.arrays import ArrayRule
from srcdiff.rules.forward import Forward
from srcdiff.rules.registry import Rule, is_constant, rule_instead
from srcdiff.syntax import (
    Expression,
    Statement,
    adjoint,
    binary,
    call,
    constant,
    dotted,
    name,
    number,
    reads,
    rebuild,
    substitute,
    tangent,
    targets,
)


def of_array_operation(
    statement: Statement, bound: tuple[str, ...], found: Operation, context: Context
) -> Tangent | None:
    """Return the tangent of an operation with arrays among its operands, or its results."""
    target, types = bound[0], context.types
    if is_constant(found.function) or not (reads(list(found.operands)) & context.active.names):
        return None
    instead = context.ruled.get(statement) or rule_instead(found.function)
    if instead is not None and not is_elementwise(found):
        return of_rule_of_user(statement, found, instead, context)
    roots = context.effects.roots.get(target, NONE)
    fresh = is_new(found) and not is_diagonal(found, types)
    if not fresh and roots - {target} and roots & context.arrays.mutable:
        raise may_share(context.core, statement)
    if found.function in JOINING and getattr(found.operands[0], "elts", None) is not None:
        return Tangent((), ((target, joined(statement.value, context)),))
    if any(is_nothing(operand, context) for operand in found.operands):
        raise whole_arrays(context.core, statement)
    rule = array_rule_for(found, context)
    if rule is None and is_elementwise(found):
        plain = of_number_operation(statement, target, found, context)
        if plain is None:
            return None
        safe = each(plain, lambda tree: without_negative_powers(tree, found, types))
        return shaped(each(safe, of_arrays), target, found, context)
    if rule is None and is_of_complex(found, types):
        raise not_for_complex(context.core, statement.value)
    words = [word.arg for word in getattr(statement.value, "keywords", [])]
    if rule is None or (words and words != list(rule.rule.parameters[-len(words) :])):
        raise whole_arrays(context.core, statement)
    return of_array_rule(statement, found, rule, context)


def of_rule_of_user(
    statement: Statement, found: Operation, rule: Rule, context: Context
) -> Tangent | None:
    """Return the tangent that a rule of the user gives for a function of arrays."""
    check_rule(statement, found, rule, context)
    count = (len(rule.parameters) - len(rule.partials)) // 2
    return of_array_rule(statement, found, ArrayRule((), False, count, rule), context)


def of_array_rule(
    statement: Statement, found: Operation, rule: ArrayRule, context: Context
) -> Tangent | None:
    """Return the tangent that a rule of arrays gives."""
    how, bound = rule.rule.forward, targets(statement)
    pairs = list(zip(found.operands, rule.rule.partials, strict=True))
    counted = [o for o, p in pairs if context.active.is_active(o) and number(p) != 0.0]
    for place, (operand, _) in enumerate(pairs):
        if operand in counted and not is_known(place, rule):
            raise by_operand(context.core, statement, operand)
    if not counted:
        return None
    if isinstance(how, Forward):
        return from_text(statement, found, how, context)
    if how is not None:
        return WRITTEN[how](statement, found, rule, context)
    if rule.results > 1 or context.types.is_array(bound[0]):
        raise no_tangent(context.core, statement)
    return inner_product(statement, found, rule, context)


def is_known(place: int, rule: ArrayRule) -> bool:
    """Return True if the derivative with respect to an operand is known in forward mode."""
    how = rule.rule.forward
    if isinstance(how, Forward):
        return f"t_{how.arguments[place]}" in how.tangents
    return rule.rule.knows(place)


def linear(statement: Statement, found: Operation, rule: ArrayRule, context: Context) -> Tangent:
    """Return a linear function of the tangents of those arguments that it is linear in."""
    new = []
    for operand, partial in zip(found.operands, rule.rule.partials, strict=True):
        if number(partial) == 0.0:
            new.append(operand)  # such as an axis
        elif context.active.is_active(operand):
            new.append(name(tangent(dotted(operand))))
        else:
            new.append(zero_of(operand, context.types))
    return Tangent((), ((targets(statement)[0], with_operands(statement.value, new)),))


def multilinear(
    statement: Statement, found: Operation, rule: ArrayRule, context: Context
) -> Tangent:
    """Return the sum of a function of the tangent of one argument and of the others."""
    total = None
    for position, operand in enumerate(found.operands):
        if context.active.is_active(operand):
            new = list(found.operands)
            new[position] = name(tangent(dotted(operand)))
            total = added(total, with_operands(statement.value, new))
    assert total is not None
    return Tangent((), ((targets(statement)[0], total),))


def along(statement: Statement, found: Operation, rule: ArrayRule, context: Context) -> Tangent:
    """Return the inner products of adjoints and tangents along the axis of a reduction."""
    (target,) = targets(statement)
    operand, axis, *_ = found.operands
    ones = call("np.ones_like", name(target))
    steps, ((_, term),) = seeded(statement, found, rule, ones, context)
    product = binary(term, gast.Mult(), name(tangent(dotted(operand))))
    return Tangent(steps, ((target, call("np.sum", product, axis)),))


WRITTEN = {"linear": linear, "multilinear": multilinear, "along": along}


def inner_product(
    statement: Statement, found: Operation, rule: ArrayRule, context: Context
) -> Tangent:
    """Return the inner product of the adjoints that a rule gives, and the tangents."""
    (target,) = targets(statement)
    steps, terms = seeded(statement, found, rule, constant(1.0), context)
    total = None
    for operand, value in terms:
        other = name(tangent(operand))
        if number(value) == 0.0:
            continue
        if rule.spread:
            product = binary(value, gast.Mult(), call("np.sum", other))
        else:
            product = binary(value, gast.Mult(), other)
            product = call("np.sum", product) if context.types.is_array(operand) else product
        total = added(total, simplify(product))
    return Tangent(steps, () if total is None else ((target, total),))


def seeded(
    statement: Statement, found: Operation, rule: ArrayRule, seed: Expression, context: Context
) -> tuple[Pairs, Pairs]:
    """Return the adjoints that a rule gives for a known cotangent, and the steps before."""
    (target,) = targets(statement)
    operands = [dotted(o) if context.active.is_active(o) else "" for o in found.operands]
    steps, terms = from_rule(statement, target, found, operands, rule.rule)
    if is_of_user(statement, found, context):
        terms = checked_adjoints(statement, steps, terms, context)
    own = {n: name(tangent(target) + n.removeprefix(adjoint(target))) for n, _ in steps}
    values = {adjoint(target): seed, **own}
    return (
        tuple((own[n].id, simplify(substitute(e, values))) for n, e in steps),
        tuple((n, simplify(substitute(e, values))) for n, e in terms),
    )


def joined(value: gast.Call, context: Context) -> Expression:
    """Return a call that joins the tangents of arrays, or of numbers."""

    def change(part: Expression) -> Expression:
        if isinstance(part, (gast.Tuple, gast.List)):
            return rebuild(part, lambda p: p if isinstance(p, gast.Load) else change(p))
        if context.active.is_active(part):
            return name(tangent(part.id))
        return zero_of(part, context.types)

    return gast.Call(value.func, [change(value.args[0]), *value.args[1:]], value.keywords)


def with_operands(value: Expression, operands: list[Expression]) -> Expression:
    """Return an operation on other operands.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("np.dot(x, y)", "x.sum(axis=k)", "x @ y", "x.T"):
    ...     print(unparse(with_operands(expression(text), [name("a"), name("b")])))
    np.dot(a, b)
    a.sum(axis=b)
    a @ b
    a.T
    """
    if isinstance(value, gast.BinOp):
        return gast.BinOp(operands[0], value.op, operands[1])
    if isinstance(value, gast.UnaryOp):
        return gast.UnaryOp(value.op, operands[0])
    if isinstance(value, gast.Attribute):
        return gast.Attribute(operands[0], value.attr, gast.Load())
    function, rest = value.func, list(operands)
    if len(operands) > len(value.args) + len(value.keywords):
        function = gast.Attribute(rest.pop(0), value.func.attr, gast.Load())
    words = [
        gast.keyword(word.arg, operand)
        for word, operand in zip(value.keywords, rest[len(value.args) :], strict=False)
    ]
    return gast.Call(function, rest[: len(value.args)], words)


def shaped(written: Tangent, target: str, found: Operation, context: Context) -> Tangent:
    """Return the tangent of an array as an array of its shape: what is missing is repeated."""
    types, arrays = context.types, context.arrays
    if not written.values or not is_array(types[target]):
        return written
    ((_, value),) = written.values
    steps = {step for step, _ in written.steps}
    every = reads([e for _, e in (*written.steps, *written.values)]) - steps
    owners = {own.removeprefix(tangent("")) for own in every}
    known = {own for own in owners if is_array(types[own])}
    operands = {dotted(o) for o in found.operands if is_array(types[dotted(o)])}
    if operands <= known or any(arrays.same_shape(target, own) for own in known):
        return written
    if known:
        value = call("runtime.spread", value, name(target))
    else:
        value = call("np.full_like", name(target), value)
    return Tangent(written.steps, ((target, value),))
