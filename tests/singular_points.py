"""Find out whether a program evaluates a function where it has no derivative, or divides by 0.

Derivatives are inf there, or nan, and raise ZeroDivisionError uncompiled, as is documented in
docs/nondifferentiable-points.md; differences of the program may be finite all the same.
"""

from __future__ import annotations

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


def is_singular(run: Callable[[], Any]) -> bool:
    """Return True if a run evaluates such a function at such a point, or makes inf or nan.

    >>> is_singular(lambda: math.sqrt(1.0 - 1.0)), is_singular(lambda: np.sqrt(np.ones(2)))
    (True, False)
    >>> is_singular(lambda: (np.ones(2) / np.arange(2.0))[1])
    True
    """
    found: list[str] = []
    made = np.errstate(divide="call", invalid="call", over="call", call=lambda *_: found.append(""))
    with watched(found), made:
        run()
    return bool(found)


@contextmanager
def watched(found: list[str]) -> Iterator[None]:
    """Enter the functions that are evaluated at their singular points into a list."""

    def watching(title: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def watcher(x: Any, *others: Any, **options: Any) -> Any:
            if np.isin(x, POINTS[title]).any():
                found.append(title)
            return function(x, *others, **options)

        return watcher

    before = [
        (module, title, getattr(module, title))
        for module in (math, np)
        for title in POINTS
        if hasattr(module, title)
    ]
    for module, title, function in before:
        setattr(module, title, watching(title, function))
    try:
        yield
    finally:
        for module, title, function in before:
            setattr(module, title, function)
