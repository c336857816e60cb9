"""Functions of NumPy for arrays of ranks that Numba does not take: which ones, and their types.

Functions of srcdiff/library stand for them (normalise/numpy_calls/batched_linalg.py). What Numba
does not know at all, as np.diagonal, has its type from here for every rank.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core.typing.templates import AbstractTemplate, infer_global, signature

from srcdiff.analyse.types.types import Type, is_array, is_inexact, types

Given = tuple[Type, ...]


def array(kind: Type, ndim: int) -> Type:
    """Return the type of an array of the numbers of another, a number for no dimensions."""
    return types.Array(kind.dtype, ndim, "C") if ndim else kind.dtype


def of_matrices(*lost: int, most: int = 1, real: bool = False) -> Callable[[Given], Type | None]:
    """Return what stacks of matrices give: arrays with less dimensions, one or several.

    There are at most so many arguments. With `real` they are real: else some results are of
    another type.
    """

    def result(given: Given) -> Type | None:
        if not is_array(given[0]) or given[0].ndim < 3 or not is_inexact(given[0].dtype):
            return None
        if len(given) > most or (real and not isinstance(given[0].dtype, types.Float)):
            return None
        kinds = [array(given[0], given[0].ndim - n) for n in lost]
        return kinds[0] if len(kinds) == 1 else types.Tuple(tuple(kinds))

    return result


def of_diagonal(given: Given) -> Type | None:
    """Return what the diagonals of a matrix, or of an array of more dimensions, are."""
    is_known = is_array(given[0]) and given[0].ndim >= 2
    return array(given[0], given[0].ndim - 1) if is_known else None


def of_trace(given: Given) -> Type | None:
    """Return what the sums of diagonals of arrays of more than two dimensions are.

    Numba knows those of matrices, where the axes are not named.
    """
    least = 2 if len(given) == 4 else 3
    is_known = is_array(given[0]) and given[0].ndim >= least
    return array(given[0], given[0].ndim - 2) if is_known else None


def of_triangle(given: Given) -> Type | None:
    """Return what triangles of vectors, and of arrays of more than two dimensions, are."""
    if not is_array(given[0]) or given[0].ndim in (0, 2):
        return None
    return array(given[0], max(given[0].ndim, 2))


def of_kron(given: Given) -> Type | None:
    """Return what products of blocks are, of arrays of unequal ranks, or of more dimensions."""
    if len(given) != 2 or not are_alike(given):
        return None
    ndims = [kind.ndim for kind in given]
    return array(given[0], max(ndims)) if ndims not in ([1, 1], [2, 2]) else None


def of_dot(given: Given) -> Type | None:
    """Return what sums of products of arrays of more than two dimensions are."""
    if len(given) != 2 or not are_alike(given) or max(kind.ndim for kind in given) < 3:
        return None
    return array(given[0], given[0].ndim + given[1].ndim - 2)


def are_alike(given: Given) -> bool:
    """Return True if some types are of arrays, with dimensions, of one kind of numbers."""
    arrays = all(is_array(kind) and kind.ndim and is_inexact(kind.dtype) for kind in given)
    return arrays and len({kind.dtype for kind in given}) == 1


def of_expanded(given: Given) -> Type | None:
    """Return what a number is with one axis, as `keepdims` asks for that of a vector."""
    is_number = isinstance(given[0], (types.Number, types.Boolean))
    return types.Array(types.unliteral(given[0]), 1, "C") if is_number else None


TABLE: dict[Any, Callable[[Given], Type | None]] = {
    np.diagonal: of_diagonal,
    np.expand_dims: of_expanded,
    np.trace: of_trace,
    np.tril: of_triangle,
    np.triu: of_triangle,
    np.kron: of_kron,
    np.dot: of_dot,
    np.linalg.slogdet: of_matrices(2, 2, real=True),
    np.linalg.cholesky: of_matrices(0),
    np.linalg.pinv: of_matrices(0),
    np.linalg.eigh: of_matrices(1, 0, real=True),
    np.linalg.eigvalsh: of_matrices(1, real=True),
    np.linalg.svd: of_matrices(0, 1, 0, most=2, real=True),
    np.linalg.inv: of_matrices(0),
    np.linalg.det: of_matrices(2),
}


def result_of_rank(function: Any, given: Given) -> Type | None:
    """Return what a function gives for arrays of ranks that Numba does not take, else None.

    >>> stack = types.Array(types.float64, 3, "C")
    >>> result_of_rank(np.linalg.det, (stack,)), result_of_rank(np.linalg.det, (types.float64,))
    (Array(float64, 1, 'C', False, aligned=True), None)
    """
    known = TABLE.get(function) if given else None
    return known(given) if known is not None else None


def declare(function: Any) -> None:
    """Tell Numba's inference of a function for arrays of these ranks."""

    class OfRanks(AbstractTemplate):  # type: ignore[misc]
        """The type of a function of arrays."""

        def generic(self, args: Any, kws: Any) -> Any:
            """Return the signature for these ranks, None for anything else."""
            found = result_of_rank(function, (*args, *kws.values()))
            return None if found is None else signature(found, *args, *kws.values())

    infer_global(function)(OfRanks)


for _function in TABLE:
    declare(_function)
