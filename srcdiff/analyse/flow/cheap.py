"""What costs less to compute again than to save and to load: a table."""

from __future__ import annotations

import builtins
import math
import operator
from collections.abc import Callable

import numpy as np

from srcdiff.core.operations import ALLOCATORS, VIEWS, Operation
from srcdiff.syntax import number

Again = Callable[[Operation], bool]

CHEAP = {
    operator.add,
    operator.sub,
    operator.mul,
    operator.neg,
    operator.pos,
    operator.floordiv,
    operator.mod,
    operator.and_,
    operator.or_,
    operator.xor,
    operator.invert,
    operator.lshift,
    operator.rshift,
    builtins.abs,
    builtins.min,
    builtins.max,
    builtins.float,
    builtins.int,
    builtins.bool,
    builtins.len,
    math.fabs,
    math.floor,
    math.ceil,
    math.copysign,
    np.abs,
    np.sign,
    np.minimum,
    np.maximum,
    *ALLOCATORS,
    *VIEWS,
}

LABELS = {
    operator.truediv: "a division",
    np.reciprocal: "a division",
    operator.pow: "a power",
    operator.matmul: "a product",
    operator.mul: "a product",
    operator.add: "a sum",
    operator.sub: "a difference",
    operator.neg: "a change of sign",
    operator.floordiv: "a division",
}
LARGEST_CHEAP_POWER = 4


def called_name(found: Operation) -> str:
    """Return what an operation is called."""
    return LABELS.get(found.function) or found.name.split(".")[-1].removesuffix("_aug")


def is_cheap(found: Operation) -> bool:
    """Return True if an operation costs less than to save its result and to load it."""
    if found.function is operator.pow:
        exponent = number(found.operands[1])
        return isinstance(exponent, int) and 0 <= exponent <= LARGEST_CHEAP_POWER
    if found.function is operator.truediv:
        return number(found.operands[1]) is not None
    return found.function in CHEAP
