"""Write what is unpacked of `reversed` and `enumerate` as what is unpacked of their arguments."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    callee_of,
    constant,
    each_statement,
    has_star,
    is_number,
    locate,
    name,
)


@needs("reversed", "enumerate")
def unpacked_iterators(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with other targets for what is unpacked of `reversed` and `enumerate`.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(unpacked_iterators(function('''
    ... def f(t, x):
    ...     a, b, c = reversed(t)
    ...     (i, d), (j, (e, g)) = enumerate(x, 1)
    ... '''))))
    def f(t, x):
        c, b, a = t
        d, (e, g) = x
        i, j = (1, 1 + 1)
    """
    naming = Naming(tree)
    return each_statement(tree, lambda statement: written(statement, naming))


def written(statement: Statement, naming: Naming) -> Block:
    """Return the statements that stand for one."""
    if not isinstance(statement, gast.Assign) or len(statement.targets) > 1:
        return [statement]
    target, value = statement.targets[0], statement.value
    called = callee_of(value)
    if called not in ("reversed", "enumerate") or not isinstance(target, (gast.Tuple, gast.List)):
        return [statement]
    parts = target.elts
    words = {word.arg: word.value for word in value.keywords}
    given = [*value.args, *([words["start"]] if {*words} == {"start"} else [])]
    if has_star([*parts, *given]) or len(given) != len(value.args) + len(words):
        return [statement]
    if called == "reversed" and len(given) == 1 and are_names(parts):
        return [unpacking([*reversed(parts)], given[0], statement)]
    if called == "enumerate" and 1 <= len(given) <= 2 and all(map(is_pair, parts)):
        return numbered(parts, given, statement, naming)
    return [statement]


def numbered(
    parts: list[Expression], given: list[Expression], statement: Statement, naming: Naming
) -> Block:
    """Return what binds the elements, and what binds their numbers."""
    first, before = (given[1] if len(given) == 2 else constant(0)), []
    if not is_number(first):
        kept = naming.part(parts[0].elts[0].id, "first")
        before, first = [assign(kept, first, statement)], name(kept)
    numbers = [binary(first, gast.Add(), constant(k)) if k else first for k in range(len(parts))]
    if len(given) == 1:
        numbers = [constant(k) for k in range(len(parts))]
    elements = unpacking([part.elts[1] for part in parts], given[0], statement)
    counts = gast.Tuple(numbers, gast.Load())
    return [*before, elements, unpacking([part.elts[0] for part in parts], counts, statement)]


def unpacking(parts: list[Expression], value: Expression, place: Statement) -> Statement:
    """Return an assignment to several targets."""
    return locate(gast.Assign([gast.Tuple(parts, gast.Store())], value, None), place)


def are_names(parts: list[Expression]) -> bool:
    """Return True if targets are names, each of which stands once."""
    return all(map(is_name, parts)) and len({part.id for part in parts}) == len(parts)


def is_name(tree: Expression) -> bool:
    """Return True if a target is a name."""
    return isinstance(tree, gast.Name)


def is_pair(tree: Expression) -> bool:
    """Return True if a target is a pair of a name and anything."""
    is_two = isinstance(tree, (gast.Tuple, gast.List)) and len(tree.elts) == 2
    return is_two and is_name(tree.elts[0]) and not has_star(tree.elts)
