"""What is assigned to: names, attributes, elements, and several of them at once."""

from __future__ import annotations

from types import MemberDescriptorType
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.expressions.attributes import function_attribute
from srcdiff.structures.expressions.subscripts import Subscripts
from srcdiff.structures.state.values import Closure, Known, Leaf, Method, Ref, Rows, Value
from srcdiff.syntax import SEPARATOR, Expression, clone, constant, locate, name

AT_ONCE = (gast.Name, gast.Constant)  # writes nothing where it is evaluated


class Targets(Subscripts):
    """Binds targets to values."""

    def target(self, tree: Expression, value: Value, place: gast.AST) -> None:
        """Bind a target to a value."""
        match tree:
            case gast.Name(id=title):
                self.bind(title, value, place)
            case gast.Attribute():
                self.bind_attribute(tree, self.before_owner(tree, value), place)
            case gast.Subscript():
                self.bind_item(tree, self.before_owner(tree, value), place)
            case gast.Tuple() | gast.List():
                self.unpack(tree, value, place)
            case _:
                raise UnsupportedSyntax("this cannot be assigned to", tree, "use a name")

    def before_owner(self, tree: Expression, value: Value) -> Value:
        """Return a value that stays what it is while it is found out where it is stored."""
        slot = tree.slice if isinstance(tree, gast.Subscript) else constant(None)
        places = [part for part in (tree.value, slot) if not isinstance(part, AT_ONCE)]
        _, written = self.trial(lambda: self.several(places)) if places else (None, [])
        return self.held(value, tree) if written else value

    def bind_attribute(self, tree: gast.Attribute, value: Value, place: gast.AST) -> None:
        """Bind an attribute."""
        owner = self.value(tree.value)
        if isinstance(owner, Ref):
            cls = self.node(owner).cls
            found = next((vars(c)[tree.attr] for c in cls.__mro__ if tree.attr in vars(c)), None)
            self.check_class(cls, tree)
            is_slot = isinstance(found, MemberDescriptorType)
            if hasattr(type(found), "__set__") and not isinstance(found, property) and not is_slot:
                raise UnsupportedSyntax(f"`{tree.attr}` is a descriptor", tree, "use a property")
            if isinstance(found, property):
                if found.fset is None:
                    raise UnsupportedSyntax(f"`{tree.attr}` has no setter", tree, "bind another")
                self.call_value(self.known(found.fset, tree), [owner, value], {}, tree)
                return
            self.bind_part(owner, tree.attr, value, place)
            return
        if isinstance(owner, (Closure, Method)):
            raise function_attribute(tree)
        if isinstance(owner, Known):
            raise UnsupportedSyntax(
                f"an attribute of `{getattr(owner.value, '__name__', owner.value)}` is bound anew",
                tree,
                "use an attribute of an object, or a variable",
            )
        own = gast.Attribute(self.leaf(owner, tree).tree, tree.attr, gast.Store())
        self.assign_leaf(gast.copy_location(own, tree), value, place)

    def bind_item(self, tree: gast.Subscript, value: Value, place: gast.AST) -> None:
        """Bind an element."""
        owner = self.value(tree.value)
        if isinstance(owner, Ref):
            method = self.special_method(owner, "__setitem__")
            if method is not None:
                self.call_value(method, [self.value(tree.slice), value], {}, tree)
                return
            if self.node(owner).cls is Rows:
                self.bind_row(owner, self.tree(tree.slice), value, place)
                return
            owner, index = self.owner_and_index(owner, tree)
            key = self.place(owner, self.constant_key(index, tree.slice))
            node = self.node(owner)
            if node.is_sequence and key not in node.parts:
                raise UnsupportedSyntax(f"there is no element {key!r} here", tree, "use append")
            self.bind_part(owner, key, value, place)
            return
        start = len(self.block)
        index = self.tree(tree.slice)
        whole = self.held_before(start, owner, tree.value)
        own = gast.Subscript(self.leaf(whole, tree.value).tree, index, gast.Store())
        self.assign_leaf(gast.copy_location(own, tree), value, place)

    def assign_leaf(self, target: Expression, value: Value, place: gast.AST) -> None:
        """Write the assignment of a leaf."""
        self.emit(gast.Assign([target], self.leaf(value, place).tree, None), place)

    def unpack(self, tree: Any, value: Value, place: gast.AST) -> None:
        """Bind several targets to the parts of a value."""
        if isinstance(value, Ref) and self.special_method(value, "__iter__") is not None:
            held = name(f"pin{SEPARATOR}{self.pins}")
            self.pin(value)
            value = self.value(self.again("over", tree, lambda: items_called(held, tree)))
        if isinstance(value, Ref):
            self.unpack_parts(tree, self.items_of(value, tree), place)
            return
        leaf = self.leaf(value, place)
        parts = leaf.tree.elts if isinstance(leaf.tree, (gast.Tuple, gast.List)) else None
        simple = all(isinstance(t, gast.Name) for t in tree.elts)
        if parts is not None and not simple and len(parts) == len(tree.elts):
            held = [self.held(Leaf(part), part) for part in parts]
            self.unpack_parts(tree, held, place)
            return
        if simple:
            for part in tree.elts:
                self.state.names[part.id] = Leaf(gast.Name(part.id, gast.Load(), None, None))
            known = leaf.known if isinstance(leaf.known, tuple) else ()
            texts = [k for k in known if isinstance(k, (str, int))]
            if texts and len(known) == len(tree.elts):
                self.unpack_parts(tree, [Leaf(constant(k), k) for k in known], place)
                return
            self.emit(gast.Assign([clone(tree)], leaf.tree, None), place)
            return
        titles = [self.temporary_name("part", tree) for _ in tree.elts]
        stars = [isinstance(t, gast.Starred) for t in tree.elts]
        if any(stars):
            self.bind_names(tree)
            self.emit(gast.Assign([clone(tree)], leaf.tree, None), place)
            return
        names = [gast.Name(t, gast.Store(), None, None) for t in titles]
        self.emit(gast.Assign([gast.Tuple(names, gast.Store())], leaf.tree, None), place)
        for part, title in zip(tree.elts, titles, strict=True):
            self.state.names[title] = Leaf(gast.Name(title, gast.Load(), None, None))
            self.target(part, self.state.names[title], place)

    def bind_names(self, tree: Expression) -> None:
        """Enter the names in a target as leaves."""
        for node in gast.walk(tree):
            if isinstance(node, gast.Name):
                self.state.names[node.id] = Leaf(gast.Name(node.id, gast.Load(), None, None))

    def unpack_parts(self, tree: Any, parts: list[Value], place: gast.AST) -> None:
        """Bind targets to values one by one, after all are computed."""
        stars = [k for k, t in enumerate(tree.elts) if isinstance(t, gast.Starred)]
        if stars:
            first, after = stars[0], len(tree.elts) - stars[0] - 1
            last = len(parts) - after
            rest = self.new_node(tree, list, dict(enumerate(parts[first:last])), "")
            targets = [t.value if isinstance(t, gast.Starred) else t for t in tree.elts]
            parts = [*parts[:first], rest, *parts[last:]]
        else:
            targets = list(tree.elts)
        if len(targets) != len(parts):
            raise UnsupportedSyntax(
                f"{len(parts)} values are unpacked into {len(targets)} names", tree, "count them"
            )
        if len(parts) > 1 and not are_apart(targets, parts):
            parts = [self.held(p, place) if isinstance(p, Leaf) else p for p in parts]
        if any(isinstance(part, Ref) for part in parts):  # whose variables may be bound anew
            parts = [parts[0], *(self.held(part, place) for part in parts[1:])]
        pins = self.pins
        for part in parts:
            self.pin(part)
        for number, target in enumerate(targets):
            part = self.pinned(parts[number], pins + number)
            if not (isinstance(place, gast.For) and self.bind_quietly_stable(target, part)):
                self.target(target, part, place)
        self.unpin(pins)


def are_apart(targets: list[Expression], parts: list[Value]) -> bool:
    """Return True if binding some names, one by one, does not change what the others get."""
    if not all(isinstance(t, (gast.Name, gast.Tuple, gast.List)) for t in targets):
        return False
    bound = {n.id for t in targets for n in gast.walk(t) if isinstance(n, gast.Name)}
    trees = [p.tree for p in parts if isinstance(p, Leaf)]
    read = {n.id for t in trees for n in gast.walk(t) if isinstance(n, gast.Name)}
    return not bound & read


def items_called(tree: Expression, place: Expression) -> Expression:
    """Return the call of the method by which an object is gone over."""
    method = gast.Attribute(tree, "__iter__", gast.Load())
    return locate(gast.Call(method, [], []), place)
