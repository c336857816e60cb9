"""Look up Numba's implementations in less time.

Numba looks for that of an operator at each operation anew, once to find its type and up to three
times more to compile it, in case that an operand is a literal. For formulas that is a third of the
time that their compilation takes; here what is found for numbers is remembered.

Where a slice is assigned to, Numba compiles its strings, so that a message about wrong shapes can
name them. That takes seconds in each process; here the message is the one that it has for targets
without strings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import TypingError
from numba.core.types.functions import BaseFunction
from numba.np.arrayobj import raise_with_shape_context

from srcdiff.analyse.types import types

NUMBERS = (types.Number, types.Boolean, types.Literal)

Found = dict[tuple[Any, ...], Any]  # of a function, a context and types: the signature, or an error


@contextmanager
def remembered() -> Iterator[None]:
    """Look once only for what operators, and other functions, on numbers of some types are.

    Nothing else is compiled meanwhile: Numba compiles one function at a time.

    >>> import numba
    >>> with remembered():
    ...     numba.njit(lambda x: x * 2.0 + x)(1.5)
    4.5
    """
    with global_compiler_lock:
        look_up = BaseFunction.get_call_type
        BaseFunction.get_call_type = once(look_up)  # type: ignore[method-assign]
        try:
            yield
        finally:
            BaseFunction.get_call_type = look_up  # type: ignore[method-assign]


def once(look_up: Callable[..., Any]) -> Callable[..., Any]:
    """Return Numba's method that finds signatures, with a memory of those for numbers."""
    found: Found = {}

    def get_call_type(
        self: Any, context: Any, args: tuple[Any, ...], kws: Mapping[str, Any]
    ) -> Any:
        if self.typing_key is raise_with_shape_context:
            return without_strings(self, look_up, context, args)
        if kws or not all(isinstance(kind, NUMBERS) for kind in args):
            return look_up(self, context, args, kws)
        key = (self, context, tuple(args))
        if key not in found:
            try:
                found[key] = look_up(self, context, args, kws)
            except TypingError as error:
                found[key] = error
        if isinstance(found[key], TypingError):
            raise found[key].with_traceback(None)
        return found[key]

    return get_call_type


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
    signature = look_up(found, context, args, {})
    function._impl_keys[signature.args] = found.get_impl_key(signature)
    return signature
