"""The types of functions that are arguments: each function has a type of its own."""

from __future__ import annotations

from collections.abc import Iterator
from types import BuiltinFunctionType, CellType, CodeType, FunctionType
from typing import Any

import numpy as np
from numba.core.datamodel import models, register_default
from numba.core.dispatcher import Dispatcher
from numba.extending import NativeValue, unbox
from numba.np.ufunc.dufunc import DUFunc

from srcdiff.analyse.types.types import Type, types
from srcdiff.front.callables import CACHED, is_derivative, python_function, unwrapped
from srcdiff.rules.registered import is_of_user

CALLABLE = (FunctionType, BuiltinFunctionType, np.ufunc, np.vectorize, DUFunc, Dispatcher, CACHED)


class FunctionArgument(types.Opaque):  # type: ignore[misc]
    """The type of a function that is passed from Python: what it is decides what is written.

    Functions that are made again, as lambdas in a loop, have the same type where they have the
    same code, defaults, variables and globals.
    """

    def __init__(self, value: Any) -> None:
        self.value = value
        self.identity, self.parts = identity_of(value)  # the parts keep their ids
        super().__init__(f"function({name_of(value)}#{id(value)})")

    @property
    def key(self) -> Any:
        """Return what types of equal functions have in common."""
        return self.identity


class AnyFunction(types.Opaque):  # type: ignore[misc]
    """What compiled code takes for a function, which it does not look at: one type for all."""

    def __init__(self) -> None:
        super().__init__("any_function")


ANY_FUNCTION = AnyFunction()
for _kind in (AnyFunction, FunctionArgument):
    register_default(_kind)(models.OpaqueModel)


@unbox(AnyFunction)  # type: ignore[untyped-decorator]
@unbox(FunctionArgument)  # type: ignore[untyped-decorator]
def taken(kind: Any, value: Any, c: Any) -> NativeValue:
    """Take a function as nothing."""
    return NativeValue(c.context.get_dummy_value())


def without_functions(kind: Type) -> Type:
    """Return a type of an argument without what tells functions from each other.

    Compiled code and its files are found by it, in other processes too.

    >>> without_functions(FunctionArgument(abs)), without_functions(types.float64)
    (any_function, float64)
    """
    if isinstance(kind, FunctionArgument):
        return ANY_FUNCTION
    if isinstance(kind, types.BaseTuple) and any(without_functions(k) != k for k in kind):
        own = tuple(map(without_functions, kind))
        return types.BaseTuple.from_types(own, getattr(kind, "instance_class", None))
    return kind


def is_function(value: Any) -> bool:
    """Return True if an argument is a function.

    >>> import math
    >>> is_function(math.sin), is_function(lambda x: x), is_function(2.0), is_function(float)
    (True, True, False, False)
    """
    return isinstance(value, CALLABLE) or is_derivative(value)


def function_of_type(kind: Type) -> Any:
    """Return the function that has a type, or is the default value left out; None for others.

    >>> import math
    >>> function_of_type(FunctionArgument(math.sin)), function_of_type(types.float64)
    (<built-in function sin>, None)
    """
    if isinstance(kind, FunctionArgument):
        return kind.value
    if isinstance(kind, types.Dispatcher):
        return kind.dispatcher
    if isinstance(kind, types.Function) and is_function(kind.typing_key):
        return kind.typing_key  # of a caller that Numba compiles
    if isinstance(kind, types.Omitted) and is_function(kind.value):
        return kind.value
    return None


def functions_in(kinds: tuple[Type, ...]) -> Iterator[Any]:
    """Return the functions that are arguments of some types, also in tuples."""
    for kind in kinds:
        function = function_of_type(kind)
        if function is not None:
            yield function
        elif isinstance(kind, types.BaseTuple):
            yield from functions_in(tuple(kind))


def name_of(value: Any) -> str:
    """Return the name of a function, as a part of a name; "" for one without.

    >>> name_of(len), name_of(lambda x: x)
    ('len', '')
    """
    title = str(getattr(unwrapped(value), "__name__", ""))
    return title if title.isidentifier() else ""


def has_rule(value: FunctionType) -> bool:
    """Return True if a user has registered a rule for a function, before or after `@njit`."""
    return is_of_user(value) or is_of_user(python_function(value))


def identity_of(value: Any, depth: int = 3) -> tuple[Any, tuple[Any, ...]]:
    """Return what functions that compute the same have in common, and the values it rests on.

    These are kept, so that no other value gets the id of one of them.

    >>> def times(k): return lambda x: k * x
    >>> [identity_of(times(k))[0] == identity_of(times(2.0))[0] for k in (2.0, 3.0, 2)]
    [True, False, False]
    """
    if not isinstance(value, FunctionType) or has_rule(value) or not depth:
        return id(value), (value,)
    inside = tuple(map(content_of, value.__closure__ or ()))
    words = tuple((value.__kwdefaults__ or {}).items())
    around = value.__globals__
    read = tuple(around[name] for name in names_in(value.__code__) if name in around)
    parts = (*inside, *(value.__defaults__ or ()), *(default for _, default in words), *read)
    names = (len(inside), tuple(word for word, _ in words))
    own = tuple(part_identity(part, depth) for part in parts)
    return (value.__code__, id(value.__globals__), names, own), (value, *parts)


def part_identity(value: Any, depth: int) -> Any:
    """Return what a number or a function is, or the identity of any other value."""
    if isinstance(value, FunctionType):
        return identity_of(value, depth - 1)
    is_number = isinstance(value, (bool, int, float, complex, str))
    return (type(value), repr(value)) if is_number else id(value)


def names_in(code: CodeType) -> Iterator[str]:
    """Return the names of globals and attributes in code, functions inside included."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def content_of(cell: CellType) -> Any:
    """Return what a variable of a function around is bound to, None if it is not bound yet."""
    try:
        return cell.cell_contents
    except ValueError:
        return None
