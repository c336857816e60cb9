"""Check derivatives, as users ask for it; what compares them is imported when that is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from srcdiff.front.door import DOOR
from srcdiff.front.options import Wrt


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
    with DOOR:
        from srcdiff.checking.compare import compare, subject_of

        compare(subject_of(function, args, wrt, outputs, target), directions, seed)
