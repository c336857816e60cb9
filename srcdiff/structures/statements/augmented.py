"""Augmented assignments."""

from __future__ import annotations

import copy

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.calls.calls import Calls
from srcdiff.structures.state.values import Ambiguous, BuiltinMethod, Leaf, Ref, Value
from srcdiff.syntax import SEPARATOR, Block, Expression, assign, clone, locate, name

AUGMENTED = {
    "Add": "__iadd__",
    "Sub": "__isub__",
    "Mult": "__imul__",
    "Div": "__itruediv__",
    "Pow": "__ipow__",
    "MatMult": "__imatmul__",
    "FloorDiv": "__ifloordiv__",
    "Mod": "__imod__",
    "BitOr": "__ior__",
    "BitAnd": "__iand__",
}


class Augmented(Calls):
    """Takes augmented assignments apart."""

    def statement_augassign(self, statement: gast.AugAssign) -> None:
        """Bind a target to what an operator makes of it."""
        pins = self.pins
        target = self.with_owner(statement.target, statement)
        self.augment(statement, target)
        self.unpin(pins)

    def with_owner(self, target: Expression, statement: gast.AugAssign) -> Expression:
        """Return a target whose object and subscript are evaluated once, before the value is.

        They become names where evaluating them, or the value, writes something.
        """
        if not isinstance(target, (gast.Attribute, gast.Subscript)):
            return target
        start, pins, new = len(self.block), self.pins, copy.copy(target)
        owner = self.value(target.value)
        middle = len(self.block)
        self.pin(owner)
        index = self.index_of(target, owner)
        later = self.written_later(owner, index, statement)
        is_written = len(self.block) > middle or bool(later)
        if isinstance(owner, Leaf):
            kept = self.held_before(middle, owner, target.value, later)
            self.state.names[f"pin{SEPARATOR}{pins}"] = kept
            is_named = kept is owner and middle == start
        else:
            is_named = isinstance(target.value, gast.Name) and not is_written
        if isinstance(owner, (Leaf, Ref)) and not is_named:
            new.value = locate(name(f"pin{SEPARATOR}{pins}"), target.value)
        if index is not None and is_written:
            own = self.leaf(index, target.slice) if isinstance(owner, Leaf) else index
            self.pin(self.held(own, target.slice))
            new.slice = locate(name(f"pin{SEPARATOR}{self.pins - 1}"), target.slice)
        return new

    def index_of(self, target: Expression, owner: Value) -> Value | None:
        """Return the subscript of a target; None for none, and for a slice of an object."""
        if not isinstance(target, gast.Subscript):
            return None
        is_slice = isinstance(target.slice, gast.Slice)
        return None if is_slice and not isinstance(owner, Leaf) else self.value(target.slice)

    def written_later(self, owner: Value, index: Value | None, statement: gast.AugAssign) -> Block:
        """Return what is written to evaluate the value of an augmented assignment to a part."""
        is_known = not isinstance(index, Leaf) or self.is_stable(index.tree)
        if index is None or (is_known and not isinstance(owner, Leaf)):
            return []
        return self.trial(lambda: self.value(statement.value))[1]

    def augment(self, statement: gast.AugAssign, target: Expression) -> None:
        """Bind a target to what an operator makes of it."""
        old = self.value(as_read(target))
        title = AUGMENTED.get(type(statement.op).__name__, "")
        method = self.special_method(old, title) if isinstance(old, Ref) and title else None
        if method is not None:
            right = self.value(statement.value)
            self.target(target, self.call_value(method, [right], {}, statement), statement)
            return
        if isinstance(old, Ref):
            self.augment_node(statement, target, old)
            return
        before = len(self.block)
        right_tree = self.tree(statement.value)
        if len(self.block) > before and isinstance(old, Leaf) and not self.is_stable(old.tree):
            written = self.block[before:]
            del self.block[before:]
            held = self.new_name(f"held{SEPARATOR}value", statement)
            self.emit(assign(held, clone(old.tree)), statement)
            self.block += written
            own = gast.Name(held, gast.Store(), None, None)
            self.emit(gast.AugAssign(own, statement.op, right_tree), statement)
            self.target(target, Leaf(name(held)), statement)
            return
        if isinstance(old, Leaf) and isinstance(old.tree, (gast.Name, gast.Subscript)):
            own = self.own_variable(target, old, statement)
            new = gast.AugAssign(own, statement.op, right_tree)
            self.emit(gast.copy_location(new, statement))
            self.changed_leaf(target, statement)
            return
        joined = gast.BinOp(self.leaf(old, target).tree, statement.op, right_tree)
        self.target(target, Leaf(locate(joined, statement)), statement)

    def augment_node(self, statement: gast.AugAssign, target: Expression, old: Ref) -> None:
        """Extend a list or dictionary, or bind a target to another one."""
        cls = self.node(old).cls
        if cls in (list, dict) and isinstance(statement.op, (gast.Add, gast.BitOr)):
            method = BuiltinMethod(old, "extend" if cls is list else "update")
            self.call_method_of(method, [self.value(statement.value)], {}, statement)
            return
        new = gast.BinOp(as_read(target), statement.op, statement.value)
        self.target(target, self.value(locate(new, statement)), statement)

    def own_variable(self, target: Expression, old: Leaf, place: gast.AST) -> Expression:
        """Return what a target is changed in: its own variable, which is bound first if need be."""
        if not isinstance(old.tree, gast.Name):
            return as_stored(old.tree)
        if isinstance(target, gast.Name):
            title = target.id
        else:
            owner = self.value(target.value)
            if isinstance(owner, Ambiguous):
                raise UnsupportedSyntax(owner.reason, place, "change it where it is known")
            if not isinstance(owner, Ref):
                return as_stored(old.tree)
            key = (
                target.attr
                if isinstance(target, gast.Attribute)
                else self.place(owner, self.constant_key(self.value(target.slice), target))
            )
            title = self.variable(owner.identity, key)
        if old.tree.id != title:
            self.emit(assign(title, clone(old.tree)), place)
        return gast.Name(title, gast.Store(), None, None)

    def changed_leaf(self, target: Expression, place: gast.AST) -> None:
        """Enter that a leaf was bound anew in place."""
        if isinstance(target, gast.Name):
            self.state.names[target.id] = Leaf(name(target.id))
        elif isinstance(target, (gast.Attribute, gast.Subscript)):
            owner = self.value(target.value)
            if isinstance(owner, Ambiguous):
                raise UnsupportedSyntax(owner.reason, place, "change it where it is known")
            if not isinstance(owner, Ref):
                return
            key = (
                target.attr
                if isinstance(target, gast.Attribute)
                else self.place(owner, self.constant_key(self.value(target.slice), target))
            )
            self.check_writable(owner, self.node(owner), place)
            variable = self.variable(owner.identity, key)
            self.set_part(owner.identity, key, Leaf(name(variable)))


def as_read(target: Expression) -> Expression:
    """Return a target as an expression that is read."""
    new = copy.copy(target)
    new.ctx = gast.Load()
    return new


def as_stored(tree: Expression) -> Expression:
    """Return an expression as a target."""
    new = clone(tree)
    new.ctx = gast.Store()
    return new
