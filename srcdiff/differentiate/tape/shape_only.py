"""Arrays of which the backward part of a loop needs nothing but the shape: they are not saved."""

from __future__ import annotations

import gast

from srcdiff.analyse.flow.structure import own_reads
from srcdiff.analyse.types.types import is_array, is_in_columns
from srcdiff.differentiate.facts import Facts
from srcdiff.differentiate.reverse.extents import extents
from srcdiff.differentiate.tape.tape_shapes import dtype, empty
from srcdiff.syntax import (
    Expression,
    Statement,
    blocks,
    dotted,
    is_adjoint,
    mapped,
    reads,
    targets,
    tuple_of,
    walk_statements,
    writes,
)


def shape_only(facts: Facts) -> dict[str, Expression]:
    """Return the calls that make arrays again whose elements nobody reads, by their names.

    That is instead of saving them, where their shapes are known before the loop, in the same
    function.
    """
    if facts.schedule.function is not None:
        return {}  # the backward function may not have what tells the shapes
    read = contents_read(facts)
    found: dict[str, Expression] = {}
    for saved in facts.plan.saved.values():
        around = facts.around(saved)
        if not around or not is_array(saved.type) or saved.value in read:
            continue
        if is_in_columns(saved.type) or is_adjoint(saved.value):
            continue  # what is made like it has its elements in the same order
        each = extents(saved.value, around[0], facts)
        if each is not None:
            shape = each[0] if len(each) == 1 else tuple_of(each)
            found[saved.value] = empty(shape, dtype(saved.type.dtype))
    return found


def contents_read(facts: Facts) -> frozenset[str]:
    """Return the values that the backward part reads, but for those that only have a shape there.

    It reads them for adjoints, for what it computes again, and for branches and loops.
    """
    found: set[str] = set()
    for rule in facts.adjoints.values():
        found |= rule.needs
        found |= reads([without_models(value) for _, value in (*rule.steps, *rule.terms)])
    for site in facts.sites.values():
        found |= site.needs
        found |= reads([*site.arguments, *site.passed])
    for statement in facts.layout.order:
        found |= read_again(statement, facts)
    return frozenset(found)


def without_models(tree: Expression) -> Expression:
    """Return an expression without the arrays whose shapes others are fitted to.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(without_models(expression("2.0 * runtime.fit(g * y, x)")))
    '2.0 * (g * y)'
    """
    if isinstance(tree, gast.Call) and dotted(tree.func) == "runtime.fit":
        return without_models(tree.args[0])
    return mapped(tree, without_models) if tree._fields else tree


def read_again(statement: Statement, facts: Facts) -> set[str]:
    """Return the values that are read where a statement runs again in the backward part."""
    if statement in facts.schedule.rerun:
        inside = {name for s in walk_statements([statement]) for name in own_reads(s)}
        return inside - writes(statement.body)
    if blocks(statement):
        return own_reads(statement)
    is_again = any(target in facts.plan.recomputed for target in targets(statement))
    return reads(facts.again(statement)) if is_again else set()
