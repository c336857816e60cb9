"""Leave out what is added to, or read from, elements that are certainly zero.

Adjoints of arrays begin as zeros, and are set to zero where the primal overwrites an
element. What follows often shows that the zero was never needed.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.analyse.arrays.affine import describe
from srcdiff.analyse.arrays.subscripts import own_of_iteration
from srcdiff.core.primitives import Fill, names_with
from srcdiff.optimise.arithmetic.joined_updates import (
    added_to_zero,
    is_cleared,
    joined,
    joined_early,
    next_access,
)
from srcdiff.optimise.arithmetic.shared_arrays import shared
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    blocks,
    call,
    dotted,
    is_adjoint,
    key,
    map_blocks,
    mapped,
    name,
    reads,
    rebuild,
    walk,
    walk_statements,
    whole_target,
    with_body,
    writes,
)

MADE = names_with(fill=Fill.ZEROS)


def zeros(
    tree: gast.FunctionDef,
    is_array: Callable[[str], bool],
    is_element: Callable[[gast.Subscript], bool],
    may_overlap: Callable[[str], bool] = lambda name: False,
) -> gast.FunctionDef:
    """Return the function without needless zeros in the adjoints of arrays.

    `is_array` tells which names are of arrays, `is_element` which subscripts are of one element
    and not of a row, `may_overlap` which arrays may be parts of others though no
    statement says so.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x):
    ...     d_x = np.zeros_like(x)
    ...     for i in range(x.shape[0]):
    ...         g = 2.0
    ...         g += d_x[i]
    ...         d_x[i] = 0.0
    ...         d_x[i] += g * x[i]
    ...     return d_x
    ... ''')
    >>> from srcdiff.syntax import rename
    >>> print(unparse(zeros(rename(tree, {"d_x": "d_·x"}), lambda name: False, lambda part: True)))
    def f(x):
        d_·x = np.empty_like(x)
        for i in range(x.shape[0]):
            g = 2.0
            d_·x[i] = g * x[i]
        return d_·x
    """
    if not any(is_cleared(s) or made_zero(s) for s in walk_statements(tree.body)):
        return tree
    others = shared(tree.body, is_array) | set(filter(may_overlap, reads(tree.body)))
    body = map_blocks(tree.body, lambda block: joined(block, others))
    body = map_blocks(body, lambda block: joined_early(block, others, is_array))
    body = map_blocks(body, lambda block: known_zero(block, others, is_element))
    body = map_blocks(body, lambda block: uninitialised(block, others))
    return with_body(tree, body)


def known_zero(
    block: Block, others: set[str], is_element: Callable[[gast.Subscript], bool]
) -> Block:
    """Return a block in which a loop does not read elements that are still zero."""
    new = list(block)
    for position in range(len(new)):
        array, following = after_zero(new, position, others)
        if following is not None and isinstance(new[following], gast.For):
            loop = new[following]
            if is_private(loop, array, is_element):
                new[following] = with_body(loop, first_read(loop.body, array))
    return new


def after_zero(block: Block, position: int, others: set[str]) -> tuple[str, int | None]:
    """Return the array that a statement makes of zeros, or "", and where it is accessed next."""
    array = made_zero(block[position])
    known = array and array not in others
    return array, next_access(block, position + 1, array) if known else None


def made_zero(statement: Statement) -> str:
    """Return the adjoint array that a statement makes, full of zeros, or ""."""
    target = whole_target(statement)
    if not is_adjoint(target) or not isinstance(statement.value, gast.Call):
        return ""
    return target if dotted(statement.value.func) in MADE else ""


def is_private(loop: gast.For, array: str, is_element: Callable[[gast.Subscript], bool]) -> bool:
    """Return True if each iteration accesses just one element of its own, outside inner blocks."""
    indices = [
        node.slice
        for s in loop.body
        for node in walk(s)
        if isinstance(node, gast.Subscript) and dotted(node.value) == array and is_element(node)
    ]
    uses = sum(
        isinstance(node, gast.Name) and node.id == array for s in loop.body for node in walk(s)
    )
    inner = any(array in reads(s) for s in loop.body if blocks(s))
    if inner or uses != len(indices) or len({key(index) for index in indices}) != 1:
        return False
    bound = writes(loop.body)
    known = {loop.target.id: describe(loop.iter.args)}
    return own_of_iteration(indices, loop, known) and not reads(indices[0]) & bound


def first_read(body: Block, array: str) -> Block:
    """Return a body in which the element is not read before it is written."""
    new: Block = []
    written = False
    for statement in body:
        store = statement.target if isinstance(statement, gast.AugAssign) else None
        if isinstance(statement, gast.Assign):
            store = statement.targets[0]
        is_store = isinstance(store, gast.Subscript) and dotted(store.value) == array
        if not written and array in reads(getattr(statement, "value", statement)):
            plain = isinstance(statement.value, gast.Subscript)
            if isinstance(statement, gast.AugAssign) and plain and not is_store:
                continue  # zero is added, or subtracted
            zero = gast.Constant(0.0, None)
            statement = rebuild(statement, lambda part: part)
            statement.value = replace_element(statement.value, array, zero)
        if is_store and not written and isinstance(statement, gast.AugAssign):
            statement = added_to_zero(statement, statement.target)
        written = written or is_store
        new.append(statement)
    return new


def replace_element(tree: Expression, array: str, value: Expression) -> Expression:
    """Return an expression in which an element of an array is replaced by a value."""

    def change(node: gast.AST) -> gast.AST:
        if isinstance(node, gast.Subscript) and dotted(node.value) == array:
            return value
        return mapped(node, change)

    return change(tree)


def uninitialised(block: Block, others: set[str]) -> Block:
    """Return a block without zeros in arrays whose elements a loop then all writes."""
    new = list(block)
    for position, statement in enumerate(new):
        array, following = after_zero(new, position, others)
        if following is None or dotted(statement.value.func) != "np.zeros_like":
            continue
        if writes_all(new[following], array, statement.value.args[0]):
            value = call("np.empty_like", statement.value.args[0])
            new[position] = assign(array, value, statement)
    return new


def writes_all(loop: Statement, array: str, model: Expression) -> bool:
    """Return True if a loop writes every element of a vector before it reads it."""
    if not isinstance(loop, gast.For) or len(loop.iter.args) != 1:
        return False
    stop = loop.iter.args[0]
    lengths = [key(call("len", model)), key(element_count(model))]
    stores = [
        s
        for s in loop.body
        if isinstance(s, gast.Assign)
        and isinstance(s.targets[0], gast.Subscript)
        and dotted(s.targets[0].value) == array
    ]
    first = next_access(loop.body, 0, array)
    return (
        key(stop) in lengths
        and bool(stores)
        and key(stores[0].targets[0].slice) == key(name(loop.target.id))
        and first is not None
        and loop.body[first] is stores[0]
        and array not in reads(stores[0].value)
    )


def element_count(model: Expression) -> Expression:
    """Return `model.shape[0]`."""
    shape = gast.Attribute(model, "shape", gast.Load())
    return gast.Subscript(shape, gast.Constant(0, None), gast.Load())
