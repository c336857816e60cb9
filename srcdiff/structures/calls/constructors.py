"""Calls of classes: new objects, named tuples and objects of dataclasses."""

from __future__ import annotations

import dataclasses
from types import FunctionType
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.structures.calls.functions import Functions
from srcdiff.structures.layouts import named_fields
from srcdiff.structures.state.values import Known, Leaf, Ref, Value
from srcdiff.syntax import Expression, locate


class Constructors(Functions):
    """Makes objects."""

    def constructed(
        self, cls: type, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return a new object."""
        if named_fields(cls):
            return self.named_tuple(cls, given, words, place)
        if issubclass(cls, (dict, list, tuple)):
            raise UnsupportedSyntax(
                f"`{cls.__name__}` is a class of containers", place, "use a dictionary or a list"
            )
        if any("__new__" in vars(c) for c in cls.__mro__[:-1] if c.__module__ != "typing"):
            raise UnsupportedSyntax(f"`{cls.__name__}` has a `__new__`", place, "use `__init__`")
        self.check_class(cls, place)
        made = self.new_node(place, cls, {}, cls.__name__.lower())
        own = next((vars(c)["__init__"] for c in cls.__mro__ if "__init__" in vars(c)), None)
        if dataclasses.is_dataclass(cls) and is_generated(own):
            self.fill(cls, made, given, words, place)
        elif isinstance(own, FunctionType):
            self.call_function(own, [made, *given], words, place)
        elif given or words:
            raise UnsupportedSyntax(f"`{cls.__name__}` takes no arguments", place, "leave them out")
        return made

    def named_tuple(
        self, cls: Any, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return a new named tuple."""
        made_by = next(c for c in cls.__mro__ if "__new__" in vars(c))
        if "_fields" not in vars(made_by):
            raise UnsupportedSyntax(f"`{cls.__name__}` has a `__new__`", place, "use a function")
        fields = list(cls._fields)
        parts = dict(zip(fields, given, strict=False)) | words
        for title in fields:
            if title not in parts:
                if title not in cls._field_defaults:
                    raise UnsupportedSyntax(f"`{title}` is missing", place, "pass it")
                parts[title] = self.known(cls._field_defaults[title], place)
        return self.new_node(place, cls, {t: parts[t] for t in fields}, cls.__name__.lower())

    def fill(
        self, cls: Any, made: Ref, given: list[Value], words: dict[str, Value], place: Expression
    ) -> None:
        """Bind the fields of a new object of a dataclass."""
        fields = [f for f in dataclasses.fields(cls) if f.init]
        own = [f.name for f in fields if not getattr(f, "kw_only", False)]
        parts = dict(zip(own, given, strict=False)) | words
        for item in dataclasses.fields(cls):
            if item.name in parts:
                continue
            if item.default is not dataclasses.MISSING:
                parts[item.name] = self.known(item.default, place)
            elif item.default_factory is not dataclasses.MISSING:
                parts[item.name] = self.made_by(item.default_factory, place)
            elif item.init:
                raise UnsupportedSyntax(f"`{item.name}` is missing", place, "pass it")
        order = [f.name for f in dataclasses.fields(cls) if f.name in parts]
        node = self.node(made)
        ordered = {t: parts[t] for t in order}
        self.state.nodes[made.identity] = dataclasses.replace(node, parts=ordered)
        after = getattr(cls, "__post_init__", None)
        if after is not None:
            self.call_function(after, [made], {}, place)

    def made_by(self, factory: Any, place: Expression) -> Value:
        """Return what a `default_factory` makes."""
        if factory in (list, dict):
            if factory is list:
                return Leaf(locate(gast.List([], gast.Load()), place))
            return self.new_node(place, dict, {}, "")
        return self.call_value(Known(factory), [], {}, place)


def is_generated(function: Any) -> bool:
    """Return True if `dataclasses` has made a method: there is no text of it."""
    return isinstance(function, FunctionType) and function.__code__.co_filename == "<string>"
