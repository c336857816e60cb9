"""What one statement contributes to the adjoints of its operands."""

from __future__ import annotations

from dataclasses import dataclass

from srcdiff.syntax import Expression


@dataclass(frozen=True)
class Adjoint:
    """What a statement contributes to the adjoints of its operands.

    `steps` are intermediate values of the rule; `terms` pairs of an operand and what is
    added to its adjoint; `needs` the values of the primal that these read, `shapes` the arrays
    of which the backward part only needs the shape. With `spread` a term is added to all
    elements of the adjoint of an array.
    """

    steps: tuple[tuple[str, Expression], ...] = ()
    terms: tuple[tuple[str, Expression], ...] = ()
    needs: frozenset[str] = frozenset()
    spread: bool = False
    shapes: frozenset[str] = frozenset()
