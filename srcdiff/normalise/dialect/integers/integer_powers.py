"""Write powers of integers as Python has them: of floating-point numbers where they may be less.

For Python `2 ** -1` is 0.5, and integers have no largest one; in compiled code powers of integers
are integers of 64 bits, and this one is 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import cast

import gast

from srcdiff.analyse.flow.whole_uses import Whole
from srcdiff.analyse.types.own_inference.bindings import bindings
from srcdiff.analyse.types.types import Types, is_array, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.guards import raising
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.memory.inplace import OPERATOR_OF
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    call,
    clone,
    constant,
    dotted,
    is_read,
    locate,
    map_blocks,
    name,
    number,
    rebuild,
    signed,
    targets,
    walk,
    walk_statements,
    with_body,
)
from srcdiff.syntax.contents import contents

ARITHMETIC = (gast.Add, gast.Sub, gast.Mult, gast.Div)
REASON = "an integer to a negative integer power is no integer: write 2.0 ** n"


@needs("operator.ipow", gast.Pow)
def integer_powers(tree: gast.FunctionDef, types: Types) -> gast.FunctionDef:
    """Return the function with powers of integers that are right for all exponents.

    Those that are only used as floating-point numbers become such; others raise for an exponent
    below zero, where Python would give a floating-point number.

    >>> from srcdiff.analyse.types.types import types as numba_types
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, n):
    ...     p = 2 ** n
    ...     y = p * x
    ...     m = 10 ** n
    ...     z = np.zeros(m)
    ... ''')
    >>> known = dict.fromkeys("xy", numba_types.float64) | dict.fromkeys("npm", numba_types.int64)
    >>> print(unparse(integer_powers(tree, Types(known, numba_types.none))))
    def f(x, n):
        p = 2.0 ** n
        y = p * x
        if n < 0:
            raise ValueError('an integer to a negative integer power is no integer: write 2.0 ** n')
        m = 10 ** n
        z = np.zeros(m)
    """

    def in_place(node: gast.AST) -> gast.AST:
        node = rebuild(node, in_place) if node._fields else node
        is_call = isinstance(node, gast.Call) and dotted(node.func) == "operator.ipow"
        kind = types.names.get(dotted(node.args[0])) if is_call else None
        if not isinstance(kind, numba_types.Integer):
            return node
        return locate(gast.BinOp(node.args[0], gast.Pow(), node.args[1]), node)

    if "operator.ipow" in contents(tree):
        tree = in_place(tree)
    if not any(map(is_power, walk(tree))):
        return tree
    powers = _Powers(tree, types)
    return with_body(tree, map_blocks(tree.body, powers.changed))


def is_power(node: gast.AST) -> bool:
    """Return True if a node is a power."""
    return isinstance(node, gast.BinOp) and isinstance(node.op, gast.Pow)


class _Powers:
    """The powers of a function, and where their values are used."""

    def __init__(self, tree: gast.FunctionDef, types: Types) -> None:
        self.types = types
        self.naming = Naming(tree)
        self.bound = bindings(tree)
        self.counters = {
            s.target.id: s.iter for s in walk_statements(tree.body) if isinstance(s, gast.For)
        }
        every = list(walk_statements(tree.body))
        used = Counter(n.id for n in walk(tree) if isinstance(n, gast.Name) and is_read(n))
        plain = Counter(
            leaf.id for s in every for leaf in self.leaves(s) if isinstance(leaf, gast.Name)
        )
        self.whole = Whole(every, types, self.bound)
        self.floating = {title for title, count in used.items() if plain[title] == count}

    def leaves(self, statement: Statement) -> Iterator[Expression]:
        """Yield the operands that a statement takes for floating-point numbers."""
        if not isinstance(statement, gast.Assign):
            return
        (target,) = statement.targets
        whole = dotted(target.value if isinstance(target, gast.Subscript) else target)
        kind = self.types.names.get(whole)
        if kind is not None and is_inexact(kind.dtype if is_array(kind) else kind):
            yield from operands(statement.value)

    def changed(self, block: Block) -> Block:
        """Return a block with powers that are right for all exponents."""
        new: Block = []
        for statement in block:
            wanted = [leaf for leaf in self.leaves(statement) if is_power(leaf)]
            value = None if blocks(statement) else getattr(statement, "value", None)
            if value is not None and is_power(value) and value not in wanted:
                (bound,) = targets(statement) or ("",)
                unsure = self.may_be_negative(value)
                if bound in self.floating or (unsure and not self.whole.demands(bound, value)):
                    wanted.append(value)
                elif unsure:
                    test = gast.Compare(clone(value.right), [gast.Lt()], [constant(0)])
                    new.append(raising(test, REASON, statement))
            chosen = [power for power in wanted if self.is_of_integers(power)]
            chosen += [power for power in compared(statement) if self.may_be_negative(power)]
            new += self.of_floats(statement, chosen)
        return new

    def of_floats(self, statement: Statement, powers: list[Expression]) -> Block:
        """Return the statements for one with some powers of floating-point numbers."""
        if not powers:
            return [statement]
        before: Block = []

        def change(node: gast.AST) -> gast.AST:
            if node not in powers:
                return rebuild(node, change) if node._fields else node
            value = number(node.left)
            base = call("float", clone(node.left)) if value is None else signed(float(value))
            if value is None and isinstance(statement, gast.Assign):
                title = self.naming.part(dotted(node.left) or "base", "float")
                before.append(assign(title, base, statement))
                base = name(title)
            return locate(gast.BinOp(locate(base, node.left), gast.Pow(), node.right), node)

        new = cast(Statement, change(statement))
        return [*before, new]

    def is_of_integers(self, power: Expression) -> bool:
        """Return True if a power of integers may be no integer, or one of more than 64 bits."""
        if not self.is_integer(power.left) or not self.is_integer(power.right):
            return False
        exponent = number(power.right)
        if exponent is not None and exponent >= 0:
            return False
        return number(power.left) not in (1, -1) or self.may_be_negative(power)

    def may_be_negative(self, power: Expression) -> bool:
        """Return True if the exponent of a power of integers may be less than zero."""
        both = self.is_integer(power.left) and self.is_integer(power.right)
        return both and not self.is_natural(power.right)

    def is_integer(self, tree: Expression) -> bool:
        """Return True if an expression is an integer."""
        value = number(tree)
        if value is not None:
            return isinstance(value, int)
        if isinstance(tree, gast.UnaryOp):
            return self.is_integer(tree.operand)
        if isinstance(tree, gast.BinOp) and not isinstance(tree.op, (gast.Div, gast.Pow)):
            return self.is_integer(tree.left) and self.is_integer(tree.right)
        kinds = numba_types.Integer, numba_types.Boolean
        return isinstance(self.types.names.get(dotted(tree)), kinds)

    def is_natural(self, tree: Expression | None, seen: frozenset[str] = frozenset()) -> bool:
        """Return True if an integer is known to be zero or more."""
        if tree is None:
            return False
        value = number(tree)
        if value is not None:
            return value >= 0
        if isinstance(tree, gast.BinOp):
            known = isinstance(tree.op, (gast.Add, gast.Mult, gast.FloorDiv, gast.Mod))
            return known and self.is_natural(tree.left, seen) and self.is_natural(tree.right, seen)
        title = dotted(tree)
        if isinstance(tree, gast.Call):
            return title in ("len", "abs")
        if not isinstance(tree, gast.Name) or title in seen:
            return False
        kind = self.types.names.get(title)
        if isinstance(kind, numba_types.Integer) and not kind.signed:
            return True
        values = self.bound.get(title, [])
        if title in self.counters:
            return len(values) <= 1 and self.counts_naturals(self.counters[title].args, seen)
        return len(values) == 1 and self.is_natural(values[0], seen | {title})

    def counts_naturals(self, limits: list[Expression], seen: frozenset[str]) -> bool:
        """Return True if a range has numbers from zero on only."""
        step = number(limits[2]) if len(limits) == 3 else 1
        if step is None or len(limits) == 1:
            return step is not None
        if step < 0:
            stop = number(limits[1])
            return stop is not None and stop >= -1
        return self.is_natural(limits[0], seen)


def operands(tree: Expression) -> Iterator[Expression]:
    """Yield the operands of sums, differences, products and quotients inside each other."""
    if isinstance(tree, gast.BinOp) and isinstance(tree.op, ARITHMETIC):
        yield from operands(tree.left)
        yield from operands(tree.right)
    elif isinstance(tree, gast.UnaryOp) and isinstance(tree.op, gast.USub):
        yield from operands(tree.operand)
    elif isinstance(tree, gast.Call) and OPERATOR_OF.get(dotted(tree.func)) in ARITHMETIC:
        for argument in tree.args:
            yield from operands(argument)
    else:
        yield tree


def compared(statement: Statement) -> list[Expression]:
    """Return the powers that a statement compares with something."""
    tests = [getattr(statement, field, None) for field in ("test", "value")]
    nodes = [node for test in tests if test is not None for node in walk(test)]
    comparisons = [node for node in nodes if isinstance(node, gast.Compare)]
    sides = [side for node in comparisons for side in (node.left, *node.comparators)]
    return [power for side in sides for power in operands(side) if is_power(power)]
