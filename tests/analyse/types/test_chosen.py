"""np.where of arrays: the types that Numba gives, and the values of NumPy."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numba import njit, typeof

from srcdiff.analyse.types.chosen import chosen_type
from srcdiff.backends.compiling.remembered import remembered

from ...sample import sample

X = np.array([[0.5, -1.0, np.nan], [np.inf, 2.0, -0.0]])
VALUES = {
    "matrix": X,
    "vector": X[0],
    "column": X[:, :1],
    "fortran": np.asfortranarray(X),
    "reversed": X[:, ::-1],
    "single": X.astype(np.float32),
    "complex": X * (1.0 + 2.0j),
    "integers": np.array([[1, 2, 3], [-4, 5, 6]]),
    "bytes": np.array([1, 2, 3], np.uint8),
    "truths": np.array([True, False, True]),
    "space": np.stack([X, 2.0 * X]),
    "empty": X[:, :0],
    "without dimensions": np.array(0.5),
    "number": 1.5,
    "integer": 3,
    "truth": True,
}
CONDITIONS = {
    "matrix": X > 0.0,
    "vector": X[0] > 0.0,
    "fortran": np.asfortranarray(X > 0.0),
    "column": X[:, :1] > 0.0,
    "empty": X[:, :0] > 0.0,
    "truth": False,
    "without dimensions": np.array(True),
    "numbers": X,
}


def given_of(case: tuple[str, str, str]) -> tuple[Any, Any, Any]:
    """Return the arguments of a case."""
    condition, first, second = case
    return CONDITIONS[condition], VALUES[first], VALUES[second]


CASES = [
    case
    for case in product(CONDITIONS, VALUES, VALUES)
    if chosen_type([*map(typeof, given_of(case))]) is not None
]


@pytest.mark.parametrize("case", sample(CASES, 401), ids="-".join)
def test_types_and_values(case: tuple[str, str, str]) -> None:
    given = given_of(case)
    found = chosen_type([*map(typeof, given)])
    plain, quick = (njit(lambda c, x, y: np.where(c, x, y)) for _ in range(2))
    try:
        expected: Any = plain(*given)
    except ValueError:
        expected = None
    with remembered():
        quick.compile(tuple(map(typeof, given)))
    assert quick.nopython_signatures[0].return_type == found
    assert plain.nopython_signatures[0].return_type == found
    if expected is None:
        with pytest.raises(ValueError):
            quick(*given)
        return
    assert quick(*given).strides == expected.strides
    np.testing.assert_array_equal(quick(*given), expected, strict=True)
    np.testing.assert_array_equal(expected, np.where(*given))  # Numba takes numbers for float64


def test_what_is_left_to_numba() -> None:
    given = [("numbers", "matrix", "matrix"), ("fortran", "matrix", "number")]
    given += [("truth", "fortran", "number")]
    given += [("truth", "number", "integer"), ("matrix", "without dimensions", "number")]
    for case in given:
        assert chosen_type([*map(typeof, given_of(case))]) is None
