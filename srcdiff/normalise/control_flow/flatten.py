"""Give every operation a statement of its own: the core form.

Left as they are: conditions, subscripts and bounds of loops, which are never
differentiated, as long as they call no function of the user.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from types import MappingProxyType

import gast
from numba import types as numba_types

from srcdiff.analyse.types.types import Type
from srcdiff.normalise.control_flow.expressions import RESULT, Expressions
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Statement,
    assign,
    dotted,
    locate,
    name,
    with_blocks,
    with_body,
    writes,
)


def flatten(
    tree: gast.FunctionDef,
    functions: Container[str] = (),
    kinds: Mapping[str, Type] = MappingProxyType({}),
) -> gast.FunctionDef:
    """Return the function with one operation in each statement.

    `functions` are the names of the user's functions that it calls, `kinds` has the types of
    parameters. The name of a part tells to which variable it belongs and what it is.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(flatten(function('''
    ... def f(x, y, i):
    ...     z = x[i + 1] * math.exp(-y) + 1.0
    ...     if z > 0.0 and y > 0.0:
    ...         x[i] = z * z if y < 1.0 else y
    ...     return z / y
    ... '''))))
    def f(x, y, i):
        x·at = x[i + 1]
        z·negative = -y
        z·exp = math.exp(z·negative)
        z·product = x·at * z·exp
        z = z·product + 1.0
        if·condition = z > 0.0 and y > 0.0
        if if·condition:
            x·condition = y < 1.0
            if x·condition:
                x·choice = z * z
            else:
                x·choice = y
            x[i] = x·choice
        return·result = z / y
        return return·result
    """
    taken = writes(tree.body) | {argument.id for argument in tree.args.args}
    numbers = {title for title, kind in kinds.items() if isinstance(kind, numba_types.Number)}
    fixed = frozenset(numbers) - writes(tree.body)
    parts = Expressions(Naming(tree).part, functions, frozenset(taken), fixed)
    return with_body(tree, Statements(parts).block(tree.body))


class Statements:
    """Takes statements apart, block by block."""

    def __init__(self, parts: Expressions) -> None:
        self.parts = parts

    def block(self, block: Block) -> Block:
        """Flatten the statements of a block."""
        return [new for statement in block for new in self.statement(statement)]

    def statement(self, statement: Statement) -> Block:
        """Flatten one statement."""
        out: Block = []
        match statement:
            case gast.Assign():
                self.assignment(statement, out)
            case gast.AugAssign(target=target, op=op):
                value = self.parts.atom(statement.value, dotted(target.value), out)
                target = self.parts.element(target, out, store=True)
                out.append(locate(gast.AugAssign(target, op, value), statement))
            case gast.If(body=body, orelse=orelse):
                test = self.parts.test(statement.test, "if", out)
                new = with_blocks(statement, [self.block(body), self.block(orelse)])
                new.test = test
                out.append(new)
            case gast.For(target=gast.Name(id=counter)):
                new = with_body(statement, self.block(statement.body))
                new.iter = self.parts.bounds(statement.iter, counter, out)
                out.append(new)
            case gast.While():
                out += self.loop(statement)
            case gast.Return(value=gast.expr() as value):
                value = self.parts.value(value, RESULT, out)
                if not isinstance(value, gast.Name):
                    kept = self.parts.temporary("return", RESULT)
                    out.append(assign(kept, value, statement))
                    value = locate(name(kept), statement)
                out.append(locate(gast.Return(value), statement))
            case gast.Expr(value=gast.Call() as called):
                value = self.parts.value(called, "value", out)
                out.append(locate(gast.Expr(value), statement))
            case gast.Expr(value=value):
                self.parts.atom(value, "value", out)
            case gast.Assert(test=test, msg=message):
                test = self.parts.condition(test, "assert", out)
                out.append(locate(gast.Assert(test, message), statement))
            case _:
                out.append(statement)
        return out

    def assignment(self, statement: gast.Assign, out: Block) -> None:
        """Flatten an assignment to a name, to a tuple of names or to an element."""
        (target,) = statement.targets
        if isinstance(target, gast.Subscript):
            value = self.parts.atom(statement.value, dotted(target.value) or "value", out)
            target = self.parts.element(target, out, store=True)
        else:
            first = target.elts[0] if isinstance(target, gast.Tuple) else target
            # an element gets a name of its own, as the variable may change before it does
            is_element = isinstance(statement.value, gast.Subscript)
            find = self.parts.atom if is_element else self.parts.value
            value = find(statement.value, first.id, out)
        out.append(locate(gast.Assign([target], value, None), statement))

    def loop(self, statement: gast.While) -> Block:
        """Flatten a `while` loop; its condition stays, unless it calls the user's functions."""
        before: Block = []
        test = self.parts.condition(statement.test, "while", before)
        body = self.block(statement.body)
        if not before:
            new = with_body(statement, body)
            new.test = test
            return [new]
        running = self.parts.temporary("while", "running")
        again: Block = []
        test_again = self.parts.condition(statement.test, "while", again)
        begin = [*before, assign(running, test, statement.test)]
        body = [*body, *again, assign(running, test_again, statement.test)]
        new = with_body(statement, body)
        new.test = locate(name(running), statement.test)
        return [*begin, new]
