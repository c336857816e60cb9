"""Functions of NumPy and `math` that Numba lacks, or takes in part, written as plain functions.

They are differentiated as functions of the user are, so they need no rules. What depends on
the numbers of dimensions is decided before: `x.ndim` is known from the types.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
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
from srcdiff.syntax import number

LIBRARY: dict[str, Callable[..., Any]] = {
    "math.comb": mathematics.comb,
    "math.dist": mathematics.dist,
    "math.factorial": mathematics.factorial,
    "math.fma": mathematics.fma,
    "math.frexp": mathematics.frexp,
    "math.isclose": mathematics.isclose,
    "math.isqrt": mathematics.isqrt,
    "math.lcm": mathematics.lcm,
    "math.modf": mathematics.modf,
    "math.perm": mathematics.perm,
    "math.remainder": mathematics.remainder,
    "math.sumprod": mathematics.sumprod,
    "math.ulp": mathematics.ulp,
    "np.apply_along_axis": sequences.apply_along_axis,
    "np.average": statistics.average,
    "np.corrcoef": statistics.corrcoef,
    "np.cov": statistics.cov,
    "np.fill_diagonal": scattering.fill_diagonal,
    "np.gradient": grids.gradient,
    "np.histogram": counts.histogram,
    "np.insert": grids.insert,
    "np.meshgrid": grids.meshgrid,
    "np.pad": margins.pad,
    "np.partition": counts.partition,
    "np.polyadd": polynomials.polyadd,
    "np.polyder": polynomials.polyder,
    "np.polyfit": polynomials.polyfit,
    "np.polyint": polynomials.polyint,
    "np.polymul": polynomials.polymul,
    "np.polysub": polynomials.polysub,
    "np.roots": polynomials.roots,
    "np.polynomial.polynomial.polyval": polynomials.polynomial_polyval,
    "np.take_along_axis": grids.take_along_axis,
}


@dataclass(frozen=True)
class InPart:
    """A function that stands for one of NumPy in calls that Numba does not take.

    Numba takes calls with at most `positional` arguments by position, and the `keywords`;
    with `pairs` none of the arguments may be a pair that is written out.
    """

    function: Callable[..., Any]
    positional: int
    keywords: tuple[str, ...] = ()
    pairs: bool = False

    def takes(self, node: gast.Call) -> bool:
        """Return True if Numba takes a call as it is."""
        words = {word.arg for word in node.keywords}
        given = [*node.args, *(word.value for word in node.keywords)]
        pairs = [a for a in given if isinstance(a, (gast.Tuple, gast.List)) and len(a.elts) == 2]
        plain = len(node.args) <= self.positional and words <= set(self.keywords)
        return plain and not (self.pairs and pairs)


IN_PART: dict[str, InPart] = {
    "np.all": InPart(known.all_along, 1),
    "np.any": InPart(known.any_along, 1),
    "np.argsort": InPart(sequences.argsort, 1, ("kind",)),
    "np.count_nonzero": InPart(known.count_nonzero, 1),
    "np.diff": InPart(sequences.diff, 2, ("n",)),
    "np.interp": InPart(curves.interp, 3),
    "np.linalg.lstsq": InPart(curves.lstsq, 2),
    "np.linspace": InPart(curves.linspace, 3, ("num",)),
    "np.median": InPart(known.median, 1),
    "np.nanmax": InPart(known.nanmax, 1),
    "np.nanmean": InPart(known.nanmean, 1),
    "np.nanmin": InPart(known.nanmin, 1),
    "np.nanprod": InPart(known.nanprod, 1),
    "np.nanstd": InPart(known.nanstd, 1),
    "np.nansum": InPart(known.nansum, 1),
    "np.nanvar": InPart(known.nanvar, 1),
    "np.percentile": InPart(known.percentile, 2, ("q",)),
    "np.ptp": InPart(known.ptp, 1),
    "np.quantile": InPart(known.quantile, 2, ("q",)),
    "np.repeat": InPart(sequences.repeat, 2, ("repeats",)),
    "np.roll": InPart(sequences.roll, 2, ("shift",)),
    "np.sort": InPart(sequences.sort, 1),
    "np.tile": InPart(sequences.tile, 2, ("A", "reps"), pairs=True),
    "np.trapezoid": InPart(curves.trapezoid, 3, ("x", "dx")),
    "np.unique": InPart(counts.unique, 1),
    "np.vander": InPart(curves.vander, 2),
}
METHODS: dict[tuple[Any, str], Callable[..., Any]] = {  # such as np.add.reduce
    (np.add, "accumulate"): methods.accumulate_sum,
    (np.add, "outer"): methods.outer_sum,
    (np.add, "reduce"): methods.reduce_sum,
    (np.maximum, "accumulate"): methods.accumulate_largest,
    (np.maximum, "reduce"): methods.reduce_largest,
    (np.minimum, "accumulate"): methods.accumulate_smallest,
    (np.minimum, "reduce"): methods.reduce_smallest,
    (np.multiply, "outer"): methods.outer_product,
    (np.multiply, "reduce"): methods.reduce_product,
    (np.subtract, "outer"): methods.outer_difference,
}
NORMAL: dict[str, Callable[..., Any]] = {  # methods of scipy.stats.norm
    "cdf": distributions.cdf,
    "isf": distributions.isf,
    "logcdf": distributions.logcdf,
    "logpdf": distributions.logpdf,
    "logsf": distributions.logsf,
    "pdf": distributions.pdf,
    "ppf": distributions.ppf,
    "sf": distributions.sf,
}
AT: dict[Any, Callable[..., Any]] = {  # such as np.add.at
    np.add: scattering.add_at,
    np.subtract: scattering.subtract_at,
    np.multiply: scattering.multiply_at,
}


def from_library(value: Any) -> Callable[..., Any] | None:
    """Return the function that stands for one of NumPy or `math`, or None.

    >>> from_library(np.polyder).__name__, from_library(np.add.at).__name__, from_library(np.sin)
    ('polyder', 'add_at', None)
    """
    if not callable(value):
        return None
    owner = getattr(value, "__self__", None)
    if isinstance(owner, np.ufunc):
        return AT.get(owner) if value.__name__ == "at" else METHODS.get((owner, value.__name__))
    if owner is not None and owner is getattr(sys.modules.get("scipy.stats"), "norm", None):
        return NORMAL.get(value.__name__)
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
