"""The tangent of one operation on numbers, and what those on arrays are made of."""

from __future__ import annotations

from dataclasses import dataclass

from srcdiff.analyse.aliasing.lists_of_arrays import has_adjoints
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.core.operations import Operation
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.context import Context, reuse
from srcdiff.differentiate.forward.vanish import without
from srcdiff.differentiate.reverse.complex_numbers import is_complex_part
from srcdiff.differentiate.reverse.contributions import signed
from srcdiff.differentiate.reverse.number_adjoints import apply_rule, rule_for
from srcdiff.differentiate.reverse.refusals import no_derivative
from srcdiff.differentiate.reverse.rule_terms import Pairs, surroundings, used
from srcdiff.differentiate.rule_results import checked_tangents, is_of_user
from srcdiff.differentiate.wrapping import without_wrapping
from srcdiff.optimise.arithmetic.simplify import simplify
from srcdiff.rules.forward import Forward
from srcdiff.rules.registry import is_constant
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    adjoint,
    beside,
    binary,
    call,
    constant,
    dotted,
    expression,
    key,
    name,
    number,
    substitute,
    tangent,
    targets,
)


@dataclass(frozen=True)
class Tangent:
    """The tangents of the results of one operation, and intermediate values before them."""

    steps: Pairs
    values: Pairs


def each(found: Tangent, change: object) -> Tangent:
    """Return a tangent with all its expressions changed."""
    assert callable(change)
    return Tangent(
        tuple((n, change(e)) for n, e in found.steps),
        tuple((n, change(e)) for n, e in found.values),
    )


def transposed(found: Adjoint, target: str) -> Tangent:
    """Return the tangent of a result, from what its adjoint adds to those of the operands.

    >>> from srcdiff.syntax import expression, negative, unparse
    >>> steps = (("d_·z··g_y", expression("g / y")),)
    >>> steps = tuple((n, substitute(e, {"g": name(adjoint("z"))})) for n, e in steps)
    >>> terms = (("x", name("d_·z··g_y")), ("y", negative(name("d_·z··g_y"))))
    >>> made = transposed(Adjoint(steps, terms), "z")
    >>> [(n, unparse(e)) for n, e in made.steps]
    [('t_·z··g_y', 't_·x / y'), ('t_·z··g_y·2', 't_·y / y')]
    >>> unparse(made.values[0][1])
    't_·z··g_y - t_·z··g_y·2'
    """
    own = adjoint(target)
    steps: dict[str, Expression] = {}
    total: Expression | None = None
    for count, (operand, term) in enumerate(found.terms, 1):
        values: dict[str, Expression] = {own: name(tangent(operand))}
        for step, value in found.steps:
            plain = tangent(target) + step.removeprefix(own)
            new = substitute(value, values)
            if plain in steps and key(steps[plain]) != key(new):
                plain += f"{SEPARATOR}{count}"
            steps[plain], values[step] = new, name(plain)
        total = added(total, substitute(term, values))
    assert total is not None
    terms = ((target, total),)
    return Tangent(used(tuple(steps.items()), terms), terms)


def added(total: Expression | None, term: Expression) -> Expression:
    """Return a sum and one more term."""
    if total is None:
        return term
    operator, positive = signed(term)
    return binary(total, operator, positive)


def from_text(statement: Statement, found: Operation, text: Forward, context: Context) -> Tangent:
    """Return the tangents that a text written for forward mode gives."""
    bound = targets(statement)
    operands = dict(zip(text.arguments, found.operands, strict=True))
    values: dict[str, Expression] = {
        **operands,
        **dict(zip(text.results, map(name, bound), strict=False)),
    }
    values |= surroundings(text, statement)
    zeros: dict[str, Expression] = {}
    for own in text.tangents:
        operand = operands[own.removeprefix("t_")]
        if context.active.is_active(operand):
            values[own] = name(tangent(dotted(operand)))
        else:
            zeros[own] = zero_of(operand, context.types)
    steps = []
    for step, value in text.steps:
        left = without(value, zeros)
        if left is None:
            zeros[step] = constant(0.0)
            continue
        value = substitute(left, values)
        values[step] = name(beside(tangent(bound[0]), step))
        steps.append((values[step].id, value))
    made = []
    for target, value in zip(bound, text.partials, strict=True):
        left = without(value, zeros)
        if left is not None and number(left) != 0.0:
            made.append((target, substitute(left, values)))
    if is_of_user(statement, found, context):
        made = list(checked_tangents(statement, tuple(steps), tuple(made), context))
    return Tangent(tuple(steps), tuple(made))


def zero_of(operand: Expression, types: Types) -> Expression:
    """Return the tangent of an operand that is not active."""
    if is_array(types[dotted(operand)]):
        return call("np.zeros_like", operand)
    if has_adjoints(types[dotted(operand)]):
        return expression(f"[np.zeros_like(array) for array in {dotted(operand)}]")
    return constant(0j if is_complex_part(operand, types) else 0.0)


def of_number_operation(
    statement: Statement, target: str, found: Operation, context: Context
) -> Tangent | None:
    """Return the tangent of an operation that takes and gives numbers."""
    active = [context.active.is_active(operand) for operand in found.operands]
    if not any(active) or is_constant(found.function):
        return None
    rule = context.ruled.get(statement) or rule_for(found, context)
    if rule is not None and isinstance(rule.forward, Forward):
        if len(rule.forward.arguments) != len(found.operands):
            raise no_derivative(context.core, statement, found)
        written = from_text(statement, found, rule.forward, context)
        if not is_of_user(statement, found, context):
            written = each(written, lambda tree: without_wrapping(tree, context.types))
    else:
        plain = apply_rule(statement, target, found, context)
        if plain is None or not plain.terms:
            return None
        written = transposed(plain, target)
    return each(written, lambda tree: reuse(simplify(tree), statement, context))
