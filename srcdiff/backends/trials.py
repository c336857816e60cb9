"""What a function gives when it runs uncompiled, on copies of its arguments."""

from __future__ import annotations

import contextlib
import copy
import io
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.np.ufunc.dufunc import DUFunc

from srcdiff.checking.random_states import as_from, compiled_states, states
from srcdiff.checking.vectors import leaves
from srcdiff.front.callables import called_with, own_signature, unwrapped
from srcdiff.front.parse import Made, plain_function


@dataclass(frozen=True)
class Trial:
    """What a call gave: a value or an error, and the arguments as it left them."""

    value: Any
    error: Exception | None
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Case:
    """A function at some arguments, and what of it is differentiated."""

    function: Any
    arguments: tuple[Any, ...]
    wrt: tuple[str, ...]
    outputs: tuple[str, ...]

    @property
    def parameters(self) -> list[str]:
        """Return the names of the parameters."""
        return list(own_signature(self.function).parameters)

    def passed(self) -> list[Any]:
        """Return copies of the arguments as derivatives take them."""
        own: list[Any] = []
        for parameter, value in zip(
            own_signature(self.function).parameters.values(), self.arguments, strict=True
        ):
            own += value if parameter.kind is parameter.VAR_POSITIONAL else [value]
        return copy.deepcopy(own)

    def named(self, arguments: Sequence[Any], names: Sequence[str]) -> tuple[Any, ...]:
        """Return some of the arguments, by name."""
        known = dict(zip(self.parameters, arguments, strict=True))
        return tuple(known[name] for name in names)

    def plain(self) -> Trial:
        """Return what the function itself gives."""
        own = copy.deepcopy(self.arguments)
        return trial(lambda: called_with(as_it_runs(self.function), own), own)

    def results(self, run: Trial) -> list[Any]:
        """Return the parts of a result, and then the outputs."""
        value = [] if run.value is None else leaves(run.value)
        return [*value, *leaves(self.named(run.arguments, self.outputs))]


def as_it_runs(function: Any) -> Any:
    """Return what runs when a function is called, uncompiled where that is the same."""
    if hasattr(function, "srcdiff_request"):
        from srcdiff.backends.python import PythonDerivative

        return PythonDerivative(function.srcdiff_function, function.srcdiff_request)
    if isinstance(function, (DUFunc, np.vectorize)):
        return function
    if isinstance(function, Dispatcher):
        converts = not getattr(function, "_can_compile", True)
        if converts or isinstance(plain_function(function), Made):
            return function
    return unwrapped(function)


def trial(call: Callable[[], Any], arguments: tuple[Any, ...] = ()) -> Trial:
    """Return what a call gives, without its prints and warnings."""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            with contextlib.redirect_stdout(io.StringIO()):
                value = call()
    except Exception as error:  # what the function raises is part of the result
        return Trial(None, error, arguments)
    return Trial(value, None, arguments)


@dataclass(frozen=True)
class Draws:
    """What a function drew: random numbers in Python, and in compiled code that it calls."""

    plain: bool
    compiled: bool


def run_plainly(case: Case, saved: tuple[Any, Any]) -> tuple[Trial, Draws]:
    """Return what a function gives from a state, and what random numbers it drew."""
    with as_from(saved):
        compiled = compiled_states()
        found = case.plain()
        drawn = repr(states()) != repr(saved)
        return found, Draws(drawn, compiled_states() != compiled)
