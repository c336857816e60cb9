"""Tell functions inside a function whether the variables that they read have a value.

They get these as arguments (functions/lift.py), and Python raises where they are read, not where
the function is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import gast

from srcdiff.analyse.flow.definite import BOUND, GIVEN, Definite
from srcdiff.analyse.flow.uses import INSIDE, Held
from srcdiff.core.fixed_points import settled
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.exceptions.binding_marks import CONTAINERS, bound_by, immediate_reads
from srcdiff.normalise.exceptions.kept_reads import READ
from srcdiff.normalise.exceptions.lost_bindings import MESSAGE
from srcdiff.normalise.functions.scopes import FUNCTIONS, bound_names, free_names, own_names
from srcdiff.syntax import (
    Block,
    Statement,
    all_parameters,
    assign,
    clone,
    constant,
    each_block,
    map_blocks,
    name,
    walk,
    walk_statements,
    with_body,
    writes,
)

SPECIAL = (*CONTAINERS, gast.Lambda, gast.Tuple)  # what other passes give several names


@needs(gast.FunctionDef, gast.Lambda)
def captured_flags(
    tree: gast.FunctionDef, sizes: Mapping[str, int], is_python: bool = True
) -> gast.FunctionDef:
    """Return the function with flags of variables that may be unbound where others read them.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(captured_flags(function('''
    ... def f(x, n):
    ...     def g(t):
    ...         if t > 5.0:
    ...             return k * t
    ...         return t
    ...     if n > 2:
    ...         k = x
    ...     return g(x)
    ... '''), {})))
    def f(x, n):
        k·given = False
    <BLANKLINE>
        def g(t):
            if t > 5.0:
                if not k·given:
                    raise UnboundLocalError("local variable 'k' referenced before assignment")
                return k * t
            return t
        if n > 2:
            k = x
            k·given = True
        return g(x)
    """
    if not is_python or not any(isinstance(n, FUNCTIONS) for n in walk(tree) if n is not tree):
        return tree
    captured = captures(tree)
    if not captured:
        return tree
    trial, marks = with_calls(tree, captured)
    found = Definite(trial, sizes, {}).reads
    unbound = {
        title
        for (mark, title), reads in found.items()
        if mark in marks and any(read.status != BOUND for read in reads)
    }
    return flagged(tree, unbound, sizes) if unbound else tree


def captures(tree: gast.FunctionDef) -> dict[str, set[str]]:
    """Return the variables that functions inside read, also through others, by their names.

    Those whose reads no statement can stand before are left out.

    >>> from srcdiff.syntax import function
    >>> captures(function("def f(x):\\n    def g(t): return k * t\\n    k = x\\n    return g(x)"))
    {'g': {'k'}}
    """
    inner = [s for s in walk_statements(tree.body) if isinstance(s, gast.FunctionDef)]
    local = plain_variables(tree) - {name for node in inner for name in hard_reads(node)}
    local -= {n for node in walk(tree) if isinstance(node, gast.Lambda) for n in free_names(node)}
    free = {node.name: free_names(node) for node in inner}
    found = settled(
        {title: names & local for title, names in free.items()},
        lambda found: {
            title: own.union(*(found[other] for other in free[title] & found.keys()))
            for title, own in found.items()
        },
    )
    return {title: own for title, own in found.items() if own}


def plain_variables(tree: gast.FunctionDef) -> set[str]:
    """Return the variables of a function that only assignments of values and loops bind."""
    every = [s for s in walk_statements(tree.body) if not isinstance(s, gast.FunctionDef)]
    plain = (gast.Assign, gast.AugAssign, gast.For)
    other = {n for s in every if not isinstance(s, plain) for n in bound_by(s)}
    other |= {n for s in every if isinstance(getattr(s, "value", None), SPECIAL) for n in writes(s)}
    functions = {s.name for s in walk_statements(tree.body) if isinstance(s, gast.FunctionDef)}
    given = {parameter.id for parameter in all_parameters(tree)}
    return bound_names(tree.body) - other - functions - given


def hard_reads(node: gast.FunctionDef) -> Iterator[str]:
    """Yield what a function reads where the test of a loop goes on, or inside a comprehension."""
    free = free_names(node)
    for statement in walk_statements(node.body):
        if isinstance(statement, gast.FunctionDef):
            yield from hard_reads(statement)
        for title, held in immediate_reads(statement, free).items():
            if any(test is INSIDE for test in held) or (held and isinstance(statement, gast.While)):
                yield title


def with_calls(
    tree: gast.FunctionDef, captured: Mapping[str, set[str]]
) -> tuple[gast.FunctionDef, set[Statement]]:
    """Return a function with reads of what functions inside read, before these are named."""
    marks: set[Statement] = set()

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            called = immediate_reads(statement, set(captured))
            for title in sorted(set().union(*(captured[function] for function in called))):
                new.append(assign(f"{title}{READ}", name(title), statement))
                marks.add(new[-1])
            new.append(statement)
        return new

    return each_block(tree, block), marks


def flagged(tree: gast.FunctionDef, titles: set[str], sizes: Mapping[str, int]) -> gast.FunctionDef:
    """Return a function that keeps flags of some variables, and asks them at reads."""
    found = Definite(tree, sizes, {}).reads
    unbound = {place for place, reads in found.items() if any(r.status != BOUND for r in reads)}

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            for title, held in sorted(immediate_reads(statement, titles).items()):
                if (statement, title) in unbound:
                    new.append(check(title, held, statement))
            bound = sorted(titles & bound_by(statement))
            marks = [assign(f"{title}{GIVEN}", constant(True), statement) for title in bound]
            if isinstance(statement, gast.For):
                bound = sorted(titles & writes(statement.target))
                first = [assign(f"{title}{GIVEN}", constant(True), statement) for title in bound]
                statement = with_body(statement, [*first, *statement.body])
            if isinstance(statement, gast.FunctionDef):
                statement = asking(statement, titles)
            new += [statement, *marks]
        return new

    begin = [assign(f"{t}{GIVEN}", constant(False), tree.body[0]) for t in sorted(titles)]
    return with_body(tree, [*begin, *map_blocks(tree.body, block)])


def asking(node: gast.FunctionDef, titles: set[str]) -> gast.FunctionDef:
    """Return a function inside that asks the flags of the variables that it reads."""
    titles = titles - own_names(node)

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            for title, held in sorted(immediate_reads(statement, titles).items()):
                new.append(check(title, held, statement))
            is_function = isinstance(statement, gast.FunctionDef)
            new.append(asking(statement, titles) if is_function else statement)
        return new

    return with_body(node, map_blocks(node.body, block))


def check(title: str, held: Held, place: Statement) -> Statement:
    """Return what raises if a variable has no value, where some conditions hold."""
    test = gast.UnaryOp(gast.Not(), name(f"{title}{GIVEN}"))
    whole = gast.BoolOp(gast.And(), [*map(clone, held), test]) if held else test
    return raising(whole, MESSAGE.format(title), place, "UnboundLocalError")
