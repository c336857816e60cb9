"""Write functions of their own for functions and tuples that are passed to a function."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.composite_types import field_types, is_record, record_of
from srcdiff.analyse.types.function_types import function_of_type, functions_in, name_of
from srcdiff.analyse.types.types import Type, is_array, typeof, types
from srcdiff.analyse.types.words import text
from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.core.operations import standard
from srcdiff.errors import SrcdiffError, UnsupportedType
from srcdiff.front.callables import is_derivative
from srcdiff.front.parse import Fields, Made, signature
from srcdiff.normalise.containers.containers import GROUPS
from srcdiff.normalise.functions.arguments.arguments import DEFAULT
from srcdiff.normalise.functions.inner import LAMBDA
from srcdiff.normalise.functions.inserted import Inserted
from srcdiff.normalise.functions.special_cases import Binding, refuse_values, refused, special
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import Expression, bottom_up, callee_of, dotted, fresh, locate, name, walk


@dataclass(frozen=True)
class Flat:
    """A function of the user as core forms call it: with arrays for lists, and flat results.

    `places` are those of the lists among the arguments, each part of a tuple being counted.
    Results in tuples inside a tuple become parts of one.
    """

    function: Any
    places: frozenset[int]

    @property
    def __name__(self) -> str:
        """Return the name of the function."""
        return str(self.function.__name__)

    def __call__(self, *given: Any) -> Any:
        """Return what the function gives, as a core form takes it: arrays for lists."""
        found = self.function(*given)
        return np.array(found) if isinstance(found, list) else found


@needs(OWN_FUNCTIONS, "functools.partial")
def specialise(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and the functions it calls, without functions as arguments.

    What takes a function becomes a function for this function alone; what takes a tuple, or
    `*args`, becomes one for as many arguments as the tuple has parts.

    >>> from srcdiff.syntax import function, unparse
    >>> def twice(f, x): return f(f(x))
    >>> new, functions = specialise(
    ...     function("def g(x): return twice(math.sin, x)"), {"twice": twice}
    ... )
    >>> print(unparse(new))
    def g(x):
        return twice_sin(x)
    >>> print(unparse(functions["twice_sin"].source.tree))
    def twice_sin(x):
        return f(f(x))
    >>> functions["twice_sin"].source.namespace["f"]
    <built-in function sin>
    """
    known = dict(functions)

    def change(node: gast.AST) -> gast.AST:
        while callee_of(node) in known:
            bindings, given = split(node, known)
            if not bindings:
                break
            function = known[dotted(node.func)]
            try:
                made = specialised(function, bindings)
            except SrcdiffError as error:
                raise error.at_call(node) from None
            title = entered(made, known)
            node = gast.copy_location(gast.Call(locate(name(title), node), given, []), node)
        return node

    new: gast.FunctionDef = bottom_up(tree, change)
    refuse_values(new, known)
    called = {dotted(n.func) for n in walk(new) if isinstance(n, gast.Call)}
    return new, {title: value for title, value in known.items() if title in called}


def specialised(function: Any, bindings: Any) -> Any:
    """Return a special case of a function, whose tuples may be parameters."""
    if isinstance(function, Flat):
        return Flat(special(function.function, bindings), function.places)
    return special(function, bindings)


def entered(made: Made | Flat, known: dict[str, Any]) -> str:
    """Return the name of a special case among the known functions, where it is entered."""
    title = next((t for t, value in known.items() if value == made), None)
    if title is None:
        title = fresh(made.__name__, known)
        known[title] = made
    return title


def as_written(function: Any) -> Any:
    """Return the function of the user that a core form calls."""
    return function.function if isinstance(function, Flat) else function


def is_opaque(function: Any) -> bool:
    """Return True if a function is called as it is: it has a rule, or is a derivative."""
    is_called = isinstance(function, Inserted) or is_derivative(function)
    return is_called or rule_of_user(function) is not None


def split(node: gast.Call, known: Mapping[str, Any]) -> tuple[dict[int, Binding], list[Expression]]:
    """Return what is special about the arguments of a call, and those that remain."""
    bindings: dict[int, Binding] = {}
    given: list[Expression] = []
    function = known[dotted(node.func)]
    opaque = is_opaque(as_written(function))
    for place, argument in enumerate(node.args):
        found = function_of(argument, known)
        if dotted(argument).endswith(DEFAULT):
            bindings[place] = Binding(default_of(node, function, argument), LAMBDA, 0)
        elif found is not None:
            if opaque:
                raise refused(node)
            value, title, captured = found
            bindings[place] = Binding(value, title, len(captured))
            given += captured
        elif isinstance(argument, gast.Tuple) and not opaque:
            bindings[place] = Binding(None, "", len(argument.elts))
            given += argument.elts
        else:
            given.append(argument)
    return bindings, given


def default_of(node: gast.Call, function: Any, argument: gast.Name) -> Any:
    """Return the default value that an argument stands for.

    Raises UnsupportedType for one that no compiled function could use.
    """
    title = argument.id.removesuffix(DEFAULT)
    value = signature(function).parameters[title].default
    if is_opaque(function) or not isinstance(value, (*GROUPS, np.ndarray)):
        raise UnsupportedType(
            f"the default value of `{title}` is {text(type(value).__name__)}",
            node,
            "pass this argument in the call",
        )
    return value


def function_of(
    tree: Expression, known: Mapping[str, Any]
) -> tuple[Any, str, list[Expression]] | None:
    """Return the function that an argument is, its name, and its first arguments."""
    if callee_of(tree) == "functools.partial":
        if not tree.args or tree.keywords:
            raise refused(tree)
        first, *given = tree.args
        found = function_of(first, known)
        return found and (found[0], found[1], [*found[2], *given])
    title = dotted(tree)
    value = known.get(title, standard(title))
    return (value, title.split(".")[-1], []) if callable(value) else None


def taken_apart(function: Any, given: tuple[Type, ...]) -> tuple[Any, tuple[Type, ...]]:
    """Return the special case of a function that takes the parts of tuples, and their types."""
    while not is_opaque(function):
        kinds = [settled_tuple(kind) for kind in given]
        bindings = {
            k: fixed_binding(kind)
            if is_fixed(kind)
            else Binding(fields_of(kind), "", len(field_types(kind)))
            if is_record(kind)
            else Binding(
                getattr(kind, "instance_class", None), "", len(kind), any(functions_in((kind,)))
            )
            for k, kind in enumerate(kinds)
            if is_fixed(kind) or is_record(kind) or isinstance(kind, types.BaseTuple)
        }
        if not bindings:
            break
        function = special(function, bindings)
        parts = [
            ()
            if is_fixed(kind)
            else tuple(field_types(kind).values())
            if is_record(kind)
            else kind
            if k in bindings
            else (kind,)
            for k, kind in enumerate(kinds)
        ]
        given = tuple(kind for own in parts for kind in own)
    return function, given


def fields_of(kind: Type) -> Fields:
    """Return the fields of a type of records, or of arrays of them; the same ones each time."""
    nested = frozenset(n for n, own in record_of(kind).fields.items() if is_array(own.type))
    return known_fields(Fields(tuple(field_types(kind)), getattr(kind, "ndim", 0), nested))


@functools.cache
def known_fields(fields: Fields) -> Fields:
    """Return the first one of fields that are equal."""
    return fields


def settled_tuple(kind: Type) -> Type:
    """Return the type of a default value that is a tuple; any other type as it is."""
    if isinstance(kind, types.Omitted) and type(kind.value) is tuple:
        return typeof(kind.value)
    return kind


def is_fixed(kind: Type) -> bool:
    """Return True if an argument is known from its type.

    It is a function, or a default value that is a list, a dictionary or the like.
    """
    is_group = isinstance(kind, types.Omitted) and isinstance(kind.value, GROUPS)
    return is_group or function_of_type(kind) is not None


def fixed_binding(kind: Type) -> Binding:
    """Return what a parameter is whose argument is known from its type."""
    function = function_of_type(kind)
    if function is not None:
        return Binding(function, name_of(function) or LAMBDA, 0)
    return Binding(kind.value, LAMBDA, 0)
