"""Calls that stand for shuffles, and for their adjoints, become shuffles again.

What a lane has got of another, its adjoint gives back to that lane: where `up` gave values to the
lanes behind, the adjoints come from there. At the ends of a warp lanes get their own values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import gast

from srcdiff.syntax import (
    REAL,
    Block,
    bottom_up,
    call,
    callee_of,
    function,
    locate,
    map_blocks,
    name,
    reads,
    substitute,
    walk,
    whole_target,
    with_body,
)

ALL_LANES = "ALL_LANES"  # what a module calls the mask of all lanes
MASK_LINE = f"{ALL_LANES} = 0xFFFFFFFF  # the mask of whole warps"

DOWN = """
def {title}(d_value, delta):
    '''Adjoint of shfl_down_sync, which leaves the last lanes their own values.'''
    lane = cuda.laneid
    delta &= 31
    d_taken = cuda.shfl_up_sync({lanes}, d_value, delta)
    if lane < delta:
        d_taken = {zero}
    if lane + delta > 31:
        d_taken += d_value
    return d_taken
"""
UP = """
def {title}(d_value, delta):
    '''Adjoint of shfl_up_sync, which leaves the first lanes their own values.'''
    lane = cuda.laneid
    delta &= 31
    d_taken = cuda.shfl_down_sync({lanes}, d_value, delta)
    if lane + delta > 31:
        d_taken = {zero}
    if lane < delta:
        d_taken += d_value
    return d_taken
"""
FROM_ONE = """
def {title}(d_value, lane):
    '''Adjoint of shfl_sync, which gives all lanes the value of one.'''
    for bit in range(5):
        d_value += cuda.shfl_xor_sync({lanes}, d_value, 1 << bit)
    return d_value if cuda.laneid == lane & 31 else {zero}
"""
TEXTS = {"shfl_down_sync": DOWN, "shfl_up_sync": UP, "shfl_sync": FROM_ONE}


@dataclass(frozen=True)
class Shuffle:
    """What a generated name stands for: a shuffle, or with `back` the adjoint of one."""

    word: str
    back: bool

    @property
    def is_function(self) -> bool:
        """Return True if there is a device function for it in the module."""
        return self.back and self.word in TEXTS


def adjoint_of_shuffle(word: str, title: str, is_single: bool) -> gast.FunctionDef:
    """Return the device function for the adjoint of a shuffle of values of some precision."""
    zero = f"{REAL}(0)" if is_single else "0.0"
    return function(TEXTS[word].format(title=title, lanes=ALL_LANES, zero=zero).strip())


def with_shuffles(tree: gast.FunctionDef, known: Mapping[str, Shuffle]) -> gast.FunctionDef:
    """Return a kernel with shuffles instead of calls of `known` functions that stand for them.

    >>> from srcdiff.syntax import unparse
    >>> words = {"down": "shfl_down_sync", "xor": "shfl_xor_sync"}
    >>> known = {n: Shuffle(w, False) for n, w in words.items()}
    >>> known |= {f"{n}_rev": Shuffle(w, True) for n, w in words.items()}
    >>> print(unparse(with_shuffles(function('''
    ... def f(x, n):
    ...     x_down = down(x, n)
    ...     y = x * x_down
    ...     d_x = down_rev(n, d_y)
    ...     d_x += xor_rev(3, d_y)
    ... '''), known)))
    def f(x, n):
        y = x * cuda.shfl_down_sync(ALL_LANES, x, n)
        d_x = down_rev(d_y, n)
        d_x += cuda.shfl_xor_sync(ALL_LANES, d_y, 3)
    """
    if not known:
        return tree

    def change(new: gast.AST) -> gast.AST:
        is_name = isinstance(new, gast.Call) and isinstance(new.func, gast.Name)
        found = known.get(new.func.id) if is_name else None
        if found is None:
            return new
        first, second = new.args
        value, other = (second, first) if found.back else (first, second)
        if found.is_function:
            return locate(call(new.func.id, value, other), new)
        return locate(call(f"cuda.{found.word}", name(ALL_LANES), value, other), new)

    count = Counter(n.id for n in walk(tree) if isinstance(n, gast.Name))
    body = map_blocks(tree.body, lambda block: joined(block, known, count))
    return with_body(tree, [bottom_up(statement, change) for statement in body])


def joined(block: Block, known: Mapping[str, Shuffle], count: Mapping[str, int]) -> Block:
    """Return a block with shuffles in the statements right after them that alone read them."""
    new: Block = []
    for statement in block:
        part = whole_target(new[-1]) if new else ""
        made = new[-1].value if part else None
        simple = isinstance(statement, (gast.Assign, gast.AugAssign)) and not any(
            isinstance(node, (gast.IfExp, gast.BoolOp, gast.Compare)) for node in walk(statement)
        )
        is_shuffle = callee_of(made) in known
        once = count.get(part) == 2 and part in reads(getattr(statement, "value", []))
        if is_shuffle and simple and once:
            new[-1] = substitute(statement, {part: made})
        else:
            new.append(statement)
    return new
