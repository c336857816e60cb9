"""Find the types of what an assignment binds, where they decide what runs."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.types.types import typeof, types
from srcdiff.normalise.partial_evaluation.partial_eval import UNKNOWN, Scope, decide
from srcdiff.syntax import Expression, Statement, members

Kinds = dict[str, Any]


def learnt(statement: Statement, scope: Scope) -> Kinds:
    """Return the types of the names that a plain assignment of an option binds.

    >>> from srcdiff.syntax import statements
    >>> kinds = {"pair": types.Tuple([types.float64, types.none])}
    >>> scope = Scope(frozenset(["pair", "n", "kind", "a", "b"]), kinds, {"T": {"k": (2.5, 1)}})
    >>> for text in ("n = 3", "kind = 'cubic'", "a, b = T['k']", "a = pair[0]", "pair[0] = 2.0"):
    ...     print(learnt(statements(text)[0], scope))
    {'n': Literal[int](3)}
    {'kind': Literal[str](cubic)}
    {'a': float64, 'b': int64}
    {}
    {}
    """
    if not isinstance(statement, gast.Assign) or len(statement.targets) != 1:
        return {}
    target, value = statement.targets[0], statement.value
    if isinstance(value, gast.Subscript):
        return taken(target, value, scope)
    if isinstance(target, gast.Tuple) and isinstance(value, gast.Name):
        return unpacked(target, scope.kinds.get(value.id))
    if not isinstance(target, gast.Name):
        return {}
    if isinstance(value, gast.Name) and value.id in scope.kinds:
        return {target.id: scope.kinds[value.id]}
    if isinstance(value, (gast.Constant, gast.Call)):
        known = decide(value, scope)
        if isinstance(known, (str, bool)) or type(known) is int:
            return {target.id: types.literal(known)}
        return {target.id: types.none} if known is None else {}
    parts = value.elts if isinstance(value, gast.Tuple) else []
    if parts and all(getattr(part, "id", None) in scope.kinds for part in parts):
        return {target.id: types.Tuple([scope.kinds[part.id] for part in parts])}
    return {}


def unpacked(target: gast.Tuple, kind: Any) -> Kinds:
    """Return the types of names that a tuple is unpacked into."""
    fits = isinstance(kind, types.BaseTuple) and len(kind) == len(target.elts)
    if not fits or not all(isinstance(part, gast.Name) for part in target.elts):
        return {}
    return {part.id: own for part, own in zip(target.elts, kind, strict=True)}


def taken(target: Expression, value: gast.Subscript, scope: Scope) -> Kinds:
    """Return the types of numbers that are taken out of a global container."""
    table, place = scope.free(value.value), decide(value.slice, scope)
    if not isinstance(table, (dict, list, tuple)) or place is UNKNOWN:
        return {}
    try:
        found = table[place]
    except (KeyError, IndexError, TypeError):
        return {}
    names = members(target)
    parts = found if isinstance(target, gast.Tuple) else [found]
    if not isinstance(parts, (tuple, list)) or len(parts) != len(names):
        return {}
    pairs = [(n, p) for n, p in zip(names, parts, strict=True) if isinstance(n, gast.Name)]
    return {n.id: typeof(part) for n, part in pairs if type(part) in (int, float)}
