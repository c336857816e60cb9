"""Write np.einsum with constant subscripts as products and sums of arrays."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, binary, call, constant, tuple_of

ALL = gast.Slice(None, None, None)


def einsum(node: gast.Call) -> Expression:
    """Return a call of np.einsum as other functions of arrays.

    Products of matrices become `@`; anything else the product of all operands, along one
    axis for each letter, summed over the letters that the result does not have.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("ij,jk->ik", "ij,kj->ik", "ij,j", "i,i", "ij,ij->i", "i,j->ij", "ij->ji"):
    ...     operands = "x, y" if "," in text else "x"
    ...     print(unparse(einsum(expression(f"np.einsum('{text}', {operands})"))))
    x @ y
    x @ y.T
    x @ y
    x @ y
    np.sum(x * y, 1)
    x[:, None] * y
    x.T
    """
    subscripts, operands = node.args[0], list(node.args[1:])
    text = getattr(subscripts, "value", None)
    if not isinstance(text, str) or not operands:
        raise refused(node, "the subscripts are not known", "write them as a string")
    terms, result = letters(text)
    if "." in text or len(terms) != len(operands) or any(len(set(t)) < len(t) for t in terms):
        raise refused(node, "these subscripts are not supported", "write the letters of `...` out")
    if not set(result) <= set("".join(terms)) or len(set(result)) < len(result):
        raise refused(node, "these subscripts are not supported", "use other functions of arrays")
    if len(terms) == 2:
        product = matrix_product(terms, result, operands)
        if product is not None:
            return product
    return general(terms, result, operands)


def refused(node: gast.Call, reason: str, advice: str) -> UnsupportedSyntax:
    """Return the error for what cannot be written with functions that Numba has."""
    return UnsupportedSyntax(f"{reason} in `np.einsum`", node, advice)


def letters(text: str) -> tuple[list[str], str]:
    """Return the letters of the operands and those of the result.

    >>> letters("ij, jk"), letters("ij->")
    ((['ij', 'jk'], 'ik'), (['ij'], ''))
    """
    before, arrow, result = text.replace(" ", "").partition("->")
    if not arrow:
        result = "".join(sorted(c for c in set(before) - {","} if before.count(c) == 1))
    return before.split(","), result


def matrix_product(terms: list[str], result: str, operands: list[Expression]) -> Expression | None:
    """Return the product of two matrices or vectors that share one letter, or None."""
    first, second = terms
    shared = set(first) & set(second)
    if len(shared) != 1 or shared & set(result) or max(len(first), len(second)) > 2:
        return None
    (letter,) = shared
    left = operands[0] if first[-1] == letter else turned(operands[0])
    right = operands[1] if second[0] == letter else turned(operands[1])
    found = (first + second).replace(letter, "")
    if sorted(found) != sorted(result):
        return None
    product = binary(left, gast.MatMult(), right)
    return product if found == result else turned(product)


def turned(matrix: Expression) -> Expression:
    """Return the transposed matrix."""
    return gast.Attribute(matrix, "T", gast.Load())


def general(terms: list[str], result: str, operands: list[Expression]) -> Expression:
    """Return the sum of the product of all operands, each with an axis for each letter."""
    summed = [c for c in dict.fromkeys("".join(terms)) if c not in result]
    order = result + "".join(summed)
    product: Expression | None = None
    for term, operand in zip(terms, operands, strict=True):
        factor = spread(term, order, operand)
        product = factor if product is None else binary(product, gast.Mult(), factor)
    assert product is not None
    for axis in range(len(order) - 1, len(result) - 1, -1):
        product = call("np.sum", product, constant(axis))
    return product


def spread(term: str, order: str, operand: Expression) -> Expression:
    """Return an operand with its axes in the given order, and new ones in between."""
    wanted = [c for c in order if c in term]
    if "".join(wanted) != term:
        axes = [constant(term.index(c)) for c in wanted]
        operand = (
            turned(operand) if len(axes) == 2 else call("np.transpose", operand, tuple_of(axes))
        )
    first = min((order.index(c) for c in wanted), default=len(order))
    index = [ALL if c in term else constant(None) for c in order[first:]]
    if all(part is ALL for part in index):
        return operand
    return gast.Subscript(operand, tuple_of(index), gast.Load())
