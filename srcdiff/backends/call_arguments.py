"""The arguments of a call of a derivative, as what each of them is to the derivative."""

from __future__ import annotations

import functools
import inspect
import re
from typing import Any

import numpy as np

from srcdiff.analyse.checks.written_defaults import is_kept
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.backends.argument_types import ArgumentTypes
from srcdiff.backends.objects.kinds import has_parts
from srcdiff.errors import WrongCall
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.gc_pause import seldom_collected
from srcdiff.front.options import PRODUCTS, Asked, Given, listed, star_of
from srcdiff.front.recursion_limit import deep
from srcdiff.syntax import fresh


class CallArguments(ArgumentTypes):
    """The arguments of a derivative of a function: those of the function, and what follows them.

    `only_read` has default values, by name, that a function does not write to, with all types.
    """

    def __init__(self, function: Any, asked: Asked) -> None:
        super().__init__(function, asked)
        self.only_read: set[tuple[Any, ...]] = set()

    @functools.cached_property
    def starred(self) -> bool:
        """Return True if the function ends with `*args`, which is one tuple for a derivative."""
        return star_of(self.function) is not None

    @functools.cached_property
    def count(self) -> int:
        """Return how many arguments a product takes, -1 if there may be any number."""
        return -1 if self.starred else len(self.parameters) + len(self.cotangents)

    @functools.cached_property
    def cotangents(self) -> list[str]:
        """Return names for the cotangents, or tangents, that follow the arguments of a product."""
        from srcdiff.front.parse import returns_value

        if self.asked.kind == "jvp":
            words = [re.sub(r"\W+", "_", argument).strip("_") for argument in self.asked.wrt]
            names: list[str] = []
            for word in words:
                names.append(fresh(f"t_{word}", names))
            return [name if name not in self.parameters else f"{name}_" for name in names]
        names = ["cotangent"] if returns_value(self.function) else []
        names += [f"{output}_cotangent" for output in self.asked.outputs]
        return [name if name not in self.parameters else f"{name}_" for name in names]

    def complete(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        """Return all arguments of a vector-Jacobian or Jacobian-vector product by position.

        The cotangents are the last arguments, or named. Where there are outputs, that of the
        result may be left out: it is zero then. Raises WrongCall for a call that does not fit.
        """
        if len(args) == self.count and not kwargs:
            return args
        count = len(self.cotangents)
        named = [kwargs.pop(name) for name in self.cotangents if name in kwargs]
        split = max(len(args) - (count - len(named)), 0)
        own = self.bound(args[:split], kwargs)
        if own is not None:
            self.check_defaults(own)
            return (*own, *args[split:], *named)
        own = self.bound(args[: split + 1], kwargs)
        one_less = self.asked.kind == "vjp" and 0 < len(self.asked.outputs) == count - 1
        if own is not None and not named and one_less:
            self.check_defaults(own)
            return (*own, None, *args[split + 1 :])
        raise WrongCall(
            f"the arguments do not fit the {PRODUCTS[self.asked.kind]} product of "
            f"`{unwrapped(self.function).__name__}`",
            advice=f"pass {listed([*self.parameters, *self.cotangents])}",
        )

    def bound(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...] | None:
        """Return all arguments of the function, with defaults; None if they do not fit.

        Those that `*args` takes are one tuple.
        """
        from srcdiff.front.parse import signature

        try:
            bound = signature(self.function).bind(*args, **kwargs)
        except TypeError:
            return None
        bound.apply_defaults()
        return tuple(bound.arguments.values())

    def bound_as(
        self, signature: inspect.Signature, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> inspect.BoundArguments:
        """Return the arguments of a call by the names of parameters.

        Raises WrongCall, at the function, for arguments that do not fit.
        """
        try:
            return signature.bind(*args, **kwargs)
        except TypeError as error:
            title = unwrapped(self.function).__name__
            raise self.at_parameter(
                len(self.parameters),
                WrongCall(
                    f"the arguments do not fit `{title}`: {error}",
                    advice=f"pass {listed(list(signature.parameters))}",
                ),
            ) from None

    def check_differentiated(self, values: tuple[Any, ...]) -> None:
        """Refuse to differentiate with respect to strings, None and the like.

        Raises WrongCall, at the parameter.
        """
        for position, (title, value) in enumerate(zip(self.parameters, values, strict=False)):
            if title in self.asked.wrt and is_no_number(value):
                raise self.at_parameter(
                    position,
                    WrongCall(
                        f"`{title}` is {text(self.type_of(position, value))}: only floating-point "
                        "numbers, and arrays of them, can be differentiated",
                        advice="pass a number or an array, or name another argument by `wrt`",
                    ),
                )

    def packed(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the arguments of a call with those that `*args` takes as one tuple."""
        first = len(self.parameters) - 1
        if not self.starred or self.asked.kind == "adjoint" or len(arguments) < first:
            return arguments
        last = len(arguments) - len(self.cotangents) * (self.asked.kind in PRODUCTS)
        return (*arguments[:first], arguments[first:last], *arguments[last:])

    def divide(self, given: tuple[Any, ...]) -> Given:
        """Return which of the given types are of arguments, adjoints and cotangents."""
        if self.asked.kind != "adjoint":
            count = len(self.parameters)
            return Given(given[:count], (), given[count:])
        rest = list(given)
        own = []
        adjoints = []
        for parameter in self.parameters:
            if not rest:
                raise WrongCall(
                    f"the argument `{parameter}` is missing",
                    advice=f"pass {listed(list(self.parameters))}; arrays of `wrt` and `outputs` "
                    "are followed by their adjoints",
                )
            kind = rest.pop(0)
            own.append(kind)
            shadowed = parameter in self.asked.wrt + self.asked.outputs
            if shadowed and isinstance(kind, numba_types.Array):
                if not rest or not isinstance(rest[0], numba_types.Array):
                    raise WrongCall(
                        f"the array `{parameter}` must be followed by its adjoint",
                        advice=f"pass an array of the shape of `{parameter}` after it",
                    )
                adjoints.append(rest.pop(0))
        return Given(tuple(own), tuple(adjoints), tuple(rest))

    def check_defaults(self, own: tuple[Any, ...]) -> None:
        """Refuse to write to the default values among the arguments of a product.

        Raises UnsupportedSyntax, as Python keeps them between calls.
        """
        pairs = zip(own_signature(self.function).parameters.values(), own, strict=True)
        words = tuple(p.name for p, value in pairs if value is p.default and is_kept(value))
        if not words or any(map(has_parts, own)):  # which are checked where they are taken apart
            return
        from srcdiff.program.module import check_defaults  # reads what the function writes to

        kinds = self.types_of(own)
        if (words, kinds) not in self.only_read:
            with deep(), seldom_collected():
                check_defaults(self.function, self.divide(self.with_tables(kinds)), words)
            self.only_read.add((words, kinds))


def is_no_number(value: Any) -> bool:
    """Return True for a string, None, or an array of strings.

    >>> is_no_number("a"), is_no_number(None), is_no_number(np.array(["a"])), is_no_number(1)
    (True, True, True, False)
    """
    kind = value.dtype.kind if isinstance(value, np.ndarray) else ""
    return value is None or isinstance(value, (str, bytes)) or kind in ("S", "U")
