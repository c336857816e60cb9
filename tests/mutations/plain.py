"""Run programs as Python runs them, within limits, and take differences."""

from __future__ import annotations

import copy
import itertools
import linecache
import re
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from .sources import Program, is_floating

SECONDS = 1.0  # for one run of a program
STEP = 1e-5
IMAGINARY = re.compile(r"\bcomplex|\d[jJ]\b|cmath")
SMALL = 1e-3  # numbers below it are not told apart by their sizes
LARGEST = 1e7  # of values and slopes that are used
FILLS = (0.375, -3e9, 3e9)  # what memory may hold that nothing was written to
ROUGH = 1e-5  # relative difference of the slopes at two steps
KINK = 2e-3  # of those on two sides
SMALL_KINK = 5e-6  # of those that do not get less with the step
NUMBERS = itertools.count()


class Discard(Exception):
    """A program that says nothing about srcdiff."""


class TooLong(BaseException):
    """What does not come to an end; no handler of a program catches it."""


def loaded(program: Program) -> tuple[Callable[..., Any], str]:
    """Return the function of a program, and the name of the file that its text is known by."""
    file = f"<mutant {next(NUMBERS)}>"
    space = dict(program.space)
    space["__name__"] = space.get("__name__", "mutants")
    lines = program.text.splitlines(keepends=True)
    linecache.cache[file] = (len(program.text), None, lines, file)
    exec(compile(program.text, file, "exec"), space)
    return space[program.entry], file


def copied(arguments: Sequence[Any]) -> list[Any]:
    """Return copies of arguments in the same layout; those that are one array stay one."""
    known: dict[int, Any] = {}
    return [known.setdefault(id(a), like(a)) for a in arguments]


def like(value: Any, new: Any = None) -> Any:
    """Return a copy of a value, or of a new one, with its layout in memory."""
    new = value if new is None else new
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(map(like, value, new))
    if not isinstance(value, np.ndarray) or value.ndim == 0:
        return copy.deepcopy(new)
    if value.flags.c_contiguous or value.flags.f_contiguous:
        return np.array(new, order="F" if not value.flags.c_contiguous else "C")
    if any(stride < 0 for stride in value.strides):
        return np.array(new[::-1])[::-1]
    return np.repeat(new, 2, axis=-1)[..., ::2]


def numbers(value: Any) -> list[Any]:
    """Return the floating parts of a result as real vectors; other parts say nothing."""
    if isinstance(value, (tuple, list)):
        return [part for item in value for part in numbers(item)]
    if isinstance(value, np.ndarray) and value.dtype.names:
        return [part for name in value.dtype.names for part in numbers(value[name])]
    array = np.asarray(value)
    if array.dtype.kind == "c":
        array = np.stack([array.real, array.imag])
    return [array.ravel().astype(float)] if array.dtype.kind == "f" else []


def vector(value: Any) -> Any:
    """Return all floating numbers of a result."""
    return np.concatenate([np.zeros(0), *numbers(value)])


def matching(value: Any, model: Any) -> Any:
    """Return the numbers of a value that stand where a model has floating numbers."""
    if isinstance(model, (tuple, list)):
        parts = [matching(v, m) for v, m in zip(value, model, strict=True)]
        return np.concatenate([np.zeros(0), *parts])
    if not numbers(model):
        return np.zeros(0)
    is_real = not np.iscomplexobj(model) and np.iscomplexobj(value) and not np.any(np.imag(value))
    return vector(np.real(value) if is_real else value)  # one type for the results of all paths


@contextmanager
def memory_of(number: float) -> Iterator[None]:
    """Let arrays that NumPy makes without elements begin with a number."""

    def filled(make: Callable[..., Any]) -> Callable[..., Any]:
        def made(*arguments: Any, **options: Any) -> Any:
            array = make(*arguments, **options)
            if array.dtype.kind in "iubfc" and array.flags.writeable:
                array.fill(number if array.dtype.kind in "fc" else int(number > 0))
            return array

        return made

    before = np.empty, np.empty_like
    np.empty, np.empty_like = map(filled, before)
    try:
        yield
    finally:
        np.empty, np.empty_like = before


@dataclass(frozen=True)
class Expected:
    """What a program gives: result, arguments afterwards, and the slope in a direction."""

    result: Any
    after: list[Any]
    outputs: tuple[int, ...]
    directions: tuple[Any, ...]
    slope: Any  # of the result and then of the outputs, as one vector
    scale: float
    tolerance: float


def run(program: Program, function: Callable[..., Any], given: Sequence[Any]) -> tuple[Any, Any]:
    """Return the result for copies of arguments, and the arguments afterwards."""
    own = copied(given)
    with np.errstate(all="ignore"):
        result = function(*own)
    return copy.deepcopy(result), own


def direction(value: Any, rng: np.random.Generator) -> Any:
    """Return a random tangent of a value."""
    if isinstance(value, tuple):
        parts = [direction(item, rng) for item in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    drawn = rng.uniform(0.3, 1.0, np.shape(value)) * rng.choice((-1.0, 1.0), np.shape(value))
    if np.asarray(value).dtype.kind == "c":
        drawn = drawn + 1j * rng.uniform(-1.0, 1.0, np.shape(value))
    if isinstance(value, np.ndarray):
        return drawn.astype(value.dtype)
    return type(value)(drawn)


def moved(value: Any, tangent: Any, step: float) -> Any:
    """Return a value, moved in a direction, in double precision."""
    if isinstance(value, tuple):
        parts = [moved(v, t, step) for v, t in zip(value, tangent, strict=True)]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, np.ndarray):
        wide = value.astype(np.result_type(value.dtype, np.float64))
        return like(value, wide + step * tangent)
    return value + step * tangent


def expected(program: Program, function: Callable[..., Any], rng: np.random.Generator) -> Expected:
    """Run a program and take differences; raise Discard where that says nothing.

    What the program itself raises is raised.
    """
    given = program.arguments
    result, after = same(program, function)
    outputs = changed(given, after)
    if result is None and not outputs:
        raise Discard("has no result")
    if type(result) is complex and not IMAGINARY.search(program.text):
        raise Discard("has a power of a negative number, which Python makes complex")
    tangents = tuple(direction(given[k], rng) for k in program.wrt)
    tangents = shared(given, program.wrt, tangents)
    single = any(getattr(a, "dtype", None) == np.float32 for a in given)

    def at(step: float) -> Any:
        new = list(given)
        for k, tangent in zip(program.wrt, tangents, strict=True):
            new[k] = moved(given[k], tangent, step)
        found, own = run(program, function, new)
        return vector((found, *(own[k] for k in outputs)))

    try:
        slope = slopes(at, single)
    except Discard:
        raise
    except Exception:
        raise Discard("raises nearby") from None
    base = vector((result, *(after[k] for k in outputs)))
    if base.shape != slope.shape or not np.allclose(base, at(0.0), rtol=1e-3, atol=1e-3):
        raise Discard("depends on precision")
    size = max(np.max(np.abs(base), initial=0.0), np.max(np.abs(slope), initial=0.0))
    tolerance = 3e-3 if single else 2e-5
    return Expected(result, after, outputs, tangents, slope, max(SMALL, size), tolerance)


def same(program: Program, function: Callable[..., Any]) -> tuple[Any, Any]:
    """Return what a program gives, or raise what it raises, whatever memory begins with."""
    found = []
    for number in FILLS:
        try:
            with memory_of(number):
                found.append(run(program, function, program.arguments))
        except Exception as error:
            found.append(error)
    if any(is_other(found[0], one) for one in found[1:]):
        raise Discard("is not the same twice, or reads what was never written")
    if isinstance(found[0], Exception):
        raise found[0]
    return found[0]


def is_other(one: Any, two: Any) -> bool:
    """Return True if two runs of a program gave other numbers, or raised other exceptions."""
    if isinstance(one, Exception) or isinstance(two, Exception):
        return type(one) is not type(two) or str(one) != str(two)
    return not np.array_equal(vector(one), vector(two), equal_nan=True)


def where(error: Exception) -> list[tuple[str, int | None]]:
    """Return the lines of programs that an exception went through."""
    frames = traceback.extract_tb(error.__traceback__)
    return [(f.filename, f.lineno) for f in frames if f.filename.startswith("<mutant")]


def slopes(at: Callable[[float], Any], single: bool) -> Any:
    """Return central differences; raise Discard at kinks and where the function is rough."""
    middle = at(0.0)
    if middle.size == 0:
        raise Discard("has no floating result")
    if not np.all(np.isfinite(middle)) or np.max(np.abs(middle)) > LARGEST:
        raise Discard("is not finite, or large")
    ends = {step: at(step) for step in (STEP, -STEP, STEP / 2.5, -STEP / 2.5)}
    if any(end.shape != middle.shape for end in ends.values()):
        raise Discard("has another shape nearby")
    wide = (ends[STEP] - ends[-STEP]) / (2.0 * STEP)
    near = (ends[STEP / 2.5] - ends[-STEP / 2.5]) / (0.8 * STEP)
    if not np.all(np.isfinite(wide + near)) or np.max(np.abs(wide)) > LARGEST:
        raise Discard("is not finite, or large")
    size = max(SMALL, float(np.max(np.abs(wide))), float(np.max(np.abs(middle))))
    if np.max(np.abs(wide - near)) > ROUGH * size:
        raise Discard("is rough")
    far, close = (bend(ends, middle, step) for step in (STEP, STEP / 2.5))
    small_kink = close > max(SMALL_KINK * size, 0.7 * far)  # of what is smooth it is 0.4 of it
    if far > KINK * size or small_kink:
        raise Discard("is at a kink")
    return wide


def bend(ends: Mapping[float, Any], middle: Any, step: float) -> float:
    """Return by how much the slopes on two sides of a point differ."""
    right, left = (ends[step] - middle) / step, (middle - ends[-step]) / step
    return float(np.max(np.abs(right - left)))


def changed(given: Sequence[Any], after: Sequence[Any]) -> tuple[int, ...]:
    """Return the positions of the arrays that a program wrote to."""
    return tuple(
        k
        for k, (old, new) in enumerate(zip(given, after, strict=True))
        if isinstance(old, np.ndarray)
        and is_floating(old)
        and not np.array_equal(old, new, equal_nan=True)
    )


def shared(given: Sequence[Any], wrt: Sequence[int], tangents: Sequence[Any]) -> tuple[Any, ...]:
    """Return tangents where arguments that are one array have one."""
    known: dict[int, Any] = {}
    return tuple(known.setdefault(id(given[k]), t) for k, t in zip(wrt, tangents, strict=True))
