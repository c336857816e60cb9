"""Arrays without elements, with one element, with nan and with infinities: as NumPy has them.

The calls are those of the tables of rules and of the library, each with other arguments. They run
uncompiled, where Python and NumPy check subscripts; a sample runs compiled and checks them, too.
"""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from srcdiff import WrongShape, jvp, vjp

from ..rules.array_cases import CASES, Case
from ..rules.test_arrays import FIRST, is_active
from ..sample import EVERY, sample
from .test_library import PROGRAMS

ENTRIES = [*(CASES if EVERY else FIRST), *sample(PROGRAMS, 5)]
pytestmark = [
    pytest.mark.filterwarnings("ignore::RuntimeWarning"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]
LOGARITHMS = {"logarithm_of_sum", "logarithm_of_sum_of_vector", "logarithms_of_sums"}
ANOTHER_ERROR = {  # what raises an exception of another kind than NumPy's for nothing
    "add_at_pairs": "numbers of values and places are compared first",
    "gradient_at_points": "extents are compared first",
    "gradient_in_space": "extents are compared first",
}
REFUSED = {  # what raises though NumPy has a result
    "einsum_with_ellipsis": "NumPy repeats what is one long along a letter",
    **dict.fromkeys(("cov", "cov_of_columns"), "NumPy's result for one variable has no dimension"),
    "several_shares": "NumPy's result for no elements has no dimension",
    "polynomials": "NumPy takes no coefficients for a polynomial that is 0",
}
SINGULAR_VALUES = {  # LAPACK may never end where it gets infinities
    *("norm_of_matrix", "condition_number", "pseudoinverse", "least_squares", "determinant"),
    *("singular_vectors", "some_singular_vectors", "singular_value_function", "polyfit", "lstsq"),
}


def title(case: Case) -> str:
    """Return the name of the rule, or of the function."""
    return case.rule


def is_floating(argument: Any) -> bool:
    """Return True for arrays of floating-point numbers."""
    return isinstance(argument, np.ndarray) and argument.dtype.kind == "f"


def cut(argument: Any, axis: int | None, count: int) -> Any:
    """Return an array with fewer elements along an axis, or along all; others as they are."""
    if not is_floating(argument) or (axis is not None and axis >= argument.ndim):
        return argument
    axes = range(argument.ndim)
    return argument[tuple(slice(count if axis in (None, k) else None) for k in axes)].copy()


def variants(case: Case) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield arguments at the edges of what a function takes, and what they are."""
    given = case.arguments
    ndim = max((a.ndim for a in given if is_floating(a)), default=0)
    for count in (0, 1):
        for axis in (None, *range(ndim)):
            yield f"{count} elements along {axis}", tuple(cut(a, axis, count) for a in given)
    for number in (np.nan,) if case.rule in SINGULAR_VALUES else (np.nan, np.inf, -np.inf):
        for place, argument in enumerate(given):
            if is_active(argument) and np.size(argument):
                changed = np.array(argument, np.float64)
                changed.flat[-1] = number
                new = changed if is_floating(argument) else float(changed)
                yield f"{number} in argument {place}", (*given[:place], new, *given[place + 1 :])


def copied(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return arguments that may be written to."""
    return tuple(a.copy() if isinstance(a, np.ndarray) else a for a in arguments)


def outcome(function: Any, arguments: tuple[Any, ...]) -> Any:
    """Return what a function gives, or the exception that it raises."""
    try:
        return function(*copied(arguments))
    except Exception as error:
        return error


def ones_like(result: Any) -> Any:
    """Return a cotangent, or a tangent, of ones."""
    if isinstance(result, tuple):
        return tuple(map(ones_like, result))
    return np.ones(np.shape(result)) if np.shape(result) else 1.0


def fault(case: Case, arguments: tuple[Any, ...]) -> str | None:
    """Return in which way derivatives do other things than the function, or None."""
    places = tuple(k for k, a in enumerate(case.arguments) if is_active(a))
    wanted = outcome(case.function, arguments)
    directions = tuple(ones_like(arguments[k]) for k in places)
    both = outcome(jvp(case.function, places, target="python"), (*arguments, *directions))
    result = case.function(*copied(case.arguments)) if is_error(wanted) else wanted
    reverse = vjp(case.function, places, target="python")
    found = outcome(reverse, (*arguments, ones_like(result)))
    if isinstance(wanted, IndexError) and case.rule in LOGARITHMS and not is_error(both):
        wanted = -np.inf  # SciPy indexes a matrix without elements wrongly: as of a vector
    if is_error(wanted):
        kinds: Any = Exception if case.rule in ANOTHER_ERROR else (type(wanted), WrongShape)
        if not isinstance(both, kinds):
            return f"raises {wanted!r}, and its tangent {both!r}"
        is_right = not is_error(found) or isinstance(found, kinds)
        return None if is_right else f"raises {wanted!r}, and its gradient {found!r}"
    if (is_error(both) or is_error(found)) and case.rule in REFUSED:
        return None
    if is_error(both) or is_error(found):
        return f"gives {wanted!r}, its tangent {both!r}, and its gradient {found!r}"
    adjoints = found if isinstance(found, tuple) else (found,)
    if [np.shape(a) for a in adjoints] != [np.shape(arguments[k]) for k in places]:
        return f"has a gradient of another shape: {found!r}"
    return None if same(both[0], wanted) else f"gives {wanted!r}, and the derivative {both[0]!r}"


def is_error(found: Any) -> bool:
    """Return True if a call has raised an exception."""
    return isinstance(found, Exception)


def same(found: Any, wanted: Any) -> bool:
    """Return True for results that are equal, nan also."""
    if isinstance(wanted, tuple):
        return all(same(one, other) for one, other in zip(found, wanted, strict=True))
    if np.shape(found) != np.shape(wanted):
        return False
    return bool(np.allclose(found, wanted, rtol=1e-9, atol=1e-9, equal_nan=True))


@pytest.mark.parametrize("case", ENTRIES, ids=title)
def test_the_edges(case: Case) -> None:
    with np.errstate(all="ignore"):
        found = [(name, fault(case, arguments)) for name, arguments in variants(case)]
    assert [pair for pair in found if pair[1] is not None] == []


COMPILED = """
import numpy as np
from srcdiff import grad, jvp, value_and_grad

POINTS, VALUES = np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 2.0])


def of_vectors(x):
    y = np.median(x) + np.nanmedian(x) + np.sum(np.sort(x)) + np.sum(np.cumprod(x) * np.cumsum(x))
    z = np.linalg.norm(x, 3) + np.linalg.norm(x, np.inf) + np.trapezoid(x) + np.sum(np.diff(x))
    return y + z + np.sum(np.interp(x, POINTS, VALUES)) + np.sum(np.roll(x, 1)) + np.var(x)


def raises(x):
    return np.quantile(x, 0.5) + np.interp(0.5, x, x) + np.cross(x[:2], x[1:3])


for count in (0, 1, 2, 3):
    x = np.linspace(0.5, 1.5, count)
    for function in (of_vectors, raises):
        for at in (x, np.where(x > 1.0, np.nan, x)):
            try:
                wanted = function(at.copy())
            except Exception as error:
                wanted = type(error)
            try:
                value, gradient = value_and_grad(function)(at)
            except IndexError as error:
                assert wanted is IndexError and "quantiles" in str(error), (function, at, error)
            except Exception as error:
                assert wanted is type(error), (function, at, wanted, error)
            else:
                np.testing.assert_allclose(value, wanted, rtol=1e-12)
                assert gradient.shape == at.shape
print("all as NumPy")
"""


def test_the_edges_compiled_with_checks(tmp_path: Path) -> None:
    script = tmp_path / "compiled.py"
    script.write_text(COMPILED)
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o700)
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "SRCDIFF_CACHE_DIR": str(cache)}
    with warnings.catch_warnings():
        done = subprocess.run(
            [sys.executable, "-W", "ignore", str(script)],
            env=environment,
            capture_output=True,
            text=True,
        )
    assert done.stdout == "all as NumPy\n", done.stderr[-2000:]
