"""The adjoint of an operation on numbers, or on the elements of arrays: what its rule gives."""

from __future__ import annotations

import operator
from collections.abc import Sequence

from srcdiff.analyse.checks.flow import not_for_complex
from srcdiff.analyse.types.types import is_inexact
from srcdiff.core.operations import MODULES, Operation, standard
from srcdiff.differentiate.adjoint import Adjoint
from srcdiff.differentiate.context import Context, reuse
from srcdiff.differentiate.reverse.complex_numbers import is_of_complex, of_complex
from srcdiff.differentiate.reverse.refusals import by_keyword, by_operand, no_derivative
from srcdiff.differentiate.reverse.rule_terms import Pairs, from_rule, merged, product, used
from srcdiff.differentiate.rule_results import checked_adjoints, is_of_user
from srcdiff.differentiate.wrapping import without_wrapping
from srcdiff.optimise.arithmetic.simplify import simplify
from srcdiff.rules.arrays import ArrayRule, array_rule
from srcdiff.rules.complex_numbers import complex_array_rule, complex_rule
from srcdiff.rules.registry import Rule, is_constant, rule_of
from srcdiff.syntax import Statement, adjoint, dotted, number, reads


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
        floats = {o.id for o in found.operands if is_inexact(context.types[dotted(o)])}
        steps, terms = (), product(target, list(found.operands), operands, floats)
    else:
        if getattr(statement.value, "keywords", None):
            raise by_keyword(context.core, statement)
        rule = context.ruled.get(statement) or rule_for(found, context)
        if rule is None and is_of_complex(found, context.types) and rule_of(found.function):
            raise not_for_complex(context.core, statement.value)
        if rule is None or len(rule.partials) != len(found.operands):
            raise no_derivative(context.core, statement, found)
        check_known(statement, found, operands, rule, context)
        steps, terms = terms_of(statement, target, found, operands, rule, context)
        shapeless = not any(context.types.is_array(n) for n in (target, *filter(None, operands)))
        if not is_of_user(statement, found, context):
            steps = tuple((n, without_wrapping(e, context.types)) for n, e in steps)
            terms = tuple((n, without_wrapping(e, context.types)) for n, e in terms)
        elif shapeless:
            terms = checked_adjoints(statement, steps, terms, context)
    steps = tuple((n, reuse(simplify(e), statement, context)) for n, e in steps)
    terms = tuple((n, reuse(simplify(e), statement, context)) for n, e in merged(terms))
    return complete([target], steps, terms)


def rule_for(found: Operation, context: Context) -> Rule | None:
    """Return the rule of an operation on numbers, or on the elements of arrays."""
    if is_of_complex(found, context.types):
        return complex_rule(found.function)
    return rule_of(found.function)


def array_rule_for(found: Operation, context: Context) -> ArrayRule | None:
    """Return the rule of an operation on whole arrays."""
    ndims = tuple(map(context.types.ndim, map(dotted, found.operands)))
    find = complex_array_rule if is_of_complex(found, context.types) else array_rule
    return find(found.function, ndims)


def terms_of(
    statement: Statement,
    target: str,
    found: Operation,
    operands: list[str],
    rule: Rule,
    context: Context,
) -> tuple[Pairs, Pairs]:
    """Return the steps and terms that a rule gives, with functions for the types at hand."""
    steps, terms = from_rule(statement, target, found, operands, rule)
    if not is_of_complex(found, context.types):
        return steps, terms
    return (
        tuple((n, of_complex(value, context.types)) for n, value in steps),
        tuple((n, of_complex(value, context.types)) for n, value in terms),
    )


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


def check_known(
    statement: Statement, found: Operation, operands: Sequence[str], rule: Rule, context: Context
) -> None:
    """Refuse an operation that is active in an operand which its rule does not tell of."""
    for position, operand in enumerate(operands):
        if operand and not rule.knows(position):
            raise by_operand(context.core, statement, found.operands[position])
