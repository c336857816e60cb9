"""A function that returns all its variables: each statement can be checked by itself.

In the result of the whole a wrong derivative may be hidden by a larger one that is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.checking.prefixes import Cut, compiled, with_results
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Source
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_names,
    assign,
    blocks,
    dotted,
    fresh,
    locate,
    name,
    rebuild,
    walk_statements,
    writes,
)
from srcdiff.syntax.bodies import map_blocks

ARITHMETIC = (gast.BinOp, gast.UnaryOp, gast.Call)


@dataclass(frozen=True)
class Instrumented:
    """A function that returns its variables, and the statement that binds each of them first."""

    function: Callable[..., Any]
    statements: tuple[Statement, ...]


def instrumented(source: Source, arguments: Sequence[Any]) -> Instrumented | None:
    """Return a function that returns what all of its statements compute, None if it cannot be.

    Calls of functions of the user inside expressions are statements of their own.
    """
    *first, last = source.tree.body
    if any(isinstance(s, gast.Return) for s in walk_statements(first)):
        return None  # what comes later is not always run
    origins: dict[str, Statement] = {}
    body = map_blocks([*first, last], lambda block: split_calls(block, source, origins))
    if isinstance(body[-1], gast.Return):
        body = body[:-1]
    made = with_results(source, Cut(last, tuple(body)), arguments, -1) if body else None
    if made is None:
        return None
    results = getattr(made[-1].value, "elts", None) or [made[-1].value]
    titles = [dotted(r) or dotted(r.func).removesuffix(".copy") for r in results]
    every = list(walk_statements(source.tree.body))
    for statement in sorted(every, key=lambda s: bool(blocks(s))):  # loops after what is in them
        for title in writes([statement]):
            origins.setdefault(title, statement)
    if any(title not in origins for title in titles):
        return None
    return Instrumented(
        compiled(source, made, "with all variables"), tuple(origins[t] for t in titles)
    )


def split_calls(block: Block, source: Source, origins: dict[str, Statement]) -> Block:
    """Return statements with calls of functions of the user as statements before them.

    `origins` gets, for each new name, the statement that it comes from.
    """
    new: Block = []
    for statement in block:
        if not isinstance(statement, (gast.Assign, gast.AugAssign, gast.Return)):
            new.append(statement)
            continue
        before: Block = []

        def change(node: Expression, statement: Statement = statement) -> Expression:
            if not isinstance(node, ARITHMETIC):
                return node
            node = rebuild(node, lambda part: change(part) if isinstance(part, gast.expr) else part)
            called = source.namespace.get(dotted(getattr(node, "func", node)))
            if isinstance(node, gast.Call) and hasattr(unwrapped(called), "__code__"):
                taken = all_names(source.tree)
                title = fresh("part", taken | {*origins})
                origins[title] = statement
                before.append(locate(assign(title, node), statement))  # noqa: B023
                return locate(name(title), node)
            return node

        value = statement.value
        own = change(value) if value is not None and not is_call_only(value) else value
        changed = rebuild(statement, lambda part: part)
        changed.value = own
        new += [*before, changed]
    return new


def is_call_only(value: Expression) -> bool:
    """Return True for a single call of names and constants: it is a statement already."""
    parts = [*getattr(value, "args", [value])]
    return isinstance(value, gast.Call) and all(not isinstance(p, ARITHMETIC) for p in parts)
