"""Find the value that an expression certainly has, as far as types and constants tell."""

from __future__ import annotations

import inspect
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.types import types
from srcdiff.core.operators import COMPARISONS, ORDER
from srcdiff.syntax import Expression, dotted, has_operator, members


class Unknown:
    """What stands for a value that only a run can tell."""


UNKNOWN = Unknown()

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
PLAIN = (bool, int, float, str, tuple, list, dict, set, frozenset, type(None))

DECIDED: dict[type, Callable[[Any, Any], Any]] = {
    **COMPARISONS,
    gast.Is: operator.eq,  # of what is_one_object tells
    gast.IsNot: operator.ne,
    gast.In: lambda value, group: value in group,
    gast.NotIn: lambda value, group: value not in group,
}


@dataclass(frozen=True)
class Scope:
    """The types of variables, as far as they are known, and what free names stand for."""

    local: frozenset[str]
    kinds: Mapping[str, Any]
    namespace: Mapping[str, Any]

    def free(self, tree: Expression) -> Any:
        """Return what a name that is no variable stands for, such as `np.ndarray`."""
        first, *rest = dotted(tree).split(".")
        if not first or first in self.local or first not in self.namespace:
            return UNKNOWN
        value = self.namespace[first]
        for attribute in rest:
            value = getattr(value, attribute, UNKNOWN)
        return value

    def kind(self, tree: Expression) -> Any:
        """Return the type of a variable, or UNKNOWN."""
        return self.kinds.get(tree.id, UNKNOWN) if isinstance(tree, gast.Name) else UNKNOWN


def decide(tree: Expression, scope: Scope) -> Any:
    """Return the value of an expression, or UNKNOWN.

    >>> import builtins
    >>> from srcdiff.syntax import expression
    >>> scope = Scope(frozenset("xm"), {"x": types.none, "m": types.float64}, vars(builtins))
    >>> texts = ("x is None", "m is None or isinstance(m, int)", "isinstance(m, (int, float))")
    >>> [decide(expression(text), scope) for text in texts]
    [True, False, True]
    >>> decide(expression("m > 0"), scope) is UNKNOWN
    True
    >>> scope = Scope(frozenset("t"), {"t": types.UniTuple(types.float64, 2)}, {})
    >>> decide(expression("not t"), scope)
    False
    >>> scope = Scope(frozenset("a"), {"a": types.Array(types.int8, 1, "C")}, {"np": np})
    >>> [decide(expression(t), scope) for t in ("a.dtype.kind in 'biu'", "np.iscomplexobj(a)")]
    [True, False]
    """
    if isinstance(tree, gast.Constant):
        return tree.value
    if isinstance(tree, (gast.Name, gast.Attribute)):
        return named(tree, scope)
    if isinstance(tree, (gast.Tuple, gast.List)):
        parts = tuple(decide(part, scope) for part in tree.elts)
        return UNKNOWN if any(part is UNKNOWN for part in parts) else parts
    if has_operator(tree, gast.Not):
        kind = scope.kind(tree.operand)
        if isinstance(kind, types.BaseTuple):
            return len(kind) == 0
        value = decide(tree.operand, scope)
        return UNKNOWN if value is UNKNOWN else not value
    if isinstance(tree, gast.BoolOp):
        return joined(tree, scope)
    if isinstance(tree, gast.Compare):
        return compared(tree, scope)
    if isinstance(tree, gast.Call) and not tree.keywords:
        return called(tree, scope)
    return UNKNOWN


def named(tree: Expression, scope: Scope) -> Any:
    """Return the value of a name or an attribute."""
    if isinstance(tree, gast.Attribute) and tree.attr == "ndim":
        kind = scope.kind(tree.value)
        return kind.ndim if isinstance(kind, types.Array) else UNKNOWN
    if isinstance(tree, gast.Attribute) and tree.attr == "kind":  # of the type of the elements
        kind = scope.kind(tree.value.value) if getattr(tree.value, "attr", "") == "dtype" else None
        return as_dtype(kind.dtype).kind if isinstance(kind, types.Array) else UNKNOWN
    kind = scope.kind(tree)
    if kind is UNKNOWN:
        value = scope.free(tree)
        return value if isinstance(value, PLAIN) else UNKNOWN
    if isinstance(kind, types.Omitted):
        return kind.value if isinstance(kind.value, (str, bool, type(None))) else UNKNOWN
    if isinstance(kind, types.NoneType):
        return None
    value = getattr(kind, "literal_value", UNKNOWN)
    return value if isinstance(value, (str, int)) else UNKNOWN


def joined(tree: gast.BoolOp, scope: Scope) -> Any:
    """Return the value of `and` or `or`, which one operand may decide."""
    neutral = isinstance(tree.op, gast.And)
    value: Any = UNKNOWN
    for part in tree.values:
        value = decide(part, scope)
        if value is UNKNOWN or bool(value) is not neutral:
            return value
    return value


def compared(tree: gast.Compare, scope: Scope) -> Any:
    """Return the value of a comparison, also of a chain of them."""
    if len(tree.ops) != 1:
        sides = [tree.left, *tree.comparators]
        pairs = zip(sides, tree.ops, sides[1:], strict=False)
        each = [compared(gast.Compare(a, [op], [b]), scope) for a, op, b in pairs]
        every = UNKNOWN if any(value is UNKNOWN for value in each) else True
        return False if any(value is False for value in each) else every
    left, right = tree.left, tree.comparators[0]
    if is_dtype(left, scope) or is_dtype(right, scope):
        return of_dtypes(tree, scope)
    if is_type_of(left, scope) is not UNKNOWN:
        return same_class(tree, scope)
    values = [decide(left, scope), decide(right, scope)]
    if isinstance(tree.ops[0], ORDER) and None in values:
        return UNKNOWN  # it raises TypeError
    if values[0] is not UNKNOWN and values[1] is not UNKNOWN:
        if isinstance(tree.ops[0], (gast.Is, gast.IsNot)) and not is_one_object(*values):
            return UNKNOWN
        try:
            return DECIDED[type(tree.ops[0])](*values)
        except TypeError:
            return UNKNOWN  # as it will when it runs
    same = isinstance(tree.ops[0], (gast.Is, gast.Eq))
    if not same and not isinstance(tree.ops[0], (gast.IsNot, gast.NotEq)):
        return UNKNOWN
    across = (left, values[1]), (right, values[0])
    if any(is_shape(side, scope) and type(value) is int for side, value in across):
        return not same  # a tuple is no number
    for value, other in ((values[0], right), (values[1], left)):
        kind = scope.kind(other)
        if value is None and kind is UNKNOWN and callable(scope.free(other)):
            return not same
        certain = kind is not UNKNOWN and not isinstance(kind, (types.Optional, types.Omitted))
        if value is None and certain:
            return isinstance(kind, types.NoneType) is same
        if isinstance(value, str) and certain and not isinstance(kind, types.UnicodeType):
            return not same
    return UNKNOWN


def is_one_object(left: Any, right: Any) -> bool:
    """Return True if `is` between two known values asks for equality.

    Texts that are written in a program are one object if they are equal, and small integers are.

    >>> [is_one_object(*pair) for pair in ((None, 2.0), ("a", "b"), (3, 3), (0, False), ((), ()))]
    [True, True, True, False, False]
    """
    if left is None or right is None:
        return True
    kind = type(left)
    if kind is not type(right) or kind not in (str, bool, int, type(...)):
        return False
    return kind is not int or max(abs(left), abs(right)) <= 5


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


def is_shape(tree: Expression, scope: Scope) -> bool:
    """Return True if an expression is the shape of a variable."""
    asked = isinstance(tree, gast.Attribute) and tree.attr == "shape"
    return asked and getattr(tree.value, "id", None) in scope.local


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
        value = scope.free(part)
        found += value if isinstance(value, tuple) else [value]
    return tuple(found) if all(isinstance(value, type) for value in found) else None


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
