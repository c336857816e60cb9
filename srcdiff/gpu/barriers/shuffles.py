"""Shuffles become calls of functions of numbers: what a lane gets is no value of its own thread.

To one thread, a shuffle is a function that gives a number like the one it takes. Its derivative is
a shuffle the other way round (shuffled.py). The calls count as impure: no pass moves them into a
branch that only some lanes take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gast
import numpy as np

from srcdiff.errors import UnsupportedSyntax
from srcdiff.gpu.thread.intrinsics import Place
from srcdiff.gpu.thread.uniform import Flow
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    blocks,
    bottom_up,
    call,
    callee_of,
    children,
    dotted,
    has_star,
    locate,
    number,
    parameters,
    walk,
    walk_statements,
    whole_target,
    with_body,
    writes,
)

LANES = 32
FULL = (1 << LANES) - 1  # the mask of all lanes
PARTING = (gast.IfExp, gast.BoolOp, gast.Lambda, gast.comprehension, gast.ListComp)
OUT_OF_BRANCH = "let all of them take part, those without a value with 0.0, and guard what follows"


def shfl_sync(value: Any, lane: Any) -> Any:
    """Stand for what a lane gets of a certain lane; it is never run."""
    return value


def shfl_up_sync(value: Any, delta: Any) -> Any:
    """Stand for what a lane gets of one before it; it is never run."""
    return value


def shfl_down_sync(value: Any, delta: Any) -> Any:
    """Stand for what a lane gets of one behind it; it is never run."""
    return value


def shfl_xor_sync(value: Any, lane_mask: Any) -> Any:
    """Stand for what a lane gets of the one whose number differs in some bits; it is never run."""
    return value


STAND_INS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (shfl_sync, shfl_up_sync, shfl_down_sync, shfl_xor_sync)
}
CALLED = {f"{word}{SEPARATOR}": function for word, function in STAND_INS.items()}


def is_stand_in(function: Any) -> bool:
    """Return True if a function stands for a shuffle."""
    return any(function is stand_in for stand_in in STAND_INS.values())


def without_shuffles(
    tree: gast.FunctionDef, places: Mapping[str, Place], namespace: Mapping[str, Any], module: str
) -> gast.FunctionDef:
    """Return a kernel with calls of stand-ins instead of shuffles.

    `places` are the parameters that tell of the place of a thread, `namespace` has the constants,
    `module` is what the kernel calls `cuda`.
    Raises UnsupportedSyntax for shuffles that not all threads of a block may reach, and where lanes
    may differ in where their values come from.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x, y, i):\\n  y[i] = x[i] + cuda.shfl_xor_sync(-1, x[i], 4)")
    >>> print(unparse(without_shuffles(tree, {}, {}, "cuda")).replace("·", "_"))
    def f(x, y, i):
        y[i] = x[i] + shfl_xor_sync_(x[i], 4)
    """
    found = {s: list(shuffles_in(s, module)) for s in walk_statements(tree.body)}
    found = {statement: made for statement, made in found.items() if made}
    if not found:
        return tree
    flow = Flow(tree, places)
    masks = full_masks(tree, namespace)
    for statement in flow.left_by(tree.body, set(found), False):
        raise UnsupportedSyntax(
            "not all threads of a block may reach this shuffle", found[statement][0], OUT_OF_BRANCH
        )
    for statement, calls in found.items():
        check_evaluated(statement, module)
        for made in calls:
            check_arguments(made, masks)
            check_same(made, flow)

    def change(new: gast.AST) -> gast.AST:
        word = shuffle(new, module)
        if not word:
            return new
        return locate(call(f"{word}{SEPARATOR}", *new.args[1:]), new)

    return with_body(tree, [bottom_up(statement, change) for statement in tree.body])


def shuffle(tree: gast.AST, module: str) -> str:
    """Return which shuffle an expression is, "" if it is none."""
    text = callee_of(tree)
    word = text.removeprefix(f"{module}.")
    return word if word != text and word in STAND_INS else ""


def own_parts(statement: Statement) -> list[gast.AST]:
    """Return the parts of a statement that are none of its blocks."""
    inside = {id(s) for block in blocks(statement) for s in block}
    return [part for part in children(statement) if id(part) not in inside]


def shuffles_in(statement: Statement, module: str) -> Iterator[gast.Call]:
    """Yield the shuffles in a statement, not those in its blocks."""
    for part in own_parts(statement):
        yield from (node for node in walk(part) if shuffle(node, module))


def full_masks(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> set[str]:
    """Return the names that stand for all lanes of a warp: globals, or variables bound once.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x):\\n  m = 0xffffffff\\n  n = 3\\n  for n in x:\\n    y = -1")
    >>> sorted(full_masks(tree, {"EVERY": -1, "n": -1, "HALF": 0xffff}))
    ['EVERY', 'm']
    """
    own = writes(tree.body) | set(parameters(tree))
    found = {n for n, value in namespace.items() if n not in own and is_full(value)}
    bound = [n for s in walk_statements(tree.body) for n in writes_of(s)]
    for statement in tree.body:
        target = whole_target(statement)
        if target and bound.count(target) == 1 and is_full(number(statement.value)):
            found.add(target)
    return found


def writes_of(statement: Statement) -> set[str]:
    """Return the names that a statement binds itself."""
    return writes(own_parts(statement))


def is_full(value: Any) -> bool:
    """Return True if a value is a mask of all lanes."""
    return isinstance(value, (int, np.integer)) and int(value) in (FULL, -1)


def check_evaluated(statement: Statement, module: str) -> None:
    """Refuse shuffles in expressions of which threads may evaluate different parts."""
    parting = [statement.test] if isinstance(statement, (gast.While, gast.Assert)) else []
    for part in own_parts(statement):
        parting += [n for n in walk(part) if isinstance(n, PARTING) or is_chain(n)]
    for made in (n for part in parting for n in walk(part) if shuffle(n, module)):
        raise UnsupportedSyntax(
            "some threads may leave out this part of an expression, and the shuffle in it",
            made,
            "give what it returns a name in a statement before",
        )


def is_chain(tree: gast.AST) -> bool:
    """Return True if an expression is a comparison that may end early."""
    return isinstance(tree, gast.Compare) and len(tree.ops) > 1


def check_arguments(made: gast.Call, masks: set[str]) -> None:
    """Refuse shuffles of some lanes only."""
    if made.keywords or len(made.args) != 3 or has_star(made.args):
        raise UnsupportedSyntax(
            "this shuffle is not written as others are",
            made,
            "pass a mask, a value, and where it comes from, without keywords",
        )
    mask: Expression = made.args[0]
    if not (is_full(number(mask)) or dotted(mask) in masks):
        raise UnsupportedSyntax(
            "a shuffle among some lanes of a warp is not differentiated",
            made,
            "let all lanes take part: the mask is the constant `0xffffffff`",
        )


def check_same(made: gast.Call, flow: Flow) -> None:
    """Refuse shuffles in which lanes may differ in where their values come from."""
    if flow.may_differ(made.args[2]):
        raise UnsupportedSyntax(
            "lanes may differ in where this shuffle takes their values from",
            made,
            "pass the same number in all threads, or exchange values by `cuda.shared.array`",
        )
