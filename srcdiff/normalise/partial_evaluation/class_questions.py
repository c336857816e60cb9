"""Questions about types that their types answer: `isinstance`, `hasattr`, `x.dtype == float`."""

from __future__ import annotations

import inspect
from typing import Any

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.types import types
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.syntax import Expression, members

# Which classes the values of a type are instances of, for `isinstance`.
CLASSES: tuple[tuple[Any, type], ...] = (
    (types.NoneType, type(None)),
    (types.Boolean, bool),
    (types.Integer, int),
    (types.Float, float),
    (types.Complex, complex),
    (types.UnicodeType, str),
    (types.Array, np.ndarray),
    (types.BaseTuple, tuple),
    (types.List, list),
)
WIDEST = {np.float64, np.int64, np.complex128, np.bool_}  # which Python's numbers are, too


def is_dtype(tree: Expression, scope: Scope) -> bool:
    """Return True if an expression is the type of the elements of an array of known type."""
    asked = isinstance(tree, gast.Attribute) and tree.attr == "dtype"
    return asked and isinstance(scope.kind(tree.value), types.Array)


def of_dtypes(tree: gast.Compare, scope: Scope) -> Any:
    """Return the value of `x.dtype == np.float32`, `x.dtype in (np.float32, float)`, the like."""
    group = members(tree.comparators[0])
    is_group = isinstance(tree.ops[0], (gast.In, gast.NotIn))
    left = dtype_of(tree.left, scope)
    right = [dtype_of(part, scope) for part in (group if is_group else tree.comparators)]
    if left is UNKNOWN or UNKNOWN in right:
        return UNKNOWN
    match tree.ops[0]:
        case gast.Eq() | gast.In():
            return left in right
        case gast.NotEq() | gast.NotIn():
            return left not in right
    return UNKNOWN


def dtype_of(tree: Expression, scope: Scope) -> Any:
    """Return the type of elements that an expression is, or stands for in a comparison."""
    if is_dtype(tree, scope):
        return as_dtype(scope.kind(tree.value).dtype)
    if isinstance(tree, gast.Call) and len(tree.args) == 1 and not tree.keywords:
        return dtype_of(tree.args[0], scope) if scope.free(tree.func) is np.dtype else UNKNOWN
    value = tree.value if isinstance(tree, gast.Constant) else scope.free(tree)
    if value not in (bool, int, float, complex):
        is_class = isinstance(value, type) and issubclass(value, np.generic)
        is_open = is_class and bool(value.__subclasses__())  # as np.floating is
        if is_open or not (is_class or isinstance(value, (str, np.dtype))):
            return UNKNOWN
    try:
        return np.dtype(value)
    except TypeError:
        return UNKNOWN


def called(tree: gast.Call, scope: Scope) -> Any:
    """Return the value of a question about types."""
    function = scope.free(tree.func)
    if function is UNKNOWN or not tree.args:
        return UNKNOWN
    if function is hasattr and len(tree.args) == 2 and isinstance(tree.args[1], gast.Constant):
        module = scope.free(tree.args[0])
        if inspect.ismodule(module):
            return hasattr(module, tree.args[1].value)
    if function is callable and callable(scope.free(tree.args[0])):
        return True
    if function is np.issubdtype and len(tree.args) == 2:
        own, family = dtype_of(tree.args[0], scope), scope.free(tree.args[1])
        is_known = own is not UNKNOWN and isinstance(family, type)
        return bool(np.issubdtype(own, family)) if is_known else UNKNOWN
    kind = scope.kind(tree.args[0])
    if isinstance(kind, types.Omitted):
        kind = UNKNOWN
    if kind is UNKNOWN:
        return UNKNOWN
    if function is isinstance and len(tree.args) == 2:
        return is_instance(kind, classes(tree.args[1], scope))
    if function is len:
        return len(kind) if isinstance(kind, types.BaseTuple) else UNKNOWN
    if function is np.isscalar:
        return isinstance(kind, (types.Number, types.Boolean, types.UnicodeType))
    if function is np.iscomplexobj:
        return isinstance(getattr(kind, "dtype", kind), types.Complex)
    if function is callable:
        return False  # functions have been named by now, or are parameters without a type
    if function is np.iterable:
        plain = isinstance(kind, (types.Number, types.Boolean))
        return False if plain else kind.ndim > 0 if isinstance(kind, types.Array) else UNKNOWN
    if function is hasattr and len(tree.args) == 2 and isinstance(tree.args[1], gast.Constant):
        return has_attribute(kind, tree.args[1].value)
    if function is np.ndim:
        plain = isinstance(kind, (types.Number, types.Boolean))
        return 0 if plain else kind.ndim if isinstance(kind, types.Array) else UNKNOWN
    return UNKNOWN


def has_attribute(kind: Any, attribute: Any) -> Any:
    """Return True if the values of a type have an attribute; numbers are those of Python."""
    if isinstance(kind, types.Array):
        return hasattr(np.ndarray, attribute)
    for family, own in CLASSES:
        if isinstance(kind, family):
            return hasattr(own, attribute)
    return UNKNOWN


def is_type_of(tree: Expression, scope: Scope) -> Any:
    """Return the type of the variable whose class an expression is, as `type(x)`, or UNKNOWN."""
    known = isinstance(tree, gast.Call) and scope.free(tree.func) is type and len(tree.args) == 1
    return scope.kind(tree.args[0]) if known else UNKNOWN


def same_class(tree: gast.Compare, scope: Scope) -> Any:
    """Return the value of `type(x) is float` and the like."""
    kind = is_type_of(tree.left, scope)
    wanted = classes(tree.comparators[0], scope)
    if kind is UNKNOWN or isinstance(kind, types.Omitted) or wanted is None:
        return UNKNOWN
    return is_class(kind, wanted) is not isinstance(
        tree.ops[0], (gast.IsNot, gast.NotEq, gast.NotIn)
    )


def is_class(kind: Any, wanted: tuple[Any, ...]) -> bool:
    """Return True if the values of a type are of one of some classes: a bool is no int here.

    A number counts as one of Python if Python has such numbers.

    >>> is_class(types.boolean, (int,)), is_class(types.float64, (int, float))
    (False, True)
    """
    own = next((own for family, own in CLASSES if isinstance(kind, family)), None)
    if not isinstance(kind, (types.Number, types.Boolean)):
        return getattr(kind, "instance_class", own) in wanted
    wide = as_dtype(types.unliteral(kind)).type
    return (own if wide in WIDEST else wide) in wanted


def classes(tree: Expression, scope: Scope) -> tuple[Any, ...] | None:
    """Return the classes in the second argument of `isinstance`, None if they are not known."""
    parts = members(tree)
    found: list[Any] = []
    for part in parts:
        value = class_of_constant(part, scope)
        found += value if isinstance(value, tuple) else [value]
    return tuple(found) if all(isinstance(value, type) for value in found) else None


def class_of_constant(tree: Expression, scope: Scope) -> Any:
    """Return what a name stands for, or the class of a constant, as in `type(1.0)`, or UNKNOWN."""
    is_type = isinstance(tree, gast.Call) and scope.free(tree.func) is type
    if is_type and len(tree.args) == 1 and isinstance(tree.args[0], gast.Constant):
        return type(tree.args[0].value)
    return scope.free(tree)


def is_instance(kind: Any, wanted: tuple[Any, ...] | None) -> Any:
    """Return True if the values of a type are instances of classes.

    A number may be one of Python or one of NumPy: what asks for the second is unknown where it may
    be the first, and what asks for the first where Python has no such numbers.
    """
    if wanted is None:
        return UNKNOWN
    for family, own in CLASSES:
        if isinstance(kind, family):
            if not isinstance(kind, (types.Number, types.Boolean)):
                return issubclass(own, wanted)
            wide = as_dtype(kind).type
            likely, other = (own, wide) if wide in WIDEST else (wide, own)
            found = issubclass(likely, wanted)
            return UNKNOWN if not found and issubclass(other, wanted) else found
    return UNKNOWN
