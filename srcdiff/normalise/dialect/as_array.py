"""Leave out `np.asarray` of what is an array, and shapes of numbers; mark it if of a number."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.analyse.types.types import Type, is_array, types
from srcdiff.core.primitives import Fill, by_function, primitives_with
from srcdiff.normalise.partial_evaluation.scope import UNKNOWN, Scope
from srcdiff.normalise.partial_evaluation.without_dimensions import MARK
from srcdiff.syntax import Expression, call, callee_of, constant, locate, tuple_of

CONVERSIONS = (np.asarray, np.asanyarray)
MAKERS = (*CONVERSIONS, np.array)
DOUBLE = (float, np.float64)
FILLED = {p.function: int(p.fill is Fill.ONES) for p in primitives_with(like=True)}
NUMBERS = (*DOUBLE, complex, np.complex128)
AT_LEAST = by_function("at_least")


def as_array(node: Expression, scope: Scope) -> Expression:
    """Return what an expression of a variable stands for, given the types of the variables.

    A number behaves like an array without dimensions, but for what is written to it.

    >>> from srcdiff.syntax import expression, unparse
    >>> kinds = {"x": types.float64, "v": types.Array(types.float64, 1, "C")}
    >>> scope = Scope(frozenset("xv"), kinds, {"np": np})
    >>> texts = ("np.asarray(v)", "np.asarray(x)", "np.atleast_1d(v)", "x.shape", "v.shape")
    >>> [unparse(as_array(expression(text), scope)) for text in texts]
    ['v', 'array·of_number(x)', 'v', '()', 'v.shape']
    >>> unparse(as_array(expression("np.ones_like(x, dtype=np.complex128)"), scope))
    'array·of_number(np.complex128(1.0))'
    """
    if isinstance(node, gast.Attribute) and node.attr == "shape" and is_number(node.value, scope):
        return locate(tuple_of([]), node)
    if not isinstance(node, gast.Call) or len(node.args) != 1:
        return node
    given = unmarked(node.args[0])
    kind = scope.kind(given)
    if kind is UNKNOWN:
        return node
    function = scope.free(node.func)
    if kind == types.float64 and function in MAKERS and is_double(node, scope):
        return locate(call(MARK, given), node)
    filled = [value for other, value in FILLED.items() if function is other]
    if filled and is_number(given, scope):
        return filling(node, filled[0], getattr(kind, "dtype", kind), scope)
    if node.keywords:
        return node
    if function in CONVERSIONS and is_array(kind):
        return given
    if function in CONVERSIONS and is_number(given, scope):
        return locate(call(MARK, given), node)
    # not every function can be looked up: pointers to compiled ones have no hash
    least = [ndim for other, ndim in AT_LEAST.items() if function is other]
    if least and is_array(kind) and kind.ndim >= least[0]:
        return given
    if least and is_number(given, scope) and scope.free(np_array := path_of(node.func)) is np.array:
        rows = [given]
        for _ in range(least[0] - 1):
            rows = [gast.List(rows, gast.Load())]
        return locate(gast.Call(np_array, [gast.List(rows, gast.Load())], []), node)
    return node


def filling(node: gast.Call, value: int, kind: Type, scope: Scope) -> Expression:
    """Return the number that stands for an array without dimensions that is filled with one."""
    words = {word.arg: word.value for word in node.keywords}
    if not words.keys() <= {"dtype"}:
        return node
    plain: Expression
    if words:
        wanted = scope.free(words["dtype"])
        if not any(wanted is one for one in NUMBERS):
            return node
        plain = gast.Call(words["dtype"], [constant(float(value))], [])
    elif kind == types.float64:
        plain = constant(float(value))
    elif kind == types.complex128:
        plain = constant(complex(value))
    else:
        return node
    return locate(call(MARK, plain), node)


def unmarked(tree: Expression) -> Expression:
    """Return the number that a marked one is, other expressions as they are."""
    return tree.args[0] if callee_of(tree) == MARK else tree


def path_of(function: Expression) -> Expression:
    """Return what `np.array` is called where a function of NumPy has some name."""
    if isinstance(function, gast.Attribute):
        return gast.Attribute(function.value, "array", gast.Load())
    return function


def is_double(node: gast.Call, scope: Scope) -> bool:
    """Return True if a call that makes an array of a double asks for no other type of elements."""
    words = [word for word in node.keywords if word.arg != "order"]  # a number has none
    return all(word.arg == "dtype" and scope.free(word.value) in DOUBLE for word in words)


def converted(kind: Type) -> Type:
    """Return the type of an array of no dimensions that a number is left to stand for.

    Those that are given have another order: these are numbers from now on.
    """
    return types.Array(types.unliteral(kind), 0, "A")


def is_number(node: Expression, scope: Scope) -> bool:
    """Return True if an expression is a variable that is a number, or that one stands for."""
    kind = scope.kind(node)
    stands_for = is_array(kind) and kind.ndim == 0 and kind.layout == "A"
    return isinstance(kind, (types.Number, types.Boolean)) or stands_for
