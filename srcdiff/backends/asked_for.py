"""Make the derivative that a user has asked for, or give back the one that was made before."""

from __future__ import annotations

from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any

from srcdiff.backends.cpu import dispatcher
from srcdiff.backends.made_before import key_of, made_before
from srcdiff.backends.methods import MethodForm, OfMethod
from srcdiff.errors import WrongCall
from srcdiff.front.callables import bound_method, is_derivative
from srcdiff.front.door import DOOR
from srcdiff.front.not_functions import attribute_of_class
from srcdiff.front.options import Asked, Options, Wrt, listed, names
from srcdiff.front.without_source import with_source
from srcdiff.structures.layouts import is_object


def on_device(function: Any, asked: Asked) -> Any:
    """Return a derivative that CUDA kernels call."""
    from srcdiff.backends.device import DeviceDerivative

    return DeviceDerivative(function, asked)


def uncompiled(function: Any, asked: Asked) -> Any:
    """Return a derivative that runs as Python."""
    from srcdiff.backends.python import PythonDerivative

    return PythonDerivative(function, asked)


TARGETS = {"cpu": dispatcher, "python": uncompiled, "cuda": on_device}


@dataclass(frozen=True, eq=False)
class Wanted:
    """What a user has asked for, as it was written."""

    kind: str
    wrt: Wrt
    outputs: Wrt
    target: str
    options: dict[str, Any]
    has_aux: bool

    def request(self, function: Any) -> Asked:
        """Return what was asked for of a function; raises WrongCall for what does not exist."""
        if self.target not in TARGETS:
            raise WrongCall(
                f"there is no target {self.target!r}", advice='use "cpu", "python" or "cuda"'
            )
        unknown = set(self.options) - set(Options.__dataclass_fields__)
        if unknown:
            raise WrongCall(
                f"there is no option {sorted(unknown)[0]!r}",
                advice=f"the options are {listed(list(Options.__dataclass_fields__))}",
            )
        if self.options.get("arrays", "loops") not in ("loops", "whole"):
            raise WrongCall(
                f"there is no form {self.options['arrays']!r} of statements on arrays",
                advice='use "loops" or "whole"',
            )
        chosen, single = names(function, self.wrt)
        written, _ = names(function, self.outputs, "outputs")
        own = {"arrays": "whole"} if self.target == "python" else {}
        options = Options(**{**own, **self.options})
        return Asked(self.kind, chosen, written, single, options, bool(self.has_aux))

    def form(self, function: Any) -> MethodForm:
        """Return what derivatives of a method are for all objects."""
        request = self.request(function)
        return MethodForm(function, request, TARGETS[self.target])

    def derivative(self, function: Any) -> Any:
        """Return a new derivative of a function."""
        method, given, words = bound_method(function)
        if isinstance(method, MethodType):
            return OfMethod(self.form(function), method, given, words)
        request = self.request(function)
        return TARGETS[self.target](function, request)


def make(
    kind: str,
    function: Any,
    wrt: Wrt,
    outputs: Wrt,
    target: str,
    options: dict[str, Any],
    has_aux: bool = False,
) -> Any:
    """Return a derivative of a function, or, without one, a decorator that makes it.

    For the same function and options it is the same derivative, as long as a new one would be the
    same (backends/made_before.py).
    """
    if function is None:

        def decorate(given: Any) -> Any:
            with DOOR:
                return make(kind, given, wrt, outputs, target, options, has_aux)

        return decorate
    key = key_of(kind, wrt, outputs, target, options, has_aux)
    if type(function) not in (FunctionType, MethodType):
        function = method_of(with_source(checked(kind, function)))
    is_method = type(function) is MethodType
    before = made_before(function.__func__ if is_method else function)

    def wanted() -> Wanted:  # made only if it is: what follows is all that `grad(f)` does in loops
        return Wanted(kind, wrt, outputs, target, options, has_aux)

    if key is None or before is None:
        return wanted().derivative(function)
    if is_method:
        form = before.get(("form", *key), lambda: wanted().form(function))
        return before.method(key, form, function)
    return before.get(key, lambda: wanted().derivative(function))


def checked(kind: str, function: Any) -> Any:
    """Return what is differentiated; raises WrongCall for what is no function."""
    if not callable(function):
        named = isinstance(function, (int, str, tuple, list))
        advice = f'write `@{kind}(wrt="x")` to name an argument' if named else "pass a function"
        raise WrongCall(f"{function!r} is not a function", advice=advice)
    return function


def method_of(function: Any) -> Any:
    """Return the method that is run when an object of a class of the user is called."""
    if not is_object(function) or is_derivative(function):
        return function
    called = attribute_of_class(function, "__call__")
    return MethodType(called, function) if isinstance(called, FunctionType) else function
