"""Use one name for an array, where all ways give the same array another name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.analyse.structure import Path, structure
from srcdiff.syntax import (
    Block,
    assign,
    is_number,
    map_blocks,
    name,
    substitute,
    targets,
    walk_statements,
    with_body,
)


def references(tree: gast.FunctionDef, is_array: Callable[[str], bool]) -> gast.FunctionDef:
    """Return the function with the first name of each array that has several for sure.

    The other names go. Ways that leave a name unbound do not count.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(references(function('''
    ... def f(x, c):
    ...     if c:
    ...         y = x
    ...     else:
    ...         y = x
    ...     return y[0]
    ... '''), lambda array: array in "xy")))
    def f(x, c):
        if c:
            pass
        else:
            pass
        return x[0]
    """
    sources: dict[str, set[str]] = {}
    path = structure(tree.body).path
    places: dict[str, list[Path]] = {}
    for statement in walk_statements(tree.body):
        for target in targets(statement):
            places.setdefault(target, []).append(path[statement])
        bound = targets(statement)
        value = getattr(statement, "value", None)
        if value is not None and is_number(value):
            continue  # unbound: no array is a number
        copied = [value] if isinstance(value, gast.Name) else getattr(value, "elts", [])
        for position, target in enumerate(bound):
            plain = len(copied) == len(bound) and isinstance(copied[position], gast.Name)
            sources.setdefault(target, set()).add(copied[position].id if plain else "")
    first: dict[str, str] = {}
    for target in sources:
        found = origins(target, sources)
        if is_array(target) and len(found) == 1 and target not in found:
            (origin,) = found
            if encloses(places, origin, target):
                first[target] = origin
    if not first:
        return tree
    kept = with_body(tree, map_blocks(tree.body, lambda block: without(block, first)))
    result: gast.FunctionDef = substitute(kept, {n: name(origin) for n, origin in first.items()})
    return result


def without(block: Block, first: Mapping[str, str]) -> Block:
    """Return a block without the copies that bind some names."""
    new: Block = []
    for statement in block:
        bound = targets(statement)
        if not set(bound) & first.keys():
            new.append(statement)
        elif len(bound) > 1:
            pairs = zip(bound, statement.value.elts, strict=True)
            new += [assign(target, v, statement) for target, v in pairs if target not in first]
    return new or ([gast.Pass()] if block else [])


def encloses(places: Mapping[str, list[Path]], origin: str, target: str) -> bool:
    """Tell whether a name is bound in blocks around all places where another one is."""
    return all(
        here[: len(outer)] == outer for outer in places.get(origin, ()) for here in places[target]
    )


def origins(target: str, sources: Mapping[str, set[str]]) -> set[str]:
    """Return the names that a name may be a copy of, which are not copies themselves."""
    found: set[str] = set()
    seen: set[str] = set()
    pending = [target]
    while pending:
        name = pending.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in sources or "" in sources[name]:
            found.add(name)
        pending += sources.get(name, set()) - {""}
    return found
