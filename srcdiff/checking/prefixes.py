"""The beginnings of a function, as functions: to find the first statement that is wrong."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from srcdiff.front.parse import Source
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    call,
    function,
    name,
    statements,
    tuple_of,
    unparse,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)

OPEN = (gast.For, gast.If)  # what may end inside; a `while` might not end at all then


@dataclass(frozen=True, eq=False)
class Cut:
    """The statement that a beginning ends with, and the body up to it."""

    node: Statement
    body: tuple[Statement, ...]


@dataclass(frozen=True)
class Prefix:
    """A function up to a cut, which returns the variables that are known there."""

    cut: Cut
    function: Callable[..., Any]
    is_whole: bool


def prefixes(source: Source, arguments: Sequence[Any]) -> list[Prefix]:
    """Return the beginnings of a function that can be run, the shortest first."""
    found = []
    for count, cut in enumerate(cuts(source.tree.body)):
        is_whole = isinstance(cut.node, gast.Return)
        body = list(cut.body) if is_whole else with_results(source, cut, arguments, count)
        if body is not None:
            made = compiled(source, body, f"{count}")
            found.append(Prefix(cut, made, is_whole))
    return found


def cuts(block: Block) -> Iterator[Cut]:
    """Yield the beginnings of a block, those that end inside a statement among them.

    >>> from srcdiff.syntax import statements
    >>> for cut in cuts(statements("x = 1\\nfor i in r:\\n  y = 2\\n  z = 3\\nw = 4")):
    ...     print([unparse(s) for s in cut.body])
    ['x = 1']
    ['x = 1', 'for i in r:\\n    y = 2']
    ['x = 1', 'for i in r:\\n    y = 2\\n    z = 3']
    ['x = 1', 'for i in r:\\n    y = 2\\n    z = 3', 'w = 4']
    """
    for position, statement in enumerate(block):
        before = tuple(block[:position])
        if not isinstance(statement, OPEN) or has_exits(statement):
            yield Cut(statement, (*before, statement))
            continue
        inner = blocks(statement)
        for place, part in enumerate(inner):
            for cut in cuts(part):
                after: list[Block] = [[gast.Pass()] if k == 0 else [] for k in range(len(inner))]
                parts = [*inner[:place], list(cut.body), *after[place + 1 :]]
                yield Cut(cut.node, (*before, with_blocks(statement, parts)))


def has_exits(statement: Statement) -> bool:
    """Return True if a statement may return, so that what follows it is not always run."""
    return any(isinstance(inner, gast.Return) for inner in walk_statements([statement]))


def with_results(source: Source, cut: Cut, arguments: Sequence[Any], count: int) -> Block | None:
    """Return a beginning that returns its variables, None if it has none, or cannot be run."""
    look = compiled(source, [*cut.body, *statements("return locals()")], f"{count} looked at")
    own = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    if source.tree.args.vararg is not None:
        own = [*own[:-1], *own[-1]]
    try:
        with np.errstate(all="ignore"):
            known = look(*own)
    except Exception:  # the user's function may raise anything
        return None
    if not isinstance(known, dict):
        return None  # it returned before
    given = dict(zip((a.id for a in source.tree.args.args), arguments, strict=False))
    bound = writes(list(cut.body))
    results: list[Expression] = []
    for variable, value in sorted(known.items()):
        if isinstance(value, np.ndarray) and value.dtype.kind == "f":
            if variable not in given or not np.array_equal(value, given[variable], equal_nan=True):
                results.append(call(f"{variable}.copy"))
        elif isinstance(value, (float, np.floating)) and variable in bound:
            results.append(name(variable))
    if not results:
        return None
    return [*cut.body, gast.Return(tuple_of(results) if len(results) > 1 else results[0])]


def compiled(source: Source, body: Block, title: str) -> Callable[..., Any]:
    """Return a function with another body, whose text can be inspected."""
    tree = with_body(source.tree, body)
    tree.decorator_list = []
    text = unparse(function(unparse(tree)))
    file = f"<{source.origin.function} of {source.origin.file}, beginning {title}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    space: dict[str, Any] = {**source.namespace, "__name__": "beginning"}
    exec(compile(text, file, "exec"), space)
    made: Callable[..., Any] = space[source.tree.name]
    return made


def first_wrong(found: Sequence[Prefix], is_wrong: Callable[[Prefix], bool | None]) -> Cut | None:
    """Return where the first beginning that is wrong ends, by bisection; None if none is.

    `is_wrong` returns None for a beginning that says nothing.
    """
    right, wrong = -1, len(found)
    while wrong - right > 1:
        middle = (right + wrong) // 2
        # where the one in the middle says nothing, the next ones may
        for place in (*range(middle, wrong), *range(middle - 1, right, -1)):
            verdict = is_wrong(found[place])
            if verdict is not None:
                break
        else:
            break
        if verdict:
            wrong = place
        else:
            right = place
    return found[wrong].cut if wrong < len(found) else None
