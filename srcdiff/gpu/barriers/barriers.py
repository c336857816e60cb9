"""Barriers become calls that may change shared arrays: other threads write to these meanwhile.

To one thread, a barrier is a function that may leave anything in the shared arrays, and that does
not change their adjoints. So no value of a shared array is taken from before it, and the backward
part has a call at the mirrored place, which becomes a barrier again.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    blocks,
    call,
    callee_of,
    each_block,
    each_statement,
    locate,
    name,
    targets,
    walk_statements,
    whole_target,
)

BARRIER = "syncthreads"
CALLED = f"meanwhile{SEPARATOR}"  # by which name a kernel calls what stands for one


def meanwhile(shared: Any) -> None:
    """Stand for what other threads do to a shared array while one waits at a barrier.

    It changes all elements, and depends on them; it is never run.
    """
    shared[:] = 2 * shared


def shared_arrays(tree: gast.FunctionDef, module: str) -> frozenset[str]:
    """Return the names of shared arrays; `module` is what a kernel calls `cuda`.

    Raises UnsupportedSyntax for those that are made in branches or loops, or have several names.

    >>> from srcdiff.syntax import function
    >>> tree = function("def f(x):\\n  s = cuda.shared.array(32, np.float32)\\n  t = s[0]")
    >>> sorted(shared_arrays(tree, "cuda"))
    ['s']
    """
    every = list(walk_statements(tree.body))
    makers = [s for s in every if called(getattr(s, "value", None)) == f"{module}.shared.array"]
    for statement in makers:
        bound = whole_target(statement)
        again = [s for s in every if bound in targets(s)]
        if statement not in tree.body or not bound or len(again) > 1:
            raise UnsupportedSyntax(
                "a shared array has one name, that is bound once",
                statement,
                "make it at the beginning of the kernel",
            )
    return frozenset(map(whole_target, makers))


def called(tree: gast.AST | None) -> str:
    """Return the name of the function that an expression calls."""
    return callee_of(tree)


def is_barrier(statement: Statement, module: str = "cuda") -> bool:
    """Return True if a statement is a barrier."""
    return isinstance(statement, gast.Expr) and called(statement.value) == f"{module}.{BARRIER}"


def without_barriers(
    tree: gast.FunctionDef, arrays: frozenset[str], module: str
) -> gast.FunctionDef:
    """Return a kernel with calls that may change shared arrays instead of barriers.

    Raises UnsupportedSyntax where there are no such arrays.

    >>> from srcdiff.syntax import function, unparse
    >>> tree = function("def f(x):\\n  s[i] = x[i]\\n  cuda.syncthreads()\\n  t = s[0]")
    >>> print(unparse(without_barriers(tree, frozenset({"s"}), "cuda")).replace("·", "_"))
    def f(x):
        s[i] = x[i]
        meanwhile_(s)
        t = s[0]
    """

    def waited(statement: Statement) -> Block:
        if not arrays:
            raise UnsupportedSyntax(
                "a barrier in a kernel without shared arrays is not differentiated",
                statement,
                "leave it out, or let threads exchange values by `cuda.shared.array`",
            )
        return [locate(gast.Expr(call(CALLED, name(a))), statement) for a in sorted(arrays)]

    return each_statement(tree, lambda s: waited(s) if is_barrier(s, module) else [s])


def with_barriers(tree: gast.FunctionDef, stand_ins: Collection[str]) -> gast.FunctionDef:
    """Return a kernel with barriers again, one for calls of `stand_ins` that follow each other.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(with_barriers(function("def f(a): g(a); g(b); a[0] = 1"), {"g"})))
    def f(a):
        cuda.syncthreads()
        a[0] = 1
    """

    def block(old: Block) -> Block:
        new: Block = []
        for statement in old:
            if isinstance(statement, gast.Expr) and called(statement.value) in stand_ins:
                statement = locate(gast.Expr(call(f"cuda.{BARRIER}")), statement)
            if not (new and is_barrier(statement) and is_barrier(new[-1])):
                new.append(statement)
        return new

    return each_block(tree, block)


def intervals(body: Block, stand_ins: Collection[str]) -> dict[Statement, int]:
    """Return numbers of statements that all threads run between the same two barriers.

    Those in loops with barriers have none, as each iteration stands between others.

    >>> from srcdiff.syntax import statements, unparse
    >>> body = statements("a = 1; g(s); b = 2; c = 3\\nfor i in r:\\n  d = 4\\n  g(s)\\ne = 5")
    >>> found = intervals(body, {"g"})
    >>> [found.get(body[k]) for k in (0, 2, 3, 5)], found.get(body[4].body[0])
    ([0, 1, 1, 2], None)
    """
    found: dict[Statement, int] = {}
    count = 0

    def waits(statement: Statement) -> bool:
        return any(
            called(getattr(s, "value", None)) in stand_ins for s in walk_statements([statement])
        )

    def enter(block: Block) -> None:
        nonlocal count
        for statement in block:
            if not waits(statement):
                found.update(dict.fromkeys(walk_statements([statement]), count))
                continue
            count += 1
            if isinstance(statement, gast.If):
                for part in blocks(statement):
                    enter(part)
                    count += 1

    enter(body)
    return found
