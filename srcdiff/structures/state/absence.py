"""Objects that may be None: which of their parts tells so."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from typing import Any

import gast

from srcdiff.structures.state.values import Identity, Known, Leaf, Node, Ref, State, Value
from srcdiff.syntax import Expression, constant, dotted


def is_none(value: Value) -> bool:
    """Return True if a value is known to be None."""
    return isinstance(value, Leaf) and value.known is None


def may_be_none(tree: Expression, optional: Set[str]) -> bool:
    """Return True if an expression may give None, or something with None in it.

    `optional` are the variables that may be None, and the functions that may return it.

    >>> from srcdiff.syntax import expression
    >>> texts = ["a", "b", "a + b", "b if a else a", "f(b)", "g(a)", "(a, None)[k]", "b or a"]
    >>> [t for t in texts if may_be_none(expression(t), {"a", "f"})]
    ['a', 'b if a else a', 'f(b)', '(a, None)[k]', 'b or a']
    """
    match tree:
        case gast.Constant(value=None):
            return True
        case gast.Name(id=title):
            return title in optional
        case gast.Call(func=gast.Lambda(body=body)):
            return may_be_none(body, optional)
        case gast.Call(func=func):
            return dotted(func) in optional
        case gast.Subscript(value=inner) | gast.NamedExpr(value=inner):
            return may_be_none(inner, optional)
        case gast.IfExp(body=body, orelse=other):
            return may_be_none(body, optional) or may_be_none(other, optional)
        case gast.BoolOp(values=parts) | gast.Tuple(elts=parts) | gast.List(elts=parts):
            return any(may_be_none(part, optional) for part in parts)
    return False


def bound_optional(
    target: Expression, value: Expression, optional: Set[str], before: Set[str] | None = None
) -> set[str]:
    """Return the variables that may be None once a target is bound; `before`, those until then.

    >>> from srcdiff.syntax import expression
    >>> sorted(bound_optional(expression("(a, b)"), expression("(b, a)"), {"a"}))
    ['b']
    """
    before = optional if before is None else before
    found = set(optional)
    if isinstance(target, gast.Name):
        found.discard(target.id)
        return found | ({target.id} if may_be_none(value, before) else set())
    parts = getattr(target, "elts", ())
    own = getattr(value, "elts", ())
    for place, part in enumerate(parts):
        inner = own[place] if len(own) == len(parts) else value
        found = bound_optional(part, inner, found, before)
    return found


def presence(node: Node, optional: Set[str]) -> Any:
    """Return the key of a part that is never None itself, as only that tells if there is a node.

    None if no part does.
    """
    for key, part in node.parts.items():
        if isinstance(part, Leaf) and not may_be_none(part.tree, optional):
            return key
    return None


def nothing_like(
    state: State,
    ref: Ref,
    identity: Identity,
    nodes: dict[Identity, Node],
    seen: set[Identity],
) -> Ref | None:
    """Return what stands for None where there may be a node: it has parts that are None.

    None for a node with lists, texts, or parts that others refer to.
    """
    if ref.identity in seen:
        return None
    seen.add(ref.identity)
    node = state.nodes[ref.identity]
    parts: dict[Any, Value] = {}
    has_numbers = False
    for key, part in node.parts.items():
        if isinstance(part, Leaf) and part.origin is None and not isinstance(part.known, str):
            parts[key] = Leaf(constant(None), None)
            has_numbers = has_numbers or part.known is not None
        elif isinstance(part, Known):
            parts[key] = part
        elif isinstance(part, Ref):
            inner = nothing_like(state, part, (*identity, key), nodes, seen)
            if inner is None:
                return None
            parts[key] = inner
        else:
            return None
    if not has_numbers or node.element is not None or not node.is_whole:
        return None
    nodes[identity] = replace(node, parts=parts, sources=())
    return Ref(identity)
