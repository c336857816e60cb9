"""Look up Numba's implementations in less time.

Numba looks for that of an operator at each operation anew, once to find its type and up to three
times more to compile it, in case that an operand is a literal. For formulas that is a third of the
time that their compilation takes; here what is found for numbers is remembered.

It asks Python for the signature of each implementation that it calls, and LLVM for the size of each
variable, which only debuggers want to know: these are remembered too.

Where a slice is assigned to, Numba compiles its strings, so that a message about wrong shapes can
name them. That takes seconds in each process; here the message is the one that it has for targets
without strings. Some functions of NumPy are those of analyse/types/quick.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from types import BuiltinFunctionType, FunctionType
from typing import Any

from numba.core import base, lowering
from numba.core.cpu import CPUContext
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import BaseContext

from srcdiff.analyse.types.asked_once import asked_once
from srcdiff.analyse.types.types import types
from srcdiff.core.exchanged import exchanged

FUNCTIONS = (BuiltinFunctionType, FunctionType)


@contextmanager
def remembered() -> Iterator[None]:
    """Look once only for what operators, and other functions, on values of some types are.

    >>> import numba
    >>> with remembered():
    ...     numba.njit(lambda x: x * 2.0 + x)(1.5)
    4.5
    """
    with (
        asked_once(),
        exchanged(BaseFunction, "get_call_type", plain_messages(BaseFunction.get_call_type)),
        exchanged(
            BaseContext, "resolve_value_type", function_first(BaseContext.resolve_value_type)
        ),
        exchanged(lowering, "_lit_or_omitted", literal_or_omitted),
        exchanged(base, "_has_loc", cache(base._has_loc)),
        exchanged(CPUContext, "get_abi_sizeof", cache(CPUContext.get_abi_sizeof)),
    ):
        yield


def plain_messages(look_up: Callable[..., Any]) -> Callable[..., Any]:
    """Return Numba's method that finds signatures, without strings for messages."""
    from numba.np.arrayobj import raise_with_shape_context  # which Numba loads when it compiles

    from srcdiff.analyse.types.quick import quick

    def get_call_type(
        self: Any, context: Any, args: tuple[Any, ...], kws: Mapping[str, Any]
    ) -> Any:
        if self.typing_key is raise_with_shape_context:
            return without_strings(self, look_up, context, args)
        if not kws and (other := quick(self.typing_key, args)) is not None:
            found = context.resolve_value_type(other)
            return given_code(self, found, look_up(found, context, args, kws))
        return look_up(self, context, args, kws)

    return get_call_type


def function_first(look_up: Callable[..., Any]) -> Callable[..., Any]:
    """Return Numba's method for types of values, which looks for functions where they are."""

    def resolve_value_type(self: Any, val: Any) -> Any:
        if type(val) is float:
            return types.float64
        found = self._get_global_type(val) if isinstance(val, FUNCTIONS) else None
        return look_up(self, val) if found is None else found

    return resolve_value_type


def literal_or_omitted(value: Any) -> Any:
    """Return the type of a value that is known, without an exception where there is no literal."""
    made = types.Literal.ctor_map.get(type(value), types.Omitted)
    return made(value)


def without_strings(
    function: Any, look_up: Callable[..., Any], context: Any, args: tuple[Any, ...]
) -> Any:
    """Return the signature of the function for wrong shapes that needs no strings.

    `function`, which has one for each target, gives its implementation from then on.
    """
    plain = [t for t in function.templates if t.metadata["target"] == "generic"]
    if not plain:  # another version of Numba
        return look_up(function, context, args, {})
    found = types.Function(plain[0])
    return given_code(function, found, look_up(found, context, args, {}))


def given_code(function: Any, other: Any, signature: Any) -> Any:
    """Return the signature of another function, whose implementation a function gives from now."""
    function._impl_keys[signature.args] = other.get_impl_key(signature)
    return signature
