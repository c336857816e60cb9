"""Write functions of one element, called with arrays, as functions of all elements."""

from __future__ import annotations

import functools
import inspect
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np
from numba.np.ufunc.dufunc import DUFunc

from srcdiff.analyse.types.types import Type, is_array
from srcdiff.core.memo import made_once
from srcdiff.front.callables import unwrapped
from srcdiff.front.parse import Made, Source, signature, source_of
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import SEPARATOR, Expression, assign, call, fresh, locate, name, path, tuple_of


@dataclass(frozen=True)
class Mapped:
    """A function that is called for each element, as `np.vectorize` does.

    The first arguments, as many as are `fixed`, are passed as they are.
    """

    py_func: Any
    fixed: int = 0

    @property
    def __name__(self) -> str:
        """Return the name of the function."""
        return str(self.py_func.__name__)

    def __call__(self, *given: Any) -> Any:
        """Return what the function gives for each element, as a tree that is run calls it."""
        own = functools.partial(self.py_func, *given[: self.fixed])
        return np.vectorize(own)(*given[self.fixed :])


@functools.cache
def mapped(function: Any, fixed: int) -> Mapped:
    """Return a function that is called for each element; the same one each time."""
    return Mapped(function, fixed)


def is_plain_map(function: np.vectorize) -> bool:
    """Return True if np.vectorize was called with a function only, or with floating-point types."""
    known: Any = function
    kinds = {np.dtype(kind).char for kind in known.otypes or "d"}
    return not known.excluded and not known.signature and kinds <= set("dD")


def as_mapped(function: Any) -> Mapped | None:
    """Return a function that is called for each element as such, None for any other."""
    if isinstance(function, Mapped):
        return function
    if isinstance(function, (DUFunc, np.vectorize)) and rule_of_user(function) is None:
        return Mapped(unwrapped(function))
    return None


def of_all_elements(function: Any, given: tuple[Type, ...]) -> Any:
    """Return what a function is for arguments of some types: of one element, or of all.

    >>> from srcdiff.analyse.types.types import types
    >>> from srcdiff.syntax import unparse
    >>> def ramp(x, y): return x * y if x > 0.0 else y
    >>> vector = types.Array(types.float64, 1, "C")
    >>> made = of_all_elements(np.vectorize(ramp), (vector, types.float64))
    >>> print(unparse(made.source.tree))
    def ramp_of_all(x, y):
        return np.array([ramp(x·each, y) for x·each in x])
    >>> of_all_elements(np.vectorize(ramp), (types.float64, types.float64)) is ramp
    True
    """
    found = as_mapped(function)
    if found is None:
        return function
    ndims = tuple(
        kind.ndim if is_array(kind) and place >= found.fixed else 0
        for place, kind in enumerate(given)
    )
    if not any(ndims):
        return found.py_func
    key = ("of_arrays", id(found.py_func), ndims)
    return made_once(key, found.py_func, lambda: of_arrays(found.py_func, ndims))


def of_arrays(function: Any, ndims: tuple[int, ...]) -> Made:
    """Return the function of all elements of arrays with some numbers of dimensions."""
    source = source_of(function)
    own = list(signature(function).parameters)[: len(ndims)]
    arrays = [title for title, ndim in zip(own, ndims, strict=True) if ndim]
    title = fresh(source.tree.name, own)
    each = [name(f"{p}{SEPARATOR}each") if p in arrays else name(p) for p in own]
    targets = [gast.Name(f"{p}{SEPARATOR}each", gast.Store(), None, None) for p in arrays]
    value = gast.Call(name(title), each, [])
    body: list[Any] = []
    shape: Expression = path(f"{arrays[0]}.shape")
    items: list[Expression] = [name(p) for p in arrays]
    if len(arrays) > 1:
        shapes = [path(f"{p}.shape") for p in arrays]
        body.append(assign(f"shape{SEPARATOR}all", call("np.broadcast_shapes", *shapes)))
        shape = name(f"shape{SEPARATOR}all")
        items = [call("np.ravel", call("np.broadcast_to", item, shape)) for item in items]
    elif max(ndims) > 1:
        items = [call("np.ravel", items[0])]
    target = targets[0] if len(targets) == 1 else tuple_of(targets, store=True)
    whole = items[0] if len(items) == 1 else call("zip", *items)
    generator = gast.comprehension(target, whole, [], 0)
    result = call("np.array", gast.ListComp(value, [generator]))
    if len(arrays) > 1 or max(ndims) > 1:
        result = call("np.reshape", result, shape)
    declared = [gast.Name(p, gast.Param(), None, None) for p in own]
    arguments = gast.arguments(declared, [], None, [], [], None, [])
    body.append(gast.Return(result))
    tree = gast.FunctionDef(f"{source.tree.name}_of_all", arguments, body, [], None, None, [])
    locate(tree, source.tree)
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    shown = inspect.Signature([inspect.Parameter(p, kind) for p in own])
    space = {"np": np, "zip": zip, title: function}
    return Made(Source(None, tree, space, source.origin, source.written or source.tree), shown)
