"""Make the special cases of functions: those that functions and tuples are written into."""

from __future__ import annotations

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import gast

from srcdiff.analyse.checks.written_defaults import check_unchanged, is_kept
from srcdiff.core.memo import made_once
from srcdiff.errors import UnsupportedSyntax, located
from srcdiff.front.parse import Fields, Made, Source, plain_function, signature, source_of
from srcdiff.normalise.functions.inner import LAMBDA
from srcdiff.normalise.functions.lift import PARTIAL
from srcdiff.normalise.functions.scopes import bound_names
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    all_parameters,
    assign,
    call,
    callee_of,
    children,
    name,
    substitute,
    tuple_of,
)


@dataclass(frozen=True)
class Binding:
    """What a parameter is in a special case: a function, or a tuple of `count` parts.

    A function has `count` arguments that are already given; a tuple has no title, and the
    class of a named one as value. A default value that is a list, a dictionary or the like
    is bound as a function is. Records are tuples with their fields as value. A tuple with
    functions in it `has_functions`: it stands where its parameter does.
    """

    value: Any
    title: str
    count: int
    has_functions: bool = False


def special(function: Any, bindings: Mapping[int, Binding]) -> Made:
    """Return a function for certain functions as its arguments; the same one each time."""
    function = plain_function(function)
    parts = sorted((k, id(b.value), b.count, b.has_functions) for k, b in bindings.items())

    def make() -> Made:
        source = source_of(function)
        with located(source.origin):
            made = specialised(source, bindings)
        if any(isinstance(b.value, Fields) for b in bindings.values()):
            made.__signature__ = with_defaults(made.__signature__, function)
        return made

    return made_once(("special", id(function), *parts), (function, bindings), make)


def with_defaults(shape: inspect.Signature, function: Any) -> inspect.Signature:
    """Return a signature with the default values of a function, as far as they may be left out."""
    known = signature(function).parameters
    new: list[inspect.Parameter] = []
    for parameter in reversed(list(shape.parameters.values())):
        own = known.get(parameter.name)
        if own is None or (new and new[-1].default is inspect.Parameter.empty):
            own = parameter
        new.append(parameter.replace(default=own.default))
    return inspect.Signature(new[::-1])


def specialised(source: Source, bindings: Mapping[int, Binding]) -> Made:
    """Return the special case of a function.

    Raises UnsupportedSyntax where the function binds a parameter anew.
    """
    case = Case(source, {**source.namespace, PARTIAL: partial}, dict(source.records))
    for place, parameter in enumerate(all_parameters(source.tree)):
        if place in bindings:
            case.bind(parameter, bindings[place])
        else:
            case.parameters.append(parameter.id)
    titles = [b.title for b in bindings.values() if b.title]
    return case.made([source.tree.name, *(t for t in titles if not t.startswith(LAMBDA))])


class Case:
    """A special case of a function in the making: its parameters and its body."""

    def __init__(
        self, source: Source, namespace: dict[str, Any], records: dict[str, Fields]
    ) -> None:
        self.source = source
        self.namespace = namespace
        self.records = records
        self.parameters: list[str] = []
        self.first: Block = []
        self.body: Block = source.tree.body

    def bind(self, parameter: Expression, binding: Binding) -> None:
        """Write what a parameter is into the function."""
        value = binding.value
        if is_kept(value):
            check_unchanged(self.source.tree, parameter.id)
        names = [f"{parameter.id}{SEPARATOR}{word}" for word in words_of(binding)]
        self.parameters += names
        if isinstance(value, Fields):
            self.records[parameter.id] = value
        elif binding.title == "":
            self.bind_tuple(parameter, value, names, binding.has_functions)
        elif parameter.id in bound_names(self.source.tree.body):
            what = "a function" if callable(value) else "a default value with parts"
            raise UnsupportedSyntax(
                f"`{parameter.id}` is {what}, and is bound anew", parameter, "use two names"
            )
        elif names:
            inner = f"{parameter.id}{SEPARATOR}function"
            self.namespace[inner] = value
            given = call(PARTIAL, name(inner), *map(name, names))
            self.first.append(assign(parameter.id, given, parameter))
        else:
            self.namespace[parameter.id] = value

    def bind_tuple(
        self, parameter: Expression, kind: Any, names: list[str], has_functions: bool
    ) -> None:
        """Make a parameter a tuple of some names, or one of a class of named tuples."""
        whole = tuple_of(map(name, names))
        if kind is not None:
            self.namespace[kind.__name__] = kind
            whole = call(kind.__name__, *map(name, names))
        elif (has_functions or not names) and parameter.id not in bound_names(self.body):
            self.body = [substitute(s, {parameter.id: whole}) for s in self.body]
            return
        self.first.append(assign(parameter.id, whole, parameter))

    def made(self, words: list[str]) -> Made:
        """Return the function, with a name of some words."""
        own = [gast.Name(n, gast.Param(), None, None) for n in self.parameters]
        arguments = gast.arguments(own, [], None, [], [], None, [])
        body = [*self.first, *self.body]
        tree = gast.FunctionDef("_".join(words), arguments, body, [], None, None, [])
        gast.copy_location(tree, self.source.tree)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        shape = inspect.Signature([inspect.Parameter(n, kind) for n in self.parameters])
        written = self.source.written or self.source.tree
        origin = self.source.origin
        return Made(Source(None, tree, self.namespace, origin, written, self.records), shape)


def words_of(binding: Binding) -> list[str]:
    """Return words for what a function has as its first arguments: its names for them."""
    if isinstance(binding.value, Fields):
        return [f"{field}_" for field in binding.value.names]
    if not binding.title:
        return [f"_{k}" for k in range(binding.count)]
    try:
        own = list(signature(binding.value).parameters)[: binding.count]
    except (TypeError, ValueError):  # a function that does not tell
        own = []
    return own if len(own) == binding.count else [str(k + 1) for k in range(binding.count)]


def refuse_values(tree: gast.AST, known: Mapping[str, Any]) -> None:
    """Refuse functions that are used as values: results, elements, arguments of NumPy."""
    if isinstance(tree, gast.Name) and tree.id in known and isinstance(tree.ctx, gast.Load):
        raise refused(tree)
    if callee_of(tree) == "functools.partial":
        raise refused(tree)
    called = tree.func if isinstance(tree, gast.Call) else None
    for part in children(tree):
        if part is not called or not isinstance(part, gast.Name):
            refuse_values(part, known)


def refused(tree: gast.AST) -> UnsupportedSyntax:
    """Return the error for a function that is used as a value."""
    return UnsupportedSyntax(
        "a function as a value is not supported here",
        tree,
        "call it, or pass it to a function of your own by its name",
    )
