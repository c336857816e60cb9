"""Linear algebra, and other functions of NumPy, for arrays of dual numbers."""

from __future__ import annotations

import bisect
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .dual import SMOOTH, WATCH, Dual, compared, lift, smooth


class AsItIs:
    """A type of NumPy, called to cast numbers: a dual number stays what it is."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = np.dtype(dtype)

    def __call__(self, value: Any) -> Any:
        return value


def plain(array: Any) -> Any:
    """Return an array without derivatives."""
    return np.array([lift(item).value for item in np.ravel(array)]).reshape(np.shape(array))


def slopes(array: Any) -> Any:
    """Return the derivatives of an array."""
    found = [item.tangent if isinstance(item, Dual) else 0j for item in np.ravel(array)]
    return np.array(found, dtype=complex).reshape(np.shape(array))


def duals(numbers: Any, tangents: Any) -> Any:
    """Return an array of dual numbers."""
    made = np.empty(np.shape(numbers), dtype=object)
    for place in np.ndindex(made.shape):
        made[place] = Dual(numbers[place], complex(tangents[place]))
    return made


# --- linear algebra ---


def inv(matrix: Any) -> Any:
    """Return the inverse: its derivative is -A^-1 dA A^-1."""
    found = np.linalg.inv(plain(matrix))
    return duals(found, -found @ slopes(matrix) @ found)


def det(matrix: Any) -> Dual:
    """Return the determinant, by Jacobi's formula."""
    numbers = plain(matrix)
    found = float(np.linalg.det(numbers))
    return Dual(found, complex(found * np.trace(np.linalg.inv(numbers) @ slopes(matrix))))


def slogdet(matrix: Any) -> tuple[float, Dual]:
    """Return the sign and the logarithm of the determinant."""
    numbers = plain(matrix)
    sign, found = np.linalg.slogdet(numbers)
    return float(sign), Dual(found, complex(np.trace(np.linalg.inv(numbers) @ slopes(matrix))))


def cholesky(matrix: Any) -> Any:
    """Return the lower triangular factor, column by column."""
    count = len(matrix)
    made = np.zeros((count, count), dtype=object)
    for j in range(count):
        made[j, j] = SMOOTH["sqrt"](matrix[j, j] - np.sum(made[j, :j] * made[j, :j]))
        for i in range(j + 1, count):
            made[i, j] = (matrix[i, j] - np.sum(made[i, :j] * made[j, :j])) / made[j, j]
    return made


def eigh(matrix: Any) -> tuple[Any, Any]:
    """Return the eigenvalues of a symmetric matrix, which must be distinct, and its vectors."""
    numbers, vectors = np.linalg.eigh(plain(matrix))
    WATCH.margin = min([WATCH.margin, *np.diff(numbers)])
    change = np.tril(slopes(matrix))  # only the lower half is read
    change = vectors.T @ (change + np.tril(change, -1).T) @ vectors
    gaps = numbers - numbers[:, None] + np.eye(len(numbers))
    turns = np.where(np.eye(len(numbers)) == 1.0, 0.0, change / gaps)
    return duals(numbers, np.diag(change)), duals(vectors, vectors @ turns)


def eigvalsh(matrix: Any) -> Any:
    """Return the eigenvalues of a symmetric matrix, which must be distinct."""
    return eigh(matrix)[0]


def svd(matrix: Any, full_matrices: bool = True) -> tuple[Any, Any, Any]:
    """Return the singular values, which must be distinct, between vectors without derivatives."""
    left, numbers, right = np.linalg.svd(plain(matrix), full_matrices=False)
    WATCH.margin = min([WATCH.margin, *-np.diff(numbers), *numbers])
    return left, duals(numbers, np.diag(left.T @ slopes(matrix) @ right.T)), right


def qr(matrix: Any) -> tuple[Any, Any]:
    """Return the factors of a matrix of full column rank, by Cholesky's factor of its squares."""
    signs = np.diag(np.sign(np.diag(np.linalg.qr(plain(matrix))[1])))
    upper = signs @ cholesky(matrix.T @ matrix).T
    return matrix @ inv(upper), upper


def pinv(matrix: Any) -> Any:
    """Return the pseudo-inverse of a matrix of full column rank."""
    return inv(matrix.T @ matrix) @ matrix.T


def lstsq(matrix: Any, right: Any) -> tuple[Any, ...]:
    """Return the solution of least squares for a matrix of full column rank."""
    return (pinv(matrix) @ right,)


# --- other functions ---


def interp(points: Any, knots: Any, heights: Any) -> Any:
    """Return linear interpolation at some points between knots that do not vary."""
    if isinstance(points, np.ndarray):
        return np.array([interp(point, knots, heights) for point in points] or [], dtype=object)
    point, places = lift(points), list(plain(knots))
    for place in places:
        compared(point, place)
    above = bisect.bisect_right(places, point.value)
    if above in (0, len(places)):
        return heights[0 if above == 0 else -1]
    share = (point - places[above - 1]) / (places[above] - places[above - 1])
    return heights[above - 1] + share * (heights[above] - heights[above - 1])


def median(array: Any) -> Any:
    """Return the median."""
    ordered, half = np.sort(array, axis=None), array.size // 2
    return ordered[half] if array.size % 2 else 0.5 * (ordered[half - 1] + ordered[half])


def average(array: Any, weights: Any) -> Any:
    """Return the weighted mean."""
    return np.sum(array * weights) / np.sum(weights)


def trapezoid(heights: Any, dx: float = 1.0) -> Any:
    """Return the integral of lines between points."""
    return np.sum(heights[1:] + heights[:-1]) * (0.5 * dx) if len(heights) > 1 else 0.0


def select(conditions: Any, choices: Any, default: Any) -> Any:
    """Return elements of the first array of which the condition holds."""
    made = default
    for condition, choice in zip(reversed(conditions), reversed(choices), strict=True):
        made = np.where(condition, choice, made)
    return made


def vdot(first: Any, second: Any) -> Any:
    """Return the sum of products."""
    return np.sum(np.ravel(first) * np.ravel(second))


def searchsorted(array: Any, wanted: Any) -> int:
    """Return where a number belongs in sorted ones."""
    return sum(1 for item in array if item < wanted)


def sign(x: Any) -> Any:
    """Return the sign of a number."""
    return 1.0 if x > 0.0 else -1.0 if x < 0.0 else 0.0


def logaddexp(x: Any, y: Any) -> Any:
    """Return the logarithm of a sum of exponentials."""
    return SMOOTH["log"](SMOOTH["exp"](lift(x)) + SMOOTH["exp"](lift(y)))


LOG2 = math.log(2.0)

SCALARS: dict[str, tuple[Callable[..., Any], int]] = {
    "log2": (smooth(math.log2, lambda x: 1.0 / (x * LOG2)), 1),
    "log10": (smooth(math.log10, lambda x: 1.0 / (x * math.log(10.0))), 1),
    "exp2": (smooth(lambda x: 2.0**x, lambda x: LOG2 * 2.0**x), 1),
    "arcsin": (SMOOTH["asin"], 1),
    "reciprocal": (lambda x: 1.0 / x, 1),
    "power": (lambda x, y: x**y, 2),
    "logaddexp": (logaddexp, 2),
    "sign": (sign, 1),
    "fabs": (abs, 1),
    "heaviside": (lambda x, middle: 1.0 if x > 0.0 else 0.0 if x < 0.0 else middle, 2),
    "fmax": (lambda x, y: y if y > x else x, 2),
}
WHOLE: dict[str, Any] = {
    "interp": interp,
    "median": median,
    "average": average,
    "trapezoid": trapezoid,
    "select": select,
    "vdot": vdot,
    "searchsorted": searchsorted,
    "float64": AsItIs(np.float64),
}
LINALG: dict[str, Any] = {
    "inv": inv,
    "det": det,
    "slogdet": slogdet,
    "cholesky": cholesky,
    "eigh": eigh,
    "eigvalsh": eigvalsh,
    "svd": svd,
    "qr": qr,
    "pinv": pinv,
    "lstsq": lstsq,
}
