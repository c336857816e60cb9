"""How names and parts of nodes get values."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.state.naming import word
from srcdiff.structures.state.nodes import Nodes
from srcdiff.structures.state.values import UNKNOWN, Ambiguous, Choice, Identity, Leaf, Ref, Value
from srcdiff.syntax import SEPARATOR, Expression, assign, clone, constant, name


class Binding(Nodes):
    """Binds names, and parts of nodes."""

    def bind(self, title: str, value: Value, place: gast.AST) -> None:
        """Bind a name."""
        if isinstance(value, Ref):
            self.touched = True
            value = self.current(value)
            assert isinstance(value, Ref)
            self.state.names.pop(title, None)
            value = self.owned(value, ("slot", title), title, title in self.slots, place)
        elif isinstance(value, Leaf):
            if not isinstance(value.known, str) or title in self.nonlocals:
                self.emit(assign(title, clone(value.tree)), place)
                known = UNKNOWN if title in self.nonlocals else value.known
                value = Leaf(name(title), known, value.origin)
        elif isinstance(value, Ambiguous):
            raise UnsupportedSyntax(value.reason, place, "use two names")
        self.state.names[title] = self.settled_choice(value, place)

    def settled_choice(self, value: Value, place: gast.AST) -> Value:
        """Return a value whose index does not change any more."""
        if not isinstance(value, Choice) or self.is_stable(value.index):
            return value
        title = self.new_name(f"index{SEPARATOR}value", place)
        self.emit(assign(title, clone(value.index)), place)
        return Choice(name(title), value.options)

    def bind_quietly_stable(self, target: Expression, value: Value) -> bool:
        """Bind a name to a literal, or to what keeps its value, without a statement."""
        if not isinstance(target, gast.Name) or not isinstance(value, Leaf):
            return False
        if target.id in self.nonlocals:
            return False
        tree = value.tree
        is_global = isinstance(tree, gast.Name) and tree.id in self.fixed_names
        if not is_global and not (isinstance(tree, gast.Constant) or self.is_stable(tree)):
            return False
        self.state.names[target.id] = value
        return True

    def owned(
        self, ref: Ref, identity: Identity, title: str, is_slot: bool, place: gast.AST
    ) -> Ref:
        """Return what a name, or a part of a node, refers to after it is bound to a node."""
        if ref.identity == identity:
            return ref
        if is_slot and self.is_moved(ref):
            return self.copied(ref, identity, title, place)
        if ref.identity in self.temporary:
            self.settle(ref, title, place)
            return ref
        if ref.identity[0] in ("slot", "part") and self.is_moved(ref):
            return self.copied(ref, ("copy", *identity), title, place)
        return ref

    def bind_part(
        self, ref: Ref, key: Any, value: Value, place: gast.AST, is_checked: bool = False
    ) -> None:
        """Bind a part of a node anew."""
        node = self.node(ref)
        if not is_checked or ref.identity[0] == "global" or node.sources:
            self.check_writable(ref, node, place)
        title = f"{node.title}{SEPARATOR}{word(key)}"
        if isinstance(value, Ambiguous):
            raise UnsupportedSyntax(value.reason, place, "use two names")
        value = self.current(value)
        if isinstance(value, Ref):
            is_slot = key in node.parts or bool(self.loops)
            if key in node.parts:
                self.set_quietly(ref.identity, key, Leaf(constant(None), None))
            value = self.owned(value, ("part", ref.identity, key), title, is_slot, place)
        elif isinstance(value, Leaf) and (
            self.in_try or not isinstance(value.tree, gast.Constant)
        ):  # handlers read the variable, whichever statement was the last
            variable = self.variable(ref.identity, key)
            if not (isinstance(value.tree, gast.Name) and value.tree.id == variable):
                self.emit(assign(variable, clone(value.tree)), place)
            value = Leaf(name(variable), value.known, value.origin)
        value = self.settled_choice(value, place)
        self.set_part(ref.identity, key, value)
