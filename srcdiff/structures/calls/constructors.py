"""Calls of classes: new objects, named tuples and objects of dataclasses."""

from __future__ import annotations

import dataclasses
from types import FunctionType
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import own_signature
from srcdiff.structures.calls.functions import Functions
from srcdiff.structures.containers.default_dicts import made_by
from srcdiff.structures.layouts import named_fields
from srcdiff.structures.state.values import Known, Leaf, Ref, Value
from srcdiff.syntax import Expression, name, unpack


class Constructors(Functions):
    """Makes objects."""

    def constructed(
        self, cls: type, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return a new object."""
        if named_fields(cls):
            given = self.without_stars(cls.__new__, given, words, place)
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
        given = self.without_stars(own, given, words, place)
        if dataclasses.is_dataclass(cls) and is_generated(own):
            self.fill(cls, made, given, words, place)
        elif isinstance(own, FunctionType):
            self.call_function(own, [made, *given], words, place)
        elif given or words:
            raise UnsupportedSyntax(f"`{cls.__name__}` takes no arguments", place, "leave them out")
        return made

    def without_stars(
        self, function: Any, given: list[Value], words: dict[str, Value], place: Expression
    ) -> list[Value]:
        """Return the arguments of a method that makes objects, with the parts of `*theta`.

        It has as many as the method takes. Raises UnsupportedSyntax where that is not known.
        """
        stars = [k for k, v in enumerate(given) if is_starred(v)]
        if not stars:
            return given
        own = list(own_signature(function).parameters.values())[1:]
        left = [p for p in own if p.name not in words]
        is_known = all(p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD for p in left)
        count = len(left) - len(given) + 1
        if len(stars) > 1 or not is_known or count < 1:
            raise UnsupportedSyntax(
                "how many arguments this passes is only known when the function runs",
                place,
                "pass them one by one: `theta[0], theta[1]`",
            )
        held = [v if is_starred(v) else self.held(v, place) for v in given]
        star = held[stars[0]]
        assert isinstance(star, Leaf)
        titles = [self.temporary_name("part", place) for _ in range(count)]
        self.emit(unpack(titles, star.tree.value), place)
        parts = [Leaf(name(title)) for title in titles]
        for title, part in zip(titles, parts, strict=True):
            self.state.names[title] = part
        return [*held[: stars[0]], *parts, *held[stars[0] + 1 :]]

    def named_tuple(
        self, cls: Any, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return a new named tuple."""
        made_by = next(c for c in cls.__mro__ if "__new__" in vars(c))
        if "_fields" not in vars(made_by):
            raise UnsupportedSyntax(f"`{cls.__name__}` has a `__new__`", place, "use a function")
        fields = list(cls._fields)
        if len(given) > len(fields):
            raise UnsupportedSyntax(
                f"`{cls.__name__}` takes {len(fields)} values", place, "pass what it takes"
            )
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
        own = dataclasses.fields(cls)
        only_passed = passed_on(cls)  # to `__post_init__`
        try:
            bound = own_signature(cls.__init__).bind(made, *given, **words)
        except TypeError as error:
            raise UnsupportedSyntax(
                f"this call does not fit: {error}", place, "pass what it takes"
            ) from None
        parts = dict(list(bound.arguments.items())[1:])
        for title, default in only_passed.items():
            if title not in parts:
                parts[title] = self.known(default, place)
        for item in own:
            if item.name in parts:
                continue
            if item.default is not dataclasses.MISSING:
                parts[item.name] = self.known(item.default, place)
            elif item.default_factory is not dataclasses.MISSING:
                parts[item.name] = made_by(self, Known(item.default_factory), place)
        node = self.node(made)
        ordered = {f.name: parts[f.name] for f in own if f.name in parts}
        self.state.nodes[made.identity] = dataclasses.replace(node, parts=ordered)
        after = getattr(cls, "__post_init__", None)
        if after is not None:
            self.call_function(after, [made, *(parts[t] for t in only_passed)], {}, place)


def passed_on(cls: Any) -> dict[str, Any]:
    """Return the defaults of what the objects of a dataclass are made of and do not keep.

    >>> @dataclasses.dataclass
    ... class Line:
    ...     slope: float
    ...     scale: dataclasses.InitVar[float] = 2.0
    >>> passed_on(Line)
    {'scale': 2.0}
    """
    own = {f.name for f in dataclasses.fields(cls)}
    parameters = list(own_signature(cls.__init__).parameters.values())[1:]
    return {p.name: p.default for p in parameters if p.name not in own}


def is_starred(value: Value) -> bool:
    """Return True for the parts of what stays in the function: `*theta`."""
    return isinstance(value, Leaf) and isinstance(value.tree, gast.Starred)


def is_generated(function: Any) -> bool:
    """Return True if `dataclasses` has made a method: there is no text of it."""
    return isinstance(function, FunctionType) and function.__code__.co_filename == "<string>"
