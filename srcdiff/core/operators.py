"""Python's operators and comparisons: their functions in the module `operator`, and their signs."""

from __future__ import annotations

import operator
from typing import Any

import gast

BINARY: dict[type, tuple[str, str]] = {  # the word in names of functions, and the sign
    gast.Add: ("add", "+"),
    gast.Sub: ("sub", "-"),
    gast.Mult: ("mul", "*"),
    gast.Div: ("truediv", "/"),
    gast.FloorDiv: ("floordiv", "//"),
    gast.Mod: ("mod", "%"),
    gast.Pow: ("pow", "**"),
    gast.MatMult: ("matmul", "@"),
    gast.BitAnd: ("and", "&"),
    gast.BitOr: ("or", "|"),
    gast.BitXor: ("xor", "^"),
    gast.LShift: ("lshift", "<<"),
    gast.RShift: ("rshift", ">>"),
}
UNARY: dict[type, tuple[str, str]] = {
    gast.USub: ("neg", "-"),
    gast.UAdd: ("pos", "+"),
    gast.Invert: ("invert", "~"),
}
COMPARED: dict[type, tuple[str, str]] = {
    gast.Eq: ("eq", "=="),
    gast.NotEq: ("ne", "!="),
    gast.Lt: ("lt", "<"),
    gast.LtE: ("le", "<="),
    gast.Gt: ("gt", ">"),
    gast.GtE: ("ge", ">="),
}
EVERY = {**BINARY, **UNARY, **COMPARED}

# functions that compute `x + y`, `x += y` and `x < y`
OPERATORS: dict[type, Any] = {
    kind: getattr(operator, f"__{word}__") for kind, (word, _) in {**BINARY, **UNARY}.items()
}
INPLACE: dict[type, Any] = {
    kind: getattr(operator, f"__i{word}__") for kind, (word, _) in BINARY.items()
}
COMPARISONS: dict[type, Any] = {
    kind: getattr(operator, word) for kind, (word, _) in COMPARED.items()
}

# the comparison of integers that holds where another does not, and the one of exchanged sides
ORDER = (gast.Lt, gast.LtE, gast.Gt, gast.GtE)
NEGATED: dict[type, type] = dict(
    zip(COMPARED, (gast.NotEq, gast.Eq, gast.GtE, gast.Gt, gast.LtE, gast.Lt), strict=True)
)
MIRRORED: dict[type, type] = dict(
    zip(COMPARED, (gast.Eq, gast.NotEq, gast.Gt, gast.GtE, gast.Lt, gast.LtE), strict=True)
)
