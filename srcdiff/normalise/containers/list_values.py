"""Write what makes a list of numbers as what makes an array."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, dtype_name, typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.normalise.containers.list_conditions import refused
from srcdiff.syntax import Expression, call, callee_of, dotted, locate, path

MAKERS = ("np.empty", "np.zeros", "np.ones", "np.full")
COPIES = ("list", "np.array", "np.asarray", "np.copy")
PLAIN = (numba_types.float64, numba_types.int64)
SOME_LIST = numba_types.List(numba_types.float64)


def display(kind: Type, value: Expression) -> Expression:
    """Return the array for a list that is written out, or the parts of a tuple, of a type."""
    made = call("np.array", value)
    if not isinstance(kind, numba_types.List) and kind not in PLAIN:
        made.args.append(path(f"np.{dtype_name(kind)}"))
    return locate(made, value)


def converted(value: gast.Call) -> Expression:
    """Return what stands for a call whose result is a list."""
    called = dotted(value.func)
    if isinstance(value.func, gast.Attribute) and value.func.attr == "copy":
        return locate(call("np.copy", value.func.value), value)
    if called in COPIES and len(value.args) == 1:
        (inner,) = value.args
        if callee_of(inner) in MAKERS:
            return inner  # values that are computed one by one
        if callee_of(inner) == "range":
            return locate(call("np.arange", *inner.args), value)
        return locate(call("np.copy", inner), value)
    if called == "runtime.in_lists":
        return value.args[0]
    if called == "runtime.lengthened":
        grown, last = value.args  # with the type of the elements (collected.py)
        return locate(call("np.append", grown, *last.args), value)
    if called == "sorted" and len(value.args) == 1 and not value.keywords:
        return locate(call("np.sort", *value.args), value)
    raise refused(value, f"`{called}` makes a list")


def is_shallow(value: Expression) -> bool:
    """Return True if an expression makes a list of the elements of another, as `list(x)` does."""
    if not isinstance(value, gast.Call) or value.keywords:
        return False
    if isinstance(value.func, gast.Attribute) and value.func.attr == "copy":
        return not value.args
    named = len(value.args) == 1 and isinstance(value.args[0], gast.Name)
    return named and dotted(value.func) == "list"


def whole_of(value: gast.Call) -> Expression:
    """Return the part of a list that has all elements which a shallow copy would have."""
    inner = value.args[0] if value.args else value.func.value
    return locate(gast.Subscript(inner, gast.Slice(None, None, None), gast.Load()), value)


def constant_lists(constants: Mapping[str, Any]) -> Iterator[tuple[str, Type]]:
    """Return the names of global lists, and their types."""
    for word, value in constants.items():
        if isinstance(value, list):
            yield word, typeof(value)


def leaves(parts: list[Expression]) -> Iterator[Expression]:
    """Return the parts of tuples that are written out, from left to right."""
    for part in parts:
        if isinstance(part, gast.Tuple):
            yield from leaves(part.elts)
        else:
            yield part
