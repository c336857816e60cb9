"""Write functions of their own for functions and tuples that are passed to a function."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types import (
    Type,
    field_types,
    is_array,
    is_record,
    record_of,
    typeof,
    types,
)
from srcdiff.analyse.words import text
from srcdiff.errors import UnsupportedSyntax, UnsupportedType
from srcdiff.normalise.arguments import DEFAULT
from srcdiff.normalise.containers import GROUPS
from srcdiff.normalise.inner import LAMBDA
from srcdiff.normalise.inserted import Inserted
from srcdiff.normalise.lift import PARTIAL
from srcdiff.normalise.scopes import bound_names
from srcdiff.operations import standard
from srcdiff.parse import Fields, Made, Source, plain_function, signature, source_of
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    all_parameters,
    assign,
    call,
    children,
    dotted,
    fresh,
    locate,
    mapped,
    name,
    substitute,
    tuple_of,
    walk,
)


@dataclass(frozen=True)
class Binding:
    """What a parameter is in a special case: a function, or a tuple of `count` parts.

    A function has `count` arguments that are already given; a tuple has no title, and the
    class of a named one as value. A default value that is a list, a dictionary or the like
    is bound as a function is. Records are tuples with their fields as value.
    """

    value: Any
    title: str
    count: int


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


MADE: dict[tuple[Any, ...], tuple[Made, Any, Mapping[int, Binding]]] = {}


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
        node = mapped(node, change) if node._fields else node
        while isinstance(node, gast.Call) and dotted(node.func) in known:
            bindings, given = split(node, known)
            if not bindings:
                break
            function = known[dotted(node.func)]
            if isinstance(function, Flat):
                made: Any = Flat(special(function.function, bindings), function.places)
            else:
                made = special(function, bindings)
            title = entered(made, known)
            node = gast.copy_location(gast.Call(locate(name(title), node), given, []), node)
        return node

    new: gast.FunctionDef = mapped(tree, change)
    refuse_values(new, known)
    called = {dotted(n.func) for n in walk(new) if isinstance(n, gast.Call)}
    return new, {title: value for title, value in known.items() if title in called}


def entered(made: Made | Flat, known: dict[str, Any]) -> str:
    """Return the name of a special case among the known functions, where it is entered."""
    title = next((t for t, value in known.items() if value == made), None)
    if title is None:
        title = fresh(made.__name__, known)
        known[title] = made
    return title


def is_opaque(function: Any) -> bool:
    """Tell whether a function is called as it is: it has a rule, or is a derivative."""
    is_called = isinstance(function, Inserted) or hasattr(function, "srcdiff_request")
    return is_called or rule_of_user(function) is not None


def split(node: gast.Call, known: Mapping[str, Any]) -> tuple[dict[int, Binding], list[Expression]]:
    """Return what is special about the arguments of a call, and those that remain."""
    bindings: dict[int, Binding] = {}
    given: list[Expression] = []
    function = known[dotted(node.func)]
    opaque = is_opaque(function.function if isinstance(function, Flat) else function)
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
    if isinstance(tree, gast.Call) and dotted(tree.func) == "functools.partial":
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
            k: Binding(kind.value, LAMBDA, 0)
            if is_fixed(kind)
            else Binding(fields_of(kind), "", len(field_types(kind)))
            if is_record(kind)
            else Binding(getattr(kind, "instance_class", None), "", len(kind))
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
    """Tell whether an argument is a default value that is a list, a dictionary or the like."""
    return isinstance(kind, types.Omitted) and isinstance(kind.value, GROUPS)


def special(function: Any, bindings: Mapping[int, Binding]) -> Made:
    """Return a function for certain functions as its arguments; the same one each time."""
    function = plain_function(function)
    parts = sorted((place, id(b.value), b.count) for place, b in bindings.items())
    key = (id(function), *parts)
    if key not in MADE:
        made = specialised(source_of(function), bindings)
        if any(isinstance(b.value, Fields) for b in bindings.values()):
            made.__signature__ = with_defaults(made.__signature__, function)
        MADE[key] = (made, function, bindings)
    return MADE[key][0]


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
    namespace: dict[str, Any] = {**source.namespace, PARTIAL: partial}
    own: list[Expression] = []
    first: Block = []
    body: Block = source.tree.body
    records = dict(source.records)
    for place, parameter in enumerate(all_parameters(source.tree)):
        binding = bindings.get(place)
        if binding is None:
            own.append(gast.Name(parameter.id, gast.Param(), None, None))
            continue
        names = [f"{parameter.id}{SEPARATOR}{word}" for word in words_of(binding)]
        own += [gast.Name(n, gast.Param(), None, None) for n in names]
        if isinstance(binding.value, Fields):
            records[parameter.id] = binding.value
        elif (
            binding.title == ""
            and not names
            and binding.value is None
            and parameter.id not in bound_names(body)
        ):
            body = [substitute(s, {parameter.id: tuple_of([])}) for s in body]
        elif binding.title == "":
            whole: Expression = tuple_of(map(name, names))
            if binding.value is not None:  # a class of named tuples
                namespace[binding.value.__name__] = binding.value
                whole = call(binding.value.__name__, *map(name, names))
            first.append(assign(parameter.id, whole, parameter))
        elif parameter.id in bound_names(source.tree.body):
            what = "a function" if callable(binding.value) else "a default value with parts"
            raise UnsupportedSyntax(
                f"`{parameter.id}` is {what}, and is bound anew", parameter, "use two names"
            )
        elif names:
            inner = f"{parameter.id}{SEPARATOR}function"
            namespace[inner] = binding.value
            value = call(PARTIAL, name(inner), *map(name, names))
            first.append(assign(parameter.id, value, parameter))
        else:
            namespace[parameter.id] = binding.value
    titles = [b.title for b in bindings.values() if b.title]
    words = [source.tree.name, *(t for t in titles if not t.startswith(LAMBDA))]
    arguments = gast.arguments(own, [], None, [], [], None, [])
    tree = gast.FunctionDef("_".join(words), arguments, [*first, *body], [], None, None, [])
    gast.copy_location(tree, source.tree)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    shape = inspect.Signature([inspect.Parameter(part.id, kind) for part in own])
    written = source.written or source.tree
    return Made(Source(None, tree, namespace, source.origin, written, records), shape)


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
    if isinstance(tree, gast.Call) and dotted(tree.func) == "functools.partial":
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
