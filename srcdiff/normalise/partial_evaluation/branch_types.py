"""Find the types of what an assignment binds, where they decide what runs."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.analyse.types.types import typeof, types
from srcdiff.normalise.partial_evaluation.partial_eval import decide
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
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
    match statement:
        case gast.Assign(targets=[target], value=gast.Subscript() as value):
            return taken(target, value, scope)
        case gast.Assign(targets=[gast.Tuple() as target], value=gast.Name(id=whole)):
            return unpacked(target, scope.kinds.get(whole))
        case gast.Assign(targets=[gast.Name(id=title)], value=value):
            kind = known_type(value, scope)
            return {} if kind is None else {title: kind}
    return {}


def known_type(value: Expression, scope: Scope) -> Any:
    """Return the type of a value that is an option, or a tuple of variables; None for others."""
    match value:
        case gast.Name(id=title):
            return scope.kinds.get(title)
        case gast.Constant() | gast.Call():
            known = decide(value, scope)
            if isinstance(known, (str, bool)) or type(known) is int:
                return types.literal(known)
            return types.none if known is None else None
        case gast.Tuple(elts=[_, *_] as parts):
            kinds = [scope.kinds.get(getattr(part, "id", "")) for part in parts]
            return None if None in kinds else types.Tuple(kinds)
    return None


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
