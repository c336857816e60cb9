"""Elements of arrays are read before others are written, where a thread does both.

The compiler has to think that arrays may overlap, so that what is read behind a store waits for it;
what is read before is on its way all at once. The launch has seen that adjoints overlap nothing,
and makes the arrays for what is saved; two arguments of the kernel may be the same array.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator

import gast

from srcdiff.gpu.coarsen.register_accumulation import named
from srcdiff.gpu.thread.views import Rank, arguments_of_calls, base_of, unknown, viewed
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    clone,
    dotted,
    each_block,
    fresh,
    is_adjoint,
    is_comment,
    is_tape,
    key,
    mapped,
    name,
    parameters,
    reads,
    walk,
    walk_statements,
    writes,
)

LAZY = (gast.IfExp, gast.BoolOp, gast.Compare, gast.Lambda)  # may leave out some of their parts


def loaded_first(tree: gast.FunctionDef, rank: Rank = unknown) -> gast.FunctionDef:
    """Return a kernel that reads elements before it writes others, once each.

    `rank` tells the number of dimensions of an array.

    >>> from srcdiff.syntax import function, rename, unparse
    >>> tree = function('''
    ... def f(x, d_x, y, d_y, i):
    ...     d_x[i] += y[i] * d_y[i]
    ...     d_y[i] *= x[i] + y[i]
    ...     y[i] = 0.0
    ...     d_y[i] += x[i]
    ... ''')
    >>> new = loaded_first(rename(tree, {"d_x": "d_·x", "d_y": "d_·y"}))
    >>> print(unparse(new).replace("·", ""))
    def f(x, d_x, y, d_y, i):
        xi = x[i]
        d_x[i] += y[i] * d_y[i]
        d_y[i] *= xi + y[i]
        y[i] = 0.0
        d_y[i] += x[i]
    """
    changed = changed_arrays(tree, rank)
    inputs = set(parameters(tree)) - changed - viewed(tree, rank)
    own = writes(tree.body)  # which the compiler knows to be apart
    taken = {n for n in (*parameters(tree), *reads(tree.body), *writes(tree.body))}

    def block(old: Block) -> Block:
        new: Block = []
        part: Block = []
        for statement in old:
            if is_simple(statement) and is_apart(stored(statement), own):
                part.append(statement)
            else:
                new += [*loaded(part, inputs, own, taken), statement]
                part = []
        return new + loaded(part, inputs, own, taken)

    return each_block(tree, block)


def changed_arrays(tree: gast.FunctionDef, rank: Rank) -> set[str]:
    """Return the names that are bound, written to, or passed to a function that may do that."""
    found = writes(tree.body) | set(map(base_of, arguments_of_calls(tree, rank)))
    for statement in walk_statements(tree.body):
        for node in walk(statement):
            if isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load):
                found.add(base_of(node))
    return found


def is_apart(array: str, own: Collection[str]) -> bool:
    """Return True if an array that is written to, "" for none, overlaps no other one."""
    return not array or array in own or is_adjoint(array) or is_tape(array)


def is_simple(statement: Statement) -> bool:
    """Return True if a statement is an assignment, or a comment."""
    return isinstance(statement, (gast.Assign, gast.AugAssign)) or is_comment(statement)


def loaded(block: Block, inputs: Collection[str], apart: Collection[str], taken: set[str]) -> Block:
    """Return assignments that read elements of `inputs` before the first store, if any behind.

    Stores to arrays that are `apart` from all others do not count.
    """
    stores = [k for k, statement in enumerate(block) if stored(statement) not in {"", *apart}]
    if not stores:
        return block
    first = stores[0]
    late = [e for s in block[first + 1 :] for e in elements(s, inputs)]
    bound = writes(block)
    found = {key(e): e for e in late if not reads(e.slice) & bound}
    if not found:
        return block
    own: dict[Hashable, str] = {}
    for k, element in found.items():
        own[k] = fresh(named(element), taken)
        taken.add(own[k])
    new = [with_names(statement, own) for statement in block]
    loads = [assign(own[k], clone(element), block[first]) for k, element in found.items()]
    begin = next(k for k, s in enumerate(new) if k == first or s is not block[k])
    return [*new[:begin], *loads, *new[begin:]]


def stored(statement: Statement) -> str:
    """Return the array that a statement writes an element of, "" for none."""
    target = statement.targets[0] if isinstance(statement, gast.Assign) else None
    target = statement.target if isinstance(statement, gast.AugAssign) else target
    return dotted(target.value) if isinstance(target, gast.Subscript) else ""


def elements(statement: Statement, inputs: Collection[str]) -> Iterator[Expression]:
    """Yield the elements of some arrays that a statement certainly reads, with plain subscripts."""
    nodes = [statement.value] if not is_comment(statement) else []
    while nodes:
        node = nodes.pop(0)
        if isinstance(node, gast.Subscript):
            inside = [n for n in walk(node.slice) if isinstance(n, (gast.Subscript, gast.Slice))]
            if dotted(node.value) in inputs and not inside:
                yield node
        if not isinstance(node, LAZY):
            nodes += gast.iter_child_nodes(node)


def with_names(statement: Statement, own: dict[Hashable, str]) -> Statement:
    """Return an assignment that reads variables instead of elements."""

    def change(node: gast.AST) -> gast.AST:
        is_read = isinstance(node, gast.Subscript) and isinstance(node.ctx, gast.Load)
        if is_read and key(node) in own:
            return gast.copy_location(name(own[key(node)]), node)
        return mapped(node, change)

    return change(statement) if not is_comment(statement) else statement
