"""Write calls of some standard functions in the one form that has a rule."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.call_table import rewritten, table
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.numpy_calls.numpy_calls import replaced
from srcdiff.syntax import Expression, call, constant, dotted, locate, rebuild


def pairwise(node: gast.Call) -> Expression:
    """max(a, b, c) is max(max(a, b), c)"""
    first, *others = node.args
    for other in others:
        first = gast.copy_location(gast.Call(node.func, [first, other], []), node)
    return first


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


BY_POSITION = {"abs", "float", "int", "max", "min", "pow", "round", "sum"}

LINES = table("""
    math.log(x, b)   -> math.log(x) / math.log(b)
    cmath.log(x, b)  -> cmath.log(x) / cmath.log(b)
    complex(x)       -> np.complex128(x)
    math.cbrt(x)     -> np.cbrt(x)
    math.fmod(x, y)  -> np.fmod(x, y)
    math.hypot(x)    -> abs(x)
    pow(x, y)        -> x ** y
""")
OF_PAIRS = ("max", "min", "math.hypot")


def calls(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with calls that have rules.

    Raises UnsupportedSyntax for keyword arguments of Python's own functions.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(calls(function("def f(x, y): return max(x, y, 0.0) + math.log(x, 2.0)"))))
    def f(x, y):
        return max(max(x, y), 0.0) + math.log(x) / math.log(2.0)
    """

    naming = Naming(tree)

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
        if isinstance(node, gast.Attribute) and node.attr == "mT":
            axes = constant(-1), constant(-2)
            return locate(call("np.swapaxes", node.value, *axes), node)
        if not isinstance(node, gast.Call):
            return node
        if called in OF_PAIRS and len(node.args) > 2 and not node.keywords:
            return pairwise(node)
        other = replaced(node, naming) or rewritten(node, LINES, naming)
        return node if other is None else locate(other, node)

    return change(tree)
