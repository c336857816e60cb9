"""What the derivative of a program must agree with, if it says anything at all."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .reference import Program, Tangents, is_float, load, run, tangent, tangents, value

LARGEST = 1e5  # values and derivatives of a program that is used
MARGIN = 1e-4  # how near to a kink a program may come
STEP = 1e-6  # of the finite differences
TOLERANCE = 1e-9
LOOSE = 2e-4  # for single precision
ROUNDINGS = 4  # of arguments, that may change the derivative by no more than that
SCALAR = ("grad", "value_and_grad")  # kinds that need a scalar result


class Discard(Exception):
    """A program that says nothing about srcdiff."""


class TooLong(Exception):
    """A program, or its derivative, that does not come to an end."""


@dataclass(frozen=True)
class Expected:
    """What the derivative of a program must agree with.

    `directions` belong to the arguments, `cotangents` to the parts of the result and
    then to the outputs (None where a part is not differentiable); `slope` is the
    derivative in two directions of what the cotangents make of the results.
    """

    values: tuple[Any, ...]
    directions: tuple[Any, ...]
    cotangents: tuple[Any, ...]
    slope: complex
    tolerance: float
    size: float


def prepare(text: str, name: str, kind: str = "") -> tuple[Program, Expected]:
    """Run a program and its reference.

    Raises Discard for a program that cannot run, or whose derivative is not sure.
    """
    try:
        program = load(text, name)
        program = replace(program, kind=kind or program.kind)
        rng = np.random.default_rng(zlib.crc32(text.encode()))
        values = run(program, program.arguments)
        directions = tuple(
            direction(a, p in program.wrt, rng)
            for a, p in zip(program.arguments, program.parameters, strict=True)
        )
        found = tangents(program, directions)
    except TooLong:
        raise Discard("does not end") from None
    except Exception as error:
        raise Discard(f"does not run: {type(error).__name__}") from None
    if not all(isinstance(a, (int, float)) or np.ndim(a) > 0 for a in program.arguments):
        raise Discard("has strange arguments")
    single = any(getattr(a, "dtype", None) == np.float32 for a in program.arguments)
    trust(program, values, found, single)
    cotangents = tuple(cotangent(part, rng) for part in values)
    if program.kind in SCALAR:
        cotangents = (1.0,)
    slope = weighted(map(tangent, found.parts), cotangents)
    tolerance = LOOSE if single else TOLERANCE
    expected = Expected(values, directions, cotangents, slope, tolerance, found.largest)
    differences(program, expected)
    rounding(program, expected, rng)
    return program, expected


def direction(argument: Any, wanted: bool, rng: np.random.Generator) -> Any:
    """Return two random directions for an argument, as complex numbers, or None."""
    if not wanted or not is_float(argument):
        return None
    shape = np.shape(argument)
    return rng.uniform(-1.0, 1.0, shape) + 1j * rng.uniform(-1.0, 1.0, shape)


def cotangent(part: Any, rng: np.random.Generator) -> Any:
    """Return a random cotangent for a part of a result, or None."""
    if not is_float(part):
        return None
    if isinstance(part, np.ndarray):
        return rng.uniform(-1.0, 1.0, part.shape).astype(part.dtype)
    return float(rng.uniform(-1.0, 1.0))


def trust(program: Program, values: Sequence[Any], found: Tangents, single: bool) -> None:
    """Raise Discard for a program whose values are large, or that is close to a kink."""
    if len(values) == 0 or not any(map(is_float, values)):
        raise Discard("has no results")
    if program.kind in SCALAR and (len(values) != 1 or np.ndim(values[0])):
        raise Discard("has no scalar result")
    numbers = [np.ravel(part) for part in (*values, *map(value, found.parts))]
    if not all(np.all(np.isfinite(part)) for part in numbers) or not found.largest < LARGEST:
        raise Discard("is too large")
    if found.margin < MARGIN * (100 if single else 1):
        raise Discard("is close to a kink")
    for part, other in zip(values, found.parts, strict=True):
        size = max(found.largest, 1.0)
        if not np.allclose(part, value(other), rtol=0.0, atol=(1e-4 if single else 1e-10) * size):
            raise Discard("has another value on dual numbers")


def differences(program: Program, expected: Expected) -> None:
    """Raise Discard if finite differences do not confirm the derivative on dual numbers."""
    if expected.tolerance == LOOSE:
        return
    ends = []
    for sign in (1.0, -1.0):
        moved = [
            a if d is None else of_kind(a, a + sign * STEP * d.real)
            for a, d in zip(program.arguments, expected.directions, strict=True)
        ]
        ends.append(weighted(run(program, moved), expected.cotangents))
    slope = ((ends[0] - ends[1]) / (2.0 * STEP)).real
    size = 1.0 + abs(expected.slope) + 0.01 * expected.size
    if not abs(slope - expected.slope.real) < 1e-4 * size:
        raise Discard("has other finite differences")


def rounding(program: Program, expected: Expected, rng: np.random.Generator) -> None:
    """Raise Discard if in single precision the derivative is not sure to what is tolerated.

    Arguments that are rounded otherwise tell: their last digits are moved at random, some times,
    and twice as far, as what is computed from them is rounded, too.
    """
    if expected.tolerance != LOOSE:
        return
    last = 2.0 * np.finfo(np.float32).eps
    for _ in range(ROUNDINGS):
        moved = [
            a if d is None else moved_by(a, last * np.sign(rng.uniform(-1.0, 1.0, np.shape(a))))
            for a, d in zip(program.arguments, expected.directions, strict=True)
        ]
        found = tangents(replace(program, arguments=tuple(moved)), expected.directions)
        slope = weighted(map(tangent, found.parts), expected.cotangents)
        if not abs(slope - expected.slope) < LOOSE * (abs(expected.slope) + expected.size):
            raise Discard("is not sure in single precision")


def moved_by(argument: Any, rate: Any) -> Any:
    """Return an argument with each number moved by some part of it, of the same type."""
    return of_kind(argument, argument * (1.0 + rate))


def of_kind(argument: Any, moved: Any) -> Any:
    """Return a number or an array in the type of another one.

    Numbers of Python and of NumPy differ: `3 ** ((x > 1) - 1)` is a fraction or raises.
    """
    if isinstance(argument, np.ndarray):
        return moved.astype(argument.dtype)
    return type(argument)(moved)


def weighted(values: Iterable[Any], cotangents: Sequence[Any]) -> complex:
    """Return the sum of some results, or of their derivatives, times their cotangents."""
    pairs = zip(cotangents, values, strict=True)
    return sum((complex(np.sum(c * v)) for c, v in pairs if c is not None), start=0j)
