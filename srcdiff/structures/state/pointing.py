"""Values that refer to another node than before."""

from __future__ import annotations

from srcdiff.structures.state.values import BuiltinMethod, Identity, Method, Parent, Ref, Value


def pointed(value: Value, identity: Identity, other: Value) -> Value:
    """Return a value that refers to another where it refers to a node."""
    if isinstance(value, Ref):
        return other if value.identity == identity else value
    if isinstance(value, Method):
        given = tuple(pointed(g, identity, other) for g in value.given)
        words = tuple((k, pointed(v, identity, other)) for k, v in value.words)
        function = pointed(value.function, identity, other)
        return (
            value
            if (function, given, words) == (value.function, value.given, value.words)
            else Method(function, given, words)
        )
    if isinstance(value, Parent):
        owner = pointed(value.owner, identity, other)
        return value if owner is value.owner else Parent(value.cls, owner)
    if isinstance(value, BuiltinMethod) and value.owner.identity == identity:
        return BuiltinMethod(other, value.title) if isinstance(other, Ref) else other
    return value
