"""Helpers that return a part, or all, of an array that they fill: with or without derivatives."""

from __future__ import annotations

import random
from collections.abc import Callable

from .simple import Lines

# shape of the array, place that element j of a vector is written to, what is returned
VECTORS = (
    ("{n} + 1", "j_ + 1", "kept[1:]"),
    ("({n}, 2)", "j_, 1", "kept[:, 1]"),
    ("2 * {n}", "2 * j_", "kept[::2]"),
    ("{n}", "j_", "kept[::-1]"),
    ("{n}", "j_", "kept"),
)
# the same for element (j, l) of a matrix
MATRICES = (
    ("({m}, {n})", "l_, j_", "kept.T"),
    ("({n} + 1, {m})", "j_ + 1, l_", "kept[1:]"),
    ("({n}, {m} + 1)", "j_, l_", "kept[:, :-1]"),
    ("{n} * {m}", "j_ * {m} + l_", "kept.reshape({n}, {m})"),
    ("({n}, {m})", "j_, l_", "kept"),
)
WITHOUT = ("0.3 * j_ - 0.2", "(1.0 if {} < 0.3 else 2.0)", "float(j_ % 2)", "j_")


def filled(
    rng: random.Random, sizes: tuple[str, ...], value: Callable[[], str]
) -> tuple[Lines, str]:
    """Return the lines that fill an array, and what of it has a shape of some sizes.

    `value` writes an expression of a number.
    """
    words = dict(zip("nm", sizes, strict=False))
    shape, place, result = (
        text.format(**words) for text in rng.choice(VECTORS if len(sizes) == 1 else MATRICES)
    )
    number = rng.choice(WITHOUT).format(value()) if rng.random() < 0.5 else value()
    store = rng.choice(["=", "=", "+="])
    lines = [f"kept = np.zeros({shape})", f"for j_ in range({words['n']}):"]
    if len(sizes) == 1:
        lines.append(f"    kept[{place}] {store} {number}")
    else:
        lines += [f"    for l_ in range({words['m']}):", f"        kept[{place}] {store} {number}"]
    return lines, result
