"""What a callable runs: the Python function inside it, and the signature of its code.

Python calls the code object of a function. What `functools.wraps` copies onto it, `__wrapped__`
and `__signature__` above all, belongs to another function, and is not asked.
"""

from __future__ import annotations

import functools
import gc
import inspect
from collections.abc import Container
from types import FunctionType, MethodType
from typing import Any

import numpy as np
from numba.np.ufunc.dufunc import DUFunc

CACHED = type(functools.lru_cache(abs))  # what `@functools.cache` makes
COMPILERS = ("numba", "numba_cuda", "srcdiff")  # modules whose classes hold a function as `py_func`
COPIED = ("__wrapped__", "__signature__")


def unwrapped(function: Any) -> Any:
    """Return the Python function inside one that was made by `@njit`, `@vectorize` or `@cache`.

    A function made by `@vectorize`, or by `np.vectorize`, is what it does to one element.
    What `@functools.cache` remembers makes no difference to what is computed.

    >>> def square(x): return x * x
    >>> unwrapped(functools.cache(square)) is square, unwrapped(np.vectorize(square)) is square
    (True, True)
    """
    while isinstance(function, CACHED) and calls(function, function.__wrapped__):
        function = function.__wrapped__
    if isinstance(function, np.vectorize):
        return function.pyfunc
    if isinstance(function, DUFunc):
        function = function._dispatcher
    return python_function(function)


def calls(cached: Any, function: Any) -> bool:
    """Return True if a function is the one that a cache calls; `__wrapped__` may be any other.

    >>> cached = functools.cache(abs)
    >>> calls(cached, abs), calls(functools.update_wrapper(cached, max), cached.__wrapped__)
    (True, False)
    """
    return any(part is function for part in gc.get_referents(cached))


def python_function(value: Any) -> Any:
    """Return the Python function that a dispatcher of Numba compiles; anything else as it is.

    >>> import numba
    >>> def square(x): return x * x
    >>> python_function(numba.njit(square)) is square
    True
    >>> square.py_func = abs  # which is not called
    >>> python_function(square) is square
    True
    """
    owners = (owner.__module__.split(".")[0] for owner in type(value).__mro__)
    return getattr(value, "py_func", value) if any(o in COMPILERS for o in owners) else value


def is_derivative(value: Any) -> bool:
    """Return True if a value was made by `grad` or another function of srcdiff.

    The class is asked: objects such as mocks make an attribute of any name.
    """
    return hasattr(type(value), "srcdiff_request")


def own_signature(function: Any) -> inspect.Signature:
    """Return the signature of the code that is run when a function is called.

    >>> def scaled(x, k=3.0): return k * x
    >>> def other(a): ...
    >>> str(own_signature(functools.wraps(other)(scaled)))
    '(x, k=3.0)'
    """
    own = unwrapped(function)
    if isinstance(own, FunctionType) and any(name in own.__dict__ for name in COPIED):
        bare = FunctionType(
            own.__code__, own.__globals__, own.__name__, own.__defaults__, own.__closure__
        )
        bare.__kwdefaults__ = own.__kwdefaults__
        own = bare
    return inspect.signature(own, follow_wrapped=False)


def bound_method(function: Any) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """Return the method that is called, with the arguments that `functools.partial` gives it.

    Any other function comes back as it is, without arguments.

    >>> class Line:
    ...     def at(self, x, slope, start): return start + slope * x
    >>> method, given, words = bound_method(functools.partial(Line().at, 2.0, start=1.0))
    >>> method.__name__, given, words
    ('at', (2.0,), {'start': 1.0})
    """
    if isinstance(function, functools.partial) and isinstance(function.func, MethodType):
        parameters = list(own_signature(function.func.__func__).parameters.values())[1:]
        left = [p.name for p in parameters[len(function.args) :]]
        is_plain = all(p.kind is p.POSITIONAL_OR_KEYWORD for p in parameters)
        fits = len(function.args) < len(parameters) and set(function.keywords) < set(left)
        if is_plain and fits:
            return function.func, function.args, function.keywords
    return function, (), {}


def left_signature(
    function: Any, given: tuple[Any, ...] = (), words: Container[str] = ()
) -> inspect.Signature:
    """Return the signature of a function of which some arguments are given, as by `partial`.

    >>> def at(x, slope, start, scale=1.0): ...
    >>> str(left_signature(at, (2.0,), {"slope": 1.0}))
    '(*, start, scale=1.0)'
    """
    left = []
    is_named = False
    for parameter in list(own_signature(function).parameters.values())[len(given) :]:
        is_named = is_named or parameter.name in words
        if parameter.name not in words:
            kind = parameter.KEYWORD_ONLY if is_named else parameter.kind
            left.append(parameter.replace(kind=kind))
    return inspect.Signature(left)


def shown_signature(function: Any) -> inspect.Signature:
    """Return the signature that a function shows, as `functools.wraps` and others have set it."""
    return inspect.signature(unwrapped(function))


def same_call(first: inspect.Signature, second: inspect.Signature) -> bool:
    """Return True if two signatures take the same arguments, annotations left out.

    >>> same_call(inspect.signature(lambda x: x), inspect.signature(lambda x, k=1: x))
    False
    """

    def described(signature: inspect.Signature) -> list[Any]:
        return [(p.name, p.kind, id(p.default)) for p in signature.parameters.values()]

    return described(first) == described(second)


def called_with(function: Any, values: Any) -> Any:
    """Call a function with values for all of its parameters, in order; a tuple for `*args`.

    >>> def scaled(x, *more, k): return k * (x + sum(more))
    >>> called_with(scaled, (1.0, (2.0, 3.0), 10.0))
    60.0
    """
    given: list[Any] = []
    words = {}
    parameters = own_signature(function).parameters.values()
    for parameter, value in zip(parameters, values, strict=True):
        if parameter.kind is parameter.VAR_POSITIONAL:
            given += value
        elif parameter.kind is parameter.KEYWORD_ONLY:
            words[parameter.name] = value
        else:
            given.append(value)
    return function(*given, **words)
