"""What users call.

All of them take a function, plain or `@njit`, and may be written as decorators, with and
without arguments. `wrt` names what is differentiated: the name or position of a parameter, or
a tuple of them; its type must be floating-point, a number or an array. With `target="cpu"` the
result is a dispatcher of Numba, which other compiled functions can call; with "python" the source
runs as it is; with "cuda" it is what CUDA kernels call (`grad`, `value_and_grad` and `vjp` of
functions of numbers). The options are `fastmath`, `cache`, `parallel` and `boundscheck`, which
mean what they mean for `numba.njit`; `arrays`, which is "loops" where neighbouring statements on
whole arrays become loops over elements, and "whole" where they stay, as they do with "python" and
with `parallel`; and `verify`: with True, or SRCDIFF_VERIFY=1 in the
environment, the first call for arguments of new types also runs the function itself, on copies and
uncompiled, and raises WrongGradient if the value of the derivative, what it raises or what it
writes is another one, or if reverse and forward mode do not agree (backends/verify.py). Without it
calls cost what they cost.

They raise WrongCall where a name, a target or an option does not exist. A derivative is
written when it is called with arguments of new types: then it raises UnsupportedSyntax,
UnsupportedType or NoDerivative, with the place in the user's file, where something in the
function cannot be differentiated, NoSource where its text is not found, and WrongCall where
arguments are missing or integers are differentiated. Each call raises AliasedArguments where
arguments share memory of which one is written, WrongShape where a cotangent does not fit, and
whatever the function itself raises. With `boundscheck` subscripts out of range raise IndexError.
Errors of calls have a note with the user's line: at the first call for arguments of some types,
and at all calls with `boundscheck`, of products and adjoints, and with target="python"
(srcdiff/backends/run_time_errors.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

from srcdiff.backends.asked_for import make
from srcdiff.front.door import DOOR
from srcdiff.front.options import Wrt
from srcdiff.protocol import Derivative

P = ParamSpec("P")
R = TypeVar("R")
Function = Callable[..., Any]
Product = Derivative[..., Any]


@overload
def grad(
    function: Callable[P, Any],
    wrt: Wrt = 0,
    *,
    has_aux: bool = False,
    target: str = "cpu",
    **options: Any,
) -> Derivative[P, Any]: ...
@overload
def grad(
    function: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: bool = False,
    target: str = "cpu",
    **options: Any,
) -> Callable[[Callable[P, Any]], Derivative[P, Any]]: ...
def grad(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    *,
    has_aux: bool = False,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the function that computes the gradient of one with a real scalar result.

    It takes the arguments of the function and leaves them as they are. It returns the
    gradient with respect to one argument, with its type and shape, or a tuple of those with
    respect to several if `wrt` is a tuple.

    With `has_aux` the function returns a pair, of which only the first part is differentiated; the
    second may be anything, and is returned as well: `(gradient, others)`.

    >>> @grad
    ... def square(x):
    ...     return x * x
    >>> square(3.0)
    6.0
    """
    with DOOR:
        return make("grad", function, wrt, (), target, options, has_aux)


@overload
def value_and_grad(
    function: Callable[P, R],
    wrt: Wrt = 0,
    *,
    has_aux: bool = False,
    target: str = "cpu",
    **options: Any,
) -> Derivative[P, tuple[R, Any]]: ...
@overload
def value_and_grad(
    function: None = None,
    wrt: Wrt = 0,
    *,
    has_aux: bool = False,
    target: str = "cpu",
    **options: Any,
) -> Callable[[Callable[P, R]], Derivative[P, tuple[R, Any]]]: ...
def value_and_grad(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    *,
    has_aux: bool = False,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the function that computes both the value and the gradient.

    It takes the arguments of the function, whose result is a real scalar, and returns the
    pair of the value and what `grad` gives. With `has_aux` the function returns a pair, of which
    only the first part is differentiated: `((value, others), gradient)` is returned.

    >>> @value_and_grad(wrt=("x", "k"), target="python")
    ... def scaled(x, k):
    ...     return k * x * x
    >>> scaled(3.0, 2.0)
    (18.0, (12.0, 9.0))
    """
    with DOOR:
        return make("value_and_grad", function, wrt, (), target, options, has_aux)


@overload
def vjp(
    function: Function, wrt: Wrt = 0, outputs: Wrt = (), *, target: str = "cpu", **options: Any
) -> Product: ...
@overload
def vjp(
    function: None = None, wrt: Wrt = 0, outputs: Wrt = (), *, target: str = "cpu", **options: Any
) -> Callable[[Function], Product]: ...
def vjp(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    outputs: Wrt = (),
    *,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the function that computes the vector-Jacobian product: reverse mode.

    It takes the arguments of the function, then the cotangent of its result, of the same type
    and shape: a tuple for a tuple, with None for what is no floating-point number. `outputs`
    are the names of array arguments that the function writes its results into; their cotangents
    follow, in that order. It returns the adjoints of the arguments in `wrt`, as `grad` does.

    >>> @vjp(target="python")
    ... def pair(x):
    ...     return x * x, 3.0 * x
    >>> pair(2.0, (1.0, 10.0))
    34.0
    """
    with DOOR:
        return make("vjp", function, wrt, outputs, target, options)


@overload
def jvp(
    function: Function, wrt: Wrt = 0, outputs: Wrt = (), *, target: str = "cpu", **options: Any
) -> Product: ...
@overload
def jvp(
    function: None = None, wrt: Wrt = 0, outputs: Wrt = (), *, target: str = "cpu", **options: Any
) -> Callable[[Function], Product]: ...
def jvp(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    outputs: Wrt = (),
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
    with DOOR:
        return make("jvp", function, wrt, outputs, target, options)


@overload
def adjoint(
    function: Function, wrt: Wrt = 0, outputs: Wrt = (), *, target: str = "cpu", **options: Any
) -> Product: ...
@overload
def adjoint(
    function: None = None, wrt: Wrt = 0, outputs: Wrt = (), *, target: str = "cpu", **options: Any
) -> Callable[[Function], Product]: ...
def adjoint(
    function: Callable[..., Any] | None = None,
    wrt: Wrt = 0,
    outputs: Wrt = (),
    *,
    target: str = "cpu",
    **options: Any,
) -> Any:
    """Return the adjoint of a function: the form that takes adjoints as arguments, and no copies.

    It takes the arguments of the function, each array in `wrt` and `outputs` followed by its
    adjoint, an array of the same shape; the cotangent of the result, if there is one, is the last
    argument. It adds to the adjoints of `wrt`, uses up those of `outputs`, and returns the adjoints
    of the scalars in `wrt`: None, one, or a tuple. It writes to the arrays that the function writes
    to, and may leave other values in them. The adjoint of an array in `wrt` that the function
    overwrites goes in as that of what it becomes, zeros where nothing depends on that, and comes
    out as that of what it was.

    >>> import numpy as np
    >>> @adjoint(wrt="x", outputs="y", target="python")
    ... def double(x, y):
    ...     for i in range(len(x)):
    ...         y[i] = 2.0 * x[i]
    >>> d_x = np.zeros(2)
    >>> double(np.ones(2), d_x, np.empty(2), np.array([1.0, 10.0]))
    >>> d_x
    array([ 2., 20.])
    """
    with DOOR:
        return make("adjoint", function, wrt, outputs, target, options)
