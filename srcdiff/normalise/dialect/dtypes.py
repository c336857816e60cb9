"""Name the types of elements as Numba takes them, and leave out how arrays lie in memory."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.core.needs import needs
from srcdiff.core.primitives import by_name, names_with
from srcdiff.syntax import Expression, call, dotted, locate, path, rebuild

PLACES: dict[str, int] = by_name("dtype")  # where each function takes the type of the elements
DOUBLE_ALREADY = names_with(dtype=1, sized=True)
COPIES = names_with(dtype=1, sized=False, like=False)
BUILTIN = {"float": "np.float64", "int": "np.int64", "bool": "np.bool_", "complex": "np.complex128"}
NAMED = (gast.Name, gast.Attribute, gast.Subscript, gast.Call)  # what may be an array
COLLECTED = (gast.ListComp, gast.GeneratorExp)
IGNORED = {"order": ("C", "K", "A", None), "subok": (True, False), "ndmin": (0,)}


@needs(".astype", *PLACES)
def dtypes(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with `np.float64` for `float`, "float64", "d" as types of elements.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(dtypes(function('''
    ... def f(x):
    ...     y = np.zeros(3, dtype=float)
    ...     z = np.array([x], dtype='float32', copy=True, order='C').astype(int)
    ...     v = np.asarray(z, order='C')
    ...     return np.array(z, copy=False), np.full(2, 1, float), np.array(x)
    ... '''))))
    def f(x):
        y = np.zeros(3)
        z = np.array([x], np.float32).astype(np.int64)
        v = np.ascontiguousarray(np.asarray(z))
        return (np.asarray(z), np.full(2, 1, np.float64), np.copy(np.asarray(x)))
    """

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        if not isinstance(node, gast.Call):
            return node
        if isinstance(node.func, gast.Attribute) and node.func.attr == "astype":
            return locate(cast(node), node)
        return locate(made(node), node) if dotted(node.func) in PLACES else node

    return rebuild(tree, change)


def cast(node: gast.Call) -> gast.Call:
    """Return a call of `astype` with the type alone: it always makes a copy here."""
    words = {word.arg: word.value for word in node.keywords}
    given = [*node.args, *([words["dtype"]] if "dtype" in words else [])]
    if len(given) != 1 or not words.keys() <= {"dtype", "copy"}:
        return node
    if "copy" in words and not is_one_of(words["copy"], (True,)):
        return node
    return gast.Call(node.func, [spelled(given[0])], [])


def made(node: gast.Call) -> gast.Call:
    """Return a call that makes an array, with the type as Numba takes it, by position."""
    called = dotted(node.func)
    place = PLACES[called]
    by_rows = any(w.arg == "order" and is_one_of(w.value, ("C",)) for w in node.keywords)
    words = [w for w in node.keywords if not is_one_of(w.value, IGNORED.get(w.arg, ()))]
    copies = [w.value for w in words if w.arg == "copy"]
    if called == "np.array" and copies and is_one_of(copies[0], (True, False, None)):
        words = [w for w in words if w.arg != "copy"]
        called = "np.array" if is_one_of(copies[0], (True,)) else "np.asarray"
    arguments = list(node.args)
    for position in range(place, min(len(arguments), place + 1)):
        arguments[position] = spelled(arguments[position])
    for word in words:
        if word.arg == "dtype":
            word.value = spelled(word.value)
    kinds = [w.value for w in words if w.arg == "dtype"] + arguments[place : place + 1]
    if kinds and len(arguments) <= place + 1 and is_needless(called, kinds[0]):
        arguments, kinds = arguments[:place], []
        words = [w for w in words if w.arg != "dtype"]
    if kinds and len(arguments) == place and all(w.arg == "dtype" for w in words):
        arguments, words = [*arguments, kinds[0]], []
    if called == "np.asanyarray":
        called = "np.asarray"
    if called in ("np.array", "np.asarray") and arguments and not words:
        new = converted(called, arguments)
        if by_rows and called == "np.asarray" and isinstance(arguments[0], NAMED):
            return call("np.ascontiguousarray", new)  # a copy where the order is another one
        return new
    return gast.Call(path(called), arguments, words)


def converted(called: str, arguments: list[Expression]) -> gast.Call:
    """Return how an array, a list or a number becomes an array with elements of some type.

    Numba makes arrays only of lists, and lists that grow become arrays without a type.
    """
    first, *kinds = arguments
    if isinstance(first, (gast.List, gast.Tuple)):
        return gast.Call(path(called), arguments, [])
    collected = isinstance(first, COLLECTED)
    new = call("np.array" if collected else "np.asarray", first)
    if kinds:
        new = call("np.asarray", new, *kinds)
    return call("np.copy", new) if called == "np.array" and not collected else new


def is_needless(called: str, kind: Expression) -> bool:
    """Return True if a type of elements is what the function takes anyway."""
    return is_one_of(kind, (None,)) or (called in DOUBLE_ALREADY and dotted(kind) == "np.float64")


def spelled(kind: Expression) -> Expression:
    """Return the type of elements as an attribute of NumPy, where it is known."""
    if isinstance(kind, gast.Name):
        return path(BUILTIN.get(kind.id, kind.id))
    if not isinstance(kind, gast.Constant) or not isinstance(kind.value, str):
        return kind
    try:
        found = np.dtype(kind.value)
    except TypeError:
        return kind
    if found.kind not in "biufc" or not found.isnative:
        return kind
    return path("np.bool_" if found.kind == "b" else f"np.{found.name}")


def is_one_of(tree: Expression, values: tuple[object, ...]) -> bool:
    """Return True if an expression is one of some constants."""
    return isinstance(tree, gast.Constant) and any(
        tree.value is value or (isinstance(value, (str, int)) and tree.value == value)
        for value in values
    )
