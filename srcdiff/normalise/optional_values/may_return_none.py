"""Which functions of the user may return None, or None as a part of a tuple."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from srcdiff.core.fixed_points import grown
from srcdiff.core.memo import made_once
from srcdiff.front.callables import python_function
from srcdiff.front.parse import Source, source_of
from srcdiff.normalise.functions.returns import falls_off
from srcdiff.normalise.functions.specialise import is_opaque
from srcdiff.normalise.optional_values.named_parts import named_parts
from srcdiff.syntax import Expression, dotted, is_none, targets, walk_statements

MAYBE, ALWAYS = "may be None", "is always None"  # parts of results


def returns_none(function: Any, seen: frozenset[int] = frozenset()) -> bool:
    """Return True if a function of the user may return None or something else.

    >>> def root(x):
    ...     if x < 0.0:
    ...         return None
    ...     return x ** 0.5
    >>> returns_none(root), returns_none(returns_none)
    (True, False)
    """
    if is_opaque(function) or id(function) in seen:
        return False
    source = source_of(function)
    body = source.tree.body
    found = [s.value for s in walk_statements(body) if isinstance(s, gast.Return)]
    some = [value for value in found if value is not None and not is_none(value)]
    if not some:
        return False
    seen |= {id(function)}
    none = none_names(source, seen)
    return (
        len(some) < len(found)
        or falls_off(body)
        or any(gives_none(value, none, source, seen) for value in some)
    )


def text_of(function: Any) -> gast.FunctionDef | None:
    """Return the text of a function of the user; None for what has a rule, or is none."""
    plain = python_function(function)
    if is_opaque(function) or not hasattr(plain, "__code__"):
        return None
    return source_of(function).tree


def returns_tuples(function: Any) -> bool:
    """Return True if a function of the user returns nothing but None and tuples with parts."""
    tree = text_of(function)
    returned = walk_statements([] if tree is None else tree.body)
    values = [s.value for s in returned if isinstance(s, gast.Return) and s.value is not None]
    full = all(is_none(v) or (isinstance(v, gast.Tuple) and bool(v.elts)) for v in values)
    return tree is not None and full


def none_names(source: Source, seen: frozenset[int]) -> set[str]:
    """Return the variables of a function that may be None, but for parameters."""
    assigned = [s for s in walk_statements(source.tree.body) if isinstance(s, gast.Assign)]
    unpacked = {t for s in assigned for t in parts_of(s, source, seen)}
    return grown(
        unpacked,
        lambda none: (
            unpacked
            | {t for s in assigned if gives_none(s.value, none, source, seen) for t in targets(s)}
        ),
    )


def parts_of(statement: gast.Assign, source: Source, seen: frozenset[int]) -> set[str]:
    """Return the variables that get parts of a result which may be None."""
    value, names = statement.value, getattr(statement.targets[0], "elts", ())
    called = source.namespace.get(value.func.id) if is_plain_call(value) else None
    if not names or called is None:
        return set()
    kinds = kinds_of_parts(called, seen)
    return {dotted(part) for part, kind in zip(names, kinds, strict=False) if kind}


def is_plain_call(tree: Expression) -> bool:
    """Return True if an expression is a call of what has a name."""
    return isinstance(tree, gast.Call) and isinstance(tree.func, gast.Name)


def gives_none(value: Expression, none: set[str], source: Source, seen: frozenset[int]) -> bool:
    """Return True if what is returned may be None; `none` has the variables that may."""
    if isinstance(value, gast.IfExp):
        return any(gives_none(part, none, source, seen) for part in (value.body, value.orelse))
    if isinstance(value, gast.BoolOp):
        parts = value.values[-1:] if isinstance(value.op, gast.Or) else value.values
        return any(gives_none(part, none, source, seen) for part in parts)
    if is_plain_call(value):
        called = source.namespace.get(value.func.id)
        plain = python_function(called)
        return hasattr(plain, "__code__") and returns_none(called, seen)
    return is_none(value) or dotted(value) in none


def optional_parts(function: Any, seen: frozenset[int] = frozenset()) -> frozenset[int]:
    """Return which parts of the tuples that a function returns may be None, and may be not.

    >>> def range_of(x):
    ...     if x < 0.0:
    ...         return 0.0, None
    ...     return x, x * x
    >>> sorted(optional_parts(range_of))
    [1]
    """
    return frozenset(k for k, kind in enumerate(kinds_of_parts(function, seen)) if kind == MAYBE)


def absent_parts(function: Any) -> frozenset[int]:
    """Return which parts of the tuples that a function returns are None, always.

    >>> def without_bias(x):
    ...     return x, None
    >>> sorted(absent_parts(without_bias))
    [1]
    """
    kinds = kinds_of_parts(function, frozenset())
    return frozenset(k for k, kind in enumerate(kinds) if kind == ALWAYS)


def width_of_result(function: Any, seen: frozenset[int] = frozenset()) -> int:
    """Return how many parts a result has of which some may be None, 0 for any other result."""
    found = kinds_of_parts(function, seen)
    return len(found) if MAYBE in found else 0


def kinds_of_parts(function: Any, seen: frozenset[int]) -> list[str]:
    """Return for each part of the tuples that a function returns whether it may be None.

    There are none if it returns anything else. What functions that call each other return is
    known as far as it shows without these calls.
    """
    if text_of(function) is None or id(function) in seen:
        return []
    found = ("parts", id(function)), function, lambda: found_kinds(function, seen)
    return made_once(*found)


def found_kinds(function: Any, seen: frozenset[int]) -> list[str]:
    """Return what `kinds_of_parts` returns, from the text of a function."""
    seen |= {id(function)}
    source = with_named_parts(source_of(function), seen)
    body = source.tree.body
    values = [s.value for s in walk_statements(body) if isinstance(s, gast.Return)]
    widths = {len(v.elts) if isinstance(v, gast.Tuple) else 0 for v in values}
    if len(widths) != 1 or falls_off(body):
        return []
    none = none_names(source, seen)
    every = [[v.elts[k] for v in values] for k in range(*widths)]
    may_be = [any(gives_none(part, none, source, seen) for part in parts) for parts in every]
    pairs = zip(every, may_be, strict=True)
    return [ALWAYS if all(map(is_none, parts)) else MAYBE if may else "" for parts, may in pairs]


def with_named_parts(source: Source, seen: frozenset[int] = frozenset()) -> Source:
    """Return a function with names for the parts of results of which some may be None."""

    def width_of(value: Expression) -> int:
        called = source.namespace.get(value.func.id) if is_plain_call(value) else None
        return width_of_result(called, seen) if called is not None else 0

    return replace(source, tree=named_parts(source.tree, width_of))
