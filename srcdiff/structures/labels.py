"""What users write for the variables of functions of leaves, which stand for parts of objects."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from srcdiff.structures.layouts import step
from srcdiff.structures.state.naming import shown
from srcdiff.structures.state.values import Identity, Node, Ref, Rows
from srcdiff.syntax import SEPARATOR

T = TypeVar("T")


class AsWritten:
    """Dictionaries, lists and objects, and their parts, as users write them.

    >>> inner, outer = Node(dict, {"w": Ref(("w",))}, "p·b"), Node(object, {"b": Ref(("b",))}, "p")
    >>> AsWritten({("p",): outer, ("b",): inner}).part(("b",), "w")
    "p.b['w']"
    """

    def __init__(self, nodes: Mapping[Identity, Node]) -> None:
        self.nodes = nodes
        self.around: dict[Identity, list[tuple[Identity, Any]]] = {}  # what each is a part of
        for owner, node in nodes.items():
            for key, part in node.parts.items():
                if isinstance(part, Ref):
                    self.around.setdefault(part.identity, []).append((owner, key))

    def node(self, identity: Identity, below: tuple[Identity, ...] = ()) -> str:
        """Return a dictionary, list or object: `p.layers[0]`, `p['w']`; `below` are parts of it."""
        title = self.nodes[identity].title
        for owner, key in self.around.get(identity, ()) if SEPARATOR in title else ():
            if owner not in below:
                return self.part(owner, key, (*below, identity))
        return shown(title)

    def part(self, owner: Identity, key: Any, below: tuple[Identity, ...] = ()) -> str:
        """Return a part of a dictionary, list or object."""
        around, cls = self.node(owner, below), self.nodes[owner].cls
        return around and around + step(list if cls is Rows else cls, key)


def with_label(labels: dict[str, str], variable: str, label: str) -> None:
    """Enter what users write for a variable; one that stands for several things has no label."""
    if label:
        known = labels.setdefault(variable, label)
        labels[variable] = label if known == label else variable


def relabelled(value: T, labels: Mapping[str, str]) -> T:
    """Return a text, or records and tuples of texts, with what users write for variables.

    >>> relabelled("`w_0` and `w_01` are saved", {"w_0": "w[0]"})
    '`w[0]` and `w_01` are saved'
    """
    found: Any = value
    if isinstance(value, str):
        if labels:
            pattern = rf"\b({'|'.join(map(re.escape, labels))})\b(?!\()"
            found = re.sub(pattern, lambda match: labels[match[0]], value)
    elif isinstance(value, tuple):
        found = tuple(relabelled(part, labels) for part in value)
    elif is_dataclass(value) and not isinstance(value, type):
        own = {field.name: getattr(value, field.name) for field in fields(value)}
        found = replace(value, **{k: relabelled(part, labels) for k, part in own.items()})
    return found  # type: ignore[no-any-return]
