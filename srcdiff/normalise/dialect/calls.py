"""Write calls of some standard functions in the one form that has a rule."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.numpy_calls.numpy_calls import replaced
from srcdiff.syntax import Expression, call, constant, dotted, locate, rebuild

Rewrite = Callable[[gast.Call], Expression]


def pairwise(node: gast.Call) -> Expression:
    """max(a, b, c) is max(max(a, b), c)"""
    first, *others = node.args
    for other in others:
        first = gast.copy_location(gast.Call(node.func, [first, other], []), node)
    return first


def logarithm_to_base(node: gast.Call) -> Expression:
    """math.log(x, b) is math.log(x) / math.log(b)"""
    x, b = node.args
    return gast.BinOp(gast.Call(node.func, [x], []), gast.Div(), gast.Call(node.func, [b], []))


def complex_number(node: gast.Call) -> Expression:
    """complex(x) is np.complex128(x)"""
    return call("np.complex128", *node.args)


def real_part(node: gast.AST) -> gast.AST:
    """lambertw(z).real is a function of real numbers"""
    inner = node.value if isinstance(node, gast.Attribute) and node.attr == "real" else None
    if isinstance(node, gast.Call) and dotted(node.func) in ("np.real", "float"):
        inner = node.args[0] if len(node.args) == 1 else None
    if not isinstance(inner, gast.Call) or dotted(inner.func) != "runtime.lambertw":
        return node
    words = {word.arg: word.value for word in inner.keywords}
    given = [*inner.args, words.get("k", constant(0))]
    z, k = given[0], given[1]
    return locate(call("runtime.real_lambertw", z, k), node)


def of_numpy(node: gast.Call) -> Expression:
    """math.cbrt(x) is np.cbrt(x)"""
    return call(f"np.{node.func.attr}", *node.args)


def absolute(node: gast.Call) -> Expression:
    """math.hypot(x) is abs(x)"""
    return call("abs", *node.args)


def power(node: gast.Call) -> Expression:
    """pow(x, y) is x ** y"""
    return gast.BinOp(node.args[0], gast.Pow(), node.args[1])


BY_POSITION = {"abs", "float", "int", "max", "min", "pow", "round", "sum"}

REWRITTEN: dict[tuple[str, int], Rewrite] = {
    ("math.log", 2): logarithm_to_base,
    ("cmath.log", 2): logarithm_to_base,
    ("complex", 1): complex_number,
    ("math.cbrt", 1): of_numpy,
    ("math.fmod", 2): of_numpy,
    ("math.hypot", 1): absolute,
    ("pow", 2): power,
    **{(name, count): pairwise for name in ("max", "min", "math.hypot") for count in range(3, 33)},
}


def calls(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with calls that have rules.

    Raises UnsupportedSyntax for keyword arguments of Python's own functions.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(calls(function("def f(x, y): return max(x, y, 0.0) + math.log(x, 2.0)"))))
    def f(x, y):
        return max(max(x, y), 0.0) + math.log(x) / math.log(2.0)
    """

    def change(node: gast.AST) -> gast.AST:
        node = real_part(node)
        node = rebuild(node, change) if node._fields else node
        called = dotted(node.func) if isinstance(node, gast.Call) else ""
        if called in BY_POSITION and node.keywords:
            raise UnsupportedSyntax(
                f"keyword arguments of `{called}` are not supported",
                node,
                "pass them by position",
            )
        other = replaced(node) if isinstance(node, gast.Call) else None
        if other is not None:
            return locate(other, node)
        if isinstance(node, gast.Call) and not node.keywords:
            rewrite = REWRITTEN.get((dotted(node.func), len(node.args)))
            if rewrite is not None:
                return locate(rewrite(node), node)
        return node

    new: gast.FunctionDef = change(tree)
    return new
