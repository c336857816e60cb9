"""Leave out lists that stay empty and that nothing reads: nothing tells what they would hold."""

from __future__ import annotations

from collections.abc import Iterator

import gast

from srcdiff.core.needs import needs
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    each_statement,
    is_empty_list,
    locate,
    parameters,
    tuple_of,
    walk,
    walk_statements,
)

Pair = tuple[Expression, Expression]


@needs(gast.List)
def unused_lists(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without variables that only stand for empty lists, and are not read.

    Objects have such lists in parts that a function has no use for.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(unused_lists(function('''
    ... def f(x):
    ...     p_a, p_log = (x, [])
    ...     q_log = []
    ...     p_a, p_log = (p_a * 2.0, q_log)
    ...     kept = []
    ...     return p_a, len(kept)
    ... '''))))
    def f(x):
        p_a = x
        pass
        p_a = p_a * 2.0
        kept = []
        return (p_a, len(kept))
    """
    unused = names_of_unused(tree)
    return each_statement(tree, lambda s: without(s, unused)) if unused else tree


def names_of_unused(tree: gast.FunctionDef) -> set[str]:
    """Return the variables that are bound to empty lists, or to each other, and nothing else."""
    pairs = [pair for s in walk_statements(tree.body) for pair in paired(s)]
    plain = {id(part) for pair in pairs for part in pair}
    found = {target.id for target, _ in pairs} - set(parameters(tree))
    found -= {n.id for n in walk(tree) if isinstance(n, gast.Name) and id(n) not in plain}
    while True:
        lost = {
            name
            for target, value in pairs
            for name in (target.id, getattr(value, "id", target.id))
            if target.id not in found or not (is_empty_list(value) or is_one_of(value, found))
        }
        if not lost & found:
            return found
        found -= lost


def paired(statement: Statement) -> Iterator[Pair]:
    """Yield the names that an assignment binds, with what they are bound to."""
    if not isinstance(statement, gast.Assign) or len(statement.targets) != 1:
        return
    (target,), value = statement.targets, statement.value
    if isinstance(target, gast.Name):
        yield target, value
    both = isinstance(target, gast.Tuple) and isinstance(value, gast.Tuple)
    if both and len(target.elts) == len(value.elts):
        named = zip(target.elts, value.elts, strict=True)
        yield from (pair for pair in named if isinstance(pair[0], gast.Name))


def is_one_of(value: Expression, names: set[str]) -> bool:
    """Return True for one of some names."""
    return isinstance(value, gast.Name) and value.id in names


def without(statement: Statement, unused: set[str]) -> Block:
    """Return an assignment without those of some names."""
    if not any(target.id in unused for target, _ in paired(statement)):
        return [statement]
    (target,), value = statement.targets, statement.value
    if isinstance(target, gast.Name):
        return [locate(gast.Pass(), statement)]
    pairs = zip(target.elts, value.elts, strict=True)
    left = [(bound, one) for bound, one in pairs if getattr(bound, "id", "") not in unused]
    if not left:
        return [locate(gast.Pass(), statement)]
    if len(left) == 1:
        return [assign(*left[0], statement)]
    targets, values = (list(side) for side in zip(*left, strict=True))
    return [assign(tuple_of(targets, store=True), tuple_of(values), statement)]
