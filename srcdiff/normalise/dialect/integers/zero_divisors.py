"""Raise where integers are divided by zero, as Python does; compiled code would go on with 0."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Set
from typing import Any

import gast

from srcdiff.analyse.arrays.lower_bounds import LowerBounds
from srcdiff.analyse.flow.nonzero import Nonzero
from srcdiff.analyse.types.own_inference.bindings import bindings
from srcdiff.analyse.types.scalar_kinds import NUMPY, ScalarKinds
from srcdiff.analyse.types.types import Types, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape, operation
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    children,
    clone,
    constant,
    dotted,
    ends_with,
    locate,
    number,
    own_part,
    reads,
    walk,
    with_blocks,
    with_body,
    writes,
)

MESSAGE = "integer division or modulo by zero"
DIVISIONS = {operator.floordiv, operator.mod, operator.ifloordiv, operator.imod}
Test = tuple[Expression, ...]  # what has to hold, and a divisor as the last


def zero_divisors(
    tree: gast.FunctionDef, types: Types, outside: Set[str] = frozenset()
) -> gast.FunctionDef:
    """Return the function with checks of the divisors of integers that may be zero.

    Scalars of NumPy are left alone, as dividing them gives 0 there, too. `outside` are the names
    of global arrays.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     if n > 2:
    ...         x = x * (7 % n)
    ...     return x * (100 // n)
    ... ''')
    >>> known = {"x": numba_types.float64, "n": numba_types.int64}
    >>> print(unparse(zero_divisors(tree, Types(known, numba_types.none))))
    def f(x, n):
        if n > 2:
            x = x * (7 % n)
        if n == 0:
            raise ZeroDivisionError('integer division or modulo by zero')
        return x * (100 // n)
    """
    if not any(is_division(node) for node in walk(tree)):
        return tree
    checks = _Checks(tree, types, outside)
    return with_body(tree, checks.block(tree.body, Nonzero(checks.values)))


def is_division(node: gast.AST) -> bool:
    """Return True if a node is a floor division or a remainder."""
    return len(operands(node)) == 2


def operands(node: gast.AST) -> tuple[Expression, ...]:
    """Return the dividend and the divisor of a floor division or a remainder, () for others."""
    found = operation(node) if isinstance(node, (gast.BinOp, gast.Call)) else None
    return found.operands if found is not None and found.function in DIVISIONS else ()


class _Checks:
    """The walk through a function, with what is known of its divisors on the way."""

    def __init__(self, tree: gast.FunctionDef, types: Types, outside: Set[str]) -> None:
        self.types = types
        self.scalars = ScalarKinds(tree, types.names, outside)
        self.bounds = LowerBounds(tree, types.names)
        self.made: list[Statement] = []
        once = {n: v[0] for n, v in bindings(tree).items() if len(v) == 1}
        self.values = {
            n: value
            for n, value in once.items()
            if value is not None
            and (is_shape(value) or isinstance(value, (gast.Name, gast.BinOp)))
            and all(read in once for read in reads(value) - {"len"})
        }

    def block(self, block: Block, known: Nonzero) -> Block:
        """Return a block with its checks; `known` is changed by its statements."""
        new: Block = []
        for statement in block:
            new += self.before(statement, known)
            inner = blocks(statement)
            if not inner:
                new.append(statement)
                known.bind(statement)
                continue
            if not isinstance(statement, gast.If):
                known.forget([statement])  # of what the loop binds nothing is known
            parts = [self.block(inner[0], known.within(statement, True))]
            parts += [self.block(part, known.within(statement, False)) for part in inner[1:]]
            if isinstance(statement, gast.While):
                parts[0] = [*parts[0], *self.before(statement, Nonzero(self.values))]
            if isinstance(statement, gast.For):
                first, parts[0] = self.moved_out(statement, parts[0])
                new += first
            new.append(with_blocks(statement, parts))
            for holds, part in zip((False, True), inner, strict=False):
                if isinstance(statement, gast.If) and ends_with(part, (gast.Raise,)):
                    known.learn(statement.test, holds)
            known.forget([statement])
        return new

    def before(self, statement: Statement, known: Nonzero) -> Block:
        """Return the checks that stand before a statement, or at the end of a loop's body."""
        new: Block = []
        for *held, divisor in self.divisors(own_part(statement), ()):
            facts = known.copy()
            for condition in held:
                facts.learn(condition, True)
            if facts.has(divisor):
                continue
            test = gast.Compare(clone(divisor), [gast.Eq()], [constant(0)])
            whole = gast.BoolOp(gast.And(), [*map(clone, held), test]) if held else test
            check = raising(whole, MESSAGE, statement, "ZeroDivisionError")
            self.made.append(check)
            new.append(check)
            if not held:
                known.learn(test, False)
        return new

    def moved_out(self, loop: gast.For, body: Block) -> tuple[Block, Block]:
        """Return the checks that may stand before a loop, and the other statements of its body.

        What would be raised, or seen, before them must stay before them.
        """
        begins = begin_of(loop.iter.args)
        if begins is None:
            return [], body
        bound, before, rest = writes([loop]), [], list(body)
        for statement in body:
            if statement in self.made and not reads(statement.test) & bound:
                tests = [*begins, statement.test]
                test = gast.BoolOp(gast.And(), tests) if begins else statement.test
                check = locate(gast.If(test, statement.body, []), statement)
                self.made.append(check)
                before.append(check)
                rest.remove(statement)
            elif statement not in self.made and not is_silent(statement):
                break
        return before, rest

    def divisors(self, tree: gast.AST | None, held: Test) -> Iterator[Test]:
        """Yield the divisors that may be zero, each with what holds where it is evaluated."""
        if tree is None:
            return
        if isinstance(tree, gast.BoolOp):
            for value in tree.values:
                yield from self.divisors(value, held)
                goes_on = isinstance(tree.op, gast.And)
                held = (*held, value if goes_on else gast.UnaryOp(gast.Not(), value))
            return
        if isinstance(tree, gast.IfExp):
            yield from self.divisors(tree.test, held)
            yield from self.divisors(tree.body, (*held, tree.test))
            yield from self.divisors(tree.orelse, (*held, gast.UnaryOp(gast.Not(), tree.test)))
            return
        for part in children(tree):
            yield from self.divisors(part, held)
        if is_division(tree) and self.may_raise(tree):
            yield (*held, operands(tree)[1])

    def may_raise(self, tree: Expression) -> bool:
        """Return True if a division is one of Python's integers, and may be by zero."""
        left, right = operands(tree)
        if not self.is_integer(left) or not self.is_integer(right):
            return False
        if NUMPY in (self.scalars.of(left), self.scalars.of(right)):
            return False
        value, least = number(right), self.bounds.of(right)
        return not value and not (least is not None and least > 0)

    def is_integer(self, tree: Expression) -> bool:
        """Return True unless an expression is known to be no integer, or an array."""
        value = number(tree)
        if value is not None or is_shape(tree):
            return value is None or isinstance(value, int)
        if isinstance(tree, gast.Subscript):
            kind: Any = self.types[dotted(tree.value)]
            whole = is_array(kind) and isinstance(kind.dtype, numba_types.Integer)
            return whole and self.is_element(tree)
        if isinstance(tree, (gast.UnaryOp, gast.BinOp)):
            parts = [tree.operand] if isinstance(tree, gast.UnaryOp) else [tree.left, tree.right]
            whole = not isinstance(tree.op, (gast.Div, gast.Pow))
            return whole and all(map(self.is_integer, parts))
        if isinstance(tree, gast.Call):
            exact = dotted(tree.func) in ("abs", "max", "min")
            return dotted(tree.func) in ("int", "len") or (
                exact and all(map(self.is_integer, tree.args))
            )
        kinds = numba_types.Integer, numba_types.Boolean
        return isinstance(self.types.names.get(dotted(tree)), kinds)

    def is_element(self, tree: gast.Subscript) -> bool:
        """Return True if a subscript gives one element of an array."""
        kind = self.types[dotted(tree.value)]
        parts = tree.slice.elts if isinstance(tree.slice, gast.Tuple) else [tree.slice]
        return len(parts) == kind.ndim and all(map(self.is_integer, parts))


def begin_of(limits: list[Expression]) -> list[Expression] | None:
    """Return what holds if a range has a number, perhaps nothing; None where it is not known.

    >>> from srcdiff.syntax import expression, unparse
    >>> [begin_of(expression(text).args) for text in ("range(3)", "range(0, 9, n)")]
    [[], None]
    >>> [unparse(test) for test in begin_of(expression("range(2, n)").args)]
    ['2 < n']
    """
    if len(limits) > 2:
        return None
    start, stop = limits if len(limits) == 2 else (constant(0), limits[0])
    numbers = number(start), number(stop)
    if numbers[0] is not None and numbers[1] is not None:
        return [] if numbers[0] < numbers[1] else None
    return [gast.Compare(clone(start), [gast.Lt()], [clone(stop)])]


def is_silent(statement: Statement) -> bool:
    """Return True if a statement raises nothing on purpose, and nobody sees that it ran."""
    if not isinstance(statement, gast.Assign):
        return False
    called = [dotted(node.func) for node in walk(statement.value) if isinstance(node, gast.Call)]
    return all(title.startswith(("np.", "math.")) or title == "len" for title in called)
