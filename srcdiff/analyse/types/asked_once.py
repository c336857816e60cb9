"""Ask Numba once only for what it finds out again and again while it infers types.

It looks for the signature of an operator at each operation anew, in each round of its inference,
and for each compares all options of the compiler twice. Where Numba has to infer the types of a
long function, that is two thirds of the time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from numba.core.errors import TypingError
from numba.core.targetconfig import TargetConfig
from numba.core.types.functions import BaseFunction

from srcdiff.analyse.types.types import types
from srcdiff.core.exchanged import exchanged

# types without state: whoever is asked about them answers the same again
STATELESS = (types.Number, types.Boolean, types.Literal, types.Array, types.DType, types.NoneType)

Found = dict[tuple[Any, ...], Any]  # of a function, a context and types: the signature, or an error


@contextmanager
def asked_once() -> Iterator[None]:
    """Have Numba keep the signatures of functions for a while, and compare options quickly.

    >>> import numba
    >>> with asked_once():
    ...     numba.njit(lambda x: x * 2.0 + x)(1.5)
    4.5
    """
    with (
        exchanged(BaseFunction, "get_call_type", once(BaseFunction.get_call_type)),
        exchanged(TargetConfig, "__eq__", own_first(TargetConfig.__eq__)),
        exchanged(TargetConfig, "__hash__", of_class(TargetConfig.__hash__)),
    ):
        yield


def once(look_up: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method that finds signatures, with a memory of those for numbers and arrays."""
    found: Found = {}

    def get_call_type(
        self: Any, context: Any, args: tuple[Any, ...], kws: Mapping[str, Any]
    ) -> Any:
        if kws or not all(map(is_stateless, args)):
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


def is_stateless(kind: Any) -> bool:
    """Return True if a type stands for itself: no function, and nothing that holds one."""
    if isinstance(kind, types.BaseAnonymousTuple):
        return all(map(is_stateless, kind))
    return isinstance(kind, STATELESS)


def own_first(equal: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """Return Numba's comparison of options, which compares those that are set first."""

    def __eq__(self: Any, other: Any) -> Any:
        if self is other or (type(self) is type(other) and self._values == other._values):
            return True
        return equal(self, other)

    return __eq__


def of_class(hash_of: Callable[[Any], int]) -> Callable[[Any], int]:
    """Return Numba's hash of options, found once for all of a class: it is that of their names."""
    found: dict[type, int] = {}

    def __hash__(self: Any) -> int:
        if type(self) not in found:
            found[type(self)] = hash_of(self)
        return found[type(self)]

    return __hash__
