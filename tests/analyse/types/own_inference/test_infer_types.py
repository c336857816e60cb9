"""Types that are found statement by statement are those that Numba finds in a whole function."""

from __future__ import annotations

import math
from itertools import count, islice
from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError, grad, jvp
from srcdiff.analyse.types import inference
from srcdiff.analyse.types.types import Type

from ....properties.check import judge
from ....properties.generate import program

N = 3
TABLE = np.array([1.0, 2.0])
X = np.array([0.3, 0.5, 0.7])


def widened(x: Any, n: int) -> Any:
    """A number that is an integer at first."""
    total = 0
    for i in range(n):
        if x[i] > 0.4:
            total += x[i]
        else:
            total = 1
    return total * x[0]


def widened_while(x: Any, n: int) -> Any:
    """An array of what is an integer before a loop, and made after it."""
    product, i = 1, 0
    while i < n:
        product = product * x[i]
        i += 1
    return np.full((2, 2), product)[0, 1]


def two_types(x: Any, n: int) -> Any:
    """An array of integers in the first iteration, and of floats in the others."""
    total = 1
    for i in range(n):
        filled = np.full(2, total)
        total = total * x[i] + filled[1]
    return total * 1.0


def never(x: Any, n: int) -> Any:
    """A branch, and a loop, that never run."""
    i = 0
    if N > 4:  # noqa: SIM108
        y = np.zeros((2, 2))
    else:
        y = x * TABLE[0]
    while n > i and i != 0:
        i += "one"  # type: ignore[operator]
    return np.sum(y)


def not_bound(x: Any, n: int) -> Any:
    """A variable that only some ways bind."""
    for i in range(n):
        if x[i] > 0.4:
            last = x[i] * 2
            first = i
    return last + x[first]


def views(x: Any, n: int) -> Any:
    """Views, slices, shapes and lists as they are written."""
    y = np.array([x[0], 2, 3.0])
    z = np.stack((y[::-1], x), axis=1)
    z[:, 0] = x.sum()
    z[1:, -1] += TABLE
    return z.T[1].max() + z.shape[0] + z[..., 1][n - 1] + len(z) ** -1


def conditions(x: Any, n: int) -> Any:
    """Conditions of all kinds, and what is true or false."""
    known = 0 < N <= 3
    a = x[0] if known else 1
    b = x[1] if (0.2 < x[0] < 0.6 and not n > 7) or x[2] > 1.0 else 2.0**-1
    if known:
        a = a * 3
    if n != 3:
        raise ValueError("not three")
    assert x[0] < 4.0, "large"
    return a * b + math.pi * (n // 2 % 2)


def precision(x: Any, n: int) -> Any:
    """Single and double precision, complex numbers, and integers of all kinds."""
    single = np.float32(0.1) * x.astype(np.float32)
    turned = complex(x[0], n) * 1j
    small = np.uint8(n) + 1
    return single[0] * turned.real * small + abs(turned) + max(n, small)


def filled(x: Any, n: int) -> Any:
    """Lists of numbers, of tuples and of arrays, empty at first, and copies of them."""
    pairs = []
    rows = []
    for i in range(n):
        pairs.append((i, x[i] * 2))
        rows.append(x * i)
    same = [0.5, x[1]]
    pairs.sort()
    for i in range(2):
        same.append(rows[i][i])
    return pairs[0][1] * same[2] + pairs[-1][1] + len(same) * rows[1][0]


def sifted(x: Any, n: int) -> Any:
    """Loops that end by what loops before them found, and lengths and parts of tuples."""
    at, below, t = 0, 1, (x[0], x[1], 2.0)
    while below < n:
        at, below = below, 2 * below + 1
    place = at
    while place > 0 and x[place] < x[place - 1]:
        place -= 1
    while at > 0:
        at -= 1
    return t[place % 3] * len(t) + x[place] * (x * 2).ndim + at


def replaced(x: Any, n: int) -> Any:
    """Names that stand for integers and for floats in turn, read in between."""
    first, second, kept = 1, x[0], 0
    before = first // 2
    for i in range(n):
        part = first * i
        first, second = second, first * x[i]
        if x[i] > 0.4:
            kept = part
        elif n > 7:
            kept = 2
            raise ValueError("too many")
    total = kept + before
    while total > n or total < 1:
        total = total * 0.5 + 1
    return first * second * total + kept // 2


FUNCTIONS = [
    *(widened, widened_while, two_types, never, not_bound, views, conditions, precision),
    *(filled, sifted, replaced),
]
Found = tuple[dict[str, Type], Type]


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Compare all types with those that Numba finds; tell which were found step by step."""
    own, by_numba = inference.infer_types, inference.by_numba
    latest: list[Found | None] = []
    answered: list[bool] = []

    def stepwise(*arguments: Any) -> Found | None:
        latest.append(own(*arguments))
        return None

    def checked(*arguments: Any) -> Found:
        found = latest.pop()
        try:
            wanted = by_numba(*arguments)
        except SrcdiffError:
            assert found is None
            raise
        assert found is None or words(found) == words(wanted)
        answered.append(found is not None)
        return wanted

    monkeypatch.setattr(inference, "infer_types", stepwise)
    monkeypatch.setattr(inference, "by_numba", checked)
    return answered


def words(found: Found) -> tuple[dict[str, str], str]:
    """Return types as texts."""
    return {name: str(kind) for name, kind in found[0].items()}, str(found[1])


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("derivative", [grad, jvp])
def test_function(function: Any, derivative: Any, compared: list[bool]) -> None:
    """Functions with what is seldom simple have the types that Numba finds."""
    extra = () if derivative is grad else (X,)
    try:
        derivative(function, target="python", cache=False).source(X, 3, *extra)
    except SrcdiffError:
        assert function is two_types
    assert compared or function is two_types


def test_random_programs(compared: list[bool]) -> None:
    """So have random programs, nearly all functions of which are simple enough.

    But for `np.where` of numbers, which is a number here, as it is used, and an array for Numba.
    """
    drawn = ((seed, program(seed)) for seed in count(9000))
    for seed, text in islice(((s, t) for s, t in drawn if "np.where(" not in t), 12):
        assert not judge(text).failed, seed
    assert compared.count(False) <= len(compared) // 4


def test_callable(compared: list[bool]) -> None:
    """What calls return is asked for, also where functions call themselves."""
    grad(recursive, target="python", cache=False).source(0.5, 3)
    assert any(compared)


def recursive(x: float, n: int) -> float:
    """A function that calls itself."""
    return x if n == 0 else x * recursive(x, n - 1) + helper(x, n)[1]


def helper(x: float, n: int) -> tuple[int, float]:
    """A function of several results."""
    return n, x * n
