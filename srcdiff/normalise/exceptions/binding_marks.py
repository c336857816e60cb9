"""Mark where functions, modules and the like are bound, and where they are read.

Other passes replace these names by what they stand for, on all paths. The marks are numbers, and
`unbound_reads` finds where they are read and no path has bound them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

import gast

from srcdiff.analyse.flow.definite import BOUND, MADE, Definite
from srcdiff.analyse.flow.uses import INSIDE, Held, uses
from srcdiff.core.fixed_points import grown
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.exceptions.kept_reads import READ, is_left_out
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    all_parameters,
    assign,
    blocks,
    choices,
    clone,
    constant,
    dotted,
    map_blocks,
    name,
    walk_statements,
    with_body,
    writes,
)

CONTAINERS = (gast.List, gast.ListComp, gast.Dict, gast.DictComp)
MAKERS = ("range", "functools.partial")  # what they return is replaced, too
IMPORTS = (gast.Import, gast.ImportFrom)


def binding_marks(
    tree: gast.FunctionDef,
    namespace: Mapping[str, Any],
    sizes: Mapping[str, int],
    is_python: bool = True,
) -> gast.FunctionDef:
    """Return the function with marks of names that may be unbound where they are read.

    Raises UnsupportedSyntax for such a read that may never be evaluated.

    >>> from srcdiff.syntax import function, unparse
    >>> import math
    >>> print(unparse(binding_marks(function('''
    ... def f(x):
    ...     if x > 0.0:
    ...         g = math.sin
    ...     return g(x)
    ... '''), {"math": math}, {})))
    def f(x):
        if x > 0.0:
            g = math.sin
            g·made = 1
        g·made·read = g·made
        return g(x)
    """
    titles = replaced_names(tree, namespace) if is_python else set()
    if not titles:
        return tree
    trial, marks = marked(tree, titles)
    found = Definite(trial, sizes, {}).reads
    unbound = {
        title: mark
        for (mark, title), reads in found.items()
        if mark in marks and any(read.status != BOUND for read in reads)
    }
    if not unbound:
        return tree
    for title, mark in unbound.items():
        if marks[mark]:
            raise UnsupportedSyntax(
                f"`{title.removesuffix(MADE)}` may have no value here",
                mark,
                "bind it on all paths that lead here",
            )
    return marked(tree, {title.removesuffix(MADE) for title in unbound})[0]


def marked(
    tree: gast.FunctionDef, titles: set[str]
) -> tuple[gast.FunctionDef, dict[Statement, bool]]:
    """Return a function with marks of some names, and the reads: True if one may never run."""
    marks: dict[Statement, bool] = {}

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            for title, held in sorted(immediate_reads(statement, titles).items()):
                mark = read_mark(title, held, statement)
                marks[mark] = INSIDE in held or bool(held and isinstance(statement, gast.While))
                new.append(mark)
            new.append(statement)
            own = sorted(titles & bound_by(statement))
            new += [assign(f"{title}{MADE}", constant(1), statement) for title in own]
        return new

    return with_body(tree, map_blocks(tree.body, block)), marks


def immediate_reads(statement: Statement, titles: set[str]) -> dict[str, Held]:
    """Return the names that a statement reads itself, and what holds where that happens."""
    heads = {gast.For: "iter", gast.If: "test", gast.While: "test", gast.With: "items"}
    own = getattr(statement, heads.get(type(statement), ""), statement)
    found: dict[str, Held] = {}
    for part in own if isinstance(own, list) else [own]:
        for title, held in uses(part, ()) if not isinstance(part, gast.Try) else ():
            if title in titles and found.get(title, (INSIDE,)):
                found[title] = held
    return found


def read_mark(title: str, held: Held, place: Statement) -> Statement:
    """Return the statement that reads the mark of a name if some conditions hold."""
    value = name(f"{title}{MADE}")
    for test in reversed(held):
        value = gast.IfExp(clone(test), value, constant(0))
    return assign(f"{title}{MADE}{READ}", value, place)


def bound_by(statement: Statement) -> set[str]:
    """Return the names that a statement binds itself, not those that its blocks bind."""
    if isinstance(statement, gast.FunctionDef):
        return {statement.name}
    if isinstance(statement, IMPORTS):
        return {alias.asname or alias.name.split(".")[0] for alias in statement.names}
    if blocks(statement) or isinstance(statement, gast.Delete):
        return set()
    return writes(statement)


def replaced_names(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> set[str]:
    """Return the names that other passes replace by what they stand for.

    Lists and dictionaries are so where nothing but the name stands in a statement.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x):\\n    g = len\\n    h = g\\n    w = [x]\\n    del w")
    >>> sorted(replaced_names(tree, {"len": len}))
    ['g', 'h', 'w']
    """
    statements = list(walk_statements(tree.body))
    given = {part.id for part in all_parameters(tree)}
    local = bound_names(tree.body) | given
    only_read = {title for s in statements if is_left_out(s) for title in names_of(s)}
    pairs = [(s, title, value) for s in statements for title, value in bindings(s)]

    def more(titles: set[str]) -> set[str]:
        return {
            title
            for s, title, value in pairs
            if is_replaced(s, value, namespace, local, titles)
            or (title in only_read and isinstance(value, CONTAINERS))
        }

    return grown(set(), more) - given


def bindings(statement: Statement) -> Iterator[tuple[str, Expression | None]]:
    """Yield the names that a statement binds, with what each of them is bound to."""
    if not isinstance(statement, gast.Assign):
        yield from ((title, None) for title in bound_by(statement))
        return
    for target in statement.targets:
        pairs = [(target, statement.value)]
        if isinstance(target, gast.Tuple) and isinstance(statement.value, gast.Tuple):
            pairs = list(zip(target.elts, statement.value.elts, strict=False))
        for part, value in pairs:
            yield from ((title, value) for title in writes(part))


def is_replaced(
    statement: Statement,
    value: Expression | None,
    namespace: Mapping[str, Any],
    local: set[str],
    titles: set[str],
) -> bool:
    """Return True if a statement binds a name to a function, a module or the like.

    `local` are variables, and `titles` those of them that are known to be replaced.
    """
    if value is None:
        return isinstance(statement, (gast.FunctionDef, *IMPORTS))
    values = choices(value)
    for one in values:
        first = dotted(one).split(".")[0]
        made = dotted(one.func) in MAKERS if isinstance(one, gast.Call) else False
        found = None if first in local else value_of(one, namespace)
        if made or first in titles or callable(found) or isinstance(found, ModuleType):
            return True
    return any(isinstance(one, gast.Lambda) or has_tuples(one) for one in values)


def has_tuples(value: Expression) -> bool:
    """Return True if a value is a list of tuples."""
    elements = value.elts if isinstance(value, gast.List) else [getattr(value, "elt", None)]
    return isinstance(value, (gast.List, gast.ListComp)) and any(
        isinstance(element, gast.Tuple) for element in elements
    )


def names_of(statement: Statement) -> set[str]:
    """Return the names that a statement only reads, or deletes."""
    return all_names(statement)
