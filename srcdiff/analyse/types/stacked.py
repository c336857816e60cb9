"""The types of products and linear algebra of stacks of matrices, which Numba does not know.

They are only types: functions of srcdiff/library stand for the operations
(normalise/numpy_calls/batched_linalg.py).
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from srcdiff.analyse.types.types import Type, is_array, is_inexact, types

STACK = 3  # the number of dimensions of a stack of matrices


def are_stacks(kinds: tuple[Type, ...]) -> bool:
    """Return True if some types are of arrays of one kind of numbers, and one of them of a stack.

    >>> stack, matrix = (types.Array(types.float64, ndim, "C") for ndim in (3, 2))
    >>> are_stacks((stack, matrix)), are_stacks((matrix, matrix)), are_stacks((types.float64,))
    (True, False, False)
    """
    if not all(is_array(kind) and is_inexact(kind.dtype) for kind in kinds):
        return False
    alike = len({kind.dtype for kind in kinds}) == 1
    return alike and max((kind.ndim for kind in kinds), default=0) == STACK


class OfStacks(AbstractTemplate):  # type: ignore[misc]
    """The type of an operation on stacks of matrices."""

    def generic(self, args: Any, kws: Any) -> Any:
        """Return the signature for stacks, None for anything else."""
        if kws or len(args) != self.operands or not are_stacks(args):
            return None
        made = types.Array(args[0].dtype, self.rank([kind.ndim for kind in args]), "C")
        return signature(made, *args)

    operands = 2

    def rank(self, ndims: list[int]) -> int:
        """Return the number of dimensions of the result."""
        return STACK - (1 in ndims)


@infer_global(operator.matmul)
class Products(OfStacks):
    """The type of products of stacks."""


@infer_global(np.linalg.solve)
class Solutions(OfStacks):
    """The type of solutions for stacks."""
