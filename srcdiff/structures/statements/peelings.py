"""Loops whose first iterations are written in front of them.

Where objects, lists or dictionaries get their parts in the first iteration of a loop, the others
begin with what they consist of.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import gast

from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    call,
    clone,
    constant,
    locate,
    name,
    number,
    signed,
    tuple_of,
)

Found: TypeAlias = tuple[Expression, Expression, gast.For]  # test, first item, rest


@dataclass(frozen=True)
class Peeling:
    """A loop as `if test:` its first iteration and the `rest`, behind what both need.

    `first` binds the variable of the loop.
    """

    before: Block
    test: Expression
    first: Block
    rest: gast.For | gast.While


@dataclass(frozen=True)
class Items:
    """What a loop goes over: how many items there are, and the item at an index."""

    count: Expression
    item: Callable[[Expression], Expression]


def peeling(frame: Any, statement: gast.For | gast.While) -> Peeling | None:
    """Return a loop as its first iteration and the rest, None if that is not known."""
    if isinstance(statement, gast.While):
        new = gast.While(statement.test, statement.body, [])
        return Peeling([], clone(statement.test), [], gast.copy_location(new, statement))
    before: Block = []
    found = of_range(frame, statement, before) or of_items(frame, statement, before)
    if found is None:
        return None
    test, first, rest = found
    placed = [locate(s, statement) for s in before]
    bound = locate(assign(clone(statement.target), first, statement), statement)
    return Peeling(placed, locate(test, statement), [bound], locate(rest, statement))


def of_range(frame: Any, statement: gast.For, before: Block) -> Found | None:
    """Return test, first item and rest of a loop over a range with a literal step."""
    tree = statement.iter
    if frame.builtin_of(tree) != "range" or tree.keywords:
        return None
    step = number(tree.args[2]) if len(tree.args) == 3 else 1
    if not isinstance(step, int) or step == 0:
        return None
    start, stop = ends(frame, tree, before)
    test = gast.Compare(clone(start), [gast.Lt() if step > 0 else gast.Gt()], [clone(stop)])
    known = number(start)
    second: Expression = (
        signed(known + step)
        if isinstance(known, int)
        else gast.BinOp(clone(start), gast.Add(), signed(step))
    )
    items = call("range", second, clone(stop), *map(clone, tree.args[2:]))
    loop = gast.For(statement.target, items, statement.body, [], None)
    return test, clone(start), gast.copy_location(loop, statement)


def ends(frame: Any, tree: gast.Call, before: Block) -> tuple[Expression, Expression]:
    """Return where a range starts and stops, as literals or variables."""
    start = tree.args[0] if len(tree.args) > 1 else constant(0)
    stop = tree.args[0] if len(tree.args) == 1 else tree.args[1]
    return kept(frame, "start", start, before), kept(frame, "stop", stop, before)


def of_items(frame: Any, statement: gast.For, before: Block) -> Found | None:
    """Return test, first item and rest of a loop over arrays and lists of numbers."""
    found = items(frame, statement.iter, before)
    if found is None:
        return None
    count = kept(frame, "count", found.count, before)
    title = f"place{SEPARATOR}value{frame.program.count()}"
    bound = assign(clone(statement.target), found.item(name(title)), statement)
    target = gast.Name(title, gast.Store(), None, None)
    items_left = call("range", constant(1), clone(count))
    body = [locate(bound, statement), *statement.body]
    loop = gast.For(target, items_left, body, [], None)
    test = gast.Compare(clone(count), [gast.Gt()], [constant(0)])
    return test, found.item(constant(0)), gast.copy_location(loop, statement)


def items(frame: Any, tree: Expression, before: Block) -> Items | None:
    """Return what a loop goes over, with statements in front of it; None for what is not known."""
    called = frame.builtin_of(tree)
    if called == "range" and len(tree.args) < 3 and not tree.keywords:
        start, stop = ends(frame, tree, before)
        length = gast.BinOp(clone(stop), gast.Sub(), clone(start))
        return Items(
            call("max", length, constant(0)),
            lambda place: gast.BinOp(clone(start), gast.Add(), clone(place)),
        )
    if called == "enumerate" and len(tree.args) == 1 and not tree.keywords:
        inner = items(frame, tree.args[0], before)
        if inner is None:
            return None
        return Items(inner.count, lambda place: tuple_of([clone(place), inner.item(place)]))
    if called == "zip" and tree.args and not tree.keywords:
        return of_zip(frame, tree.args, before)
    if isinstance(tree, (gast.Name, gast.Attribute, gast.Subscript)):
        whole = kept(frame, "items", tree, before)
        return Items(
            call("len", clone(whole)),
            lambda place: gast.Subscript(clone(whole), clone(place), gast.Load()),
        )
    return None


def of_zip(frame: Any, trees: Sequence[Expression], before: Block) -> Items | None:
    """Return what a loop over `zip` goes over."""
    parts: list[Items] = []
    for tree in trees:
        inner = items(frame, tree, before)
        if inner is None:
            return None
        parts.append(inner)
    counts = [part.count for part in parts]
    count = counts[0] if len(counts) == 1 else call("min", *counts)
    return Items(count, lambda place: tuple_of([part.item(place) for part in parts]))


def kept(frame: Any, word: str, tree: Expression, before: Block) -> Expression:
    """Return a literal, or a variable that keeps the value of an expression."""
    if isinstance(number(tree), int):
        return clone(tree)
    title = f"{word}{SEPARATOR}value{frame.program.count()}"
    before.append(assign(title, clone(tree), tree))
    return name(title)
