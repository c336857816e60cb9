"""Find the value that an expression certainly has, as far as types and constants tell."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import gast
from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.types import types
from srcdiff.core.operators import COMPARISONS, ORDER
from srcdiff.normalise.partial_evaluation.class_questions import (
    called,
    is_dtype,
    is_type_of,
    of_dtypes,
    same_class,
)
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.syntax import Expression, has_operator

PLAIN = (bool, int, float, str, tuple, list, dict, set, frozenset, type(None))

DECIDED: dict[type, Callable[[Any, Any], Any]] = {
    **COMPARISONS,
    gast.Is: operator.eq,  # of what is_one_object tells
    gast.IsNot: operator.ne,
    gast.In: lambda value, group: value in group,
    gast.NotIn: lambda value, group: value not in group,
}


def decide(tree: Expression, scope: Scope) -> Any:
    """Return the value of an expression, or UNKNOWN.

    >>> import builtins
    >>> import numpy as np
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


def is_shape(tree: Expression, scope: Scope) -> bool:
    """Return True if an expression is the shape of a variable."""
    asked = isinstance(tree, gast.Attribute) and tree.attr == "shape"
    return asked and getattr(tree.value, "id", None) in scope.local
