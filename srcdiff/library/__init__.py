"""Functions of NumPy and `math` that Numba lacks, or takes in part, written as plain functions.

They are differentiated as functions of the user are, so they need no rules. What depends on
the numbers of dimensions is decided before: `x.ndim` is known from the types.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from srcdiff.core.operations import standard
from srcdiff.library import (
    contractions,
    counts,
    curves,
    distributions,
    grids,
    known,
    margins,
    mathematics,
    methods,
    polynomials,
    scattering,
    sequences,
    statistics,
)
from srcdiff.library.table import IN_PART, LIBRARY
from srcdiff.syntax import number

NORMAL = "scipy.stats.norm."  # whose methods stand in the library, too


def from_library(value: Any) -> Callable[..., Any] | None:
    """Return the function that stands for one of NumPy or `math`, or None.

    >>> from_library(np.polyder).__name__, from_library(np.add.at).__name__, from_library(np.sin)
    ('polyder', 'add_at', None)
    """
    if not callable(value):
        return None
    owner = getattr(value, "__self__", None)
    if isinstance(owner, np.ufunc):
        return LIBRARY.get(f"np.{owner.__name__}.{value.__name__}")
    if owner is not None and owner is getattr(sys.modules.get("scipy.stats"), "norm", None):
        return LIBRARY.get(f"{NORMAL}{value.__name__}")
    for name, function in LIBRARY.items():
        if value is standard(name):
            return function
    return None


def for_call(value: Any, node: gast.Call) -> Callable[..., Any] | None:
    """Return the function that stands for one of NumPy in a call like this, or None.

    >>> from srcdiff.syntax import expression
    >>> for_call(np.sort, expression("np.sort(x, axis=0)")).__name__
    'sort'
    >>> for_call(np.sort, expression("np.sort(x)")) is None
    True
    """
    for name, entry in IN_PART.items():
        if value is standard(name):
            return None if entry.takes(node) else entry.function
    return contraction(node) if value is np.tensordot else None


CONTRACTIONS = {1: contractions.contracted_once, 2: contractions.contracted_twice}


def contraction(node: gast.Call) -> Callable[..., Any] | None:
    """Return the function for a call of np.tensordot along a number of axes, or None.

    >>> from srcdiff.syntax import expression
    >>> contraction(expression("np.tensordot(a, b, axes=1)")).__name__
    'contracted_once'
    >>> contraction(expression("np.tensordot(a, b, ((0,), (1,)))")) is None
    True
    """
    words = {word.arg: word.value for word in node.keywords}
    axes = [*node.args[2:3], *([words["axes"]] if "axes" in words else [])]
    count = number(axes[0]) if axes else 2
    return None if count is None else CONTRACTIONS.get(int(count))
