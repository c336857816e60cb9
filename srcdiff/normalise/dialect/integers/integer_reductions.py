"""Write functions of small integers, and of complex numbers, as those of what NumPy computes with.

NumPy takes the means of integers and of booleans in floating-point numbers, and their
products in integers of 64 bits; that of complex numbers is a matter of their two parts.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast

from srcdiff.analyse.types.types import Type, Types, dtype_name, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    binary,
    call,
    call_method,
    dotted,
    map_blocks,
    name,
    path,
    targets,
    with_body,
)

INTEGERS = (numba_types.Integer, numba_types.Boolean)
Named = Callable[[str, Expression], Expression]  # gives the value of an expression a name


def integer_reductions(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with arrays converted to what NumPy computes with.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(m, z):\\n    a = runtime.mean_along(m, 0)\\n"
    ...     "    b = runtime.norm_along(z, 0)\\n    c = runtime.std_along(z, 0, 1)")
    >>> known = {
    ...     "m": numba_types.Array(numba_types.boolean, 2, "C"),
    ...     "z": numba_types.Array(numba_types.complex128, 2, "C"),
    ... }
    >>> print(unparse(integer_reductions(tree, Types(known, numba_types.none))))
    def f(m, z):
        a·wide = m.astype(np.float64)
        a = runtime.mean_along(a·wide, 0)
        b·sizes = np.abs(z)
        b = runtime.norm_along(b·sizes, 0)
        c·real = np.real(z)
        c·imag = np.imag(z)
        c·one = runtime.std_along(c·real, 0, 1)
        c·other = runtime.std_along(c·imag, 0, 1)
        c = np.hypot(c·one, c·other)
    """
    naming = Naming(tree)

    def change(block: Block) -> Block:
        return [new for statement in block for new in changed(statement, types, naming)]

    return with_body(tree, map_blocks(tree.body, change))


def changed(statement: Statement, types: Types, naming: Naming) -> Block:
    """Return the statements that stand for a statement."""
    value: Any = getattr(statement, "value", None)
    bound = targets(statement)
    is_call = isinstance(statement, gast.Assign) and isinstance(value, gast.Call)
    if not is_call or len(bound) != 1 or not value.args:
        return [statement]
    kind, called = types[dotted(value.args[0])], dotted(value.func)
    if not is_array(kind):
        return [statement]
    new: Block = []

    def named(word: str, tree: Expression) -> Expression:
        kept = naming.part(bound[0], word)
        new.append(assign(kept, tree, statement))
        return name(kept)

    found: Expression | None = None
    if called == "runtime.polyval":
        check_polynomial(value, kind.dtype, types)
    if isinstance(kind.dtype, INTEGERS) and called in WIDER:
        wide = WIDER[called](kind.dtype)
        if wide != kind.dtype:
            converted = call_method(value.args[0], "astype", path(f"np.{dtype_name(wide)}"))
            found = call(called, named("wide", converted), *value.args[1:])
    if isinstance(kind.dtype, numba_types.Complex) and called in OF_COMPLEX:
        found = OF_COMPLEX[called](value, named)
    return [statement] if found is None else [*new, assign(bound[0], found, statement)]


def check_polynomial(node: gast.Call, kind: Type, types: Types) -> None:
    """Refuse polynomials of narrow integers at integers: NumPy computes these in their width."""
    point = types.names.get(dotted(node.args[1]))
    point = point.dtype if point is not None and is_array(point) else point
    is_narrow = isinstance(kind, INTEGERS) and getattr(kind, "bitwidth", 1) < 64
    if is_narrow and isinstance(point, INTEGERS):
        raise UnsupportedSyntax(
            "a polynomial with narrow coefficients at integers is computed in their width",
            node,
            "widen the coefficients: `np.polyval(p.astype(np.float64), x)`",
        )


def floating(kind: Type) -> Type:
    """Return the floating-point numbers that NumPy computes with for integers."""
    return numba_types.float64


def wide(kind: Type) -> Type:
    """Return the integers that NumPy computes with for those of a type."""
    return numba_types.int64 if getattr(kind, "signed", True) else numba_types.uint64


def of_sizes(node: gast.Call, named: Named) -> Expression:
    """Return a length, which is that of the absolute values."""
    return call(dotted(node.func), named("sizes", call("np.abs", node.args[0])), *node.args[1:])


def of_parts(joined: Callable[[Expression, Expression], Expression]) -> Callable[..., Expression]:
    """Return how something is written that is made of those of real and imaginary parts."""

    def rewrite(node: gast.Call, named: Named) -> Expression:
        array, *others = node.args
        parts = [named(part, call(f"np.{part}", array)) for part in ("real", "imag")]
        one, other = (call(dotted(node.func), part, *others) for part in parts)
        return joined(named("one", one), named("other", other))

    return rewrite


WIDER: dict[str, Callable[[Type], Type]] = {
    **dict.fromkeys(
        (
            *("runtime.mean_along", "runtime.var_along", "runtime.std_along"),
            *("runtime.norm_along", "runtime.norm", "runtime.polyval"),
        ),
        floating,
    ),
    **dict.fromkeys(("runtime.prod_along", "runtime.cumprod_along"), wide),
}
OF_COMPLEX: dict[str, Callable[[gast.Call, Named], Expression]] = {
    "runtime.norm_along": of_sizes,
    "runtime.var_along": of_parts(lambda one, other: binary(one, gast.Add(), other)),
    "runtime.std_along": of_parts(lambda one, other: call("np.hypot", one, other)),
}
