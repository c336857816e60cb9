"""Write every `for` as a loop over a range that reads its items."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.core.operations import is_shape
from srcdiff.normalise.control_flow.exits import has_exit
from srcdiff.normalise.control_flow.guards import wrong_length, wrong_rank, wrong_width
from srcdiff.normalise.control_flow.loops.items import (
    Backwards,
    Counted,
    Displayed,
    Indices,
    Items,
    displayed,
)
from srcdiff.normalise.control_flow.loops.iterables import Reader, range_arguments
from srcdiff.normalise.control_flow.loops.loop_variables import matched, misfit, stores
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.functions.arguments.known_tuples import known_tuples
from srcdiff.syntax import (
    Block,
    Expression,
    assign,
    blocks,
    call,
    callee_of,
    children,
    clone,
    dotted,
    has_star,
    locate,
    name,
    number,
    plus,
    reads,
    signed,
    walk,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)

UNROLLED = 48  # statements, at most, in the place of a loop over values that are written out


@needs(gast.For)
def iterate(tree: gast.FunctionDef, constants: Mapping[str, Any]) -> gast.FunctionDef:
    """Return the function with loops over ranges only, each with one name as its variable.

    `constants` are the values of globals: a loop over a global tuple is written out.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(iterate(function('''
    ... def f(x, y):
    ...     for v in x:
    ...         g(v)
    ...     for k, (a, b) in enumerate(zip(x, f(y)), 1):
    ...         g(k, a, b)
    ...     for i in reversed(range(9)):
    ...         for w in (0.5, 1.5):
    ...             g(i, w)
    ...     for i, j in np.ndindex(3, 4):
    ...         g(i, j)
    ... '''), {})))
    def f(x, y):
        for for·i in range(len(x)):
            v = x[for·i]
            g(v)
        b·items = f(y)
        for for·i in range(min(len(x), len(b·items))):
            k = 1 + for·i
            a = x[for·i]
            b = b·items[for·i]
            g(k, a, b)
        for i in range(8, -1, -1):
            w = 0.5
            g(i, w)
            w = 1.5
            g(i, w)
        for i in range(3):
            for j in range(4):
                g(i, j)
    """
    loops = Loops(tree, constants)
    return with_body(tree, loops.block(tree.body, 0))


class Loops:
    """The walk of `iterate`."""

    def __init__(self, tree: gast.FunctionDef, constants: Mapping[str, Any]) -> None:
        self.tree = tree
        self.naming = Naming(tree)
        self.tuples = known_tuples(tree, constants)

    def block(self, block: Block, depth: int) -> Block:
        """Rewrite the loops of a block that is inside `depth` loops."""
        new: Block = []
        for statement in block:
            if isinstance(statement, gast.For):
                new += self.loop(statement, depth)
            elif blocks(statement):
                parts = [self.block(part, depth) for part in blocks(statement)]
                new.append(with_blocks(statement, parts))
            else:
                new.append(statement)
        return new

    def loop(self, loop: gast.For, depth: int) -> Block:
        """Rewrite one loop, and the loops inside it."""
        before: Block = []
        fixed = Fixed(loop, before, self.naming)
        reader = Reader(fixed.hold, self.tuples, may_end(loop))
        plain = callee_of(loop.iter) == "range"
        inner = copy.copy(loop)
        inner.orelse = self.block(loop.orelse, depth)
        if plain and isinstance(loop.target, gast.Name):
            range_arguments(loop.iter)
            return [with_body(inner, self.block(loop.body, depth + 1))]
        items = reader.items(loop.iter, loop.target)
        before += [wrong_rank(whole, parts, loop) for whole, parts in reader.ranks]
        before += [wrong_length(one, other, loop) for one, other in reader.lengths]
        if isinstance(items, Backwards) and isinstance(items.items, Counted):
            other = turned(items.items)
            if other is not None and isinstance(loop.target, gast.Name):
                inner.iter = locate(other, loop.iter)
                return [*before, with_body(inner, self.block(loop.body, depth + 1))]
        values = displayed(items)
        short = (
            values is not None
            and len(values.values) * len(list(walk_statements(loop.body))) <= UNROLLED
        )
        if values is not None and short and not has_exit(loop.body, (gast.Break, gast.Continue)):
            body = self.block(loop.body, depth)
            return [*before, *written_out(loop, values, body), *inner.orelse]
        if isinstance(items, Indices) and self.can_nest(loop, items):
            return [*before, *self.nested(inner, items, depth)]
        inner.body = self.block(loop.body, depth + 1)
        return [*before, *counted(inner, values or items, self.naming.counter(depth))]

    def can_nest(self, loop: gast.For, items: Indices) -> bool:
        """Return True if a loop over subscripts can be several loops inside each other."""
        target = loop.target.elts[0] if items.array else loop.target
        if not isinstance(target, (gast.Tuple, gast.List)):
            return False
        names = [part.id for part in target.elts if isinstance(part, gast.Name)]
        whole = len(set(names)) == len(target.elts) == len(items.sizes)
        if not whole or has_exit(loop.body, gast.Break):
            return False
        # what the body makes of a variable is gone with the next element, also of the same row
        return not set(names) & (writes(loop.body) | read_elsewhere(self.tree, loop))

    def nested(self, loop: gast.For, items: Indices, depth: int) -> Block:
        """Write a loop over subscripts as one loop for each of them."""
        target = loop.target.elts[0] if items.array else loop.target
        body = self.block(loop.body, depth + len(target.elts))
        if items.array:
            element = items.item([name(part.id) for part in target.elts]).elts[1]
            body = [assign(loop.target.elts[1], element, loop), *body]
        for part, size in reversed(list(zip(target.elts, items.sizes, strict=True))):
            body = [locate(gast.For(part, call("range", size), body, [], None), loop)]
        return [*body, *loop.orelse]


class Fixed:
    """Keeps the values of one loop that its body might change."""

    def __init__(self, loop: gast.For, before: Block, naming: Naming) -> None:
        self.loop = loop
        self.before = before
        self.naming = naming
        self.bound = writes(loop.body) | writes(loop.target)
        found = [node.id for node in walk(loop.target) if isinstance(node, gast.Name)]
        self.owner = found[-1] if found else "for"

    def hold(self, tree: Expression, word: str, named: bool) -> Expression:
        """Return a value as a name or number that stays the same during the loop."""
        if isinstance(tree, gast.Name) and tree.id not in self.bound:
            return tree
        simple = isinstance(tree, gast.Constant) or number(tree) is not None or is_shape(tree)
        if not named and simple and not reads(tree) & self.bound:
            return tree
        base = tree.id if isinstance(tree, gast.Name) else self.owner
        kept = self.naming.part(base, word)
        self.before.append(assign(kept, tree, tree))
        return locate(name(kept), tree)


def may_end(loop: gast.For) -> bool:
    """Return True if a loop may end before its items do."""
    found = any(isinstance(s, gast.Return) for s in walk_statements(loop.body))
    return found or has_exit(loop.body, gast.Break)


def counted(loop: gast.For, items: Items, counter: str) -> Block:
    """Write a loop with a counter, which is a variable of the user where that is right."""
    pairs, checks = matched(loop.target, items, name(counter))
    bound = Counter(node.id for node in walk(loop.target) if isinstance(node, gast.Name))
    for target, value in pairs:
        if isinstance(target, gast.Name) and dotted(value) == counter and bound[target.id] == 1:
            counter = target.id
            again, checks = matched(loop.target, items, name(counter))
            pairs = [pair for pair in again if pair[0] is not target]
            break
    new = copy.copy(loop)
    new.target = locate(gast.Name(counter, gast.Store(), None, None), loop.target)
    new.iter = locate(call("range", items.length), loop.iter)
    new.body = [*stores(pairs, loop), *loop.body]
    return [*(wrong_width(*found, items.length, loop) for found in checks), new]


def written_out(loop: gast.For, values: Displayed, body: Block) -> Block:
    """Return a copy of a body for each of some values."""
    new: Block = []
    for value in values.values:
        target = loop.target
        if isinstance(target, (gast.Tuple, gast.List)) and isinstance(value, gast.Tuple):
            starred = has_star(target.elts)
            if not starred and len(target.elts) != len(value.elts):
                raise misfit(len(value.elts), target)
        new += [assign(clone(target), clone(value), loop), *(clone(s) for s in body)]
    return new


def turned(items: Counted) -> Expression | None:
    """Return the call of `range` that counts the other way, if the step is 1 or -1."""
    step = number(items.step)
    if step not in (1, -1) or items.stop is None:
        return None
    first, last = plus(items.stop, int(-step)), plus(items.start, int(-step))
    return call("range", first, last, signed(-step))


def read_elsewhere(tree: gast.AST, loop: gast.For) -> set[str]:
    """Return the names that are read outside a loop before another loop binds them."""
    if tree is loop:
        return set()
    if isinstance(tree, gast.For) and not any(node is loop for node in walk(tree)):
        found = reads(tree.body) - writes(tree.target)
        parts: list[gast.AST] = [tree.iter, *tree.orelse]
    else:
        found = reads(tree) if isinstance(tree, (gast.Name, gast.AugAssign)) else set()
        parts = list(children(tree))
    return found | {n for part in parts for n in read_elsewhere(part, loop)}
