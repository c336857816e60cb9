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
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any, ParamSpec, TypeVar, overload

from srcdiff.backends.cpu import dispatcher
from srcdiff.backends.made_before import key_of, made_before
from srcdiff.backends.methods import MethodForm, OfMethod
from srcdiff.backends.python import PythonDerivative
from srcdiff.errors import WrongCall
from srcdiff.front.callables import bound_method, is_derivative
from srcdiff.front.not_functions import attribute_of_class
from srcdiff.front.options import Asked, Options, Wrt, listed, names
from srcdiff.front.without_source import with_source
from srcdiff.protocol import Derivative
from srcdiff.structures.layouts import is_object

P = ParamSpec("P")
R = TypeVar("R")
Function = Callable[..., Any]
Product = Derivative[..., Any]


def on_device(function: Any, asked: Asked) -> Any:
    """Return a derivative that CUDA kernels call."""
    from srcdiff.backends.device import DeviceDerivative

    return DeviceDerivative(function, asked)


TARGETS = {"cpu": dispatcher, "python": PythonDerivative, "cuda": on_device}


@dataclass(frozen=True, eq=False)
class Wanted:
    """What a user has asked for, as it was written."""

    kind: str
    wrt: Wrt
    outputs: Wrt
    target: str
    options: dict[str, Any]
    has_aux: bool

    def request(self, function: Any) -> Asked:
        """Return what was asked for of a function; raises WrongCall for what does not exist."""
        if self.target not in TARGETS:
            raise WrongCall(
                f"there is no target {self.target!r}", advice='use "cpu", "python" or "cuda"'
            )
        unknown = set(self.options) - set(Options.__dataclass_fields__)
        if unknown:
            raise WrongCall(
                f"there is no option {sorted(unknown)[0]!r}",
                advice=f"the options are {listed(list(Options.__dataclass_fields__))}",
            )
        if self.options.get("arrays", "loops") not in ("loops", "whole"):
            raise WrongCall(
                f"there is no form {self.options['arrays']!r} of statements on arrays",
                advice='use "loops" or "whole"',
            )
        chosen, single = names(function, self.wrt)
        written, _ = names(function, self.outputs, "outputs")
        own = {"arrays": "whole"} if self.target == "python" else {}
        options = Options(**{**own, **self.options})
        return Asked(self.kind, chosen, written, single, options, bool(self.has_aux))

    def form(self, function: Any) -> MethodForm:
        """Return what derivatives of a method are for all objects."""
        request = self.request(function)
        return MethodForm(function, request, TARGETS[self.target])

    def derivative(self, function: Any) -> Any:
        """Return a new derivative of a function."""
        method, given, words = bound_method(function)
        if isinstance(method, MethodType):
            return OfMethod(self.form(function), method, given, words)
        request = self.request(function)
        return TARGETS[self.target](function, request)


def make(
    kind: str,
    function: Any,
    wrt: Wrt,
    outputs: Wrt,
    target: str,
    options: dict[str, Any],
    has_aux: bool = False,
) -> Any:
    """Return a derivative of a function, or, without one, a decorator that makes it.

    For the same function and options it is the same derivative, as long as a new one would be the
    same (backends/made_before.py).
    """
    if function is None:
        return lambda given: make(kind, given, wrt, outputs, target, options, has_aux)
    wanted = Wanted(kind, wrt, outputs, target, options, has_aux)
    key = key_of(kind, wrt, outputs, target, options, has_aux)
    if type(function) not in (FunctionType, MethodType):
        function = method_of(with_source(checked(kind, function)))
    is_method = type(function) is MethodType
    before = made_before(function.__func__ if is_method else function)
    if key is None or before is None:
        return wanted.derivative(function)
    if is_method:
        form = before.get(("form", *key), lambda: wanted.form(function))
        return before.method(key, form, function)
    return before.get(key, lambda: wanted.derivative(function))


def checked(kind: str, function: Any) -> Any:
    """Return what is differentiated; raises WrongCall for what is no function."""
    if not callable(function):
        named = isinstance(function, (int, str, tuple, list))
        advice = f'write `@{kind}(wrt="x")` to name an argument' if named else "pass a function"
        raise WrongCall(f"{function!r} is not a function", advice=advice)
    return function


def method_of(function: Any) -> Any:
    """Return the method that is run when an object of a class of the user is called."""
    if not is_object(function) or is_derivative(function):
        return function
    called = attribute_of_class(function, "__call__")
    return MethodType(called, function) if isinstance(called, FunctionType) else function


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
    return make("adjoint", function, wrt, outputs, target, options)
