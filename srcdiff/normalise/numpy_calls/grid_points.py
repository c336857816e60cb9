"""Write np.mgrid and np.ogrid as functions of the coordinates along each axis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.library import grids
from srcdiff.normalise.functions.of_library import of_library
from srcdiff.syntax import Expression, bottom_up, call, callee_of, constant, dotted, locate, walk

GRIDS = ("np.mgrid", "np.ogrid")
OPEN = {2: grids.open_grid, 3: grids.open_grid_in_space}
FULL = {2: grids.full_grid, 3: grids.full_grid_in_space}
STACKED = {2: grids.stacked_grid, 3: grids.stacked_grid_in_space}
WAY_OUT = 'use np.meshgrid: `np.meshgrid(np.arange(n), np.linspace(a, b, k), indexing="ij")`'


@needs(*GRIDS)
def grid_points(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, without np.mgrid and np.ogrid.

    Raises UnsupportedSyntax for other than one to three slices that end.

    >>> from srcdiff.syntax import function, unparse
    >>> new, known = grid_points(function('''
    ... def f(n, a):
    ...     x, y = np.mgrid[0:n, 0:a:5j]
    ...     return np.mgrid[:n] + np.mgrid[-1:1:n * 1j, 0:1:0.5][0]
    ... '''), {})
    >>> print(unparse(new))
    def f(n, a):
        x, y = full_grid(np.arange(0, n), np.linspace(0, a, 5))
        return np.arange(n) + stacked_grid(np.linspace(-1, 1, int(abs(n))), np.arange(0, 1, 0.5))[0]
    """
    known = dict(functions)
    unpacked = {
        id(node.value)
        for node in walk(tree)
        if isinstance(node, gast.Assign) and isinstance(node.targets[0], (gast.Tuple, gast.List))
    }

    def change(node: gast.AST) -> gast.AST:
        if not isinstance(node, gast.Subscript) or dotted(node.value) not in GRIDS:
            return node
        index = node.slice
        slices = index.elts if isinstance(index, gast.Tuple) else [index]
        if len(slices) > 3 or not all(isinstance(s, gast.Slice) and s.upper for s in slices):
            title = dotted(node.value)
            raise UnsupportedSyntax(f"`{title}` is not supported with this", node, WAY_OUT)
        given = [coordinates(one) for one in slices]
        if len(given) == 1:
            return locate(given[0], node)
        of_axes = FULL if id(node) in unpacked else STACKED
        table = OPEN if dotted(node.value) == "np.ogrid" else of_axes
        return locate(of_library(table[len(given)], known, *given), node)

    return bottom_up(tree, change), known


def coordinates(part: gast.Slice) -> Expression:
    """Return the coordinates along an axis; an imaginary step says how many there are."""
    count = None if part.step is None else imaginary(part.step)
    if count is not None:
        return call("np.linspace", part.lower or constant(0), part.upper, count)
    if part.lower is None and part.step is None:
        return call("np.arange", part.upper)
    steps = [] if part.step is None else [part.step]
    return call("np.arange", part.lower or constant(0), part.upper, *steps)


def imaginary(tree: Expression) -> Expression | None:
    """Return how many coordinates a step stands for, as in `5j`, `n * 1j`, `complex(0, n)`."""
    if isinstance(tree, gast.Constant) and isinstance(tree.value, complex):
        return constant(int(abs(tree.value)))
    if callee_of(tree) == "complex" and len(tree.args) == 2:
        return whole(tree.args[1])
    if isinstance(tree, gast.BinOp) and isinstance(tree.op, gast.Mult):
        for one, other in ((tree.left, tree.right), (tree.right, tree.left)):
            if isinstance(one, gast.Constant) and one.value == 1j:
                return whole(other)
    return None


def whole(count: Expression) -> Expression:
    """Return a count as NumPy takes it from an imaginary step."""
    return call("int", call("abs", count))
