"""Read the statements of the core form: which operation, on what, with which result."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import gast
import numpy as np

from srcdiff import runtime
from srcdiff.core.operators import OPERATORS
from srcdiff.core.primitives import MODULES, Fill, functions_with, primitives_with, standard
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    children,
    dotted,
    is_number,
    number,
    walk,
)

METHODS: dict[str, Any] = {  # methods of arrays, as functions
    p.name.rpartition(".")[2]: p.function for p in primitives_with(method=True)
}
ATTRIBUTES = {  # attributes of numbers and arrays that are operations, as functions
    "T": np.transpose,
    "real": np.real,
    "imag": np.imag,
}
JOINING = functions_with(joins=True)
VIEWS = functions_with(view=True)  # here always contiguous ones
ALLOCATORS: dict[Any, Any] = {  # what makes arrays of fixed numbers, and the one for the adjoint
    p.function: np.zeros_like if p.like else np.zeros
    for fill in (Fill.UNSET, Fill.ZEROS, Fill.ONES)
    for p in primitives_with(fill=fill)
}
ELEMENTWISE = functions_with(elementwise=True) | runtime.ELEMENTWISE
LINEAR = functions_with(linear=True)


@dataclass(frozen=True)
class Operation:
    """The right side of an assignment: a function and its operands.

    `function` is the Python object that is called, or None where it is a function of
    the user, called `name`.
    """

    function: Any
    name: str
    operands: tuple[Expression, ...]

    @property
    def is_user(self) -> bool:
        """Return True if this is a call of a function of the user."""
        return self.function is None and self.name != "" and "." not in self.name


def operation(value: Expression | None) -> Operation | None:
    """Return an operation as a function call, or None for a name, a number, nothing and the like.

    A product of several factors is one operation on all of them.
    """
    if isinstance(value, gast.BinOp):
        if isinstance(value.op, gast.Mult):
            return Operation(operator.mul, "", tuple(factors(value)))
        if isinstance(value.op, gast.Div) and number(value.left) == 1:
            return Operation(np.reciprocal, "", (value.right,))
        return Operation(OPERATORS[type(value.op)], "", (value.left, value.right))
    if isinstance(value, gast.UnaryOp) and not isinstance(value.op, gast.Not):
        return Operation(OPERATORS[type(value.op)], "", (value.operand,))
    if isinstance(value, gast.Call):
        return called(value)
    if isinstance(value, gast.Attribute) and value.attr in ATTRIBUTES:
        written = f"{dotted(value.value)}.{value.attr}"
        return Operation(ATTRIBUTES[value.attr], written, (value.value,))
    return None


def is_view(found: Operation) -> bool:
    """Return True if the result of an operation is a view of its first operand."""
    return found.function in VIEWS


def is_elementwise(found: Operation) -> bool:
    """Return True if an operation does the same to each element of arrays.

    `np.where` of a condition alone gives places, as many as there are.

    >>> from srcdiff.syntax import expression
    >>> [is_elementwise(operation(expression(f"np.where({a})"))) for a in ("c", "c, x, y")]
    [False, True]
    """
    if found.function is np.where and len(found.operands) != 3:
        return False
    return isinstance(found.function, np.ufunc) or found.function in ELEMENTWISE


def is_linear(found: Operation) -> bool:
    """Return True if the derivative of an operation does not depend on elements of arrays.

    >>> from srcdiff.syntax import expression
    >>> [is_linear(operation(expression(text))) for text in ("x + y", "2 * x", "x / 2", "x * y")]
    [True, True, True, False]
    """
    if found.function is operator.mul:
        return sum(number(operand) is None for operand in found.operands) <= 1
    if found.function is operator.truediv:
        return number(found.operands[1]) is not None
    return found.function in LINEAR


def called(value: gast.Call) -> Operation:
    """Return the operation of a call; the array of a method is its first operand."""
    callee = dotted(value.func)
    first = callee.split(".")[0]
    operands = tuple(value.args) + tuple(word.value for word in value.keywords)
    if isinstance(value.func, gast.Attribute) and first not in MODULES:
        return Operation(METHODS.get(value.func.attr), callee, (value.func.value, *operands))
    return Operation(standard(callee), callee, operands)


def is_method(found: Operation) -> bool:
    """Return True if an operation is a call of a method, whose object is the first operand."""
    first, *rest = found.name.split(".")
    return bool(rest) and first not in MODULES


DRAWING = {  # methods of random generators
    *("random", "integers", "normal", "standard_normal", "uniform", "exponential", "poisson"),
    *("standard_exponential", "gamma", "standard_gamma", "beta", "chisquare", "lognormal"),
    *("laplace", "binomial", "geometric", "logistic", "pareto", "power", "rayleigh", "weibull"),
    *("wald", "triangular", "negative_binomial", "noncentral_chisquare", "standard_t"),
    "standard_cauchy",
}


def draws(called: str) -> bool:
    """Return True if a function draws random numbers: one of np.random, or of a generator.

    >>> draws("np.random.normal"), draws("rng.normal"), draws("np.power"), draws("x.sum")
    (True, True, False, False)
    """
    first, *rest = called.split(".")
    return ".random." in called or (first not in MODULES and bool(rest) and rest[-1] in DRAWING)


def draws_any(tree: gast.AST) -> bool:
    """Return True if random numbers are drawn anywhere in a tree."""
    return any(draws(callee_of(node)) for node in walk(tree))


def factors(value: Expression) -> list[Expression]:
    """Return the factors of a product, from left to right."""
    if isinstance(value, gast.BinOp) and isinstance(value.op, gast.Mult):
        return [*factors(value.left), value.right]
    return [value]


def is_copy(statement: Statement) -> bool:
    """Return True if a statement only gives a value another name."""
    return (
        isinstance(statement, gast.Assign)
        and isinstance(statement.targets[0], gast.Name)
        and isinstance(statement.value, gast.Name)
    )


def is_load(statement: Statement) -> bool:
    """Return True if a statement reads a part of a named array."""
    return (
        isinstance(statement, gast.Assign)
        and isinstance(statement.value, gast.Subscript)
        and isinstance(statement.value.value, gast.Name)
    )


def is_store(statement: Statement) -> bool:
    """Return True if a statement writes an element, plainly or by `+=` or `-=`."""
    if isinstance(statement, gast.Assign):
        return isinstance(statement.targets[0], gast.Subscript)
    return isinstance(statement, gast.AugAssign) and isinstance(statement.target, gast.Subscript)


def store_target(statement: Statement) -> gast.Subscript:
    """Return the element that a store writes."""
    if isinstance(statement, gast.AugAssign):
        return statement.target
    return statement.targets[0]


def call_of(statement: Statement) -> gast.Call | None:
    """Return the call that makes up a statement, or its right side, if there is one."""
    value = getattr(statement, "value", None)
    if isinstance(statement, (gast.Assign, gast.Expr)) and isinstance(value, gast.Call):
        return value
    return None


def all_of(array: Expression, rank: int, store: bool = False) -> Expression:
    """Return all elements of an array, to be read or to be written.

    >>> from srcdiff.syntax import name, unparse
    >>> unparse(all_of(name("x"), 2, store=True)), unparse(all_of(name("x"), 0))
    ('x[:]', 'x[()]')
    """
    if rank and not store:
        return array
    index = gast.Slice(None, None, None) if rank else gast.Tuple([], gast.Load())
    return gast.Subscript(array, index, gast.Store() if store else gast.Load())


def is_shape(tree: Expression) -> bool:
    """Return True if an expression is the length, size or shape of a named array."""
    if isinstance(tree, gast.Call):
        single = len(tree.args) == 1 and isinstance(tree.args[0], gast.Name)
        return dotted(tree.func) == "len" and single
    if isinstance(tree, gast.Subscript):
        tree, place = tree.value, tree.slice
        if not is_number(place) or not isinstance(tree, gast.Attribute) or tree.attr != "shape":
            return False
    return (
        isinstance(tree, gast.Attribute)
        and isinstance(tree.value, gast.Name)
        and tree.attr in ("shape", "size", "ndim")
    )


def contents(tree: gast.AST) -> Iterator[str]:
    """Yield the names that an expression or a statement reads, but for the lengths of arrays.

    Of a compound statement only what it reads itself counts.

    >>> from srcdiff.syntax import expression
    >>> list(contents(expression("y[k % x.shape[1]] + len(x)")))
    ['y', 'k']
    """
    if isinstance(tree, gast.Name):
        yield tree.id
    if is_shape(tree) or (isinstance(tree, gast.Attribute) and tree.attr == "shape"):
        return
    for part in children(tree):
        if not isinstance(part, gast.stmt):
            yield from contents(part)
