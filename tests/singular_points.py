"""Find out whether a program evaluates a function where it has no derivative, or divides by 0.

Derivatives are inf there, or nan, and raise ZeroDivisionError uncompiled, as is documented in
docs/nondifferentiable-points.md; differences of the program may be finite all the same.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

POINTS = {
    "sqrt": (0.0,),
    "cbrt": (0.0,),
    "log": (0.0,),
    "log2": (0.0,),
    "log10": (0.0,),
    "log1p": (-1.0,),
    "asin": (-1.0, 1.0),
    "acos": (-1.0, 1.0),
    "acosh": (1.0,),
    "atanh": (-1.0, 1.0),
    "arcsin": (-1.0, 1.0),
    "arccos": (-1.0, 1.0),
    "arccosh": (1.0,),
    "arctanh": (-1.0, 1.0),
}


VALUES = {"eigh": np.linalg.eigvalsh, "eigvalsh": np.linalg.eigvalsh, "svd": np.linalg.svd}


def is_singular(run: Callable[[], Any], names: dict[str, Any] | None = None) -> bool:
    """Return True if a run evaluates such a function at such a point, or makes inf or nan.

    `names` are those of the module that runs, with functions it has of others: names such as
    `sqrt` may stand for functions in all of them.

    >>> is_singular(lambda: math.sqrt(1.0 - 1.0)), is_singular(lambda: np.sqrt(np.ones(2)))
    (True, False)
    >>> is_singular(lambda: (np.ones(2) / np.arange(2.0))[1])
    True
    >>> [is_singular(lambda: np.linalg.eigh(np.diag([d, 2.0]))) for d in (1.0, 2.0)]
    [False, True]
    """
    found: list[str] = []
    made = np.errstate(divide="call", invalid="call", over="call", call=lambda *_: found.append(""))
    with watched(found, spaces(names or {})), made:
        run()
    return bool(found)


class Powers(ast.NodeTransformer):
    """Write powers as calls, which can be watched."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.op, ast.Pow):
            return node
        power = ast.parse("__import__('numpy').power", mode="eval").body
        return ast.Call(power, [node.left, node.right], [])


def with_powers_called(text: str) -> str:
    """Return a program that calls np.power for each `**`.

    >>> is_singular(lambda: eval(with_powers_called("0.0 ** 0.5"))), is_singular(lambda: 0.0**0.5)
    (True, False)
    """
    return ast.unparse(ast.fix_missing_locations(Powers().visit(ast.parse(text))))


def spaces(names: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the names of NumPy's and of Python's functions, and of some modules."""
    own = [names, *(getattr(value, "__globals__", {}) for value in names.values())]
    return [vars(math), vars(np), vars(np.linalg), *{id(space): space for space in own}.values()]


@contextmanager
def watched(found: list[str], places: list[dict[str, Any]]) -> Iterator[None]:
    """Enter the functions that are evaluated at their singular points into a list."""

    def watching(title: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watcher(x: Any, *others: Any, **options: Any) -> Any:
            if title == "power":
                is_there = (
                    np.equal(x, 0.0) & np.less(0.0, others[0]) & np.less(others[0], 1.0)
                ).any()
            else:
                is_there = np.isin(x, POINTS[title]).any()
            if is_there:
                found.append(title)
            return function(x, *others, **options)

        return watcher

    def decomposing(title: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watcher(a: Any, *others: Any, **options: Any) -> Any:
            values = VALUES[title](a, **({"compute_uv": False} if title == "svd" else {}))
            if np.isclose(values[..., 1:], values[..., :-1]).any():
                found.append(title)
            return function(a, *others, **options)

        return watcher

    functions = {
        id(getattr(module, title)): title
        for module, titles in ((math, POINTS), (np, [*POINTS, "power"]), (np.linalg, VALUES))
        for title in titles
        if hasattr(module, title)
    }
    before = [
        (space, name, value)
        for space in places
        for name, value in space.items()
        if id(value) in functions
    ]
    for space, name, function in before:
        title = functions[id(function)]
        watcher = decomposing if title in VALUES else watching
        space[name] = watcher(title, function)
    try:
        yield
    finally:
        for space, name, function in before:
            space[name] = function
