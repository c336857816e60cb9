"""What is lost where two paths meet: of which more is known on each of them."""

from __future__ import annotations

from srcdiff.structures.state.values import Ambiguous, Choice, State, Value


def is_lossy(new: State, ways: tuple[State, State]) -> bool:
    """Return True if less is known of a name, or a part of a node, than on each of two paths."""
    one, other = ways
    if one.is_dead or other.is_dead:
        return False
    for title, value in new.names.items():
        before = (one.names.get(title), other.names.get(title))
        if is_other_kind(value) and None not in before and not any(map(is_other_kind, before)):
            return True
    for identity, node in new.nodes.items():
        known = [way.nodes[identity] for way in ways if identity in way.nodes]
        if not node.is_whole and all(k.is_whole for k in known):
            return True
        if node.sources and not any(k.sources for k in known):
            return True
        if node.absent is not None and not any(k.absent is not None for k in known):
            return True
        for key, part in node.parts.items():
            if is_other_kind(part) and not any(is_other_kind(k.parts.get(key)) for k in known):
                return True
    return False


def is_other_kind(value: Value | None) -> bool:
    """Return True if a value is another kind of value on another path."""
    return isinstance(value, (Ambiguous, Choice))
