"""The rules, put to work in forward mode: for each active operation, the tangents of its results.

The texts are those of reverse mode where that will do: with the tangent of an operand for
the cotangent, a rule gives what this operand contributes to the tangent of the result. What
is written out for forward mode alone is next to the rule (rules/forward.py).
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.activity import Activity
from srcdiff.analyse.arrays import Arrays
from srcdiff.analyse.effects import NONE, Effects
from srcdiff.analyse.structure import Structure
from srcdiff.analyse.types import Types, is_array
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.adjoints import (
    Context,
    apply_rule,
    is_nothing,
    literal_or_refusal,
    reuse,
    scalar_form,
)
from srcdiff.differentiate.contributions import signed
from srcdiff.differentiate.elementwise import of_arrays
from srcdiff.differentiate.refusals import (
    by_keyword,
    by_operand,
    may_share,
    no_derivative,
    no_tangent,
    not_replaced,
    whole_arrays,
)
from srcdiff.differentiate.rule_terms import Pairs, from_rule, surroundings
from srcdiff.differentiate.vanish import without
from srcdiff.normalise import Core
from srcdiff.operations import (
    ALLOCATORS,
    JOINING,
    Operation,
    is_copy,
    is_elementwise,
    is_load,
    is_view,
    operation,
)
from srcdiff.optimise.simplify import simplify
from srcdiff.rules.arrays import ArrayRule, array_rule
from srcdiff.rules.forward import Forward
from srcdiff.rules.registry import Rule, is_constant, rule_instead, rule_of
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    adjoint,
    binary,
    call,
    constant,
    dotted,
    key,
    name,
    number,
    reads,
    rebuild,
    substitute,
    tangent,
    targets,
)


@dataclass(frozen=True)
class Tangent:
    """The tangents of the results of one operation, and intermediate values before them."""

    steps: Pairs
    values: Pairs


def tangents(
    core: Core,
    types: Types,
    effects: Effects,
    active: Activity,
    layout: Structure,
    arrays: Arrays,
    ruled: Mapping[Statement, Rule],
) -> dict[Statement, Tangent]:
    """Return the tangent of each active operation, but for calls of the user's functions.

    `ruled` has the statements that call functions with a rule of the user.

    Raises NoDerivative for a function whose derivative is not known.
    """
    shared: dict[Hashable, tuple[Statement, ...]] = {}
    for statement in layout.order:
        if isinstance(statement, gast.Assign) and isinstance(statement.value, gast.Call):
            found = key(scalar_form(statement.value))
            shared[found] = (*shared.get(found, ()), statement)
    context = Context(core, types, effects, active, layout, arrays, shared, ruled, True)
    every = {statement: tangent_of(statement, context) for statement in layout.order}
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
    if any(is_array(context.types[n]) for n in (*bound, *map(dotted, found.operands))):
        return of_array_operation(statement, bound, found, context)
    return of_number_operation(statement, bound[0], found, context)


def of_number_operation(
    statement: Statement, target: str, found: Operation, context: Context
) -> Tangent | None:
    """Return the tangent of an operation that takes and gives numbers."""
    active = [context.active.is_active(operand) for operand in found.operands]
    if not any(active) or is_constant(found.function):
        return None
    rule = context.ruled.get(statement) or rule_of(found.function)
    if rule is not None and isinstance(rule.forward, Forward):
        if len(rule.forward.arguments) != len(found.operands):
            raise no_derivative(context.core, statement, found)
        written = from_text(statement, found, rule.forward, context)
    else:
        plain = apply_rule(statement, target, found, context)
        if plain is None or not plain.terms:
            return None
        written = transposed(plain, target)
    return each(written, lambda tree: reuse(simplify(tree), statement, context))


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
    >>> steps = (("d_·z·g_y", expression("g / y")),)
    >>> steps = tuple((n, substitute(e, {"g": name(adjoint("z"))})) for n, e in steps)
    >>> terms = (("x", name("d_·z·g_y")), ("y", negative(name("d_·z·g_y"))))
    >>> made = transposed(Adjoint(steps, terms), "z")
    >>> [(n, unparse(e)) for n, e in made.steps]
    [('t_·z·g_y', 't_·x / y'), ('t_·z·g_y·2', 't_·y / y')]
    >>> unparse(made.values[0][1])
    't_·z·g_y - t_·z·g_y·2'
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
    wanted = reads(total)
    kept: list[tuple[str, Expression]] = []
    for step, value in reversed(steps.items()):
        if step in wanted:
            kept.insert(0, (step, value))
            wanted |= reads(value)
    return Tangent(tuple(kept), ((target, total),))


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
        values[step] = name(f"{tangent(bound[0])}{SEPARATOR}{step}")
        steps.append((values[step].id, value))
    made = []
    for target, value in zip(bound, text.partials, strict=True):
        left = without(value, zeros)
        if left is not None and number(left) != 0.0:
            made.append((target, substitute(left, values)))
    return Tangent(tuple(steps), tuple(made))


def zero_of(operand: Expression, types: Types) -> Expression:
    """Return the tangent of an operand that is not active."""
    if is_array(types[dotted(operand)]):
        return call("np.zeros_like", operand)
    return constant(0.0)


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
    if roots - {target} and roots & context.arrays.mutable:
        raise may_share(context.core, statement)
    if found.function in JOINING and getattr(found.operands[0], "elts", None) is not None:
        return Tangent((), ((target, joined(statement.value, context)),))
    if any(is_nothing(operand, context) for operand in found.operands):
        raise whole_arrays(context.core, statement)
    rule = array_rule(found.function, tuple(map(types.ndim, map(dotted, found.operands))))
    if rule is None and is_elementwise(found):
        plain = of_number_operation(statement, target, found, context)
        if plain is None:
            return None
        return shaped(each(plain, of_arrays), target, found, context)
    words = [word.arg for word in getattr(statement.value, "keywords", [])]
    if rule is None or (words and words != list(rule.rule.parameters[-len(words) :])):
        raise whole_arrays(context.core, statement)
    return of_array_rule(statement, found, rule, context)


def of_rule_of_user(
    statement: Statement, found: Operation, rule: Rule, context: Context
) -> Tangent | None:
    """Return the tangent that a rule of the user gives for a function of arrays."""
    if getattr(statement.value, "keywords", None):
        raise by_keyword(context.core, statement)
    if len(rule.partials) != len(found.operands):
        raise no_derivative(context.core, statement, found)
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
    """Tell whether the derivative with respect to an operand is known in forward mode."""
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
