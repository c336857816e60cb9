"""Collect the numbers of a product in front of it: `2.0 * x * 2.0 * g` is `4.0 * x * g`.

Only adjoints are changed, whose last bit is nobody's contract, and numbers become one
number only if their product is exact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

import gast

from srcdiff.optimise.arithmetic.divisions import is_adjoint_statement
from srcdiff.optimise.arithmetic.simplify import simplify
from srcdiff.syntax import (
    Expression,
    Statement,
    binary,
    constant,
    dotted,
    has_operator,
    map_blocks,
    mapped,
    negative,
    number,
    rebuild,
    with_body,
)

Is = Callable[[Expression], bool]
LARGEST = 1024  # of the numbers that move, and of their inverses: nothing overflows by it


@dataclass(frozen=True)
class Product:
    """A number, constants with a name such as `math.pi`, and what these are multiplied by.

    `has_number` returns True if the number was written, even if it is 1.0. Numbers that are
    not `exact` cannot be collected.
    """

    scale: Fraction = Fraction(1)
    named: tuple[Expression, ...] = ()
    rest: Expression | None = None
    has_number: bool = False
    exact: bool = True


def products(tree: gast.FunctionDef, is_double: Is, is_float: Is) -> gast.FunctionDef:
    """Return the function with the numbers of each product of adjoints in front of it.

    `is_double` tells which expressions are certainly of double precision, `is_float` which
    are certainly floating-point numbers.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, y, n, g):
    ...     d_x = g * 2 * x ** 2 + x[2 * n * 3] * 1.0
    ...     d_y = -(y * g * (0.5 * x) / n * 4.0)
    ...     d_n = 0.1 * x * g * 3.0 - g * math.pi
    ...     return 2.0 * x * 2.0
    ... ''')
    >>> tree = rename(tree, {"d_x": "d_·x", "d_y": "d_·y", "d_n": "d_·n"})
    >>> print(unparse(products(tree, lambda tree: True, lambda tree: True)))
    def f(x, y, n, g):
        d_·x = 2.0 * g * x ** 2 + x[2 * n * 3]
        d_·y = -(2.0 * y * g * x / n)
        d_·n = 0.1 * x * g * 3.0 - math.pi * g
        return 2.0 * x * 2.0
    """
    walk = _Products(is_double, is_float)
    body = map_blocks(tree.body, lambda block: [walk.statement(statement) for statement in block])
    return with_body(tree, body)


@dataclass(frozen=True)
class _Products:
    """The search for products in adjoints."""

    is_double: Is
    is_float: Is

    def statement(self, statement: Statement) -> Statement:
        """Return a statement with the numbers of its products in front of them."""
        if not is_adjoint_statement(statement):
            return statement
        new = rebuild(statement, lambda part: part)
        store = statement.target if isinstance(statement, gast.AugAssign) else statement.targets[0]
        # an element of an array keeps its type, whatever is stored in it
        new.value = self.expression(statement.value, isinstance(store, gast.Subscript))
        if isinstance(statement, gast.AugAssign):
            new.value = with_one_sign(new.value)
        return gast.copy_location(new, statement)

    def expression(self, tree: Expression, is_stored: bool = False) -> Expression:
        """Return an expression with the numbers of its products in front of them."""
        if isinstance(tree, gast.Subscript):
            return tree  # subscripts are integers
        if not is_product(tree):
            return mapped(tree, self.expression)
        found = self.parts(tree)
        if not found.exact or not self.is_floating(tree):
            return mapped(tree, self.expression)
        new = self.joined(found, is_stored)
        is_named_array = not is_stored and not is_product(new) and not self.is_double(new)
        return mapped(tree, self.expression) if is_named_array else new  # which has to be a copy

    def parts(self, tree: Expression) -> Product:
        """Return the numbers in a product, and the product without them."""
        value = number(tree)
        if value is not None:
            exact = value == value and 1 / LARGEST <= abs(value) <= LARGEST
            return Product(Fraction(value if exact else 1), has_number=True, exact=exact)
        if is_named(tree):
            return Product(named=(tree,))
        if has_operator(tree, gast.USub):
            inner = self.parts(tree.operand)
            return replace(inner, scale=-inner.scale)
        if not is_product(tree):
            return Product(rest=self.expression(tree))
        left = self.parts(tree.left)
        if isinstance(tree.op, gast.Div):
            below = self.expression(tree.right)
            if left.rest is None:
                return Product(rest=binary(self.expression(tree.left), gast.Div(), below))
            return replace(left, rest=binary(left.rest, gast.Div(), below))
        right = self.parts(tree.right)
        rest = left.rest or right.rest
        if left.rest is not None and right.rest is not None:
            rest = binary(left.rest, gast.Mult(), right.rest)
        scale = left.scale * right.scale
        exact = left.exact and right.exact and is_exact(scale)
        has_number = left.has_number or right.has_number
        return Product(scale, left.named + right.named, rest, has_number, exact)

    def joined(self, found: Product, is_stored: bool) -> Expression:
        """Return a product with its numbers in front."""
        factors = list(found.named)
        if found.rest is None and not factors:
            return constant(float(found.scale))
        size = abs(found.scale)
        if size != 1 or (found.has_number and not self.needs_no_number(found, is_stored)):
            factors.insert(0, constant(float(size)))
        whole = found.rest
        if whole is None:
            whole = factors.pop()
        for factor in reversed(factors):
            whole = in_front(factor, whole)
        return negative(whole) if found.scale < 0 else whole

    def needs_no_number(self, found: Product, is_stored: bool) -> bool:
        """Return True if a product has the same type and value without the number 1.0."""
        if found.named or found.rest is None:
            return True
        if not is_product(found.rest):
            return is_stored or self.is_double(found.rest)
        first = found.rest
        while is_product(first.left):
            first = first.left
        # two integers at the beginning could overflow, or be divided without a remainder
        begins = self.is_float(first.left) or self.is_float(first.right)
        return begins and (is_stored or self.is_double(found.rest))

    def is_floating(self, tree: Expression) -> bool:
        """Return True if a product is certainly a floating-point number."""
        if not is_product(tree):
            return isinstance(number(tree), float) or is_named(tree) or self.is_float(tree)
        return self.is_floating(tree.left) or self.is_floating(tree.right)


def with_one_sign(tree: Expression) -> Expression:
    """Return `-x - y` as `-(x + y)`, which is subtracted where this would be added.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(with_one_sign(expression("-x * y - z")))
    '-(x * y + z)'
    """
    if not has_operator(tree, gast.Sub):
        return tree
    left = simplify(tree.left)
    if not has_operator(left, gast.USub):
        return tree
    return negative(binary(left.operand, gast.Add(), tree.right))


def is_product(tree: Expression) -> bool:
    """Return True if an expression is a product or a quotient."""
    return has_operator(tree, gast.Mult, gast.Div)


def is_named(tree: Expression) -> bool:
    """Return True if an expression is a constant of a module, such as `math.pi`.

    >>> from srcdiff.syntax import expression
    >>> [is_named(expression(text)) for text in ("math.pi", "x.T", "math.inf")]
    [True, False, False]
    """
    return dotted(tree) in ("math.pi", "math.e", "math.tau", "np.pi", "np.e")


def is_exact(value: Fraction) -> bool:
    """Return True if a number is a floating-point number as it stands, and of moderate size."""
    moderate = Fraction(1, LARGEST) <= abs(value) <= LARGEST
    return moderate and Fraction(float(value)) == value


def in_front(factor: Expression, tree: Expression) -> Expression:
    """Return a product with one more factor in front.

    >>> from srcdiff.syntax import expression, unparse
    >>> unparse(in_front(constant(2.0), expression("x * y / z * f(x)")))
    '2.0 * x * y / z * f(x)'
    """
    if is_product(tree):
        return binary(in_front(factor, tree.left), tree.op, tree.right)
    return binary(factor, gast.Mult(), tree)
