"""Run a function beside its derivative, at the first call for arguments of new types.

With `verify=True`, or SRCDIFF_VERIFY=1 in the environment, the function itself runs on copies of
the arguments, uncompiled: its value, what it raises and what it writes have to be those that the
derivative computes, and the products of reverse and forward mode with random vectors have to
agree. Random numbers are drawn from the same state, which is restored, and what is printed
meanwhile is thrown away. A function whose values differ from call to call cannot be verified.
These checks are one module, as each relies on what those before it have ruled out.
"""

from __future__ import annotations

import contextlib
import copy
import os
import warnings
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import Any

import gast
import numpy as np

from srcdiff.backends.generated import PRODUCTS, Derivative
from srcdiff.backends.trials import Case, Trial, run_plainly, trial
from srcdiff.checking.prefixes import Prefix, first_wrong, prefixes
from srcdiff.checking.random_states import as_from, states
from srcdiff.checking.vectors import inner, is_close, is_float, leaves, precision, random_like
from srcdiff.errors import InternalError, SrcdiffError, WrongGradient
from srcdiff.front.options import Asked, Options
from srcdiff.front.parse import returns_value, source_of
from srcdiff.normalise.functions.inserted import INSERTED

EXACT = 1e7  # of the rounding error: for sums in another order, and what is amplified
ARITHMETIC = (ArithmeticError, ValueError)  # where Python raises, compiled code has inf and nan


_verifying: ContextVar[bool] = ContextVar("verifying", default=False)


def is_asked_for(options: Options) -> bool:
    """Return True if derivatives with some options are to be verified now."""
    everywhere = os.environ.get("SRCDIFF_VERIFY", "0") not in ("", "0")
    return (options.verify or everywhere) and not _verifying.get()


def first_call(derivative: Derivative, call: Callable[[], Any], given: tuple[Any, ...]) -> Any:
    """Return what a derivative gives at its first call, after it has been verified.

    `given` are all arguments of the derivative, by position. Raises WrongGradient where the
    derivative and the function differ, and what the call raises.
    """
    before = states()
    case, others = case_of(derivative, copy.deepcopy(given))
    token = _verifying.set(True)
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
        _verifying.reset(token)


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


def difference(case: Case, plain: Trial, state: tuple[Any, Any], products: bool) -> str | None:
    """Return what differs between a function and its derivatives, None if nothing does.

    With `products` those of both modes with random vectors are compared, too.
    """
    rng = np.random.default_rng(0)
    expected = case.results(plain)
    tolerance = EXACT * precision((case.arguments, plain.value))
    title = f"`{title_of(case)}`"
    moves = [random_like(v, rng) for v in case.named(case.arguments, case.wrt)]
    forward = run_as("jvp", case, state, moves)
    tangents: list[Any] = []
    if forward is not None:
        found = list(leaves(forward[0]))
        tangents = list(leaves(forward[1]))
        if not same(found, expected, tolerance):
            return f"{title} gives {shown(expected)}, and its forward mode {shown(found)}"
    if len(expected) == 1 and not case.outputs and is_real_number(plain.value):
        pair = run_as("value_and_grad", case, state, [])
        if pair is not None and not same([pair[0]], expected, tolerance):
            return f"{title} gives {shown(expected)}, and its reverse mode {shown([pair[0]])}"
    weights = random_like(plain.value, rng)
    others = [random_like(v, rng) for v in case.named(plain.arguments, case.outputs)]
    returns = hasattr(case.function, "srcdiff_request") or returns_value(case.function)
    cotangents = [weights] if returns else []
    reverse = run_as("vjp", case, state, [*cotangents, *others])
    if reverse is None or forward is None or not products:
        return None
    weighted = [*([] if plain.value is None else leaves(weights)), *leaves(others)]
    one, size = inner(weighted, tangents)
    other, other_size = inner(moves, list(reverse))
    if np.isfinite(one + other) and abs(one - other) > tolerance * (size + other_size):
        return f"reverse mode of {title} gives {other:.10g}, forward mode {one:.10g}"
    return None


def run_as(kind: str, case: Case, state: tuple[Any, Any], more: list[Any]) -> Any:
    """Return what a derivative of a kind gives uncompiled, None where there is none.

    Raises InternalError where it cannot be written because of a bug.
    """
    from srcdiff.backends.python import PythonDerivative

    outputs = case.outputs if kind in PRODUCTS else ()
    asked = Asked(kind, case.wrt, outputs, False, Options())
    with as_from(state):
        found = trial(lambda: PythonDerivative(case.function, asked)(*case.passed(), *more))
    if isinstance(found.error, InternalError):
        raise found.error
    return found.value


def same(found: Sequence[Any], expected: Sequence[Any], tolerance: float) -> bool:
    """Return True if values agree; complex powers of negative numbers are nan when compiled."""
    if is_complex(expected) and not is_complex(found):
        return True
    return is_close(list(found), list(expected), tolerance)


def is_complex(value: Any) -> bool:
    """Return True if a value, or a part of it, is complex."""
    return any(np.iscomplexobj(part) for part in leaves(value) if part is not None)


def is_finite(value: Any) -> bool:
    """Return True if no part of a value is inf or nan."""
    parts = (np.asarray(part, complex) for part in leaves(value) if part is not None)
    return all(bool(np.all(np.isfinite(part))) for part in parts)


def is_real_number(value: Any) -> bool:
    """Return True for a floating-point number that is not complex."""
    return is_float(value) and np.ndim(value) == 0 and not np.iscomplexobj(value)


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
        again = run_as("value_and_grad", case, state, [])
        gradient = found[1] if asked.kind == "value_and_grad" else found
        pairs = [] if again is None else [((gradient,) if asked.single else gradient, again[1])]
        pairs += [(found[0], plain.value)] if asked.kind == "value_and_grad" else []
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


def first_statement(case: Case, state: tuple[Any, Any], products: bool) -> gast.AST | None:
    """Return the first statement after which a function and its derivatives differ."""
    if hasattr(case.function, "srcdiff_request"):
        return None

    def is_wrong(prefix: Prefix) -> bool | None:
        outputs = case.outputs if prefix.is_whole else ()
        part = Case(prefix.function, case.arguments, case.wrt, outputs)
        try:
            with as_from(state):
                plain = part.plain()
            return plain.error is None and difference(part, plain, state, products) is not None
        except Exception:  # what is no function by itself may raise anything
            return None

    try:
        cut = first_wrong(prefixes(source_of(case.function), case.arguments), is_wrong)
    except Exception:  # the user's function, cut anywhere, may raise anything
        return None
    return None if cut is None else cut.node


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


def title_of(case: Case) -> str:
    """Return the name of the function."""
    return str(getattr(case.function, "__name__", case.function))


def shown(parts: Sequence[Any]) -> str:
    """Return values as a text that is not too long."""
    text = ", ".join(np.array2string(np.asarray(part), threshold=8) for part in parts)
    return text if len(text) < 200 else f"{text[:200]} ..."
