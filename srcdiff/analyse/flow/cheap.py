"""What costs less to compute again than to save and to load: a table."""

from __future__ import annotations

import operator
from collections.abc import Callable

from srcdiff.core.operations import ALLOCATORS, VIEWS, Operation
from srcdiff.core.primitives import by_function, functions_with
from srcdiff.syntax import number

Again = Callable[[Operation], bool]

CHEAP = functions_with(cheap=True) | ALLOCATORS.keys() | VIEWS
NOUNS = by_function("noun")
LARGEST_CHEAP_POWER = 4


def called_name(found: Operation) -> str:
    """Return what an operation is called."""
    return NOUNS.get(found.function) or found.name.split(".")[-1].removesuffix("_aug")


def is_cheap(found: Operation) -> bool:
    """Return True if an operation costs less than to save its result and to load it."""
    if found.function is operator.pow:
        exponent = number(found.operands[1])
        return isinstance(exponent, int) and 0 <= exponent <= LARGEST_CHEAP_POWER
    if found.function is operator.truediv:
        return number(found.operands[1]) is not None
    return found.function in CHEAP
