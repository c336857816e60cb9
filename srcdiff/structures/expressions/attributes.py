"""Attributes of objects, and of their classes."""

from __future__ import annotations

import functools
from collections import Counter, OrderedDict, defaultdict
from types import FunctionType, MemberDescriptorType, ModuleType
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.expressions.conditional import Conditional
from srcdiff.structures.layouts import strange_class
from srcdiff.structures.state.defaults import shown_class
from srcdiff.structures.state.restarts import Raised
from srcdiff.structures.state.values import (
    BuiltinMethod,
    Closure,
    Known,
    Leaf,
    Method,
    Parent,
    Ref,
    Rows,
    Value,
)
from srcdiff.structures.surroundings import MISSING, reading_of_attribute, reading_of_class
from srcdiff.syntax import Expression, constant, statements, walk

CONTAINERS = (dict, OrderedDict, list, tuple, Rows)


class Attributes(Conditional):
    """Reads attributes."""

    def value_of_attribute(self, tree: gast.Attribute) -> Value:
        """Return what an attribute is."""
        owner = self.value(tree.value)
        return self.attribute(owner, tree.attr, tree)

    def attribute(self, owner: Value, title: str, tree: Expression) -> Value:
        """Return what an attribute of a value is."""
        if isinstance(owner, Leaf) and owner.known is None:
            self.always_raises("AttributeError", f"None has no attribute {title}", tree)
        if isinstance(owner, Ref):
            return self.attribute_of_node(owner, title, tree)
        if isinstance(owner, (Closure, Method)):
            raise function_attribute(tree)
        if isinstance(owner, Parent):
            cls = self.class_of(owner.owner)
            after = cls.__mro__[cls.__mro__.index(owner.cls) + 1 :]
            found = next((vars(c)[title] for c in after if title in vars(c)), MISSING)
            for part in after:
                self.program.note(reading_of_class(part, title, found))
            return self.class_attribute(owner.owner, cls, title, found, tree)
        if isinstance(owner, Known) and not isinstance(owner.value, ModuleType):
            if isinstance(owner.value, type) and title in ("__init__", "__new__"):
                return Known(getattr(owner.value, title))
            found = getattr(owner.value, title, MISSING)
            self.program.note(reading_of_attribute(owner.value, title, found))
            return (
                self.known(found, tree) if found is not MISSING else self.plain(owner, title, tree)
            )
        if isinstance(owner, Known):
            found = getattr(owner.value, title, MISSING)
            self.program.note(reading_of_attribute(owner.value, title, found))
            if found is not MISSING:
                return self.known(found, tree)
        return self.plain(owner, title, tree)

    def always_raises(self, kind: str, text: str, place: gast.AST) -> None:
        """Write what Python does with a value that has no such part.

        Raises Raised.
        """
        for statement in statements(f"raise {kind}({text!r})"):
            for node in walk(statement):
                gast.copy_location(node, place)
            self.emit(statement, place)
        raise Raised

    def plain(self, owner: Value, title: str, tree: Expression) -> Leaf:
        """Return an attribute of a leaf."""
        inner = tree.value if isinstance(tree, gast.Attribute) else tree
        own = self.leaf(owner, inner).tree
        return Leaf(gast.copy_location(gast.Attribute(own, title, gast.Load()), tree))

    def class_of(self, value: Value) -> type:
        """Return the class of an object."""
        if isinstance(value, Ref):
            return self.node(value).cls
        if isinstance(value, Known):
            return value.value if isinstance(value.value, type) else type(value.value)
        return object

    def attribute_of_node(self, owner: Ref, title: str, tree: Expression) -> Value:
        """Return what an attribute of an object is: one of its own, or of its class."""
        node = self.node(owner)
        cls = node.cls
        if title == "__class__":
            return Known(shown_class(cls))
        if title == "__dict__":
            raise UnsupportedSyntax("`__dict__` is not followed", tree, "name the attributes")
        found = next((vars(c)[title] for c in cls.__mro__ if title in vars(c)), MISSING)
        self.check_class(cls, tree)
        is_own = title in node.parts and not (cls in CONTAINERS or issubclass(cls, dict))
        if is_own and not isinstance(found, property):
            if found is not MISSING and not node.is_whole:
                raise UnsupportedSyntax(
                    f"`{title}` is bound on some paths only, and the class has one, too",
                    tree,
                    "bind it on all paths",
                )
            return node.parts[title]
        if cls not in CONTAINERS:
            self.program.note(reading_of_class(cls, title, found))
        if cls in CONTAINERS or (found is not MISSING and is_builtin_method(cls, title, found)):
            return BuiltinMethod(owner, title)
        if isinstance(found, property):
            return self.call_value(self.known(found.fget, tree), [owner], {}, tree)
        if isinstance(found, functools.cached_property):
            value = self.call_value(self.known(found.func, tree), [owner], {}, tree)
            self.bind_part(owner, title, value, tree)
            return self.node(owner).parts[title]
        method = self.special_method(owner, "__getattr__") if found is MISSING else None
        if method is not None:
            return self.call_value(method, [Leaf(constant(title), title)], {}, tree)
        if found is MISSING and self.split:  # on a path that Python does not take
            self.always_raises("AttributeError", f"there is no attribute {title}", tree)
        if found is MISSING:
            raise UnsupportedSyntax(
                f"an object of the class `{cls.__name__}` has no attribute `{title}` here",
                tree,
                "check the spelling, or bind it in `__init__`",
            )
        return self.class_attribute(owner, cls, title, found, tree)

    def check_class(self, cls: type, place: gast.AST) -> None:
        """Refuse objects of classes that change what attributes or elements are."""
        found = strange_class(cls)
        if found:
            raise UnsupportedSyntax(
                f"the class `{cls.__name__}` has its own {found}",
                place,
                "use plain attributes, or a method with another name",
            )

    def class_attribute(
        self, owner: Value, cls: type, title: str, found: Any, tree: Expression
    ) -> Value:
        """Return what an attribute of a class is for an object."""
        if isinstance(found, staticmethod):
            return self.known(found.__func__, tree)
        if isinstance(found, classmethod):
            return Method(Known(found.__func__), (Known(cls),))
        if isinstance(found, property):
            return self.call_value(self.known(found.fget, tree), [owner], {}, tree)
        if found is MISSING or found is object.__init__:
            if title == "__init__":
                return Method(Known(object.__init__), (owner,))
            raise UnsupportedSyntax(f"there is no `{title}` here", tree, "check the spelling")
        if isinstance(found, FunctionType) or hasattr(found, "py_func"):
            if isinstance(owner, Known) and isinstance(owner.value, type):
                return self.known(found, tree)
            return Method(self.known(found, tree), (owner,))
        if hasattr(type(found), "__get__") and not isinstance(found, (MemberDescriptorType, type)):
            raise UnsupportedSyntax(f"`{title}` is a descriptor", tree, "use a property")
        return self.known(getattr(cls, title, found), tree)

    def special_method(self, value: Ref, title: str) -> Value | None:
        """Return a method such as `__add__` that the class of an object has."""
        cls = self.node(value).cls
        if cls in CONTAINERS:
            return None
        found = next((vars(c)[title] for c in cls.__mro__ if title in vars(c)), None)
        self.program.note(reading_of_class(cls, title, found))
        return Method(Known(found), (value,)) if isinstance(found, FunctionType) else None


def function_attribute(place: Expression) -> UnsupportedSyntax:
    """Return the error for an attribute of a function."""
    return UnsupportedSyntax(
        "this is an attribute of a function that is defined inside, or of a method",
        place,
        "keep it in a dictionary: `own = {'calls': 0.0}`",
    )


def is_builtin_method(cls: type, title: str, found: Any) -> bool:
    """Return True if an attribute is a method that a class has from `dict`, `list` or `tuple`."""
    own = next((c for c in cls.__mro__ if title in vars(c)), object)
    is_named_tuple = issubclass(cls, tuple) and title in ("_replace", "_asdict", "_make")
    is_from_container = own in CONTAINERS or own in (Counter, defaultdict)
    return (is_from_container or is_named_tuple) and callable(found)
