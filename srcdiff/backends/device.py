"""Derivatives that kernels call: written for the types that they are called with."""

from __future__ import annotations

import functools
import hashlib
import inspect
from threading import Lock
from types import FunctionType
from typing import Any

from srcdiff.backends.cuda import in_kernels, python_function, simulated
from srcdiff.backends.generated import Derivative, Loaded
from srcdiff.backends.inspectable import Inspectable
from srcdiff.errors import WrongCall
from srcdiff.front.options import Asked, Given, check_named
from srcdiff.gpu.launch.device import write
from srcdiff.output import store
from srcdiff.program.module import Written

KINDS = ("grad", "value_and_grad", "vjp")


class OnDevice(Derivative):
    """A derivative of a device function: writes the module for given types."""

    def find(self, given: tuple[Any, ...]) -> Loaded:
        """Return the module, which lives in memory: it is compiled with the kernel."""
        text, title = self.write(given)
        digest = hashlib.sha256(text.encode()).hexdigest()[:16]
        return Loaded(text, title, store.load(f"{title}_{digest}", text, None))

    def written(self, given: Given) -> Written:
        """Return the module as it is written."""
        return write(self.function, given, self.asked)


class DeviceDerivative(Inspectable):
    """A derivative as kernels call it, from compiled code or in the simulator."""

    def __init__(self, function: Any, asked: Asked) -> None:
        if asked.kind not in KINDS:
            raise WrongCall(
                f"there is no `{asked.kind}` of device functions",
                advice="use `grad`, `value_and_grad` or `vjp`",
            )
        if asked.options.boundscheck:
            raise WrongCall(
                "`boundscheck` does not reach device functions",
                advice='check the function with `target="cpu"` first',
            )
        own = python_function(function)
        check_named(own)
        self.derivative = OnDevice(own, asked)
        self.lock = Lock()  # the simulator runs threads as threads
        functools.update_wrapper(self, own)
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        cotangents = self.derivative.cotangents if asked.kind == "vjp" else []
        names = [*self.derivative.parameters, *cotangents]
        self.__signature__ = inspect.Signature([inspect.Parameter(n, kind) for n in names])
        in_kernels(self, self.of_types)

    def __repr__(self) -> str:
        """Return what messages of Numba call the derivative."""
        return f"{self.derivative.asked.kind} of {self.derivative.function.__name__}"

    def of_types(self, given: tuple[Any, ...]) -> Any:
        """Return the device function for arguments of certain types."""
        with self.lock:
            loaded = self.derivative.load(given)
        return getattr(loaded.module, loaded.name)

    def generated(self, given: tuple[Any, ...]) -> FunctionType:
        """Return the Python function to differentiate once more: that without words of `cuda`."""
        loaded = Derivative(self.derivative.function, self.derivative.asked).load(given)
        function: FunctionType = getattr(loaded.module, loaded.name).py_func
        return function

    def __call__(self, *arguments: Any) -> Any:
        """Return the derivative, in a thread of the simulator.

        Raises WrongCall elsewhere.
        """
        return simulated(self.of_types(self.derivative.types_of(arguments)), arguments)
