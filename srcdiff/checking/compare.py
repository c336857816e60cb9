"""Compare the derivatives of a function with each other, and with finite differences (check.py).

The adjoint of the Jacobian J takes the cotangents w of the results to those of the arguments;
forward mode takes directions v of the arguments to those of the results. Whatever the function
is, the products (J^T w) v and w (J v) are the same number (the dot-product test), and so, but
for rounding, is the quotient of differences.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from srcdiff.checking.check_statements import instrumented
from srcdiff.checking.prefixes import Cut, Prefix, first_wrong, prefixes
from srcdiff.checking.subject import (
    Slopes,
    Subject,
    along,
    copied,
    drawn,
    is_real,
    leaves,
    nature,
    shaped,
    weighted,
)
from srcdiff.errors import NoDerivative, SrcdiffError, WrongCall, WrongGradient
from srcdiff.front.options import Wrt, names
from srcdiff.front.parse import returns_value, signature, source_of
from srcdiff.syntax import walk_statements

EXACT = {False: 1e-9, True: 1e-3}  # between the modes, in double and in single precision
ROUGH = {False: 1e-5, True: 2e-2}  # between a mode and differences

Seed = tuple[int, int]


def compare(subject: Subject, directions: int, seed: int) -> None:
    """Compare derivatives in some random directions, then statement by statement.

    Raises WrongGradient if they do not agree.
    """
    for direction in range(directions):
        own = (seed, direction)
        try:
            found = slopes(subject, np.random.default_rng(own))
        except SrcdiffError:
            raise
        except Exception as error:  # a wrong derivative may raise anything
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
        wrt = tuple(name for name, value in known.items() if is_real(value))
    chosen, _ = names(function, wrt)
    for name in chosen:
        if not is_real(known[name]):
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
        except Exception as error:  # a wrong derivative may raise anything
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
    at, step = along(subject, *drawn(subject, np.random.default_rng(seed)))
    kind = nature(at, step, found)
    if kind is None:
        return None
    return wrong(subject, f"{title} {kind[0]}: {found}", None, kind[1])


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
    except Exception:  # parts of the function and their derivatives may raise anything
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
    moves, weights = drawn(subject, rng)
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
    return slopes_of(subject, *drawn(subject, rng))


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


def reverse_mode(subject: Subject, weights: list[Any]) -> tuple[Any, ...]:
    """Return the gradients of the weighted results."""
    from srcdiff.api import vjp

    product = vjp(subject.function, subject.wrt, subject.outputs, target=subject.target)
    count = len(weights) - len(subject.outputs)
    given: list[Any] = list(weights[count:])
    if returns_value(subject.function):
        own = list(map(copied, subject.arguments))
        given.insert(0, shaped(subject.value(own), iter(weights)))
    found: tuple[Any, ...] = product(*map(copied, subject.passed(subject.arguments)), *given)
    return found


def forward_mode(subject: Subject, moves: dict[str, Any], weights: list[Any]) -> float | None:
    """Return the weighted tangents, or None where a function has a rule for reverse mode only."""
    from srcdiff.api import jvp

    product = jvp(subject.function, subject.wrt, subject.outputs, target=subject.target)
    try:
        tangents = (moves[n] for n in subject.wrt)
        _, found = product(*map(copied, subject.passed(subject.arguments)), *tangents)
    except NoDerivative:
        return None
    parts = list(leaves(found))
    return weighted(weights, [0.0 if part is None else part for part in parts])
