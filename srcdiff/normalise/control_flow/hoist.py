"""Move parts of expressions into statements before, where Python would evaluate them."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import gast

from srcdiff.core.operations import standard
from srcdiff.normalise.control_flow.evaluation_order import conflict, order_matters
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.scopes import COMPREHENSIONS
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    children,
    clone,
    dotted,
    fields,
    locate,
    name,
    with_blocks,
    with_body,
)

IsMoved = Callable[[gast.AST], bool]
# appends the statements of an expression, and returns what takes its place; the string
# tells to what that belongs, and the walk does the same for expressions inside
Move = Callable[[Expression, Block, str, "Hoister"], Expression]


def hoist(
    tree: gast.FunctionDef, naming: Naming, is_moved: IsMoved, move: Move
) -> gast.FunctionDef:
    """Return the function with some expressions as statements of their own.

    What Python evaluates earlier is held where that could make a difference, and what it
    evaluates on a condition only is evaluated on that condition.

    >>> from srcdiff.syntax import function, unparse
    >>> def move(node, out, base, walk):
    ...     out.append(assign(node.target, node.value))
    ...     return name(node.target.id)
    >>> tree = function("def f(x):\\n    while h(x) and (y := g(x)):\\n        x = x - y")
    >>> is_moved = lambda node: isinstance(node, gast.NamedExpr)
    >>> print(unparse(hoist(tree, Naming(tree), is_moved, move)))
    def f(x):
        while·test = h(x)
        if while·test:
            y = g(x)
            while·test = y
        while while·test:
            x = x - y
            while·test = h(x)
            if while·test:
                y = g(x)
                while·test = y
    """
    return with_body(tree, Hoister(naming, is_moved, move).block(tree.body))


class Hoister:
    """The walk of `hoist`."""

    def __init__(self, naming: Naming, is_moved: IsMoved, move: Move) -> None:
        self.naming = naming
        self.is_moved = is_moved
        self.move = move

    def has_moved(self, tree: gast.AST) -> bool:
        """Return True if anything in a tree moves.

        What is in a comprehension does not, as long as that does not move itself.
        """
        if self.is_moved(tree):
            return True
        parts = [tree.generators[0].iter] if isinstance(tree, COMPREHENSIONS) else children(tree)
        return any(map(self.has_moved, parts))

    # --- statements ---

    def block(self, block: Block) -> Block:
        """Rewrite the statements of a block."""
        return [new for statement in block for new in self.statement(statement)]

    def statement(self, statement: Statement) -> Block:
        """Rewrite one statement."""
        out: Block = []
        if not self.has_moved(statement):
            return [statement]
        if isinstance(statement, gast.While):
            return self.loop(statement)
        new = copy.copy(statement)
        if blocks(statement):
            new = with_blocks(statement, [self.block(part) for part in blocks(statement)])
        if isinstance(statement, gast.Assign):
            # the targets are evaluated after the value
            parts = self.parts([statement.value, *statement.targets], out, owner(statement))
            new.value, new.targets = parts[0], parts[1:]
            return [*out, new]
        if isinstance(statement, gast.AugAssign):
            read = clone(statement.target)
            read.ctx = gast.Load()
            if conflict(read, statement.value):
                raise order_matters(statement)
        if isinstance(statement, gast.Assert) and statement.msg and self.has_moved(statement.msg):
            raise order_matters(statement)
        for field in ("test", "iter", "value", "exc"):
            part = getattr(statement, field, None)
            if part is not None:
                setattr(new, field, self.expression(part, out, owner(statement)))
        return [*out, new]

    def loop(self, loop: gast.While) -> Block:
        """Rewrite a `while`: its condition is evaluated before it and before each repetition."""
        before: Block = []
        test = self.expression(loop.test, before, "while")
        new = copy.copy(loop)
        new.body = self.block(loop.body)
        new.orelse = self.block(loop.orelse)
        if continues_inside(new.body):
            return self.tested_inside(new, before, test)
        new.body = [*again(new.body, before), *map(clone, before)]
        new.test = test
        return [*before, new]

    def tested_inside(self, loop: gast.While, before: Block, test: Expression) -> Block:
        """Evaluate the condition of a `while` in its body, behind any `finally`."""
        new = copy.copy(loop)
        new.test = locate(gast.Constant(True, None), test)
        new.orelse = []
        end: Block = [locate(gast.Break(), loop)]
        after: Block = []
        first: Block = []
        if loop.orelse:
            ended = self.naming.part("while", "ended")
            first = [assign(ended, gast.Constant(False, None), loop)]
            end = [assign(ended, gast.Constant(True, None), loop), *end]
            after = [locate(gast.If(name(ended), loop.orelse, []), loop)]
        leave = locate(gast.If(gast.UnaryOp(gast.Not(), test), end, []), loop)
        new.body = [*before, leave, *loop.body]
        return [*first, new, *after]

    # --- expressions ---

    def expression(self, tree: Expression, out: Block, base: str) -> Expression:
        """Return an expression of which nothing moves any more; statements go to `out`."""
        if not self.has_moved(tree):
            return tree
        if self.is_moved(tree):
            return locate(self.move(tree, out, base, self), tree)
        if isinstance(tree, gast.BoolOp) and any(map(self.has_moved, tree.values[1:])):
            return self.short_circuit(tree, out, base)
        if isinstance(tree, gast.IfExp) and (
            self.has_moved(tree.body) or self.has_moved(tree.orelse)
        ):
            return self.choice(tree, out, base)
        if isinstance(tree, gast.Compare) and any(map(self.has_moved, tree.comparators[1:])):
            return self.chain(tree, out, base)
        new = copy.copy(tree)
        if isinstance(tree, COMPREHENSIONS):
            first = copy.copy(tree.generators[0])
            first.iter = self.expression(first.iter, out, base)
            new.generators = [first, *tree.generators[1:]]
            return new
        if isinstance(tree, gast.Call):
            # what is called is no value; that whose method is called is
            return self.call(tree, out, base)
        found = [(field, value) for field, value in fields(tree)]
        nodes = [n for _, v in found for n in (v if isinstance(v, list) else [v])]
        parts = iter(self.parts([n for n in nodes if isinstance(n, gast.AST)], out, base))
        for field, value in found:
            if isinstance(value, list):
                items = [next(parts) if isinstance(v, gast.AST) else v for v in value]
                setattr(new, field, items)
            elif isinstance(value, gast.AST):
                setattr(new, field, next(parts))
        return new

    def call(self, tree: gast.Call, out: Block, base: str) -> Expression:
        """Rewrite a call."""
        method = isinstance(tree.func, gast.Attribute) and standard(dotted(tree.func)) is None
        own = [tree.func.value] if method else []
        parts = self.parts([*own, *tree.args, *tree.keywords], out, base)
        new = copy.copy(tree)
        if method:
            new.func = copy.copy(tree.func)
            new.func.value = parts.pop(0)
        new.args, new.keywords = parts[: len(tree.args)], parts[len(tree.args) :]
        return new

    def parts(self, trees: list[Any], out: Block, base: str) -> list[Any]:
        """Rewrite expressions that are evaluated one after the other."""
        new = []
        for place, tree in enumerate(trees):
            value = self.expression(tree, out, base)
            later = [t for t in trees[place + 1 :] if self.has_moved(t)]
            if any(conflict(value, other) for other in later):
                value = self.held(value, out, base)
            new.append(value)
        return new

    def held(self, tree: Expression, out: Block, base: str) -> Expression:
        """Give the value of an expression a name."""
        if isinstance(tree, (gast.keyword, gast.Starred)):
            new = copy.copy(tree)
            new.value = self.held(tree.value, out, base)
            return new
        if isinstance(tree, gast.Slice) or not isinstance(tree, gast.expr):
            raise order_matters(tree)
        kept = self.naming.part(base, "value")
        out.append(assign(kept, tree, tree))
        return locate(name(kept), tree)

    def short_circuit(self, tree: gast.BoolOp, out: Block, base: str) -> Expression:
        """Evaluate the later values of `and` and `or` only where Python does."""
        kept = self.naming.part(base, "test")
        first, *others = tree.values
        out.append(assign(kept, self.expression(first, out, base), first))
        rest = others[0] if len(others) == 1 else locate(gast.BoolOp(tree.op, others), tree)
        inner: Block = []
        value = self.expression(rest, inner, base)
        inner.append(assign(kept, value, rest))
        test = name(kept) if isinstance(tree.op, gast.And) else gast.UnaryOp(gast.Not(), name(kept))
        out.append(locate(gast.If(test, inner, []), tree))
        return locate(name(kept), tree)

    def choice(self, tree: gast.IfExp, out: Block, base: str) -> Expression:
        """Evaluate the values of a conditional expression only where Python does."""
        test = self.expression(tree.test, out, base)
        kept = self.naming.part(base, "choice")
        ways: list[Block] = []
        for part in (tree.body, tree.orelse):
            way: Block = []
            value = self.expression(part, way, base)
            ways.append([*way, assign(kept, value, part)])
        out.append(locate(gast.If(test, *ways), tree))
        return locate(name(kept), tree)

    def chain(self, tree: gast.Compare, out: Block, base: str) -> Expression:
        """Write `a < b < c` as `a < b and b < c`, where b is evaluated once."""
        left, middle = self.parts([tree.left, tree.comparators[0]], out, base)
        if not isinstance(middle, (gast.Name, gast.Constant)) or conflict(middle, tree):
            middle = self.held(middle, out, base)
        first = locate(gast.Compare(left, tree.ops[:1], [middle]), tree)
        rest = locate(gast.Compare(clone(middle), tree.ops[1:], tree.comparators[1:]), tree)
        return self.expression(locate(gast.BoolOp(gast.And(), [first, rest]), tree), out, base)


def again(block: Block, before: Block) -> Block:
    """Return the body of a loop that evaluates its condition before each `continue`."""
    new: Block = []
    for statement in block:
        if isinstance(statement, gast.Continue):
            new += map(clone, before)
        if isinstance(statement, gast.If):
            statement = with_blocks(statement, [again(part, before) for part in blocks(statement)])
        elif isinstance(statement, (gast.For, gast.While)) and statement.orelse:
            statement = with_blocks(statement, [statement.body, again(statement.orelse, before)])
        new.append(statement)
    return new


def continues_inside(block: Block, inside: bool = False) -> bool:
    """Return True if a `continue` of a loop with this body leaves a `try` or a `with`."""
    for statement in block:
        if inside and isinstance(statement, gast.Continue):
            return True
        within = inside or isinstance(statement, (gast.Try, gast.With))
        own = isinstance(statement, (gast.For, gast.While))
        if any(continues_inside(part, within) for part in blocks(statement)[own:]):
            return True
    return False


def owner(statement: Statement) -> str:
    """Return to what the parts of a statement belong: a variable, or the kind of statement."""
    target = getattr(statement, "target", None) or getattr(statement, "targets", [None])[0]
    if isinstance(target, gast.Subscript):
        target = target.value
    return (target is not None and dotted(target)) or type(statement).__name__.lower()
