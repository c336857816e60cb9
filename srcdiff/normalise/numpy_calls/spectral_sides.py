"""What products of matrices are made of eigenvectors or singular vectors, and of which factors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import OPERATORS, Operation, operation
from srcdiff.syntax import Expression, dotted, expression, number, unparse

PRODUCTS = (OPERATORS[gast.MatMult], np.dot, np.matmul)
MULTIPLY, DIVIDE = OPERATORS[gast.Mult], OPERATORS[gast.Div]
SAME = (np.conj, np.conjugate, np.copy, np.ascontiguousarray, np.asarray, np.real)


@dataclass(frozen=True)
class Spectrum:
    """The names of a matrix, and of its values and vectors: w and v, or s, u and vt."""

    matrix: str
    values: str
    left: str
    right: str | None = None  # the right singular vectors, in rows


@dataclass(frozen=True)
class Side:
    """One side of a product: vectors, the factors of their columns, and what is multiplied."""

    vectors: str
    factors: tuple[str, ...] = ()
    other: str | None = None

    def with_factors(self, more: tuple[str, ...]) -> Side:
        """Return the side with more factors."""
        return replace(self, factors=(*self.factors, *more))


@dataclass
class Sides:
    """The decompositions of a block, and the expressions that its names are bound to."""

    values: Mapping[str, Expression]
    types: Types
    spectra: Mapping[str, Spectrum]  # by the name of what is unpacked

    def recognised(
        self, first: str, second: str
    ) -> tuple[Spectrum, tuple[str, ...], str | None, str | None] | None:
        """Return what a product is a function of, its factors, and what is beside it."""
        left, right = self.left(first), self.right(second)
        if left is None or right is None:
            return None
        for spectrum in self.spectra.values():
            ends = spectrum.left, spectrum.right or spectrum.left
            names = (spectrum.matrix, first, second, left.other, right.other)
            if (left.vectors, right.vectors) == ends and self.are_alike(names):
                return spectrum, (*left.factors, *right.factors), left.other, right.other
        return None

    def are_alike(self, titles: tuple[str | None, ...]) -> bool:
        """Return True if all arrays are of one kind of real floating-point numbers."""
        kinds = {self.types[title].dtype for title in titles if title is not None}
        return len(kinds) == 1 and all(isinstance(kind, numba_types.Float) for kind in kinds)

    def product(self, value: Any) -> tuple[str, str] | None:
        """Return the names of the operands of a product of matrices."""
        found = operation(value) if isinstance(value, (gast.BinOp, gast.Call)) else None
        if found is None or found.function not in PRODUCTS or len(found.operands) != 2:
            return None
        first, second = map(dotted, found.operands)
        return (first, second) if first and second else None

    def plain(self, title: str) -> str:
        """Return the name of an array of which another one is a copy."""
        found = self.operation(title)
        while found is not None and found.function in SAME and len(found.operands) == 1:
            title = dotted(found.operands[0])
            found = self.operation(title)
        return title

    def operation(self, title: str) -> Operation | None:
        """Return the operation that a name is the result of."""
        value = self.values.get(title)
        return operation(value)

    def transposed(self, title: str) -> str | None:
        """Return the name of the matrix of which another one is the transpose."""
        found = self.operation(self.plain(title))
        if found is not None and found.function is np.transpose and len(found.operands) == 1:
            return self.plain(dotted(found.operands[0]))
        return None

    def left(self, title: str) -> Side | None:
        """Return a matrix as vectors with factors for their columns, behind another one."""
        title = self.plain(title)
        for spectrum in self.spectra.values():
            if title == spectrum.left:
                return Side(title)
        found = self.operation(title)
        pair = self.product(self.values.get(title))
        if pair is not None:
            side, factor = self.left(pair[0]), self.diagonal(pair[1])
            if side is not None and factor is not None:
                return side.with_factors((factor,))
            side = self.left(pair[1])
            return None if side is None or side.other else replace(side, other=pair[0])
        return None if found is None else self.scaled(found, False)

    def right(self, title: str) -> Side | None:
        """Return a matrix as vectors in rows, with factors for these, before another one."""
        title = self.plain(title)
        for spectrum in self.spectra.values():
            if title == spectrum.right:
                return Side(title)
        turned = self.transposed(title)
        if turned is not None:
            side = self.left(turned)
            is_own = side is not None and side.other is None
            has_rows = {s.right for s in self.spectra.values() if side and s.left == side.vectors}
            return side if is_own and None in has_rows else None
        pair = self.product(self.values.get(title))
        if pair is not None:
            side, factor = self.right(pair[1]), self.diagonal(pair[0])
            if side is not None and factor is not None:
                return side.with_factors((factor,))
            side = self.right(pair[0])
            return None if side is None or side.other else replace(side, other=pair[1])
        found = self.operation(title)
        return None if found is None else self.scaled(found, True)

    def scaled(self, found: Operation, in_rows: bool) -> Side | None:
        """Return a product or quotient of vectors and factors, one for each of the vectors."""
        if found.function is MULTIPLY:
            titles = [dotted(operand) or unparse(operand) for operand in found.operands]
        elif found.function is DIVIDE:
            titles = [dotted(found.operands[0]), unparse(found.operands[1])]
        else:
            return None
        of = self.right if in_rows else self.left
        sides = [(k, of(title)) for k, title in enumerate(titles) if self.types.ndim(title) > 0]
        known = [(k, side) for k, side in sides if side is not None]
        if len(known) != 1 or (found.function is DIVIDE and known[0][0] != 0):
            return None
        ((place, side),) = known
        if side.other is not None:
            in_rows = in_rows and self.types.ndim(side.other) > 1
        factors = []
        for k, title in enumerate(titles):
            if k != place:
                factor = self.for_vectors(title, in_rows)
                if factor is None:
                    return None
                factors.append(f"1.0 / {factor}" if found.function is DIVIDE else factor)
        return side.with_factors(tuple(factors))

    def for_vectors(self, title: str, in_rows: bool) -> str | None:
        """Return the name of numbers that are broadcast as one for each column, or row."""
        if number(expression(title)) is not None or self.types.ndim(title) == 0:
            return title
        if self.types.ndim(title) == 1:
            return None if in_rows else title
        wanted = "[:, None]" if in_rows else "[None, :]"
        return f"np.ravel({title})" if self.is_turned(title, wanted) else None

    def is_turned(self, title: str, wanted: str) -> bool:
        """Return True if a matrix has the elements of a vector in one column, or in one row."""
        value = self.values.get(title)
        if isinstance(value, gast.Subscript):
            return unparse(value).endswith(wanted)
        found = self.operation(title)
        parts = [dotted(part) for part in found.operands] if found is not None else []
        wide = [part for part in parts if part and self.types.ndim(part) > 0]
        return bool(wide) and all(self.is_turned(part, wanted) for part in wide)

    def diagonal(self, title: str) -> str | None:
        """Return the name of the vector that a matrix has on its diagonal."""
        found = self.operation(title)
        if found is not None and found.function is np.diag and len(found.operands) == 1:
            inner = dotted(found.operands[0])
            return inner if inner and self.types.ndim(inner) == 1 else None
        return None


def spectrum_of(value: Expression | None, bound: tuple[str, ...]) -> Spectrum | None:
    """Return what a decomposition is unpacked to."""
    found = operation(value) if isinstance(value, gast.Call) else None
    if found is None or not found.operands or not dotted(found.operands[0]):
        return None
    matrix = dotted(found.operands[0])
    if found.function is np.linalg.eigh and len(found.operands) == 1 and len(bound) == 2:
        return Spectrum(matrix, *bound)
    if found.function is np.linalg.svd and len(bound) == 3:
        left, values, right = bound
        return Spectrum(matrix, values, left, right)
    return None
