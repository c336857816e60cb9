"""How objects of a caller come into a function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.structures.layouts import fixed_key
from srcdiff.structures.state.frames import Frame
from srcdiff.structures.state.naming import word
from srcdiff.structures.state.values import (
    Ambiguous,
    Closure,
    FixedInteger,
    Identity,
    Known,
    Leaf,
    Method,
    Node,
    Ref,
    Value,
)
from srcdiff.syntax import SEPARATOR, Expression, all_parameters, constant, name, tuple_of


@dataclass
class Import:
    """Objects of a caller on their way into a function."""

    order: list[Identity] = field(default_factory=list)
    loose: dict[int, Leaf] = field(default_factory=dict)  # what methods have, by identity

    def identity(self, leaf: Leaf) -> Identity:
        """Return what stands for a number or array that a method has as its argument."""
        return ("loose", list(self.loose).index(id(leaf)))


class Entrance:
    """Enters values of a caller into a function: the parts of objects become parameters."""

    def __init__(self, frame: Frame, caller: Frame, imported: Import) -> None:
        self.frame = frame
        self.caller = caller
        self.imported = imported
        self.places = {identity: k for k, identity in enumerate(imported.order)}

    def entered(self, value: Value, title: str) -> Value:
        """Return what a value of the caller is in the function."""
        match value:
            case Leaf():
                if not is_static(value):
                    return value
                known = int(value.known) if isinstance(value.known, FixedInteger) else value.known
                return Leaf(tuple_of([]) if known == () else constant(known), known)
            case Ref(identity=identity):
                return self.node_of(identity, title)
            case Method():
                own = given_titles(value)
                given = tuple(
                    self.loose(g, f"{title}{SEPARATOR}{own[k]}") for k, g in enumerate(value.given)
                )
                words = tuple((k, self.loose(v, f"{title}{SEPARATOR}{k}")) for k, v in value.words)
                return Method(self.entered(value.function, title), given, words)
        return value

    def loose(self, value: Value, title: str) -> Value:
        """Return what an argument of a method is in the function."""
        if not isinstance(value, Leaf) or is_static(value):
            return self.entered(value, title)
        own = self.imported.identity(value)
        variables = self.frame.variables
        if (own, 0) not in variables:
            variables[own, 0] = self.frame.new_name(title)
        return Leaf(name(variables[own, 0]))

    def node_of(self, identity: Identity, title: str) -> Ref:
        """Return what a node of the caller is in the function."""
        frame = self.frame
        if identity[0] == "global":
            frame.program.lifted(frame, frame.program.globals[identity[1]], name(title))
            return Ref(identity)
        own: Identity = ("in", self.places[identity])
        if own in frame.state.nodes:
            return Ref(own)
        node = self.caller.state.nodes[identity]
        frame.state.nodes[own] = Node(node.cls, {}, title)
        parts: dict[Any, Value] = {}
        for key, part in node.parts.items():
            if isinstance(part, Leaf) and not is_static(part):
                parts[key] = Leaf(name(frame.variable(own, key)))
            else:
                parts[key] = self.entered(part, f"{title}{SEPARATOR}{word(key)}")
        frame.state.nodes[own] = replace(node, parts=parts, title=title)
        return Ref(own)


def enter_arguments(
    frame: Frame, caller: Frame, values: Mapping[str, Value], imported: Import
) -> None:
    """Bind the parameters of a function to what they are."""
    entrance = Entrance(frame, caller, imported)
    keywords = frame.source.tree.args.kwarg
    own = [*all_parameters(frame.source.tree), *([keywords] if keywords is not None else [])]
    for parameter in own:
        title = parameter.id
        value = values[title]
        if isinstance(value, Leaf) and not is_static(value):
            frame.state.names[title] = Leaf(name(title), count=value.count)
        else:
            frame.state.names[title] = entrance.entered(value, title)


def given_titles(value: Method) -> list[str]:
    """Return what the first arguments of a method are called."""
    function = value.function.value if isinstance(value.function, Known) else None
    try:
        own = list(own_signature(unwrapped(function)).parameters)
    except (TypeError, ValueError):
        own = []
    return [*own, *(f"_{k}" for k in range(len(own), len(value.given)))]


def is_static(value: Leaf) -> bool:
    """Return True if a leaf is written into functions: text, None, True, False, an empty tuple."""
    is_empty = isinstance(value.known, tuple) and not value.known
    return value.known is None or is_empty or isinstance(value.known, (str, bool, FixedInteger))


def shape(caller: Frame, value: Value, imported: Import, place: Expression) -> Any:
    """Return what tells for which values a function is taken apart, and note their objects."""
    match value:
        case Leaf():
            if is_static(value):
                return ("static", type(value.known), value.known)
            return ("leaf", value.count)
        case Known():
            return fixed_key(value.value)
        case Ref(identity=identity):
            if identity[0] == "global":
                return identity
            if identity in imported.order:
                return ("same", imported.order.index(identity))
            imported.order.append(identity)
            node = caller.state.nodes[identity]
            parts = tuple((k, shape(caller, p, imported, place)) for k, p in node.parts.items())
            return (node.cls, node.is_whole, parts, node.element, node.absent)
        case Method():
            for part in (*value.given, *(v for _, v in value.words)):
                if isinstance(part, Leaf) and not is_static(part):
                    imported.loose[id(part)] = part
            given = tuple(shape(caller, g, imported, place) for g in value.given)
            words = tuple((k, shape(caller, v, imported, place)) for k, v in value.words)
            return ("method", shape(caller, value.function, imported, place), given, words)
        case Ambiguous():
            raise UnsupportedSyntax(value.reason, place, "use two names")
        case Closure():
            return ("closure", value.number)
    raise UnsupportedSyntax("this is passed to a function", place, "pass what it gives")
