"""Compile generated source with Numba, as a dispatcher that writes it on demand.

The only file that uses what Numba does not document: a dispatcher whose overloads come
from other dispatchers.
"""

from __future__ import annotations

import copy
import inspect
from typing import Any

from numba.core import config
from numba.core.registry import CPUDispatcher
from numba.core.typing import make_concrete_template

from srcdiff.analyse.types.types import types
from srcdiff.backends.argument_types import OPTIONS
from srcdiff.backends.compiling.stand_ins import anonymous
from srcdiff.backends.dispatcher import ANY_ARGUMENTS, DerivativeDispatcher
from srcdiff.backends.generated import Derivative
from srcdiff.backends.run_time_errors import add_place
from srcdiff.errors import WrongCall
from srcdiff.front.door import leave
from srcdiff.front.options import Asked


class ProductDispatcher(DerivativeDispatcher):
    """A product with the Jacobian: cotangents, or tangents, follow the arguments that are given.

    In compiled code all arguments have to be given. A call with `count` arguments, all of them
    numbers and arrays, takes little time.
    """

    def __init__(self, function: Any, asked: Asked) -> None:
        super().__init__(function, asked)
        self.by_options: dict[tuple[tuple[int, Any], ...], DerivativeDispatcher] = {}
        self.count = -1  # until it was called, and where it takes objects

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the product; arguments with defaults may be left out before the cotangents."""
        try:
            if kwargs or len(args) != self.count:
                return self.of_all(self.derivative.complete(args, kwargs))
            return CALL(self, *args)
        except Exception as error:
            if not kwargs and len(args) == self.count:  # else `of_all` has done so
                add_place(error, self.derivative, args)
            leave(error)
            raise

    def of_all(self, values: tuple[Any, ...]) -> Any:
        """Call the product with all arguments.

        There is a dispatcher for each choice of options: strings, and True or False.
        """
        chosen = tuple((k, v) for k, v in enumerate(values) if isinstance(v, OPTIONS))
        try:
            for quick in () if chosen else self.known_objects:
                leaves, others = quick.split(values)
                if leaves is not None and quick.special.flat.is_current():
                    return quick.call(leaves, others)
            if chosen:
                if chosen not in self.by_options:
                    own = OfOptions(self.derivative, len(values), dict(chosen))
                    self.by_options[chosen] = own
                return self.by_options[chosen](*values)
            found = CALL(self, *values)
        except Exception as error:
            add_place(error, self.derivative, values)
            leave(error)
            raise
        self.count = -1 if self.known_objects else self.derivative.count
        return found

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """Return what to call for arguments of these types; options among them decide what runs."""
        if any(isinstance(value, OPTIONS) for value in args):
            return self.of_all
        return super()._compile_for_args(*args, **kws)


class CheckedDispatcher(DerivativeDispatcher):
    """A gradient with `boundscheck`, all errors of which have a note of the user's line."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the gradient."""
        try:
            return super().__call__(*args, **kwargs)
        except Exception as error:
            add_place(error, self.derivative, self.derivative.bound(args, kwargs))
            leave(error)
            raise


class AdjointDispatcher(DerivativeDispatcher):
    """An adjoint, whose number of parameters depends on which arguments are arrays."""

    def __init__(self, function: Any, asked: Asked) -> None:
        super().__init__(function, asked)
        self.by_count: dict[int, DerivativeDispatcher] = {}

    def __call__(self, *args: Any) -> Any:
        """Call the adjoint, through a dispatcher for this number of arguments."""
        if len(args) not in self.by_count:
            self.by_count[len(args)] = OfCount(self.derivative, len(args))
        checks = self.derivative.asked.options.boundscheck or config.BOUNDSCHECK
        before = copy.deepcopy(args) if checks else None  # it writes to its arguments
        try:
            return self.by_count[len(args)](*args)
        except Exception as error:
            add_place(error, self.derivative, before)
            leave(error)
            raise

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return how compiled code calls this derivative: template, signature, types."""
        if kws:
            raise WrongCall(
                "an adjoint takes its arguments by position", advice="leave out their names"
            )
        self.compile(tuple(args))
        template = make_concrete_template("adjoint", "adjoint", self.nopython_signatures)
        kind = inspect.Parameter.POSITIONAL_ONLY
        parameters = [inspect.Parameter(f"a{k}", kind) for k in range(len(args))]
        return template, inspect.Signature(parameters), tuple(args), {}


class OfCount(DerivativeDispatcher):
    """An adjoint for a number of arguments, chosen by the types of all of them."""

    def __init__(self, derivative: Derivative, count: int) -> None:
        self.derivative = derivative
        self.known_objects = []
        CPUDispatcher.__init__(self, anonymous(count), targetoptions=ANY_ARGUMENTS)


class OfOptions(OfCount):
    """A product for certain options, which decide what runs before it is differentiated."""

    def __init__(self, derivative: Derivative, count: int, options: dict[int, Any]) -> None:
        super().__init__(derivative, count)
        self.options = options

    def decided(self, given: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the types of the arguments, with the values of the options."""
        return tuple(
            types.literal(self.options[k]) if k in self.options else kind
            for k, kind in enumerate(given)
        )


CALL = CPUDispatcher.__call__
KINDS = {"vjp": ProductDispatcher, "jvp": ProductDispatcher, "adjoint": AdjointDispatcher}


def dispatcher(function: Any, asked: Asked) -> DerivativeDispatcher:
    """Return a derivative as a dispatcher of Numba."""
    checks = asked.options.boundscheck or config.BOUNDSCHECK
    simple = CheckedDispatcher if checks else DerivativeDispatcher
    return KINDS.get(asked.kind, simple)(function, asked)
