"""What the launch of a kernel knows before it runs: expressions of the arguments."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

import gast

from srcdiff.core.operations import is_shape
from srcdiff.syntax import (
    Expression,
    call,
    callee_of,
    clone,
    constant,
    dotted,
    element,
    members,
    number,
    path,
    rebuild,
    targets,
    walk_statements,
    whole_target,
    writes,
)

MAKERS = ("cuda.local.array", "cuda.shared.array", "np.empty", "np.zeros")
FUNCTIONS = ("max", "min", "len", "range", "math.isqrt")  # those that a launch calls


@dataclass(frozen=True)
class Known:
    """What a launch knows: `arguments`, and the `values` of names that have one only."""

    arguments: frozenset[str]
    values: Mapping[str, Expression]

    def resolved(self, tree: Expression) -> Expression | None:
        """Return an expression in terms of the arguments, or None.

        >>> from srcdiff.syntax import expression, unparse
        >>> known = Known(frozenset({"x", "n"}), {"half": expression("x.size // 2")})
        >>> unparse(known.resolved(expression("max(half, n)")))
        'max(x.size // 2, n)'
        >>> known.resolved(expression("x[0] + n")) is None
        True
        """
        if isinstance(tree, gast.Name):
            if tree.id in self.values:
                return self.resolved(self.values[tree.id])
            return tree if tree.id in self.arguments else None
        if is_shape(tree):
            return clone(tree) if reads_of(tree) <= self.arguments else self.extent(tree)
        if isinstance(tree, gast.Constant):
            return tree
        if callee_of(tree) in FUNCTIONS:
            parts = [self.resolved(part) for part in tree.args]
            return None if None in parts else call(dotted(tree.func), *parts)
        if not isinstance(tree, (gast.BinOp, gast.UnaryOp)):
            return None
        lost = []

        def change(part: gast.AST) -> gast.AST:
            if not isinstance(part, gast.expr):
                return part
            new = self.resolved(part)
            lost.append(new is None)
            return part if new is None else new

        new = rebuild(tree, change)
        return None if any(lost) else new

    def extent(self, tree: Expression) -> Expression | None:
        """Return an extent of an array that a thread has in terms of the arguments, or None.

        >>> from srcdiff.syntax import expression, unparse
        >>> own, row = expression("cuda.local.array((4, n), np.float64)"), expression("x[i, j]")
        >>> known = Known(frozenset({"x", "n"}), {"own": own, "row": row})
        >>> texts = ("len(own)", "own.shape[1]", "len(row)", "len(other)")
        >>> [found and unparse(found) for found in map(known.extent, map(expression, texts))]
        ['4', 'n', 'x.shape[2]', None]
        """
        match tree:
            case gast.Call(func=gast.Name(id="len"), args=[array, *_]):
                axis = 0
            case gast.Subscript(value=gast.Attribute(value=array), slice=index):
                axis = int(number(index) or 0)
            case _:
                return None
        made: Expression = self.values.get(dotted(array))
        if callee_of(made) in MAKERS:
            return self.resolved(members(made.args[0])[axis])
        if not isinstance(made, gast.Subscript) or dotted(made.value) not in self.arguments:
            return None
        parts = members(made.slice)
        if any(isinstance(part, gast.Slice) for part in parts):
            return None
        shape = path(f"{dotted(made.value)}.shape")
        return element(shape, len(parts) + axis)


def known_to(
    tree: gast.FunctionDef, arguments: Collection[str], constants: Mapping[str, Any]
) -> Known:
    """Return what the launch of a kernel knows; `constants` are globals that it reads."""
    whole = {n: constant(v) for n, v in constants.items() if type(v) is int}
    return Known(frozenset(arguments), {**whole, **single_values(tree)})


def reads_of(tree: Expression) -> set[str]:
    """Return the names of arrays in the length of one."""
    return {dotted(node) for node in gast.walk(tree) if isinstance(node, gast.Name)} - {"len"}


def single_values(tree: gast.FunctionDef) -> dict[str, Expression]:
    """Return the values of the names that are bound once, and to a single value."""
    found: dict[str, list[Expression | None]] = {}
    for statement in walk_statements(tree.body):
        loop = isinstance(statement, gast.For)
        bound = writes(statement.target) if loop else targets(statement)
        for n in bound:
            whole = isinstance(statement, gast.Assign) and whole_target(statement) == n
            found.setdefault(n, []).append(statement.value if whole else None)
    return {n: v[0] for n, v in found.items() if len(v) == 1 and v[0] is not None}
