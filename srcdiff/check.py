"""Compare the derivatives of a function with each other, and with finite differences.

The adjoint of the Jacobian J takes the cotangents w of the results to those of the arguments;
forward mode takes directions v of the arguments to those of the results. Whatever the function
is, the products (J^T w) v and w (J v) are the same number (the dot-product test), and so, but
for rounding, is the quotient of differences.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcdiff.api import jvp, vjp
from srcdiff.asked import Wrt, names, star_of
from srcdiff.callables import own_signature, unwrapped
from srcdiff.errors import NoDerivative, WrongCall, WrongGradient
from srcdiff.parse import returns_value, signature, source_of
from srcdiff.prefixes import Cut, Prefix, first_wrong, prefixes

STEP = 1e-4  # of the differences, which have an error of its fourth power
EXACT = {False: 1e-9, True: 1e-3}  # between the modes, in double and in single precision
ROUGH = {False: 1e-5, True: 2e-2}  # between a mode and differences


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
        """Tell whether some of the numbers are of single precision."""
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
        """Tell whether all ways give the same."""
        modes = self.forward is None or self.near(self.reverse, self.forward, exact)
        return modes and self.near(self.reverse, self.differences, rough)

    def near(self, first: float, second: float, tolerance: float) -> bool:
        """Tell whether two numbers are the same, but for rounding."""
        return abs(first - second) <= tolerance * (self.size + abs(first) + abs(second)) + 1e-12

    def __str__(self) -> str:
        forward = "" if self.forward is None else f"forward mode {self.forward:.10g}, "
        return (
            f"reverse mode gives {self.reverse:.10g}, {forward}"
            f"finite differences {self.differences:.10g}"
        )


def check_grads(
    function: Callable[..., Any],
    args: Sequence[Any],
    wrt: Wrt | None = None,
    outputs: Sequence[str] = (),
    *,
    target: str = "python",
    directions: int = 2,
    seed: int = 0,
) -> None:
    """Check the derivatives of a function at some arguments, in random directions.

    Reverse mode, forward mode and finite differences have to agree; `wrt` are the arguments
    that are checked, all floating-point ones if nothing is said. Of a derivative, such as what
    `@grad` returns, the function that it is of is checked.

    Raises WrongGradient if they do not agree, at the first statement of which they do not: the
    function up to there is checked, too. Where the function has no derivative, differences say
    nothing, so that it is raised there as well.

    >>> def square(x):
    ...     return x * x
    >>> check_grads(square, (3.0,))
    """
    function = getattr(function, "srcdiff_function", function)
    subject = subject_of(function, args, wrt, outputs, target)
    rng = np.random.default_rng(seed)
    for _ in range(directions):
        found = slopes(subject, rng)
        if not is_right(found, subject):
            raise failure(subject, found, seed)


def subject_of(
    function: Callable[..., Any],
    args: Sequence[Any],
    wrt: Wrt | None,
    outputs: Sequence[str],
    target: str,
) -> Subject:
    """Return what is to be checked.

    Raises WrongCall for arguments that do not fit, or that are not floating-point.
    """
    try:
        bound = signature(function).bind(*args)
    except TypeError as error:
        raise WrongCall(f"the arguments do not fit: {error}") from None
    bound.apply_defaults()
    known = dict(bound.arguments)
    if wrt is None:
        wrt = tuple(name for name, value in known.items() if is_float(value))
    chosen, _ = names(function, wrt)
    for name in chosen:
        if not is_float(known[name]):
            raise WrongCall(f"`{name}` is no floating-point number, and no array of them")
    if not chosen:
        raise WrongCall("none of the arguments is a floating-point number, or an array of them")
    written, _ = names(function, tuple(outputs), "outputs")
    return Subject(function, tuple(known.values()), tuple(known), chosen, written, target)


def is_right(found: Slopes, subject: Subject) -> bool:
    """Tell whether all ways to a slope agree."""
    return found.agree(EXACT[subject.is_single], ROUGH[subject.is_single])


def failure(subject: Subject, found: Slopes, seed: int) -> WrongGradient:
    """Return the error for a wrong derivative, at the statement that is to blame."""
    shown: dict[Cut, Slopes] = {}

    def is_wrong(prefix: Prefix) -> bool | None:
        try:
            part = Subject(
                prefix.function,
                subject.arguments,
                subject.parameters,
                subject.wrt,
                subject.outputs if prefix.is_whole else (),
                "python",
            )
            shown[prefix.cut] = slopes(part, np.random.default_rng(seed))
        except Exception:  # this part of the function cannot be differentiated by itself
            return None
        return not is_right(shown[prefix.cut], part)

    source = source_of(subject.function)
    cut = first_wrong(prefixes(source, subject.arguments), is_wrong)
    seen = found if cut is None else shown[cut]
    error = WrongGradient(
        f"the derivative of `{source.tree.name}` is wrong: {seen}",
        None if cut is None else cut.node,
        "before this statement all agree: look at the rules of what it calls; at a point "
        "without derivative, differences say nothing",
    )
    error.origin = source.origin
    return error


def slopes(subject: Subject, rng: np.random.Generator) -> Slopes:
    """Return the slope of the results in a random direction, computed in three ways."""
    named = dict(zip(subject.parameters, subject.arguments, strict=True))
    moves = {name: random_like(named[name], rng) for name in subject.wrt}
    values = run(subject, subject.arguments)
    weights = [random_like(value, rng) for value in values]
    differences = quotient(subject, moves, weights)
    reverse = reverse_mode(subject, weights)
    parts = [gradient * moves[name] for name, gradient in zip(subject.wrt, reverse, strict=True)]
    size = sum(float(np.sum(np.abs(part))) for part in parts)
    forward = forward_mode(subject, moves, weights)
    return Slopes(sum(float(np.sum(part)) for part in parts), forward, differences, size)


def is_float(value: Any) -> bool:
    """Tell whether a value is a floating-point number, or an array of them."""
    if isinstance(value, np.ndarray):
        return bool(value.dtype.kind == "f")
    return isinstance(value, (float, np.floating))


def random_like(value: Any, rng: np.random.Generator) -> Any:
    """Return random numbers of the type of a value, or None where it is not floating-point."""
    if not is_float(value):
        return None
    if isinstance(value, np.ndarray):
        return np.asarray(rng.uniform(-1.0, 1.0, value.shape)).astype(value.dtype)
    return type(value)(rng.uniform(-1.0, 1.0))


def copied(value: Any) -> Any:
    """Return a copy of an argument."""
    return value.copy() if isinstance(value, np.ndarray) else value


def leaves(value: Any) -> Iterator[Any]:
    """Yield the parts of a result, and the parts of those that are tuples."""
    if isinstance(value, tuple):
        for part in value:
            yield from leaves(part)
    elif value is not None:
        yield value


def run(subject: Subject, arguments: Sequence[Any]) -> list[Any]:
    """Return the parts of the result, and then the outputs."""
    own = list(map(copied, arguments))
    result = subject.value(own)
    named = dict(zip(subject.parameters, own, strict=True))
    return [*map(copied, leaves(result)), *(named[output] for output in subject.outputs)]


def quotient(subject: Subject, moves: dict[str, Any], weights: list[Any]) -> float:
    """Return the slope by central differences of fourth order, in double precision."""

    def at(step: float) -> float:
        moved = [
            wide(value) + step * wide(moves[name]) if name in moves else value
            for name, value in zip(subject.parameters, subject.arguments, strict=True)
        ]
        return weighted(weights, run(subject, moved))

    largest = max(float(np.max(np.abs(move), initial=0.0)) for move in moves.values())
    step = STEP * (100.0 if subject.is_single else 1.0) / max(largest, 1e-300)
    return (8.0 * (at(step) - at(-step)) - (at(2.0 * step) - at(-2.0 * step))) / (12.0 * step)


def wide(value: Any) -> Any:
    """Return a value in double precision."""
    return value.astype(np.float64) if isinstance(value, np.ndarray) else float(value)


def weighted(weights: Sequence[Any], values: Sequence[Any]) -> float:
    """Return the sum of the results, or of their tangents, times their weights."""
    pairs = zip(weights, values, strict=True)
    return math.fsum(float(np.sum(w * v)) for w, v in pairs if w is not None)


def reverse_mode(subject: Subject, weights: list[Any]) -> tuple[Any, ...]:
    """Return the gradients of the weighted results."""
    product = vjp(subject.function, subject.wrt, subject.outputs, target=subject.target)
    count = len(weights) - len(subject.outputs)
    given: list[Any] = list(weights[count:])
    if returns_value(subject.function):
        own = list(map(copied, subject.arguments))
        given.insert(0, shaped(subject.value(own), iter(weights)))
    found: tuple[Any, ...] = product(*map(copied, subject.passed(subject.arguments)), *given)
    return found


def shaped(result: Any, weights: Iterator[Any]) -> Any:
    """Return the weights in the form of the result."""
    if isinstance(result, tuple):
        return tuple(shaped(part, weights) for part in result)
    return None if result is None else next(weights)


def forward_mode(subject: Subject, moves: dict[str, Any], weights: list[Any]) -> float | None:
    """Return the weighted tangents, or None where a function has a rule for reverse mode only."""
    product = jvp(subject.function, subject.wrt, subject.outputs, target=subject.target)
    try:
        tangents = (moves[n] for n in subject.wrt)
        _, found = product(*map(copied, subject.passed(subject.arguments)), *tangents)
    except NoDerivative:
        return None
    parts = list(flat(found))
    return weighted(weights, [0.0 if part is None else part for part in parts])


def flat(value: Any) -> Iterator[Any]:
    """Yield the parts of tangents, None for those of what is not floating-point."""
    if isinstance(value, tuple):
        for part in value:
            yield from flat(part)
    else:
        yield value
