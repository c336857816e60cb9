"""What a rule gives for an operation: steps, and a term for each operand."""

from __future__ import annotations

import builtins
import math
from types import ModuleType

import gast

from srcdiff.core.operations import MODULES, Operation, standard
from srcdiff.errors import NoDerivative
from srcdiff.optimise.arithmetic.simplify import simplify
from srcdiff.rules.forward import Forward
from srcdiff.rules.registry import Rule
from srcdiff.syntax import (
    Expression,
    Statement,
    adjoint,
    beside,
    binary,
    constant,
    dotted,
    key,
    name,
    number,
    reads,
    substitute,
    targets,
)

Pairs = tuple[tuple[str, Expression], ...]


def from_rule(
    statement: Statement, target: str, found: Operation, operands: list[str], rule: Rule
) -> tuple[Pairs, Pairs]:
    """Return the steps and terms that a rule gives for an operation."""
    count = (len(rule.parameters) - len(found.operands)) // 2
    bound = targets(statement)[:count]
    values: dict[str, Expression] = dict(
        zip(rule.parameters, [*(name(adjoint(t)) for t in bound), *map(name, bound)], strict=False)
    )
    values |= dict(zip(rule.parameters[2 * count :], found.operands, strict=True))
    values |= surroundings(rule, statement)
    steps = []
    for step, value in rule.steps:
        value = substitute(value, values)
        values[step] = name(beside(adjoint(target), step))
        steps.append((values[step].id, value))
    terms = tuple(
        (operand, substitute(partial, values))
        for operand, partial in zip(operands, rule.partials, strict=True)
        if operand
    )
    return tuple(steps), terms


def surroundings(rule: Rule | Forward, place: Statement) -> dict[str, Expression]:
    """Return what the free names of a rule stand for: standard functions, and numbers."""
    own = {*rule.parameters, *(step for step, _ in rule.steps)}
    found: dict[str, Expression] = {}
    for free in sorted(reads([*(v for _, v in rule.steps), *rule.partials]) - own):
        value = rule.namespace.get(free, getattr(builtins, free, None))
        if isinstance(value, (bool, int, float)):
            found[free] = constant(value)
        elif value not in MODULES.values() and standard(free) is not value:
            raise NoDerivative(
                f"the rule of `{rule.primal.__name__}` uses `{free}`, which is neither a number "
                "nor a module of functions",
                place,
                "call functions as `math.sin` or `np.sin`",
            )
        elif isinstance(value, ModuleType):
            known = next(name for name, module in MODULES.items() if module is value)
            found[free] = name(known)
    return found


def product(target: str, factors: list[Expression], operands: list[str], floats: set[str]) -> Pairs:
    """Return the adjoints of the factors of a product.

    What is no floating-point number comes after one that is, as integers overflow.

    >>> from srcdiff.syntax import unparse
    >>> factors = [constant(0.5), name("k"), name("x"), name("x")]
    >>> terms = product("z", factors, ["", "k", "x", "x"], {"x"})
    >>> [(operand, unparse(term)) for operand, term in terms]
    [('k', '0.5 * x * x * d_·z'), ('x', 'x * d_·z * k')]
    """
    literals = [value for value in map(number, factors) if value is not None]
    others = [factor for factor in factors if number(factor) is None]
    terms = []
    for operand in dict.fromkeys(o for o in operands if o):
        rest = list(others)
        rest.pop(next(i for i, factor in enumerate(rest) if dotted(factor) == operand))
        scale = float(operands.count(operand) * math.prod(literals))
        parts = [] if scale == 1.0 else [constant(scale)]
        rest.append(name(adjoint(target)))
        if not parts:
            rest.sort(key=lambda factor: dotted(factor) not in {*floats, adjoint(target)})
        terms.append((operand, multiplied([*parts, *rest])))
    return tuple(terms)


def multiplied(factors: list[Expression]) -> Expression:
    """Return the product of some factors."""
    first, *rest = factors
    for factor in rest:
        first = binary(first, gast.Mult(), factor)
    return first


def merged(terms: Pairs) -> Pairs:
    """Join equal adjoints of the same operand: `g * x` twice is `2.0 * (g * x)`."""
    new: list[tuple[str, Expression]] = []
    for operand, term in terms:
        twice = [i for i, (o, t) in enumerate(new) if o == operand and key(t) == key(term)]
        if twice:
            new[twice[0]] = (operand, simplify(binary(constant(2.0), gast.Mult(), term)))
        else:
            new.append((operand, term))
    return tuple(new)


def used(steps: Pairs, terms: Pairs) -> Pairs:
    """Return the steps that the terms, or later steps, read."""
    wanted = reads([term for _, term in terms])
    kept: list[tuple[str, Expression]] = []
    for step, value in reversed(steps):
        if step in wanted:
            kept.insert(0, (step, value))
            wanted |= reads(value)
    return tuple(kept)
