"""The derivative of a plain function by differences, and signs that it has none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

STEP = 4e-4
STEPS = (STEP, 0.5 * STEP, 0.37 * STEP)  # stairs can only agree in two of them
ROUGH = 1e-4  # how far two steps may differ
CLOSE = 3e-6  # how far a derivative may be from the extrapolated difference
LARGE = 1e7  # values beyond are not judged


class Discard(Exception):
    """A program that cannot be judged."""


@dataclass(frozen=True)
class Expected:
    """The result of a function, and the derivative of `weights @ result` with its tolerance.

    There is one element for each element of the arguments that are differentiated.
    """

    result: Any
    weights: tuple[Any, ...]
    derivative: np.ndarray
    tolerance: np.ndarray


def parts(value: Any) -> tuple[Any, ...]:
    """Return the parts of a result."""
    return value if isinstance(value, tuple) else (value,)


def is_real(value: Any) -> bool:
    """Return True for floats and arrays of them.

    >>> is_real(1.5), is_real(np.zeros(2)), is_real(3), is_real(np.arange(2))
    (True, True, False, False)
    """
    return isinstance(value, (float, np.floating)) or (
        isinstance(value, np.ndarray) and value.dtype.kind == "f"
    )


def weighted(result: Any, weights: Sequence[Any]) -> float:
    """Return the sum of a result's elements by weights; None stands for no part."""
    return float(
        sum(
            np.sum(np.asarray(p) * w)
            for p, w in zip(parts(result), weights, strict=True)
            if w is not None
        )
    )


def flat(arguments: Sequence[Any], chosen: Sequence[int]) -> np.ndarray:
    """Return the elements of some arguments in one vector."""
    return np.concatenate([np.ravel(np.asarray(arguments[at], dtype=float)) for at in chosen])


def moved(arguments: Sequence[Any], chosen: Sequence[int], element: int, step: float) -> list[Any]:
    """Return arguments of which one element is changed, in double precision.

    >>> moved([1, np.zeros(2), 2.0], [1, 2], 1, 0.5)[1].tolist()
    [0.0, 0.5]
    """
    found = list(arguments)
    for at in chosen:
        given = found[at]
        narrow = isinstance(given, (np.ndarray, np.floating)) and given.dtype != np.float64
        found[at] = given.astype(np.float64) if narrow else given
        size = np.size(given)
        if 0 <= element < size:
            if isinstance(given, np.ndarray):
                found[at][np.unravel_index(element, given.shape)] += step
            else:
                found[at] = float(found[at]) + step
        element -= size
    return found


def expected(
    f: Callable[..., Any],
    arguments: Callable[[], Sequence[Any]],
    chosen: Sequence[int],
    weights: Callable[[Any], Any],
) -> Expected:
    """Return the derivative by central differences at three steps, extrapolated from two.

    Raise Discard where the steps disagree, or the two sides do: at jumps and kinks.
    """
    result = f(*arguments())
    width = weights(result)

    def at(element: int, step: float) -> float:
        return weighted(f(*moved(arguments(), chosen, element, step)), width)

    middle = at(-1, 0.0)
    exact = weighted(result, width)
    if not np.isfinite(middle) or not np.isfinite(exact):
        raise Discard("not finite")
    if abs(middle - exact) > 1e-3 * (1.0 + abs(middle)):
        raise Discard("rough in narrow floats")
    if abs(middle) > LARGE:
        raise Discard("large values")
    found, tolerance = [], []
    for element in range(sum(np.size(arguments()[at]) for at in chosen)):
        steps = [(at(element, step), at(element, -step), step) for step in STEPS]
        if not np.all(np.isfinite(steps)):
            raise Discard("not finite")
        wide, near, other = ((up - down) / (2 * step) for up, down, step in steps)
        scale = 1.0 + abs(near)
        if max(abs(wide - near), abs(other - near)) > ROUGH * scale:
            raise Discard("steps disagree")
        one, two, _ = steps
        bend, half_bend = ((up - 2 * middle + down) / step for up, down, step in (one, two))
        if abs(bend - 2 * half_bend) > ROUGH * scale:
            raise Discard("a kink")
        found.append((4.0 * near - wide) / 3.0)
        tolerance.append(CLOSE * scale + 1e-14 * abs(middle) / STEP)
    spread = 1e-8 * max(map(abs, found), default=0.0)
    return Expected(result, width, np.array(found), np.array(tolerance) + spread)
