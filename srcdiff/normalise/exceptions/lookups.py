"""Refuse `try` around subscripts that may be out of range: compiled code does not look."""

from __future__ import annotations

import builtins
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any

import gast

from srcdiff.analyse.arrays.known_places import Places
from srcdiff.analyse.types.types import Type
from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.parse import source_of
from srcdiff.normalise.exceptions.caught import called_by
from srcdiff.normalise.functions.specialise import is_opaque
from srcdiff.normalise.functions.standard_names import is_user_function
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    blocks,
    dotted,
    ends_with,
    is_string,
    kept,
    members,
    parameters,
    unparse,
    walk,
    walk_statements,
)

ADVICE = "ask before: `if i < len(x):`, or name the other exceptions that are meant"


@needs(gast.Try)
def check_lookups(
    tree: gast.FunctionDef, given: Sequence[Type], namespace: Mapping[str, Any]
) -> None:
    """Refuse handlers of IndexError around a subscript that is not known to be in range.

    `given` are the types of the parameters, `namespace` is what free names stand for. Functions
    that are called count where a handler names IndexError. Raises UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_lookups(function('''
    ... def f(x):
    ...     for i in range(len(x)):
    ...         try:
    ...             y = 1.0 / x[i]
    ...         except Exception:
    ...             y = x[0]
    ...     return y
    ... '''), [], {})
    """
    attempts = [node for node in walk(tree) if isinstance(node, gast.Try)]
    if not attempts:
        return
    inner = {node.name: node for node in walk(tree) if isinstance(node, gast.FunctionDef)}
    places = Places(tree, dict(zip(parameters(tree), given, strict=False)), namespace)
    for attempt in attempts:
        if not any(takes(handler, namespace) for handler in attempt.handlers):
            continue
        is_named = any(names_it(handler, namespace) for handler in attempt.handlers)
        if not is_named and any(map(is_of_a_caller, attempt.handlers)):
            continue
        known = guarded(attempt.body)
        for node in (node for statement in attempt.body for node in walk(statement)):
            is_known = not isinstance(node, gast.Subscript) or places.is_known(node)
            if not is_known and not places.is_asked(node):
                raise UnsupportedSyntax(
                    "this may be out of range, which compiled code does not tell a `try`",
                    node,
                    ADVICE,
                )
            if is_pop(node) and id(node) not in known:
                raise UnsupportedSyntax(
                    "this may find nothing to take out, which compiled code does not tell a `try`",
                    node,
                    "ask before: `if len(u) > 0:`, or name the other exceptions that are meant",
                )
            if is_named and isinstance(node, gast.Call) and may_be_outside(node, inner, namespace):
                raise UnsupportedSyntax(
                    f"a subscript in `{dotted(node.func)}` may be out of range, which compiled "
                    "code does not tell a `try`",
                    node,
                    ADVICE,
                )


def is_pop(node: gast.AST) -> bool:
    """Return True for a call that takes an element out of a list.

    >>> from srcdiff.syntax import expression
    >>> [is_pop(expression(text)) for text in ("u.pop()", "u.pop(0)", "u.pop('key')", "pop(u)")]
    [True, True, False, False]
    """
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
        return False
    return node.func.attr == "pop" and len(node.args) < 2 and not any(map(is_string, node.args))


def guarded(block: Block) -> set[int]:
    """Return the calls of `pop`, by identity, before which it is asked for empty lists.

    queues/tried_pops.py does that.
    """
    found: set[int] = set()
    blocks_in = [block, *(part for s in walk_statements(block) for part in blocks(s))]
    for before, statement in (pair for part in blocks_in for pair in pairwise(part)):
        value = getattr(statement, "value", None)
        taken = members(value) if value is not None else []  # lists of tuples are several lists
        if isinstance(before, gast.If) and taken and all(map(is_pop, taken)):
            asked = [f"len({dotted(part.func.value)}) == 0" for part in taken]
            if unparse(before.test) in asked and ends_with(before.body, (gast.Raise,)):
                found |= set(map(id, taken))
    return found


def takes(handler: gast.ExceptHandler, namespace: Mapping[str, Any]) -> bool:
    """Return True if a handler takes an IndexError."""
    if handler.type is None:
        return True
    return any(issubclass(IndexError, kind) for kind in kinds(handler.type, namespace))


def names_it(handler: gast.ExceptHandler, namespace: Mapping[str, Any]) -> bool:
    """Return True if a handler is written for subscripts: others are not for those in functions."""
    found = [] if handler.type is None else kinds(handler.type, namespace)
    return any(issubclass(kind, LookupError) and issubclass(IndexError, kind) for kind in found)


def is_of_a_caller(handler: gast.ExceptHandler) -> bool:
    """Return True if a handler is around the call of a function (exceptions/caught.py)."""
    return any(dotted(part).startswith(f"caught{SEPARATOR}") for part in members(handler.type))


def kinds(tree: Expression, namespace: Mapping[str, Any]) -> Iterator[type]:
    """Yield the classes that names in a handler stand for, as far as they are known."""
    for part in members(tree):
        title = dotted(part)
        value = called_by(title, namespace)[0] or getattr(builtins, title, None)
        if isinstance(value, type):
            yield value


def may_be_outside(
    made: gast.Call, inner: Mapping[str, gast.FunctionDef], namespace: Mapping[str, Any]
) -> bool:
    """Return True if a call is one of a function of the user with a subscript not in range.

    `inner` has the functions that are defined inside the one that calls.
    """
    pending: list[tuple[str, Mapping[str, Any]]] = [(dotted(made.func), namespace)]
    seen: set[int] = set()
    while pending:
        title, known = pending.pop()
        own = inner.get(title) if known is namespace else None
        if own is None:
            function, _ = called_by(title, known)
            if not is_user_function(function) or is_opaque(function):
                continue
            source = source_of(function)
            own, known = source.tree, source.namespace
        if id(own) in seen:
            continue
        seen.add(id(own))
        is_outside, called = kept("_lookups", own, partial(looks, namespace=known))
        if is_outside:
            return True
        pending += [(one, known) for one in called]
    return False


def looks(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> tuple[bool, frozenset[str]]:
    """Return True if a function has a subscript that may be out of range, and what it calls."""
    places = Places(tree, {}, namespace)
    nodes = walk(tree)
    parts = [node for node in nodes if isinstance(node, gast.Subscript)]
    called = frozenset(dotted(node.func) for node in nodes if isinstance(node, gast.Call))
    outside = not all(map(places.is_known, parts)) or any(map(is_pop, nodes))
    return outside, called
