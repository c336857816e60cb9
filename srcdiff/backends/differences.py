"""What differs between a function and its derivatives: values, and products of both modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gast
import numpy as np

from srcdiff.backends.trials import Case, Trial, trial
from srcdiff.checking.prefixes import Prefix, first_wrong, prefixes
from srcdiff.checking.random_states import as_from
from srcdiff.checking.vectors import inner, is_close, is_float, leaves, precision, random_like
from srcdiff.errors import InternalError
from srcdiff.front.options import PRODUCTS, Asked, Options
from srcdiff.front.parse import returns_value, source_of

EXACT = 1e7  # of the rounding error: for sums in another order, and what is amplified


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


def run_as(
    kind: str, case: Case, state: tuple[Any, Any], more: list[Any], has_aux: bool = False
) -> Any:
    """Return what a derivative of a kind gives uncompiled, None where there is none.

    Raises InternalError where it cannot be written because of a bug.
    """
    from srcdiff.backends.python import PythonDerivative

    outputs = case.outputs if kind in PRODUCTS else ()
    asked = Asked(kind, case.wrt, outputs, False, Options(), has_aux)
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


def title_of(case: Case) -> str:
    """Return the name of the function."""
    return str(getattr(case.function, "__name__", case.function))


def shown(parts: Sequence[Any]) -> str:
    """Return values as a text that is not too long."""
    text = ", ".join(np.array2string(np.asarray(part), threshold=8) for part in parts)
    return text if len(text) < 200 else f"{text[:200]} ..."
