"""Which nodes a state uses, and how often."""

from __future__ import annotations

from collections import Counter

from srcdiff.structures.state.values import (
    BuiltinMethod,
    Identity,
    Method,
    Parent,
    Ref,
    State,
    Value,
)


def uses_of(state: State) -> Counter[Identity]:
    """Return how many names, and parts of nodes that are used, refer to each node."""
    found: Counter[Identity] = Counter()
    used = reachable(state)
    values = [*state.names.values()]
    for identity in used:
        values += state.nodes[identity].parts.values()
    for value in values:
        pending = [value]
        while pending:
            part = pending.pop()
            if isinstance(part, Ref):
                found[part.identity] += 1
            elif isinstance(part, Method):
                pending += [part.function, *part.given, *(v for _, v in part.words)]
            elif isinstance(part, (Parent, BuiltinMethod)):
                pending.append(part.owner)
    return found


def reachable(state: State, is_all: bool = True) -> set[Identity]:
    """Return the nodes that anything refers to: names, and parts of the objects that are given.

    With `is_all`, those are among them, and the objects that another one may be.
    """
    found: set[Identity] = set()
    pending: list[Value] = [*state.names.values()]
    given = [i for i in state.nodes if i[0] in ("in", "global", "argument")]
    for identity in given:
        pending += [Ref(identity)] if is_all else state.nodes[identity].parts.values()
    while pending:
        value = pending.pop()
        if isinstance(value, Method):
            pending += [value.function, *value.given, *(v for _, v in value.words)]
        elif isinstance(value, (Parent, BuiltinMethod)):
            pending.append(value.owner)
        elif isinstance(value, Ref) and value.identity not in found:
            found.add(value.identity)
            node = state.nodes[value.identity]
            pending += node.parts.values()
            if is_all:
                pending += [Ref(i) for i in node.sources if i in state.nodes]
    return found


def nesting(identity: Identity) -> int:
    """Return in how many nodes one is, by its own name: these say first what their parts are."""
    return 1 + nesting(identity[1]) if identity[0] == "part" else 0


def is_own_part(place: Identity, state: State, used: set[Identity]) -> bool:
    """Return True if a node is the part of another one that is used, after which it is called."""
    if place[0] != "part" or place[1] not in used:
        return False
    return state.nodes[place[1]].parts.get(place[2]) == Ref(place)
