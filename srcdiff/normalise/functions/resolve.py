"""Find out what each free name of a function stands for, and give it one spelling.

Functions of Python, `math` and NumPy get the same name whatever the user imports them
as (`np.sin`, `math.exp`, `abs`). The user's own functions and constants become plain
names, listed beside the tree.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import BuiltinFunctionType, MethodType, ModuleType
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.checks.own_raises import LIBRARY
from srcdiff.analyse.types.words import text
from srcdiff.errors import UnsupportedSyntax, UnsupportedType
from srcdiff.front.callables import unwrapped
from srcdiff.front.source_text import OUTSIDE
from srcdiff.front.wrappers import strange_callable
from srcdiff.library import for_call, from_library
from srcdiff.normalise.containers.containers import (
    arguments_of,
    as_tuple,
    is_class,
    numbers_in,
    written,
)
from srcdiff.normalise.functions.lookup import is_constant, lookup, without_name
from srcdiff.normalise.functions.mapped import is_plain_map, mapped
from srcdiff.normalise.functions.standard_names import (
    GENERATORS,
    RESERVED,
    is_user_function,
    standard_name,
)
from srcdiff.normalise.numpy_calls.library_calls import (
    OTHERS,
    as_function,
    is_among,
    of_containers,
    with_tuples,
)
from srcdiff.normalise.numpy_calls.scipy import special_name
from srcdiff.syntax import (
    Expression,
    call,
    constant,
    dotted,
    fresh,
    locate,
    name,
    path,
    rebuild,
    tuple_of,
    writes,
)


@dataclass(frozen=True)
class Resolved:
    """A tree whose free names are all known.

    `functions` holds the user's functions that it calls, `constants` the values of
    globals and of variables of enclosing functions.
    """

    tree: gast.FunctionDef
    functions: Mapping[str, Any]
    constants: Mapping[str, Any]


def resolve(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> Resolved:
    """Give every free name of a function its standard spelling.

    Raises UnsupportedSyntax for a name that stands for nothing, and UnsupportedType for
    a value that no compiled function could use.

    >>> from srcdiff.syntax import function, unparse
    >>> import numpy
    >>> found = resolve(
    ...     function("def f(x): return sine(x) + numpy.exp(G) * h(x)"),
    ...     {"sine": math.sin, "numpy": numpy, "G": 9.81, "h": strange},
    ... )
    >>> print(unparse(found.tree))
    def f(x):
        return math.sin(x) + np.exp(G) * strange(x)
    >>> dict(found.constants), list(found.functions)
    ({'G': 9.81}, ['strange'])
    """
    found = Resolver(tree, namespace)
    return Resolved(rebuild(tree, found.change), found.functions, found.constants)


class Resolver:
    """Finds out what the names in one function stand for."""

    def __init__(self, tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> None:
        self.namespace = namespace
        self.local = {argument.id for argument in tree.args.args} | writes(tree.body)
        self.functions: dict[str, Any] = {}
        self.constants: dict[str, Any] = {}
        self.is_outside = not str(namespace.get("__name__", "")).startswith(LIBRARY)

    def keep(self, table: dict[str, Any], wanted: str, value: Any) -> str:
        """Enter a value under its name, or under a similar one if that is taken."""
        other = {
            key
            for part in (self.functions, self.constants)
            for key, v in part.items()
            if v is not value
        }
        chosen = fresh(wanted, self.local | other | RESERVED)
        table[chosen] = value
        return chosen

    def replacement(self, node: gast.AST, value: Any, wanted: str) -> gast.AST:
        """Return the expression that stands for a value of the surroundings."""
        if value is None or isinstance(value, str):
            return constant(value)
        if self.is_outside:
            value = from_library(value) or value
        standard = standard_name(value, wanted) or special_name(value)
        if standard:
            return path(standard)
        for title in SUBSCRIPTED:
            if value is getattr(np, title):
                return path(f"np.{title}")
        if isinstance(value, np.vectorize) and not is_plain_map(value):
            raise UnsupportedType(
                f"`{wanted}` is made by np.vectorize with options",
                node,
                "leave them out: results are floating-point numbers",
            )
        refusal = strange_callable(value)
        if refusal is not None:
            raise UnsupportedSyntax(refusal[0], node, refusal[1])
        if is_user_function(value):
            title = str(getattr(value, "__name__", wanted))
            return name(self.keep(self.functions, title if title.isidentifier() else wanted, value))
        if is_math(wanted, value):
            return path(f"math.{wanted}")
        if is_constant(value):
            return name(self.keep(self.constants, wanted, numbers_in(value) or value))
        if is_class(value):
            return name(self.keep(self.constants, value.__name__, value))
        if is_class(type(value)):
            own: Any = value
            fields = zip(own, own._fields, strict=True)
            parts = [self.replacement(node, v, f"{wanted}_{field}") for v, field in fields]
            return locate(
                call(self.keep(self.constants, type(own).__name__, type(own)), *parts), node
            )
        if isinstance(value, tuple):
            parts = [self.replacement(node, v, f"{wanted}_{k}") for k, v in enumerate(value)]
            return locate(tuple_of(parts), node)
        raise strange(node, value, wanted)

    def made(self, node: gast.Call, cls: Any) -> gast.Call:
        """Return a call of a class of named tuples with all fields by position."""
        defaults = {f: written(v) for f, v in cls._field_defaults.items()}
        try:
            given = arguments_of(node, cls, defaults)
        except TypeError as error:
            title = f"`{cls.__name__}` cannot be called like this: {error}"
            advice = f"its fields are {', '.join(cls._fields)}"
            raise UnsupportedSyntax(title, node, advice) from None
        return gast.copy_location(gast.Call(node.func, given, []), node)

    def change(self, node: gast.AST) -> gast.AST:
        """Return a part of the function with the standard spelling of its names."""
        if isinstance(node, gast.Call):
            found, value, _ = lookup(node.func, self.namespace, self.local)
            node = self.made(node, value) if found and is_class(value) else node
        if isinstance(node, gast.Compare) and isinstance(node.ops[0], (gast.In, gast.NotIn)):
            found, value, _ = lookup(node.comparators[0], self.namespace, self.local)
            node = as_tuple(node, value) if found and len(node.ops) == 1 else node
        if isinstance(node, (gast.Name, gast.Attribute, gast.Subscript, gast.Call)):
            found, value, wanted = lookup(node, self.namespace, self.local)
            value = without_name(value)
            if found:
                return locate(self.replacement(node, value, wanted), node)
        return self.called(node) if isinstance(node, gast.Call) else rebuild(node, self.change)

    def called(self, node: gast.Call) -> gast.AST:
        """Return a call, of a function of the library where Numba takes no such call."""
        for_each = self.of_each(node) if isinstance(node.func, gast.Call) else None
        if for_each is not None:
            return self.rebuilt(node, *for_each)
        found, value, _ = lookup(node.func, self.namespace, self.local)
        method = of_containers(node) if not found and self.is_outside else None
        if method is not None:
            return self.rebuilt(
                node, self.keep(self.functions, method.__name__, method), [node.func.value]
            )
        if not found and isinstance(node.func, gast.Attribute):
            value, node = as_function(node)
        function = for_call(value, node) if self.is_outside else None
        if function is None and not found and self.is_outside:
            function = from_library(value)
        other = OTHERS[value](node) if self.is_outside and is_among(value, OTHERS) else None
        if other is not None:
            function, node = other
        own = function or (from_library(value) if found and self.is_outside else None)
        new = rebuild(node if own is None else with_tuples(node, own), self.change)
        if function is not None:
            new.func = locate(
                name(self.keep(self.functions, function.__name__, function)), node.func
            )
        return new

    def of_each(self, node: gast.Call) -> tuple[str, list[Expression]] | None:
        """Return a function that np.vectorize makes here, and its first arguments, or None."""
        maker, given = node.func, node.func.args
        _, made, _ = lookup(maker.func, self.namespace, self.local)
        if made is not np.vectorize or len(given) != 1 or maker.keywords:
            return None
        (inner,) = given
        first: list[Expression] = []
        if isinstance(inner, gast.Call):  # with variables of the function around
            _, partial, _ = lookup(inner.func, self.namespace, self.local)
            if partial is not functools.partial:
                return None
            inner, *first = inner.args
        found, value, wanted = lookup(inner, self.namespace, self.local)
        if not found or not is_user_function(value):
            return None
        return self.keep(self.functions, wanted, mapped(unwrapped(value), len(first))), first

    def rebuilt(self, node: gast.Call, title: str, first: list[Expression]) -> gast.Call:
        """Return the call of another function, with more arguments before the others."""
        arguments = [self.change(part) for part in (*first, *node.args)]
        words = [gast.keyword(word.arg, self.change(word.value)) for word in node.keywords]
        return gast.copy_location(gast.Call(locate(name(title), node.func), arguments, words), node)


SUBSCRIPTED = ("r_", "c_", "mgrid", "ogrid")  # objects of NumPy whose subscripts make arrays


def is_math(wanted: str, value: Any) -> bool:
    """Return True if a constant is one of those of `math`, such as pi."""
    return isinstance(value, float) and getattr(math, wanted, None) == value


def strange(node: gast.AST, value: Any, wanted: str) -> UnsupportedType:
    """Return the error for a value that cannot be part of compiled code."""
    where = dotted(node) or wanted
    owner = getattr(value, "__self__", None)
    if isinstance(owner, GENERATORS):
        is_new = isinstance(owner, np.random.Generator)
        return UnsupportedType(
            f"`{where}` draws random numbers, which only functions of `np.random`, and generators "
            "that are arguments, can do here",
            node,
            f"pass the {'generator as an argument' if is_new else 'numbers as arguments'}",
        )
    if isinstance(value, type) and issubclass(value, BaseException):
        return UnsupportedType(
            f"`{where}` is an exception that is not defined at the top of a module, which a "
            "compiled function cannot use",
            node,
            "define it at the top of a module",
        )
    if str(getattr(value, "__module__", "")).startswith("numpy.fft"):
        return UnsupportedType(
            f"Numba does not know `{where}`",
            node,
            "multiply by its matrix: `np.exp(-2j * np.pi * k[:, None] * k / n) @ x`",
        )
    kind = "module" if isinstance(value, ModuleType) else type(value).__name__
    advice = "pass its numbers as arguments, or bind them to global numbers or arrays"
    if isinstance(value, dict):
        kind, advice = "dictionary", 'choose its values by constants, as in `table["a"]`'
    elif isinstance(value, type):
        kind, advice = "class", "make objects outside, and pass their numbers as arguments"
    elif isinstance(value, MethodType):
        kind, advice = "method", OUTSIDE
    elif callable(value):
        kind = "function" if isinstance(value, BuiltinFunctionType) else f"{kind} that is called"
        advice = OUTSIDE
    error = UnsupportedType(
        f"`{where}` is {text(kind)}, which a compiled function cannot use", node, advice
    )
    error.named = where
    return error
