"""Write out the parts of `first, *rest = values`."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    callee_of,
    constant,
    each_statement,
    name,
    subscript,
)

WITHOUT_LENGTH = {"enumerate", "filter", "map", "reversed", "zip"}


@needs(gast.Starred)
def starred_targets(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without stars in what values get, but for tuples that are written out.

    The starred name gets the list of what the others leave.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(starred_targets(function("def f(x): a, *b, c = x"))))
    def f(x):
        x·parts = x
        if len(x·parts) < 2:
            raise ValueError('not enough values to unpack (expected at least 2)')
        a = x·parts[0]
        b = list(x·parts[1:-1])
        c = x·parts[-1]
    """
    naming = Naming(tree)

    return each_statement(tree, lambda statement: written_out(statement, naming))


def written_out(statement: Statement, naming: Naming) -> Block:
    """Return the assignments that stand for one with a star."""
    if not isinstance(statement, gast.Assign) or len(statement.targets) > 1:
        return [statement]
    (target,), value = statement.targets, statement.value
    parts = target.elts if isinstance(target, (gast.Tuple, gast.List)) else []
    stars = [k for k, part in enumerate(parts) if isinstance(part, gast.Starred)]
    plain = all(isinstance(getattr(part, "value", part), gast.Name) for part in parts)
    if len(stars) != 1 or not plain or not has_length(value):
        return [statement]
    (star,) = stars
    titles = [part.value.id if k == star else part.id for k, part in enumerate(parts)]
    whole = naming.part(value.id if isinstance(value, gast.Name) else titles[0], "parts")
    count = len(parts) - 1
    short = gast.Compare(call("len", name(whole)), [gast.Lt()], [constant(count)])
    text = f"not enough values to unpack (expected at least {count})"
    new = [assign(whole, value, statement)]
    if count:
        new.append(raising(short, text, statement))
    for k, title in enumerate(titles):
        new.append(assign(title, part_of(whole, k, star, count), statement))
    return new


def part_of(whole: str, position: int, star: int, count: int) -> Expression:
    """Return what a target at some position gets, with `count` targets beside the starred one."""
    if position != star:
        return subscript(whole, constant(position - (count + 1 if position > star else 0)))
    after = count - star
    lower = constant(star) if star else None
    upper = constant(-after) if after else None
    return call("list", subscript(whole, gast.Slice(lower, upper, None)))


def has_length(value: Expression) -> bool:
    """Return True if a value may have a length and parts, and is not written out itself."""
    if isinstance(value, (gast.Tuple, gast.List, gast.GeneratorExp)):
        return False
    return callee_of(value) not in WITHOUT_LENGTH
