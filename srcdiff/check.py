"""Compare the derivatives of a function with each other, and with finite differences.

The adjoint of the Jacobian J takes the cotangents w of the results to those of the arguments;
forward mode takes directions v of the arguments to those of the results. Whatever the function
is, the products (J^T w) v and w (J v) are the same number (the dot-product test), and so, but
for rounding, is the quotient of differences.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import gast
import numpy as np

from srcdiff.api import jvp, vjp
from srcdiff.checking.check_statements import instrumented
from srcdiff.checking.prefixes import Cut, Prefix, first_wrong, prefixes
from srcdiff.errors import NoDerivative, SrcdiffError, WrongCall, WrongGradient
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.options import Wrt, names, star_of
from srcdiff.front.parse import returns_value, signature, source_of
from srcdiff.syntax import walk_statements

STEP = 1e-4  # of the differences, which have an error of its fourth power
EXACT = {False: 1e-9, True: 1e-3}  # between the modes, in double and in single precision
ROUGH = {False: 1e-5, True: 2e-2}  # between a mode and differences

Seed = tuple[int, int]


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

    Reverse mode, forward mode and finite differences have to agree, for the results and for what
    each statement computes; `wrt` are the arguments that are checked, all floating-point ones if
    nothing is said. Of a derivative, such as what `@grad` returns, the function that it is of is
    checked.

    Raises WrongGradient if they do not agree, at the first statement of which they do not, and
    where a rule raises an error. It says so where differences cannot judge: where a value is nan,
    at a kink, where a function is rough or chaotic, and where a result depends on the arguments
    only through comparisons.

    >>> def square(x):
    ...     return x * x
    >>> check_grads(square, (3.0,))
    """
    function = getattr(function, "srcdiff_function", function)
    subject = subject_of(function, args, wrt, outputs, target)
    for direction in range(directions):
        own = (seed, direction)
        try:
            found = slopes(subject, np.random.default_rng(own))
        except SrcdiffError:
            raise
        except Exception as error:
            subject.value(list(map(copied, subject.arguments)))  # what it raises itself
            raise failure(subject, f"raises {error!r}", own) from error
        if not is_right(found, subject):
            reason = doubt(subject, found, own)
            raise failure(subject, f"is wrong: {found}", own) if reason is None else reason
    check_statements(subject, seed)


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
    """Return True if all ways to a slope agree."""
    return found.agree(EXACT[subject.is_single], ROUGH[subject.is_single])


def failure(subject: Subject, reason: str, seed: Seed) -> WrongGradient:
    """Return the error for a wrong derivative, at the statement that is to blame."""
    shown: dict[Cut, str] = {}

    def is_wrong(prefix: Prefix) -> bool | None:
        outputs = subject.outputs if prefix.is_whole else ()
        part = replace(subject, function=prefix.function, outputs=outputs, target="python")
        try:
            found = slopes(part, np.random.default_rng(seed))
        except SrcdiffError:  # this part of the function cannot be differentiated by itself
            return None
        except Exception as error:
            shown[prefix.cut] = f"raises {error!r}"
            return True
        shown[prefix.cut] = f"is wrong: {found}"
        return not is_right(found, part)

    source = source_of(subject.function)
    cut = first_wrong(prefixes(source, subject.arguments), is_wrong)
    seen = reason if cut is None else shown[cut]
    return wrong(
        subject,
        f"the derivative of `{source.tree.name}` {seen}",
        None if cut is None else cut.node,
        "before this statement all agree: look at the rules of what it calls",
    )


def wrong(
    subject: Subject, reason: str, node: gast.AST | None = None, advice: str = ""
) -> WrongGradient:
    """Return an error at a statement of the function."""
    error = WrongGradient(reason, node, advice)
    error.origin = source_of(subject.function).origin
    return error


def doubt(subject: Subject, found: Slopes, seed: Seed) -> WrongGradient | None:
    """Return the error for a point at which differences cannot judge; None if they can."""
    title = f"`{source_of(subject.function).tree.name}`"
    if found.forward is not None and not found.near(
        found.reverse, found.forward, EXACT[subject.is_single]
    ):
        known = [found.reverse, found.forward, found.differences]
        if all(map(math.isfinite, known)):
            return None
    named = dict(zip(subject.parameters, subject.arguments, strict=True))
    rng = np.random.default_rng(seed)
    moves = {name: random_like(named[name], rng) for name in subject.wrt}
    weights = [random_like(value, rng) for value in run(subject, subject.arguments)]
    at, step = along(subject, moves, weights)
    kind = nature(at, step, found)
    if kind is None:
        return None
    return wrong(subject, f"{title} {kind[0]}: {found}", None, kind[1])


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


def check_statements(subject: Subject, seed: int) -> None:
    """Raise WrongGradient where what a statement computes has a wrong derivative.

    Where differences cannot judge, or it cannot be differentiated by itself, it is left out.
    """
    source = source_of(subject.function)
    try:
        whole = instrumented(source, subject.arguments)
        if whole is None:
            return
        part = replace(subject, function=whole.function, outputs=(), target="python")
        found = slopes_of_each(part, np.random.default_rng(seed))
    except Exception:
        return
    order = {id(s): k for k, s in enumerate(walk_statements(source.tree.body))}
    bad = [
        (order[id(statement)], statement, own)
        for statement, own in zip(whole.statements, found, strict=True)
        if own is not None
    ]
    if bad:
        _, statement, own = min(bad, key=lambda item: item[0])
        raise wrong(
            subject,
            f"the derivative of `{source.tree.name}` is wrong: of what a statement computes {own}",
            statement,
            "before this statement all agree: look at the rules of what it calls",
        )


def slopes_of_each(subject: Subject, rng: np.random.Generator) -> list[Slopes | None]:
    """Return, for each result, its slopes if they are certainly wrong, and None if not."""
    named = dict(zip(subject.parameters, subject.arguments, strict=True))
    moves = {name: random_like(named[name], rng) for name in subject.wrt}
    weights = [random_like(value, rng) for value in run(subject, subject.arguments)]
    found: list[Slopes | None] = []
    for place in range(len(weights)):
        own = [w if k == place else w * 0 for k, w in enumerate(weights)]
        slope = slopes_of(subject, moves, own)
        at, step = along(subject, moves, own)
        noise = 1e-13 * abs(at(0.0)) / step
        tolerance = 1e-3 * (abs(slope.reverse) + abs(slope.differences)) + noise
        finite = all(map(math.isfinite, (slope.reverse, slope.differences)))
        off = abs(slope.reverse - slope.differences) > tolerance
        certain = finite and off and nature(at, step, slope) is None
        found.append(slope if certain else None)
    return found


def slopes(subject: Subject, rng: np.random.Generator) -> Slopes:
    """Return the slope of the results in a random direction, computed in three ways."""
    named = dict(zip(subject.parameters, subject.arguments, strict=True))
    moves = {name: random_like(named[name], rng) for name in subject.wrt}
    weights = [random_like(value, rng) for value in run(subject, subject.arguments)]
    return slopes_of(subject, moves, weights)


def slopes_of(subject: Subject, moves: dict[str, Any], weights: list[Any]) -> Slopes:
    """Return the slope of the weighted results in a direction, computed in three ways."""
    at, step = along(subject, moves, weights)
    differences = (8.0 * (at(step) - at(-step)) - (at(2.0 * step) - at(-2.0 * step))) / (
        12.0 * step
    )
    reverse = reverse_mode(subject, weights)
    parts = [gradient * moves[name] for name, gradient in zip(subject.wrt, reverse, strict=True)]
    size = sum(float(np.sum(np.abs(part))) for part in parts)
    forward = forward_mode(subject, moves, weights)
    return Slopes(sum(float(np.sum(part)) for part in parts), forward, differences, size)


def is_float(value: Any) -> bool:
    """Return True if a value is a floating-point number, or an array of them."""
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
