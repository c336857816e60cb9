"""Find the names that stand for tuples of which all parts are known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import gast

from srcdiff.syntax import (
    Expression,
    clone,
    element,
    has_star,
    name,
    signed,
    times_bound,
    tuple_of,
    walk,
    walk_statements,
)


def known_tuples(
    tree: gast.FunctionDef, constants: Mapping[str, Any]
) -> dict[str, list[Expression]]:
    """Return the parts of the names that only ever stand for one tuple: local and global ones.

    >>> from srcdiff.syntax import function, unparse
    >>> found = known_tuples(function("def f(x): t = x, 1, g(x); u = x"), {"G": ((1, 2), 3)})
    >>> {name: [unparse(part) for part in parts] for name, parts in found.items()}
    {'t': ['x', '1', 't[2]'], 'G': ['(1, 2)', '3']}
    """
    return {**local_tuples(tree), **constant_tuples(constants)}


def local_tuples(tree: gast.FunctionDef) -> dict[str, list[Expression]]:
    """Return the names that are bound once, to a tuple that is written out, and its parts."""
    bound = times_bound(tree)
    fixed = {a.id for a in walk(tree.args) if isinstance(a, gast.Name) and bound[a.id] == 1}
    found: dict[str, list[Expression]] = {}
    for statement in walk_statements(tree.body):
        if not isinstance(statement, gast.Assign) or not isinstance(statement.value, gast.Tuple):
            continue
        values = statement.value.elts
        if has_star(values):
            continue
        for target, first, count in whole_targets(statement.targets, len(values)):
            if bound[target] == 1:
                own = values[first : first + count]
                found[target] = [
                    clone(part) if is_fixed(part, fixed) else element(name(target), k)
                    for k, part in enumerate(own)
                ]
    return found


def is_fixed(part: Expression, fixed: set[str]) -> bool:
    """Return True if a part of a tuple never changes: a constant, or a parameter bound once."""
    return isinstance(part, gast.Constant) or (isinstance(part, gast.Name) and part.id in fixed)


def whole_targets(targets: list[Expression], count: int) -> Iterator[tuple[str, int, int]]:
    """Return the names that get a tuple of `count` values, or what is left of it, and from where.

    Each name comes with the place of its first value and the number of its values.
    """
    for target in targets:
        if isinstance(target, gast.Name):
            yield target.id, 0, count
        elif isinstance(target, (gast.Tuple, gast.List)):
            left = count - len(target.elts) + 1
            for place, part in enumerate(target.elts):
                if isinstance(part, gast.Starred) and isinstance(part.value, gast.Name):
                    yield part.value.id, place, max(left, 0)


def constant_tuples(constants: Mapping[str, Any]) -> dict[str, list[Expression]]:
    """Return the names of global tuples, and their parts."""
    return {
        title: [literal(name(title), k, part) for k, part in enumerate(value)]
        for title, value in constants.items()
        if isinstance(value, tuple)
    }


def literal(whole: Expression, place: int, value: Any) -> Expression:
    """Return a part of a global tuple, written out where it is a tuple itself."""
    if isinstance(value, tuple):
        return tuple_of([literal(element(whole, place), k, v) for k, v in enumerate(value)])
    if isinstance(value, (bool, int, float)) and value == value:
        return signed(value)
    return element(whole, place)
