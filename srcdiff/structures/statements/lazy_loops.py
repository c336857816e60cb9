"""Loops over generator expressions, and over `enumerate` and `zip` of generators."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.structures.statements.generators import generator_of
from srcdiff.structures.statements.peelings import items
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    clone,
    constant,
    joined_by,
    locate,
    name,
    rename,
    tuple_of,
)


def counted(frame: Any, statement: gast.For) -> gast.For | None:
    """Return a loop over `enumerate` or `zip` of a generator as one over that, None for others."""
    tree = statement.iter
    called = frame.builtin_of(tree)
    if called not in ("enumerate", "zip") or any(isinstance(a, gast.Starred) for a in tree.args):
        return None
    own = [k for k, part in enumerate(tree.args) if generator_of(frame, part) is not None]
    if len(own) != 1 or tree.keywords or (called == "enumerate" and own != [0]):
        return None
    found: gast.For | None = frame.program.rewritten.get(("counted", id(statement)))
    if found is None:
        found = by_count(frame, statement, called, own[0])
        frame.program.rewritten["counted", id(statement)] = found
    return found


def by_count(frame: Any, statement: gast.For, called: str, place: int) -> gast.For | None:
    """Return a loop over the generator among some arguments, which counts."""
    tree = statement.iter
    number, item = (f"{word}{SEPARATOR}{frame.program.count()}" for word in ("count", "item"))
    before: Block = []
    start: Expression = constant(0)
    parts: list[Expression] = [name(number), name(item)]
    ends: list[Expression] = []
    if called == "enumerate" and len(tree.args) > 1:
        start = tree.args[1]
    if called == "zip":
        parts = []
        for k, part in enumerate(tree.args):
            other = items(frame, part, before) if k != place else None
            if other is None and k != place:
                return None
            parts.append(name(item) if other is None else other.item(name(number)))
            if other is not None:
                ends.append(gast.Compare(name(number), [gast.GtE()], [other.count]))
    before.append(assign(number, start))
    body: Block = []
    if ends:
        body.append(gast.If(joined_by(gast.Or(), ends), [gast.Break()], []))
    more = gast.BinOp(name(number), gast.Add(), constant(1))
    body += [assign(clone(statement.target), tuple_of(parts)), assign(number, more)]
    placed = [locate(s, statement) for s in body]
    target = gast.Name(item, gast.Store(), None, None)
    loop = gast.For(target, tree.args[place], [*placed, *statement.body], statement.orelse, None)
    frame.program.rewritten["before", id(loop)] = [locate(s, statement) for s in before]
    frame.slots |= {number, item}
    return gast.copy_location(loop, statement)


def one_by_one(frame: Any, statement: gast.For) -> gast.For:
    """Return a loop over a generator expression as one over what that goes over."""
    tree = statement.iter
    generator = tree.generators[0]
    own = {
        title: f"{title}{SEPARATOR}{frame.program.count()}"
        for title in sorted(bound_names([generator.target]))
    }
    frame.slots |= set(own.values())
    target, elt = rename(generator.target, own), rename(tree.elt, own)
    body = [locate(assign(clone(statement.target), elt), statement), *statement.body]
    if generator.ifs:
        test = joined_by(gast.And(), [rename(t, own) for t in generator.ifs])
        body = [locate(gast.If(test, body, []), statement)]
    new = gast.For(target, generator.iter, body, statement.orelse, None)
    return gast.copy_location(new, statement)
