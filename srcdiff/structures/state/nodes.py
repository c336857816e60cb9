"""Dictionaries, lists, tuples and objects whose parts are variables: made, copied and changed."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.state.frames import Frame
from srcdiff.structures.state.naming import part_name, shown, word
from srcdiff.structures.state.pointing import pointed
from srcdiff.structures.state.uses import reachable
from srcdiff.structures.state.values import Ambiguous, Identity, Leaf, Node, Ref, Value
from srcdiff.syntax import SEPARATOR, Expression, assign, clone, name, tuple_of, unpack


class Nodes(Frame):
    """Makes, copies and changes nodes."""

    def new_node(self, place: gast.AST, cls: type, parts: dict[Any, Value], title: str) -> Ref:
        """Return a new node, made at a place of the text."""
        count = self.occurrences[id(place)]
        self.occurrences[id(place)] += 1
        identity: Identity = ("new", id(place), count)
        self.program.alive.append(place)
        self.let_go(identity, place)
        self.moved.pop(identity, None)
        self.state.nodes[identity] = Node(cls, parts, title)
        self.temporary.add(identity)
        self.touched = True
        return Ref(identity)

    def let_go(self, identity: Identity, place: gast.AST) -> None:
        """Keep the parts of a node whose variables are about to be bound anew, if it is used.

        What refers to the node refers to the copy then. Where only some paths have the node, its
        variables may have no values to keep.
        """
        if identity not in self.state.nodes or not self.is_used(identity):
            return
        if self.state.nodes[identity].is_partial:
            self.unsure |= {id(loop): loop for loop in self.loops}
            title = shown(self.state.nodes[identity].title)
            self.point(identity, Ambiguous(f"`{title}` has a value on some paths only"))
            return
        kept: Identity = ("kept", identity, id(place))
        self.program.alive.append(place)
        if kept in self.state.nodes and self.is_used(kept):
            self.let_go(kept, place)
        node = self.state.nodes[identity]
        title = f"{node.title}{SEPARATOR}before"
        parts = dict(node.parts)
        for key, part in node.parts.items():
            if isinstance(part, Leaf) and not self.is_stable(part.tree):
                if (kept, key) not in self.variables:
                    self.variables[kept, key] = self.new_name(part_name(title, key))
                variable = self.variables[kept, key]
                self.emit(assign(variable, clone(part.tree)), place)
                parts[key] = Leaf(name(variable), part.known, part.origin)
        self.state.nodes[kept] = replace(node, parts=parts, title=title)
        self.point(identity, Ref(kept))

    def is_used(self, identity: Identity) -> bool:
        """Return True if a name, or a part of a node that is used, refers to a node."""
        used = reachable(self.state, is_all=False)
        return identity in used

    def point(self, identity: Identity, other: Value) -> None:
        """Have everything that refers to a node refer to another value."""
        names, nodes = self.state.names, self.state.nodes
        for title, value in list(names.items()):
            names[title] = pointed(value, identity, other)
        for own, node in list(nodes.items()):
            parts = {key: pointed(part, identity, other) for key, part in node.parts.items()}
            if any(parts[key] is not part for key, part in node.parts.items()):
                nodes[own] = replace(node, parts=parts)
            if identity in node.sources and isinstance(other, Ref):
                sources = tuple(other.identity if i == identity else i for i in node.sources)
                nodes[own] = replace(nodes[own], sources=sources)

    def forget(self, identity: Identity) -> None:
        """Forget an element that was chosen by an index, as one of those it may be has changed."""
        self.point(identity, Ambiguous("one of the objects that this may be has changed"))

    def current(self, value: Value) -> Value:
        """Return a value; a node that was given the variables of another is that one."""
        while isinstance(value, Ref) and value.identity in self.moved:
            value = Ref(self.moved[value.identity])
        return value

    def settle(self, ref: Ref, title: str, place: gast.AST) -> None:
        """Give the parts of a new node variables of their own."""
        self.temporary.discard(ref.identity)
        node = self.state.nodes[ref.identity]
        self.state.nodes[ref.identity] = replace(node, title=title)
        for key, part in node.parts.items():
            if isinstance(part, Ref) and part.identity in self.temporary:
                self.settle(part, f"{title}{SEPARATOR}{word(key)}", place)
            elif isinstance(part, Leaf) and not self.is_stable(part.tree):
                variable = self.variable(ref.identity, key)
                if isinstance(part.tree, gast.Name) and part.tree.id == variable:
                    continue
                self.emit(assign(variable, clone(part.tree)), place)
                self.set_quietly(ref.identity, key, Leaf(name(variable), part.known, part.origin))

    def set_quietly(self, identity: Identity, key: Any, value: Value) -> None:
        """Bind a part of a node to what it is already, by another name."""
        node = self.state.nodes[identity]
        self.state.nodes[identity] = replace(node, parts={**node.parts, key: value})

    def copied(self, ref: Ref, identity: Identity, title: str, place: gast.AST) -> Ref:
        """Bind the variables of a node to the parts of another, all at once."""
        found: list[tuple[str, Expression]] = []
        built: dict[Identity, Node] = {}
        pins = self.pins
        self.pin(ref)
        for other in self.overwritten(ref, identity):
            self.let_go(other, place)
        self.unpin(pins)
        self.copy_parts(ref, identity, title, found, built)
        own = [(v, t) for v, t in found if not (isinstance(t, gast.Name) and t.id == v)]
        for other, node in built.items():
            old = self.state.nodes.get(other)
            gone = old.gone | old.parts.keys() if old is not None else frozenset()
            built[other] = replace(node, gone=gone - node.parts.keys())
        self.state.nodes.update(built)
        self.log |= {(other, key) for other, node in built.items() for key in node.parts}
        if len(own) == 1:
            self.emit(assign(own[0][0], clone(own[0][1])), place)
        elif own:
            values = tuple_of(clone(tree) for _, tree in own)
            self.emit(unpack([variable for variable, _ in own], values), place)
        return Ref(identity)

    def rename_sources(self, identity: Identity, other: Identity) -> None:
        """Have what may be a node, or is a view of it, be that of another."""
        for own, node in list(self.state.nodes.items()):
            if identity in node.sources:
                sources = tuple(other if i == identity else i for i in node.sources)
                self.state.nodes[own] = replace(node, sources=sources)

    def overwritten(self, ref: Ref, identity: Identity) -> list[Identity]:
        """Return the nodes whose variables a copy of a node is bound to."""
        found = [identity]
        for key, part in self.state.nodes[ref.identity].parts.items():
            part = self.current(part)
            if isinstance(part, Ref) and self.is_moved(part):
                found += self.overwritten(part, ("part", identity, key))
        return found

    def copy_parts(
        self,
        ref: Ref,
        identity: Identity,
        title: str,
        found: list[tuple[str, Expression]],
        built: dict[Identity, Node],
    ) -> None:
        """Find out which variables a copy of a node has, and their values."""
        if ref.identity in self.temporary:
            self.temporary.discard(ref.identity)
            self.moved[ref.identity] = identity
            self.rename_sources(ref.identity, identity)
        node = self.state.nodes[ref.identity]
        parts: dict[Any, Value] = {}
        built[identity] = replace(node, parts=parts, title=title, is_partial=False)
        for key, part in node.parts.items():
            part = self.current(part)
            parts[key] = part
            if isinstance(part, Leaf):
                if isinstance(part.tree, gast.Constant) and not self.in_try:
                    continue
                if (identity, key) not in self.variables:
                    self.variables[identity, key] = self.new_name(part_name(title, key))
                variable = self.variables[identity, key]
                found.append((variable, part.tree))
                parts[key] = Leaf(name(variable), part.known, part.origin)
            elif isinstance(part, Ref) and self.is_moved(part):
                inner = ("part", identity, key)
                self.copy_parts(part, inner, f"{title}{SEPARATOR}{word(key)}", found, built)
                parts[key] = Ref(inner)

    def is_moved(self, ref: Ref) -> bool:
        """Return True if a copy of a node is as good as the node: nothing else can change it."""
        return ref.identity in self.temporary or not self.state.nodes[ref.identity].is_mutable

    def set_part(self, identity: Identity, key: Any, value: Value) -> None:
        """Enter that a part of a node is bound anew."""
        self.log.add((identity, key))
        self.state.set_part(identity, key, value)
        self.has_changed(identity)

    def has_changed(self, identity: Identity) -> None:
        """Forget the objects that may be one that has changed."""
        for other, known in list(self.state.nodes.items()):
            if identity in known.sources and other != identity:
                self.forget(other)

    def check_writable(self, ref: Ref, node: Node, place: gast.AST) -> None:
        """Refuse to change what cannot be changed, or is not the function's own."""
        if ref.identity[0] == "global":
            raise UnsupportedSyntax(
                f"`{node.title}`, which is defined outside of functions, is changed",
                place,
                "change a copy, or pass it as an argument",
            )
        if node.sources:
            raise UnsupportedSyntax(
                "which object is changed is only known when the function runs",
                place,
                "change it where it is known, or make a new one",
            )
        if not node.is_mutable:
            raise UnsupportedSyntax(
                f"a part of `{node.title}`, which cannot be changed, is bound anew",
                place,
                "make another one",
            )
