"""Functions that may return None, and what they become: functions that return a flag, too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srcdiff.core.fixed_points import grown
from srcdiff.core.memo import made_once
from srcdiff.front.callables import python_function
from srcdiff.front.parse import Made, Source, plain_function, signature, source_of
from srcdiff.normalise.exceptions.caught import NOTHING
from srcdiff.normalise.functions.returns import falls_off
from srcdiff.normalise.functions.specialise import is_opaque
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    assign,
    constant,
    dotted,
    is_none,
    locate,
    map_blocks,
    name,
    targets,
    tuple_of,
    walk_statements,
)


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
    return grown(
        set[str](),
        lambda none: {
            t for s in assigned if gives_none(s.value, none, source, seen) for t in targets(s)
        },
    )


def gives_none(value: Expression, none: set[str], source: Source, seen: frozenset[int]) -> bool:
    """Return True if what is returned may be None; `none` has the variables that may."""
    if isinstance(value, gast.IfExp):
        return any(gives_none(part, none, source, seen) for part in (value.body, value.orelse))
    if isinstance(value, gast.BoolOp):
        parts = value.values[-1:] if isinstance(value.op, gast.Or) else value.values
        return any(gives_none(part, none, source, seen) for part in parts)
    if isinstance(value, gast.Call) and isinstance(value.func, gast.Name):
        called = source.namespace.get(value.func.id)
        plain = python_function(called)
        return hasattr(plain, "__code__") and returns_none(called, seen)
    return is_none(value) or dotted(value) in none


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
