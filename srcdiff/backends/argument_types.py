"""Numba's types of the arguments of a derivative, and the errors of those that have none."""

from __future__ import annotations

import contextlib
from typing import Any

import numpy as np

from srcdiff.analyse.types.function_types import FunctionArgument, is_function
from srcdiff.analyse.types.types import typeof
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.backends.list_arguments import is_ragged, ragged, type_of
from srcdiff.errors import SrcdiffError, WrongCall
from srcdiff.front.array_kinds import check_kind, of_own_kind
from srcdiff.front.callables import own_signature
from srcdiff.front.options import PRODUCTS, Asked, listed
from srcdiff.normalise.containers.containers import is_table, numbers_in

OPTIONS = (str, bool)


class ArgumentTypes:
    """The arguments that a derivative of a function takes, by position: their types and names."""

    def __init__(self, function: Any, asked: Asked) -> None:
        self.function = function
        self.asked = asked
        self.is_inner = False  # of the leaves of objects, which users do not see

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the function's parameters."""
        return tuple(own_signature(self.function).parameters)

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


def unknown_type(value: Any) -> Any:
    """Return a type for a value that Numba does not know, which tells what it is."""
    plain_array = type(value) is np.ndarray
    return numba_types.PyObject(f"array of {value.dtype}" if plain_array else type(value).__name__)
