"""Names that move from one array to another, which are written: right in forward mode.

Reverse mode refuses most of them; what it does not refuse is right.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from srcdiff import SrcdiffError

from .finite import check_both_modes, check_forward_mode

X = np.array([0.7, 1.3, 2.1, 0.4])
M = np.outer(X, X) + np.eye(4)


def next_rows(m):
    line = m[0]
    for k in range(1, 4):
        line[k] = line[k - 1] * line[k]
        line = m[k]
    return np.sum(m * m)


def row_above(m):
    above = m[0]
    for k in range(1, 4):
        line = m[k]
        line += 0.5 * above
        above = line
    return np.sum(m * m)


def one_of_two(x):
    y = x * x
    for k in range(1, 4):
        picked = x if x[k] > 1.0 else y
        picked[k] = picked[k - 1] * x[k]
    return np.sum(x * y)


def exchanged(x):
    low, high = x * 1.0, x[::-1] * 1.0
    for k in range(4):
        if low[k] > high[k]:
            low, high = high, low
        low[k] += high[k] * high[k]
    return np.sum(low) - 2.0 * np.sum(high)


def kept_and_written(x):
    least = 1e9
    for k in range(3):
        tried = np.sin(x * (k + 1.0))
        if np.sum(tried) < least:
            least = np.sum(tried)
            kept = tried
    kept[1] = kept[0] * kept[2]
    return np.sum(kept * kept) + np.sum(tried)


def written_under_the_old_name(x):
    now = x.copy()
    old = now
    for k in range(4):
        old[k] = old[k] * old[k]
        now = now + old
    return np.sum(now)


def in_place_or_anew(x):
    now = x * 1.0
    for k in range(3):
        if k == 1:
            first = now
            now = now * 2.0
        now += x[k]
    return np.sum(first * now)


def half_of(x):
    part = x[::2] if x[0] > 0.0 else x[1::2]
    part *= x[1]
    return np.sum(x * x)


FUNCTIONS = [
    (next_rows, M),
    (row_above, M),
    (one_of_two, X),
    (exchanged, X),
    (kept_and_written, X),
    (written_under_the_old_name, X),
    (in_place_or_anew, X),
    (half_of, X),
]


@pytest.mark.parametrize(("function", "argument"), FUNCTIONS)
def test_names_that_move(function: Any, argument: Any) -> None:
    check_forward_mode(function, argument)
    try:
        check_both_modes(function, argument)
    except SrcdiffError as error:
        assert "stands for different arrays at different times" in str(error)


@pytest.mark.parametrize(("function", "argument"), [FUNCTIONS[1], FUNCTIONS[4]])
def test_names_that_move_compiled(function: Any, argument: Any) -> None:
    check_forward_mode(function, argument, target="cpu")
