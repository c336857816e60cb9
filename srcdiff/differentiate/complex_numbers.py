"""Derivatives of complex numbers: where they differ from those of real ones.

The convention for a complex z is d_z = dL/dRe z + i dL/dIm z. Inside of derivatives
adjoints are kept conjugated, as then the rules of real numbers hold as they stand
(rules/complex_numbers.py). What enters and what leaves a derivative is conjugated once.
"""

from __future__ import annotations

import cmath

import gast

from srcdiff.analyse.types import Type, Types, is_array, is_complex
from srcdiff.operations import Operation
from srcdiff.rules.complex_numbers import COMPLEX
from srcdiff.syntax import (
    Expression,
    assign,
    binary,
    call,
    constant,
    dotted,
    is_adjoint,
    path,
    reads,
    rebuild,
)
from srcdiff.syntax import Statement, adjoint, name, targets, store_of  # noqa


def is_of_complex(found: Operation, types: Types) -> bool:
    """Tell whether an operation is one of complex numbers: an operand is, or the function."""
    return found.function in COMPLEX or any(is_complex_part(o, types) for o in found.operands)


def is_complex_part(tree: Expression, types: Types) -> bool:
    """Tell whether a complex number is a part of an expression."""
    return any(
        isinstance(node.value, complex)
        if isinstance(node, gast.Constant)
        else isinstance(node, gast.Name) and is_complex(types[node.id])
        for node in gast.walk(tree)
    )


def of_complex(tree: Expression, types: Types) -> Expression:
    """Return a part of a rule with functions that take complex numbers.

    >>> from srcdiff.analyse.types import types as numba_types
    >>> from srcdiff.syntax import expression, unparse
    >>> known = Types({"z": numba_types.complex128}, numba_types.none)
    >>> unparse(of_complex(expression("g * math.sin(z) / math.log(2.0)"), known))
    'g * cmath.sin(z) / math.log(2.0)'
    """
    if not tree._fields:
        return tree
    tree = rebuild(tree, lambda part: of_complex(part, types))
    if not isinstance(tree, gast.Call):
        return tree
    module, _, function = dotted(tree.func).rpartition(".")
    if module != "math" or not reads(tree.args):
        return tree
    return gast.Call(path(f"{'cmath' if hasattr(cmath, function) else 'np'}.{function}"), tree.args, [])
