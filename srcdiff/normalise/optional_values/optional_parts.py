"""Functions that return tuples of which a part may be None: they return a flag for it, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast

from srcdiff.front.parse import Made, Source, plain_function, source_of
from srcdiff.normalise.exceptions.caught import NOTHING
from srcdiff.normalise.functions.returns import falls_off
from srcdiff.normalise.optional_values.optional_results import (
    gives_none,
    none_names,
    of_body,
    text_of,
)
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
    walk_statements,
)

FLAGGED: dict[int, tuple[Made, Any]] = {}


def optional_parts(function: Any) -> frozenset[int]:
    """Return which parts of the tuples that a function returns may be None, and may be not.

    >>> def range_of(x):
    ...     if x < 0.0:
    ...         return 0.0, None
    ...     return x, x * x
    >>> sorted(optional_parts(range_of))
    [1]
    """
    if text_of(function) is None:
        return frozenset()
    source = source_of(function)
    body = source.tree.body
    values = [s.value for s in walk_statements(body) if isinstance(s, gast.Return)]
    widths = {len(v.elts) if isinstance(v, gast.Tuple) else 0 for v in values}
    if len(widths) != 1 or widths == {0} or falls_off(body):
        return frozenset()
    none = none_names(source, frozenset())
    every = [[v.elts[k] for v in values] for k in range(*widths)]
    return frozenset(
        k
        for k, parts in enumerate(every)
        if any(gives_none(part, none, source, frozenset()) for part in parts)
        and not all(map(is_none, parts))
    )


def with_flags(function: Any) -> Made:
    """Return the function that returns whether a part is None before each part that may be."""
    plain = plain_function(function)
    if id(plain) not in FLAGGED:
        FLAGGED[id(plain)] = (made(source_of(plain), plain), plain)
    return FLAGGED[id(plain)][0]


def made(source: Source, plain: Any) -> Made:
    """Return what `with_flags` returns, from the text of a function."""
    places = sorted(optional_parts(plain))
    none = none_names(source, frozenset())

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            if not isinstance(statement, gast.Return):
                new.append(statement)
                continue
            parts = list(statement.value.elts)
            for k, part in enumerate(parts):
                asked = k in places and gives_none(part, none, source, frozenset())
                if is_none(part) or not (asked or has_calls(parts)):
                    continue
                kept = f"return{SEPARATOR}{'part' if asked else 'value'}{k}"
                if asked or not isinstance(part, (gast.Name, gast.Constant)):  # in their order
                    new.append(assign(kept, part, statement))
                    parts[k] = name(kept)
            new += [locate(s, statement) for s in ways(parts, places, {})]
        return new

    return of_body(map_blocks(source.tree.body, block), source, plain)


def has_calls(parts: Sequence[Expression]) -> bool:
    """Return True if functions are called in some expressions."""
    return any(isinstance(node, gast.Call) for part in parts for node in gast.walk(part))


def ways(parts: list[Expression], places: list[int], absent: dict[int, bool]) -> Block:
    """Return statements that return parts with flags; `absent` tells which are known to be None."""
    for k in places:
        if k in absent:
            continue
        if is_kept(parts[k]):
            test = gast.Compare(parts[k], [gast.Is()], [constant(None)])
            some = ways(parts, places, {**absent, k: True})
            return [gast.If(test, some, []), *ways(parts, places, {**absent, k: False})]
        absent = {**absent, k: is_none(parts[k])}
    found: list[Expression] = []
    for k, part in enumerate(parts):
        found += [constant(absent[k])] if k in absent else []
        found.append(constant(NOTHING) if absent.get(k) else part)
    return [gast.Return(tuple_of(found))]


def is_kept(part: Expression) -> bool:
    """Return True if a part has a name of its own, as it may be None."""
    return isinstance(part, gast.Name) and part.id.startswith(f"return{SEPARATOR}part")
