"""What users call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from srcdiff.asked import Asked, Options, Wrt, listed, names
from srcdiff.backends.cpu import dispatcher
from srcdiff.backends.python import PythonDerivative
from srcdiff.errors import WrongCall

TARGETS = {"cpu": dispatcher, "python": PythonDerivative}


def make(
    kind: str, function: Any, wrt: Wrt, outputs: Wrt, target: str, options: dict[str, Any]
) -> Any:
    """Return a derivative of a function, or, without one, a decorator that makes it."""
    if function is None:
        return lambda given: make(kind, given, wrt, outputs, target, options)
    if target not in TARGETS:
        raise WrongCall(f"there is no target {target!r}", advice='use "cpu" or "python"')
    unknown = set(options) - set(Options.__dataclass_fields__)
    if unknown:
        raise WrongCall(
            f"there is no option {sorted(unknown)[0]!r}",
            advice=f"the options are {listed(list(Options.__dataclass_fields__))}",
        )
    if not callable(function):
        raise WrongCall(
            f"{function!r} is not a function", advice='write `@grad(wrt="x")` to name an argument'
        )
    chosen, single = names(function, wrt)
    written, _ = names(function, outputs, "outputs")
    return TARGETS[target](function, Asked(kind, chosen, written, single, Options(**options)))


def grad(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    *,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the gradient of a function with a real scalar result.

    >>> @grad
    ... def square(x):
    ...     return x * x
    >>> square(3.0)
    6.0
    """
    return make("grad", function, wrt, (), target, options)


def value_and_grad(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    *,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the function that computes both the value and the gradient."""
    return make("value_and_grad", function, wrt, (), target, options)


def vjp(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    outputs: Sequence[str] = (),
    *,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the vector-Jacobian product of a function."""
    return make("vjp", function, wrt, outputs, target, options)


def jvp(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    outputs: Sequence[str] = (),
    *,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the function that computes the value and its tangent: forward mode.

    It takes the arguments, then the tangents of those in `wrt`. The tangent has the form of
    the value, with None for what is not floating-point. The arrays of `outputs`, which the
    function writes to, follow the value, as they are in the end; the caller's stay as they are.

    >>> @jvp(target="python")
    ... def square(x):
    ...     return x * x
    >>> square(3.0, 1.0)
    (9.0, 6.0)
    """
    return make("jvp", function, wrt, outputs, target, options)


def adjoint(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    outputs: Sequence[str] = (),
    *,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the adjoint of a function: the form that allocates nothing."""
    return make("adjoint", function, wrt, outputs, target, options)
