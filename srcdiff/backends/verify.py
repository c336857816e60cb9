"""Run a function beside its derivative, at the first call for arguments of new types.

With `verify=True`, or SRCDIFF_VERIFY=1 in the environment, the function itself runs on copies of
the arguments, uncompiled: its value, what it raises and what it writes have to be those that the
derivative computes, and the products of reverse and forward mode with random vectors have to
agree. Random numbers are drawn from the same state, which is restored, and what is printed
meanwhile is thrown away. A function whose values differ from call to call cannot be verified.
"""

from __future__ import annotations

import contextlib
import copy
import warnings
from collections.abc import Callable, Sequence
from typing import Any

import gast
import numpy as np

from srcdiff.backends.differences import (
    EXACT,
    difference,
    first_statement,
    is_complex,
    is_finite,
    run_as,
    shown,
    title_of,
)
from srcdiff.backends.generated import Derivative
from srcdiff.backends.trials import Case, Trial, run_plainly
from srcdiff.backends.verifying import VERIFYING
from srcdiff.checking.random_states import as_from, states
from srcdiff.checking.vectors import is_close, leaves, precision
from srcdiff.errors import SrcdiffError, WrongGradient
from srcdiff.front.insertion import INSERTED
from srcdiff.front.options import Asked
from srcdiff.front.parse import source_of


def first_call(derivative: Derivative, call: Callable[[], Any], given: tuple[Any, ...]) -> Any:
    """Return what a derivative gives at its first call, after it has been verified.

    `given` are all arguments of the derivative, by position. Raises WrongGradient where the
    derivative and the function differ, and what the call raises.
    """
    before = states()
    case, others = case_of(derivative, copy.deepcopy(given))
    token = VERIFYING.set(True)
    try:
        found: Any = None
        error: Exception | None = None
        try:
            found = call()
        except SrcdiffError:
            raise
        except Exception as raised:  # compared with what the function raises
            error = raised
        plain, drawn = run_plainly(case, before)
        if drawn.compiled:
            unverified(case, "draws random numbers in compiled code")
            return reraised(found, error)
        check_raised(case, plain, error)
        reraised(found, error)
        if plain.error is None:
            check_values(derivative, case, plain, before)
            if not drawn.plain:
                check_result(derivative.asked, case, plain, others, found)
        if derivative.asked.kind != "adjoint":
            check_kept(case, given[: len(case.arguments)])
        return found
    finally:
        VERIFYING.reset(token)


def case_of(derivative: Derivative, given: tuple[Any, ...]) -> tuple[Case, list[Any]]:
    """Return what is differentiated, and the adjoints, cotangents or tangents that were passed."""
    asked = derivative.asked
    rest = list(given)
    own, others = [], []
    for parameter in derivative.parameters:
        own.append(rest.pop(0))
        shadowed = asked.kind == "adjoint" and parameter in asked.wrt + asked.outputs
        if shadowed and isinstance(own[-1], np.ndarray):
            others.append(rest.pop(0))
    return Case(derivative.function, tuple(own), asked.wrt, asked.outputs), [*others, *rest]


def check_raised(case: Case, plain: Trial, error: Exception | None) -> None:
    """Raise WrongGradient if a function and its derivative do not raise the same."""
    own = plain.error
    if type(own) is type(error) or excused(own) or excused(error):
        return
    title = f"`{title_of(case)}`"
    if own is None:
        raise wrong(case, f"{title} returns, and its derivative raises {error!r}") from error
    reason = "returns" if error is None else f"raises {error!r}"
    raise wrong(case, f"{title} raises {own!r}, and its derivative {reason}", line_of(own, case))


def excused(error: Exception | None) -> bool:
    """Return True for what Python raises of floating-point numbers that give inf or nan.

    >>> excused(ZeroDivisionError("float division by zero")), excused(ValueError("too short"))
    (True, False)
    """
    text = str(error)
    if isinstance(error, ArithmeticError):
        return not text.startswith("integer")
    return isinstance(error, ValueError) and ("math " in text or "made the derivative" in text)


def check_values(derivative: Derivative, case: Case, plain: Trial, state: tuple[Any, Any]) -> None:
    """Raise WrongGradient if values or products differ, at the first statement where they do."""
    inserts = derivative.latest is not None and INSERTED in derivative.latest.text
    reason = difference(case, plain, state, not inserts)
    if reason is None:
        return
    with as_from(state):
        again = [case.plain() for _ in range(2)]
    with as_from(state):
        same = case.plain()
    if not is_close(case.results(again[0]), case.results(same), 0.0):
        return unverified(case, "gives other values at each call")
    raise wrong(case, reason, first_statement(case, state, not inserts))


def reraised(found: Any, error: Exception | None) -> Any:
    """Return what a call gave, or raise what it raised."""
    if error is not None:
        raise error
    return found


def unverified(case: Case, reason: str) -> None:
    """Warn that a function cannot be verified."""
    text = f"`{title_of(case)}` {reason}, and cannot be verified"
    warnings.warn(text, RuntimeWarning, stacklevel=2)


def check_result(asked: Asked, case: Case, plain: Trial, others: list[Any], found: Any) -> None:
    """Raise WrongGradient if what was asked for is not what the uncompiled derivatives give."""
    tolerance = EXACT * precision((case.arguments, plain.value))
    expected = case.results(plain)
    state = states()
    if asked.kind == "primal":
        pairs = [(found, plain.value)]
    elif asked.kind == "jvp":
        again = run_as("jvp", case, state, copy.deepcopy(others))
        pairs = [(list(leaves(found[0])), expected)]
        pairs += [] if again is None else [(found[1], again[1])]
    elif asked.kind == "vjp":
        again = run_as("vjp", case, state, copy.deepcopy(others))
        pairs = [] if again is None else [(found if not asked.single else (found,), again)]
    elif asked.kind == "adjoint":
        return
    else:
        again = run_as("value_and_grad", case, state, [], asked.has_aux)
        with_value = asked.kind == "value_and_grad"
        results, gradient = found if with_value else (None, found)
        if asked.has_aux and not with_value:
            gradient, others = found
            pairs = [(list(leaves(others)), list(leaves(plain.value[1])))]
        else:
            pairs = [(list(leaves(results)), expected)] if with_value else []
        pairs += [] if again is None else [((gradient,) if asked.single else gradient, again[1])]
    for one, other in pairs:
        if is_complex(plain.value) or is_close(one, other, tolerance):
            continue
        if is_finite(other):
            raise wrong(
                case,
                f"the derivative of `{title_of(case)}` gives {shown(list(leaves(one)))}, and "
                f"{shown(list(leaves(other)))} is expected: fastmath, or a bug in what is compiled",
            )


def check_kept(case: Case, kept: Sequence[Any]) -> None:
    """Raise WrongGradient if a derivative has changed the arguments that it was called with."""
    for name, before, after in zip(case.parameters, case.arguments, kept, strict=False):
        if not is_close(before, after, 0.0):
            raise wrong(case, f"the derivative of `{title_of(case)}` changes its argument `{name}`")


def line_of(error: Exception, case: Case) -> gast.AST | None:
    """Return the statement of a function at which it raised an error."""
    try:
        source = source_of(case.function)
    except SrcdiffError:
        return None
    place = error.__traceback__
    lines = []
    while place is not None:
        if place.tb_frame.f_code.co_filename == source.origin.file:
            lines.append(place.tb_lineno - source.origin.first_line + 1)
        place = place.tb_next
    inside = [n for n in gast.walk(source.tree) if isinstance(n, gast.stmt) and n.lineno in lines]
    return inside[-1] if inside else None


def wrong(case: Case, reason: str, node: gast.AST | None = None) -> WrongGradient:
    """Return the error for a derivative that is not that of its function."""
    error = WrongGradient(
        reason,
        node,
        "before this statement all agree"
        if node is not None
        else "`check_grads` compares it with finite differences",
    )
    with contextlib.suppress(SrcdiffError):
        error.origin = source_of(case.function).origin
    return error
