"""Functions that return tuples of which a part may be None: they return a flag for it, too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast

from srcdiff.core.memo import made_once
from srcdiff.front.parse import Made, Source, plain_function, source_of
from srcdiff.normalise.exceptions.caught import NOTHING
from srcdiff.normalise.optional_values.may_return_none import (
    gives_none,
    none_names,
    optional_parts,
    with_named_parts,
)
from srcdiff.normalise.optional_values.optional_results import of_body
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


def with_flags(function: Any) -> Made:
    """Return the function that returns whether a part is None before each part that may be."""
    plain = plain_function(function)
    return made_once(
        ("flags", id(plain)), plain, lambda: made(with_named_parts(source_of(plain)), plain)
    )


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
