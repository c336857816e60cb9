"""The arguments that a derivative takes: by position, with their types, and refused ones."""

from __future__ import annotations

import contextlib
import functools
import inspect
import re
from typing import Any

import numpy as np

from srcdiff.analyse.checks.written_defaults import is_kept
from srcdiff.analyse.types.function_types import FunctionArgument, is_function
from srcdiff.analyse.types.types import typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.backends.list_arguments import is_ragged, ragged, type_of
from srcdiff.backends.objects.kinds import has_parts
from srcdiff.errors import SrcdiffError, WrongCall
from srcdiff.front.array_kinds import check_kind, of_own_kind
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.gc_pause import seldom_collected
from srcdiff.front.options import Asked, Given, listed, star_of
from srcdiff.front.recursion_limit import deep
from srcdiff.normalise.containers.containers import is_table, numbers_in
from srcdiff.syntax import fresh

OPTIONS = (str, bool)
PRODUCTS = {"vjp": "vector-Jacobian", "jvp": "Jacobian-vector"}


class CallArguments:
    """The arguments of a derivative of a function: those of the function, and what follows them.

    `only_read` has default values, by name, that a function does not write to, with all types.
    """

    def __init__(self, function: Any, asked: Asked) -> None:
        self.function = function
        self.asked = asked
        self.only_read: set[tuple[Any, ...]] = set()
        self.is_inner = False  # of the leaves of objects, which users do not see

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the function's parameters."""
        return tuple(own_signature(self.function).parameters)

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

    def types_of(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return Numba's types of some arguments; defaults are added where they are missing.

        Raises WrongCall for a value that Numba does not know.
        """
        kinds = [self.type_of(position, value) for position, value in enumerate(arguments)]
        if self.asked.kind in (*PRODUCTS, "adjoint"):
            return tuple(kinds)
        parameters = list(own_signature(self.function).parameters.values())
        if len(kinds) > len(parameters):
            raise WrongCall(
                f"{len(kinds)} arguments were passed, and {len(parameters)} are taken",
                advice=f"pass {listed(list(self.parameters))}",
            )
        for parameter in parameters[len(kinds) :]:
            if parameter.kind is parameter.VAR_POSITIONAL:
                kinds.append(typeof(()))
                continue
            if parameter.default is parameter.empty:
                raise WrongCall(
                    f"the argument `{parameter.name}` is missing",
                    advice=f"pass {listed(list(self.parameters))}",
                )
            kinds.append(numba_types.Omitted(parameter.default))
        return tuple(kinds)

    def type_of(self, position: int, value: Any) -> Any:
        """Return Numba's type of one argument."""
        if isinstance(value, OPTIONS):
            return numba_types.literal(value)  # it decides what runs
        if is_function(value):
            return FunctionArgument(value)
        try:
            if of_own_kind(value) is not None:  # what an argument is called takes long to find
                check_kind(self.called(position), value)
            if is_ragged(value):
                raise self.at_parameter(position, ragged(self.called(position)))
            found = self.omitted(value) or type_of(value)
            if getattr(found, "dtype", None) is numba_types.pyobject:
                found = unknown_type(value)
            return found
        except SrcdiffError:
            raise
        except Exception:  # of Numba, or of an object that raises whatever it is asked
            raise self.unknown(position, unknown_type(value)) from None

    def omitted(self, value: Any) -> Any:
        """Return the type of an argument that is left out, None if a value is no default."""
        if not is_table(value) or numbers_in(value) is not None:
            return None
        found = own_signature(self.function).parameters.values()
        return numba_types.Omitted(None) if any(p.default is value for p in found) else None

    def with_tables(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return types of arguments, with the default values that compiled code cannot take.

        Dispatchers have None instead.
        """
        found = own_signature(self.function).parameters.values()
        defaults = [parameter.default for parameter in found]
        left_out = len(defaults) if self.asked.kind != "adjoint" else 0
        return tuple(
            numba_types.Omitted(defaults[k])
            if k < left_out and isinstance(kind, numba_types.Omitted) and is_table(defaults[k])
            else kind
            for k, kind in enumerate(given)
        )

    def check_defaults(self, own: tuple[Any, ...]) -> None:
        """Refuse to write to the default values among the arguments of a product.

        Raises UnsupportedSyntax, as Python keeps them between calls.
        """
        from srcdiff.program.module import check_defaults

        pairs = zip(own_signature(self.function).parameters.values(), own, strict=True)
        words = tuple(p.name for p, value in pairs if value is p.default and is_kept(value))
        if not words or any(map(has_parts, own)):  # which are checked where they are taken apart
            return
        kinds = self.types_of(own)
        if (words, kinds) not in self.only_read:
            with deep(), seldom_collected():
                check_defaults(self.function, self.divide(self.with_tables(kinds)), words)
            self.only_read.add((words, kinds))

    def called(self, position: int) -> str:
        """Return what the argument at a position is called in errors."""
        own = self.parameters if self.asked.kind != "adjoint" else ()
        return f"`{own[position]}`" if position < len(own) else f"argument {position + 1}"

    def unknown(self, position: int, kind: Any) -> SrcdiffError:
        """Return the error for an argument that Numba does not know."""
        error = WrongCall(
            f"{self.called(position)} is {text(kind)}, which Numba does not know",
            advice="pass numbers, and NumPy arrays of numbers",
        )
        return self.at_parameter(position, error)

    def at_parameter(self, position: int, error: SrcdiffError) -> SrcdiffError:
        """Return an error about an argument, at its parameter where the text is known."""
        from srcdiff.front.parse import source_of
        from srcdiff.syntax import all_parameters

        with contextlib.suppress(SrcdiffError):
            source = source_of(self.function)
            own = list(all_parameters(source.written or source.tree))
            is_own = self.asked.kind != "adjoint" and position < len(own)
            error.origin, error.node = source.origin, own[position] if is_own else source.tree
        return error


def is_no_number(value: Any) -> bool:
    """Return True for a string, None, or an array of strings.

    >>> is_no_number("a"), is_no_number(None), is_no_number(np.array(["a"])), is_no_number(1)
    (True, True, True, False)
    """
    kind = value.dtype.kind if isinstance(value, np.ndarray) else ""
    return value is None or isinstance(value, (str, bytes)) or kind in ("S", "U")


def unknown_type(value: Any) -> Any:
    """Return a type for a value that Numba does not know, which tells what it is."""
    plain_array = type(value) is np.ndarray
    return numba_types.PyObject(f"array of {value.dtype}" if plain_array else type(value).__name__)
