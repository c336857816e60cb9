"""Write `x.astype(...)` and `x.item()` as what they do to the values at hand."""

from __future__ import annotations

from collections.abc import Mapping

import gast

from srcdiff.analyse.types.types import Type, Types, dtype_name, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    call,
    children,
    constant,
    dotted,
    map_blocks,
    name,
    number,
    path,
    reads,
    substitute,
    targets,
    with_body,
    writes,
)

CLASSES = (numba_types.NumberClass, numba_types.DType)
INEXACT = (numba_types.Float, numba_types.Complex)
METHODS = ("astype", "item")
CASTS = {numba_types.float64: "float", numba_types.int64: "int"}


@needs(".astype", ".item", ".type", *CLASSES)
def casts(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function without casts by methods of scalars and arrays.

    Raises UnsupportedSyntax for a cast of an array without dimensions to a floating-point type.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y):\\n    a = x.item()\\n    b = y.astype(np.float32)")
    >>> known = {
    ...     **dict.fromkeys("xa", numba_types.float64),
    ...     "y": numba_types.Array(numba_types.float64, 2, "C"),
    ...     "b": numba_types.Array(numba_types.float32, 2, "C"),
    ... }
    >>> print(unparse(casts(tree, Types(known, numba_types.none))))
    def f(x, y):
        a = x
        b = np.empty(y.shape, np.float32)
        b[:] = y
    """

    classes = {n: kind_name(types[n]) for n in sorted(writes(tree.body)) if kind_name(types[n])}

    def change(block: Block) -> Block:
        return [spelled(new, classes) for s in block for new in cast(s, types)]

    new = with_body(tree, map_blocks(tree.body, change))
    read = reads(new.body)

    def needless(statement: Statement) -> bool:
        bound = targets(statement)
        unread = [t for t in bound if t not in read and isinstance(types[t], CLASSES)]
        return bool(bound) and len(unread) == len(bound)

    kept = map_blocks(new.body, lambda block: [s for s in block if not needless(s)])
    return with_body(tree, kept)


def kind_name(kind: Type) -> str:
    """Return NumPy's name of the type that a class or a type of elements stands for, or ""."""
    if isinstance(kind, numba_types.NumberClass):
        return f"np.{dtype_name(kind.instance_type)}"
    return f"np.{dtype_name(kind.dtype)}" if isinstance(kind, numba_types.DType) else ""


def spelled(statement: Statement, classes: Mapping[str, str]) -> Statement:
    """Return a statement with types of numbers by their names in NumPy."""
    if any(isinstance(part, gast.stmt) for part in children(statement)):
        return statement
    return substitute(statement, {n: path(text) for n, text in classes.items()})


def element_kind(value: gast.Call, types: Types) -> Type | None:
    """Return the type of the numbers in the array that `x.dtype.type(y)` names, else None."""
    owner, _, method = dotted(value.func).partition(".")
    is_cast = method == "dtype.type" and len(value.args) == 1 and not value.keywords
    if not is_cast or not is_array(types[owner]) or number(value.args[0]) is not None:
        return None
    return types[owner].dtype


def cast(statement: Statement, types: Types) -> Block:
    """Return the statements that stand for a statement."""
    bound = targets(statement)
    value = getattr(statement, "value", None)
    if len(bound) != 1 or not isinstance(value, gast.Call):
        return [statement]
    kind = types[dotted(value.func)]
    if isinstance(kind, numba_types.NumberClass) and len(value.args) == 1:
        plain = CASTS.get(kind.instance_type, f"np.{kind.instance_type}")
        return [assign(bound[0], call(plain, *value.args), statement)]
    element = element_kind(value, types)
    if element is not None:
        plain = CASTS.get(element, f"np.{element}")
        return [assign(bound[0], call(plain, *value.args), statement)]
    if not isinstance(value.func, gast.Attribute) or value.func.attr not in METHODS:
        return [statement]
    owner = dotted(value.func.value)
    if owner not in types.names or (is_array(types[owner]) and value.func.attr == "item"):
        return [statement]
    if not is_array(types[owner]):
        plain = name(owner) if not value.args else call(dotted(value.args[0]), name(owner))
        return [assign(bound[0], plain, statement)]
    if types[owner].dtype == types[bound[0]].dtype:
        return [assign(bound[0], call("np.copy", name(owner)), statement)]
    made = call("np.empty", path(f"{owner}.shape"), path(f"np.{types[bound[0]].dtype}"))
    if not types.ndim(owner) and isinstance(types[bound[0]].dtype, INEXACT):
        raise UnsupportedSyntax(
            f"`{owner}` has no dimension, and its type cannot be changed here",
            statement,
            f"change that of its element: `np.{types[bound[0]].dtype}({owner}[()])`",
        )
    every = gast.Slice(None, None, None) if types.ndim(owner) else constant(...)
    whole = gast.Subscript(name(bound[0]), every, gast.Store())
    return [assign(bound[0], made, statement), assign(whole, name(owner), statement)]
