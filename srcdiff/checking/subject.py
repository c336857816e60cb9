"""A function to be checked, its values along a line, and slopes computed in several ways."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcdiff.checking.vectors import is_float, random_like
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.options import star_of

STEP = 1e-4  # of the differences, which have an error of its fourth power


@dataclass(frozen=True)
class Subject:
    """What is checked: a function, at some arguments, with respect to some of them."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    parameters: tuple[str, ...]
    wrt: tuple[str, ...]
    outputs: tuple[str, ...]
    target: str

    def passed(self, arguments: Sequence[Any]) -> list[Any]:
        """Return arguments as they are passed: those that `*args` takes one by one."""
        starred = star_of(unwrapped(self.function)) is not None
        return [*arguments[:-1], *arguments[-1]] if starred else list(arguments)

    def value(self, arguments: Sequence[Any]) -> Any:
        """Return what the function returns for some arguments."""
        own = unwrapped(self.function)
        parameters = own_signature(own).parameters.values()
        words = [p.name for p in parameters if p.kind is p.KEYWORD_ONLY]
        named = dict(zip(self.parameters, arguments, strict=True))
        given = {word: named.pop(word) for word in words}
        return own(*self.passed(list(named.values())), **given)

    @property
    def is_single(self) -> bool:
        """Return True if some of the numbers are of single precision."""
        return any(getattr(a, "dtype", None) == np.float32 for a in self.arguments)


@dataclass(frozen=True)
class Slopes:
    """One number, computed in three ways; `size` is that of the numbers that it is a sum of.

    `forward` is None where the function has no forward mode.
    """

    reverse: float
    forward: float | None
    differences: float
    size: float

    def agree(self, exact: float, rough: float) -> bool:
        """Return True if all ways give the same."""
        modes = self.forward is None or self.near(self.reverse, self.forward, exact)
        return modes and self.near(self.reverse, self.differences, rough)

    def near(self, first: float, second: float, tolerance: float) -> bool:
        """Return True if two numbers are the same, but for rounding."""
        return abs(first - second) <= tolerance * (self.size + abs(first) + abs(second)) + 1e-12

    def __str__(self) -> str:
        forward = "" if self.forward is None else f"forward mode {self.forward:.10g}, "
        return (
            f"reverse mode gives {self.reverse:.10g}, {forward}"
            f"finite differences {self.differences:.10g}"
        )


def nature(at: Callable[[float], float], step: float, found: Slopes) -> tuple[str, str] | None:
    """Return what a function is along a line where its slope cannot be found by differences.

    >>> flat = Slopes(0.0, 0.0, 0.0, 0.0)
    >>> nature(abs, 1e-4, flat)[0]
    'has a kink here, with slopes of -1 and 1'
    >>> nature(lambda x: x * x, 1e-4, flat) is None
    True
    """
    known = (found.reverse, found.differences, at(0.0), at(step))
    if not all(map(math.isfinite, known)):
        return "is nan or infinite here, or its derivative is", "check it at other arguments"
    middle = at(0.0)
    sides = [
        [(at(s) - middle) / s, (middle - at(-s)) / s] for s in (step, 0.25 * step, 0.0625 * step)
    ]
    noise = 1e-14 * abs(middle) / (0.0625 * step)
    scale = max(abs(slope) for pair in sides for slope in pair)
    steady = all(
        abs(sides[1][k] - sides[2][k]) <= 0.05 * max(scale, 1e-300) + noise for k in (0, 1)
    )
    apart = [abs(right - left) for right, left in sides]
    if steady and min(apart) > 0.05 * scale + noise:
        right, left = sides[-1]
        return (
            f"has a kink here, with slopes of {left:.6g} and {right:.6g}",
            "check it at other arguments; docs/nondifferentiable-points.md says what is chosen",
        )
    central = [0.5 * (right + left) for right, left in sides]
    if max(central) - min(central) > 0.01 * max(map(abs, central)) + noise:
        shown = ", ".join(f"{slope:.6g}" for slope in central)
        return (
            f"is too rough or chaotic for differences, which are {shown} at smaller and smaller "
            "steps",
            "check it for fewer steps, or at other arguments",
        )
    if found.differences != 0.0 and found.reverse == 0.0 and found.forward in (0.0, None):
        return (
            "depends on what is differentiated only through comparisons, so that the derivative "
            "is 0",
            "differentiate the equation that it solves: see docs/nondifferentiable-points.md",
        )
    return None


def is_real(value: Any) -> bool:
    """Return True for floating-point numbers that are not complex, and arrays of them."""
    return is_float(value) and not np.iscomplexobj(value)


def drawn(subject: Subject, rng: np.random.Generator) -> tuple[dict[str, Any], list[Any]]:
    """Return a random direction of what is differentiated, and random weights of the results."""
    named = dict(zip(subject.parameters, subject.arguments, strict=True))
    moves = {name: random_like(named[name], rng) for name in subject.wrt}
    values = run(subject, subject.arguments)
    return moves, [random_like(v, rng) if is_real(v) else None for v in values]


def copied(value: Any) -> Any:
    """Return a copy of an argument."""
    return value.copy() if isinstance(value, np.ndarray) else value


def leaves(value: Any) -> Iterator[Any]:
    """Yield the parts of a result or of its tangents, and those of parts that are tuples."""
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    else:
        yield value


def run(subject: Subject, arguments: Sequence[Any]) -> list[Any]:
    """Return the parts of the result, and then the outputs."""
    own = list(map(copied, arguments))
    result = subject.value(own)
    named = dict(zip(subject.parameters, own, strict=True))
    parts = [part for part in leaves(result) if part is not None]
    return [*map(copied, parts), *(named[output] for output in subject.outputs)]


def along(
    subject: Subject, moves: dict[str, Any], weights: list[Any]
) -> tuple[Callable[[float], float], float]:
    """Return the weighted results along a line, in double precision, and the step to take.

    Central differences of fourth order are taken with it.
    """

    def at(step: float) -> float:
        moved = [
            wide(value) + step * wide(moves[name]) if name in moves else value
            for name, value in zip(subject.parameters, subject.arguments, strict=True)
        ]
        return weighted(weights, run(subject, moved))

    largest = max(float(np.max(np.abs(move), initial=0.0)) for move in moves.values())
    return at, STEP * (100.0 if subject.is_single else 1.0) / max(largest, 1e-300)


def wide(value: Any) -> Any:
    """Return a value in double precision."""
    return value.astype(np.float64) if isinstance(value, np.ndarray) else float(value)


def weighted(weights: Sequence[Any], values: Sequence[Any]) -> float:
    """Return the sum of the results, or of their tangents, times their weights."""
    pairs = zip(weights, values, strict=True)
    return math.fsum(float(np.sum(w * v)) for w, v in pairs if w is not None)


def shaped(result: Any, weights: Iterator[Any]) -> Any:
    """Return the weights in the form of the result."""
    if isinstance(result, tuple):
        return tuple(shaped(part, weights) for part in result)
    return None if result is None else next(weights)
