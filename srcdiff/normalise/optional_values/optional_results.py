"""Functions that may return None, and what they become: functions that return a flag, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srcdiff.core.memo import made_once
from srcdiff.front.parse import Made, Source, plain_function, signature, source_of
from srcdiff.normalise.exceptions.caught import NOTHING
from srcdiff.normalise.functions.returns import falls_off
from srcdiff.normalise.optional_values.may_return_none import gives_none, none_names
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    constant,
    is_none,
    locate,
    map_blocks,
    name,
    tuple_of,
)


def optional(function: Any) -> Made:
    """Return the function that returns whether its result is None, and the result."""
    plain = plain_function(function)
    return made_once(("optional", id(plain)), plain, lambda: made(source_of(plain), plain))


def made(source: Source, plain: Any) -> Made:
    """Return what `optional` returns, from the text of a function."""
    seen: frozenset[int] = frozenset()
    none = none_names(source, seen)

    def is_optional(value: Expression) -> bool:
        return gives_none(value, none, source, seen)

    body = map_blocks(source.tree.body, lambda block: with_flags(block, is_optional))
    if falls_off(body):
        body = [*body, locate(nothing(), source.tree)]
    return of_body(body, source, plain)


def of_body(body: Block, source: Source, plain: Any) -> Made:
    """Return a function with flags in its results: another body for that of a source."""
    title = f"{source.tree.name}_optional"
    tree = gast.FunctionDef(title, source.tree.args, body, [], None, None, [])
    gast.copy_location(tree, source.tree)
    written = source.written or source.tree
    return Made(Source(None, tree, source.namespace, source.origin, written), signature(plain))


def with_flags(block: Block, is_optional: Callable[[Expression], bool]) -> Block:
    """Return a block that returns a flag, too."""
    new: Block = []
    for statement in block:
        if not isinstance(statement, gast.Return):
            new.append(statement)
        elif statement.value is None or is_none(statement.value):
            new.append(locate(nothing(), statement))
        elif not is_optional(statement.value):
            found = gast.Return(tuple_of([constant(False), statement.value]))
            new.append(locate(found, statement))
        else:
            kept = f"return{SEPARATOR}value"
            test = gast.Compare(name(kept), [gast.Is()], [constant(None)])
            found = gast.Return(tuple_of([constant(False), name(kept)]))
            new.append(assign(kept, statement.value, statement))
            new += [locate(s, statement) for s in (gast.If(test, [nothing()], []), found)]
    return new


def nothing() -> gast.Return:
    """Return the statement that returns that there is no result."""
    return gast.Return(tuple_of([constant(True), constant(NOTHING)]))
