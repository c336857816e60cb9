"""Derivatives of complex numbers: where they differ from those of real ones.

The convention for a complex z is d_z = dL/dRe z + i dL/dIm z. Inside of derivatives
adjoints are kept conjugated, as then the rules of real numbers hold as they stand
(rules/complex_numbers.py). What enters and what leaves a derivative is conjugated once.
"""

from __future__ import annotations

import cmath
from collections.abc import Callable

import gast

from srcdiff.analyse.types.types import Type, Types, is_array, is_complex
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import MODULES, Operation, is_linear, is_store, store_target
from srcdiff.rules.complex_numbers import COMPLEX
from srcdiff.rules.registry import reads_result
from srcdiff.syntax import (
    Expression,
    Statement,
    call,
    call_method,
    dotted,
    locate,
    name,
    negative,
    number,
    path,
    reads,
    rebuild,
    targets,
    walk,
)


def is_of_complex(found: Operation, types: Types) -> bool:
    """Return True if an operation is one of complex numbers: an operand is, or the function."""
    return found.function in COMPLEX or any(is_complex_part(o, types) for o in found.operands)


def may_read_result(types: Types) -> Callable[[Operation], bool]:
    """Return what tells of an operation whether its adjoint may read its result."""

    def found_in_rule(found: Operation) -> bool:
        unknown = is_of_complex(found, types) and not is_linear(found)
        return unknown or reads_result(found)

    return found_in_rule


def is_complex_part(tree: Expression, types: Types) -> bool:
    """Return True if a complex number is a part of an expression."""
    return any(
        isinstance(node.value, complex)
        if isinstance(node, gast.Constant)
        else isinstance(node, gast.Name) and is_complex(types[node.id])
        for node in walk(tree)
    )


def of_complex(tree: Expression, types: Types) -> Expression:
    """Return a part of a rule with functions that take complex numbers.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import expression, unparse
    >>> known = Types({"z": numba_types.complex128}, numba_types.none)
    >>> unparse(of_complex(expression("g * math.sin(z) / math.log(2.0)"), known))
    'g * cmath.sin(z) / math.log(2.0)'
    >>> unparse(of_complex(expression("g * math.log(-2.0)"), known))
    'g * cmath.log(-2.0)'
    """
    if not tree._fields:
        return tree
    tree = rebuild(tree, lambda part: of_complex(part, types))
    if not isinstance(tree, gast.Call):
        return tree
    module, _, function = dotted(tree.func).rpartition(".")
    is_negative = any((number(argument) or 0) < 0 for argument in tree.args)
    if module != "math" or not (is_negative or reads(tree.args) - MODULES.keys()):
        return tree
    arguments = [as_complex(argument, types) for argument in tree.args]
    module = "cmath" if hasattr(cmath, function) else "np"
    return gast.Call(path(f"{module}.{function}"), arguments, [])


def as_complex(tree: Expression, types: Types) -> Expression:
    """Return an array of real numbers as one of complex numbers, anything else as it is."""
    kind = types[dotted(tree)]
    real = is_array(kind) and not is_complex(kind)
    return gast.BinOp(tree, gast.Add(), gast.Constant(0j, None)) if real else tree


def is_complex_result(statement: Statement, types: Types) -> bool:
    """Return True if a statement binds, or stores, complex numbers."""
    if is_store(statement):
        return is_complex(types[dotted(store_target(statement).value)])
    return any(is_complex(types[target]) for target in targets(statement))


def real_part(term: Expression) -> Expression:
    """Return the real part of what is added to the adjoint of real numbers.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(real_part(expression(text))) for text in ("-g * y", "-g", "-g.imag")]
    ['(-g * y).real', '-g.real', '-g.imag']
    """
    if isinstance(term, gast.UnaryOp) and isinstance(term.op, gast.USub):
        return negative(real_part(term.operand))
    if isinstance(term, gast.Attribute) and term.attr in ("real", "imag"):
        return term
    return gast.Attribute(term, "real", gast.Load())


def conjugated(kind: Type, value: Expression, given: Type | None = None) -> Expression:
    """Return the conjugate of an adjoint or cotangent of a type; real numbers as they are.

    `given` is the type of the value itself, if it may be a real one.
    """
    if not is_complex(kind):
        return value
    if is_array(kind):
        if given is not None and not is_complex(given):
            return call_method(value, "astype", path(f"np.{kind.dtype}"))
        return call("np.conj", value)
    if given is not None:
        return call_method(value, "conjugate") if is_complex(given) else call("complex", value)
    if kind != numba_types.complex128:
        value = call(f"np.{kind}", value)
    return call_method(value, "conjugate")


def conjugate_in_place(array: str, place: Statement) -> Statement:
    """Return the statement that conjugates the elements of an array."""
    return locate(gast.Expr(call("np.conj", name(array), name(array))), place)
