"""Operators of Python, and builtins that compute as they do."""

from srcdiff.core.primitives.record import Weight, declare

SAME = "holomorphic new elementwise cheap"

declare("operator.add", f"linear {SAME}", weight=Weight.SUM, noun="a sum")
declare("operator.sub", f"linear {SAME}", weight=Weight.DIFFERENCE, noun="a difference")
declare("operator.neg", f"linear {SAME}", weight=Weight.OTHER_SIGN, noun="a change of sign")
declare("operator.pos", f"linear {SAME}", weight=Weight.SAME_SIGN)
declare("operator.mul", SAME, weight=Weight.PRODUCT, noun="a product")
declare(
    "operator.truediv", "holomorphic new elementwise", weight=Weight.QUOTIENT, noun="a division"
)
declare("operator.pow", "new elementwise", weight=Weight.POWER, noun="a power")
declare(
    "operator.matmul",
    "holomorphic new matrix_product",
    weight=Weight.CONTRACTION,
    noun="a product",
)
declare("operator.mod", "new elementwise cheap")
declare("operator.floordiv", "constant new elementwise cheap", noun="a division")
declare(
    "operator.and_ operator.or_ operator.xor operator.invert operator.lshift operator.rshift",
    "constant new elementwise cheap",
)

declare("abs", "elementwise cheap", weight=Weight.TOTAL)
declare("max min", "elementwise cheap", weight=Weight.CHOICE)
declare("float", "cheap", weight=Weight.ELEMENTS)
declare("int len", "constant cheap gives_integers")
declare("bool", "constant cheap")
declare("range", "constant sized")
declare("round all any isinstance", "constant")
