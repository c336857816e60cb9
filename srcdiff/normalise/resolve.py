"""Find out what each free name of a function stands for, and give it one spelling.

Functions of Python, `math` and NumPy get the same name whatever the user imports them
as (`np.sin`, `math.exp`, `abs`). The user's own functions and constants become plain
names, listed beside the tree.
"""

from __future__ import annotations

import builtins
import cmath
import functools
import math
import operator
import random
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

import gast
import numba
import numpy as np

from srcdiff import runtime
from srcdiff.analyse.words import text
from srcdiff.errors import UnsupportedSyntax, UnsupportedType
from srcdiff.library import for_call, from_library
from srcdiff.normalise.containers import (
    NUMBERS,
    VIEWS,
    arguments_of,
    as_tuple,
    is_class,
    item,
    numbers_in,
    written,
)
from srcdiff.normalise.scipy import special_name
from srcdiff.parse import Made, unwrapped
from srcdiff.syntax import (
    Expression,
    call,
    constant,
    dotted,
    fresh,
    locate,
    name,
    number,
    path,
    rebuild,
    tuple_of,
    writes,
)

MODULES: dict[str, ModuleType] = {
    "": builtins,
    "math": math,
    "cmath": cmath,
    "operator": operator,
    "functools": functools,
    "np": np,
    "np.linalg": np.linalg,
    "np.random": np.random,
    "runtime": runtime,
}
GENERATORS = (np.random.Generator, np.random.RandomState, random.Random)
LIBRARY = "srcdiff.library"  # whose functions call those of NumPy themselves
RESERVED = frozenset(dir(builtins)) | {*MODULES, "numba", "njit"}


@dataclass(frozen=True)
class Resolved:
    """A tree whose free names are all known.

    `functions` holds the user's functions that it calls, `constants` the values of
    globals and of variables of enclosing functions.
    """

    tree: gast.FunctionDef
    functions: Mapping[str, Any]
    constants: Mapping[str, Any]


@functools.cache
def known() -> dict[int, tuple[Any, str, str]]:
    """Return value, module and name of each standard function, by identity."""
    # how the iterations of a loop are shared out makes no difference to what it computes
    found: dict[int, tuple[Any, str, str]] = {id(numba.prange): (numba.prange, "", "range")}
    for prefix, module in MODULES.items():
        for attribute in dir(module):
            value = getattr(module, attribute)
            if callable(value) and not attribute.startswith("_"):
                found.setdefault(id(value), (value, prefix, attribute))
    return found


def standard_name(value: Any, wanted: str = "") -> str:
    """Return the name of a standard function, or "" for anything else.

    Where it has several names, `wanted` is the one that is preferred.

    >>> standard_name(np.sin), standard_name(math.sin), standard_name(standard_name)
    ('np.sin', 'math.sin', '')
    >>> standard_name(np.absolute, "abs")
    'np.abs'
    """
    if id(value) not in known():
        return ""
    _, prefix, attribute = known()[id(value)]
    if getattr(MODULES[prefix], wanted, None) is value:
        attribute = wanted
    return f"{prefix}.{attribute}" if prefix else attribute


def is_user_function(value: Any) -> bool:
    """Tell whether a value is a Python function, plain, @njit, or made by srcdiff."""
    plain = unwrapped(value)
    return isinstance(plain, (FunctionType, Made)) or hasattr(value, "srcdiff_request")


def is_constant(value: Any) -> bool:
    """Tell whether a value of the surroundings can be part of the generated source."""
    if isinstance(value, list):
        return numbers_in(value) is not None
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "biufc"
    if isinstance(value, type) and issubclass(value, BaseException):
        return is_importable(value)
    return is_plain(value)


def is_plain(value: Any) -> bool:
    """Tell whether a value is a number, or a tuple of numbers and of such tuples."""
    if isinstance(value, tuple):
        return type(value) is tuple and all(is_plain(item) for item in value)
    return isinstance(value, NUMBERS)


def is_importable(value: type) -> bool:
    """Tell whether a class can be imported by its name."""
    return getattr(sys.modules.get(value.__module__), value.__name__, None) is value


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
    local = {argument.id for argument in tree.args.args} | writes(tree.body)
    functions: dict[str, Any] = {}
    constants: dict[str, Any] = {}
    is_outside = not str(namespace.get("__name__", "")).startswith(LIBRARY)

    def keep(table: dict[str, Any], wanted: str, value: Any) -> str:
        """Enter a value under its name, or under a similar one if that is taken."""
        other = {
            key for part in (functions, constants) for key, v in part.items() if v is not value
        }
        chosen = fresh(wanted, local | other | RESERVED)
        table[chosen] = value
        return chosen

    def replacement(node: gast.AST, value: Any, wanted: str) -> gast.AST:
        """Return the expression that stands for a value of the surroundings."""
        if value is None or isinstance(value, str):
            return constant(value)
        if is_outside:
            value = from_library(value) or value
        standard = standard_name(value, wanted) or special_name(value)
        if standard:
            return path(standard)
        if value is np.r_ or value is np.c_:
            return path("np.r_" if value is np.r_ else "np.c_")
        if is_user_function(value):
            title = str(getattr(value, "__name__", wanted))
            return name(keep(functions, title if title.isidentifier() else wanted, value))
        if is_math(wanted, value):
            return path(f"math.{wanted}")
        if is_constant(value):
            return name(keep(constants, wanted, numbers_in(value) or value))
        if is_class(value):
            return name(keep(constants, value.__name__, value))
        if is_class(type(value)):
            own: Any = value
            fields = zip(own, own._fields, strict=True)
            parts = [replacement(node, v, f"{wanted}_{field}") for v, field in fields]
            return locate(call(keep(constants, type(own).__name__, type(own)), *parts), node)
        if isinstance(value, tuple):
            parts = [replacement(node, v, f"{wanted}_{k}") for k, v in enumerate(value)]
            return locate(tuple_of(parts), node)
        raise strange(node, value, wanted)

    def made(node: gast.Call, cls: Any) -> gast.Call:
        """Return a call of a class of named tuples with all fields by position."""
        defaults = {f: written(v) for f, v in cls._field_defaults.items()}
        try:
            given = arguments_of(node, cls, defaults)
        except TypeError as error:
            title = f"`{cls.__name__}` cannot be called like this: {error}"
            advice = f"its fields are {', '.join(cls._fields)}"
            raise UnsupportedSyntax(title, node, advice) from None
        return gast.copy_location(gast.Call(node.func, given, []), node)

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Call):
            found, value, _ = lookup(node.func, namespace, local)
            node = made(node, value) if found and is_class(value) else node
        if isinstance(node, gast.Compare) and isinstance(node.ops[0], (gast.In, gast.NotIn)):
            found, value, _ = lookup(node.comparators[0], namespace, local)
            node = as_tuple(node, value) if found and len(node.ops) == 1 else node
        if isinstance(node, (gast.Name, gast.Attribute, gast.Subscript, gast.Call)):
            found, value, wanted = lookup(node, namespace, local)
            if found:
                return locate(replacement(node, value, wanted), node)
        return called(node) if isinstance(node, gast.Call) else rebuild(node, change)

    def called(node: gast.Call) -> gast.AST:
        """Return a call, of a function of the library where Numba takes no such call."""
        _, value, _ = lookup(node.func, namespace, local)
        function = for_call(value, node) if is_outside else None
        new = rebuild(node, change)
        if function is not None:
            new.func = locate(name(keep(functions, function.__name__, function)), node.func)
        return new

    return Resolved(rebuild(tree, change), functions, constants)


def is_math(wanted: str, value: Any) -> bool:
    """Tell whether a constant is one of those of `math`, such as pi."""
    return isinstance(value, float) and getattr(math, wanted, None) == value


def lookup(node: gast.AST, namespace: Mapping[str, Any], local: set[str]) -> tuple[bool, Any, str]:
    """Return whether a name or attribute is free, what it stands for, and its last part."""
    if isinstance(node, gast.Name):
        if node.id in local or not isinstance(node.ctx, gast.Load):
            return False, None, ""
        if node.id not in namespace:
            raise UnsupportedSyntax(
                f"`{node.id}` is not defined", node, "define it before the derivative is called"
            )
        return True, namespace[node.id], node.id
    if isinstance(node, gast.Attribute):
        found, value, _ = lookup(node.value, namespace, local)
        if not found or isinstance(value, np.ndarray):
            return False, None, ""
        if not hasattr(value, node.attr):
            raise UnsupportedSyntax(
                f"`{dotted(node.value)}` has no attribute `{node.attr}`", node, "check the spelling"
            )
        return True, getattr(value, node.attr), node.attr
    if isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Load):
        found, value, wanted = lookup(node.value, namespace, local)
        if not found or is_constant(value):
            return False, None, ""
        known, part = item(value, node.slice, node)
        return known, part, f"{wanted}_{word(node.slice)}"
    if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute) and not node.args:
        found, value, wanted = lookup(node.func.value, namespace, local)
        if found and isinstance(value, dict) and node.func.attr in VIEWS:
            return True, VIEWS[node.func.attr](value), f"{wanted}_{node.func.attr}"
    return False, None, ""


def word(index: Expression) -> str:
    """Return a constant subscript as a part of a name."""
    text = str(getattr(index, "value", number(index)))
    return re.sub(r"\W+", "_", text)


def strange(node: gast.AST, value: Any, wanted: str) -> UnsupportedType:
    """Return the error for a value that cannot be part of compiled code."""
    where = dotted(node) or wanted
    if isinstance(getattr(value, "__self__", None), GENERATORS):
        return UnsupportedType(
            f"`{where}` draws random numbers, which only functions of `np.random` can do here",
            node,
            "pass the numbers as arguments",
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
    return UnsupportedType(
        f"`{where}` is {text(kind)}, which a compiled function cannot use", node, advice
    )
