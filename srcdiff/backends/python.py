"""Run generated source as it is: slow, but a debugger steps through it."""

from __future__ import annotations

import ast
import copy
import inspect
from collections.abc import Callable
from numbers import Complex, Real
from typing import Any

import numpy as np
from numba.core.serialize import ReduceMixin

from srcdiff.analyse.types.types import types
from srcdiff.backends.compiling.stand_ins import stand_in
from srcdiff.backends.generated import Derivative, Loaded
from srcdiff.backends.inspectable import name_like
from srcdiff.backends.objects.taking_apart import TakesApart
from srcdiff.backends.run_time_errors import add_function, add_place, run_again
from srcdiff.backends.verifying import is_asked_for
from srcdiff.errors import REFUSALS, UnsupportedType
from srcdiff.front.callables import python_function
from srcdiff.front.door import DOOR
from srcdiff.front.options import PRODUCTS, Asked


class PythonDerivative(TakesApart, ReduceMixin):  # type: ignore[misc]
    """A derivative that runs the generated source without compiling it."""

    def __init__(self, function: Any, asked: Asked) -> None:
        self.derivative = Derivative(function, asked)
        self.functions: dict[tuple[Any, ...], Callable[..., Any]] = {}
        self.__signature__ = inspect.signature(stand_in(self.derivative))
        name_like(self, function)

    @property
    def primal(self) -> Any:
        """Return the function itself."""
        return python_function(self.derivative.function)

    def _reduce_states(self) -> dict[str, Any]:
        """Return what another process needs to make this derivative again."""
        return {"function": self.derivative.function, "asked": self.derivative.asked}

    @classmethod
    def _rebuild(cls, function: Any, asked: Asked) -> PythonDerivative:
        """Make the derivative again, in another process."""
        return cls(function, asked)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Run the generated source on the arguments.

        Raises ValueError where a gradient of real numbers would be complex.
        """
        with DOOR:
            return self.called(args, kwargs)

    def called(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Return what the generated source gives for the arguments of a call."""
        values: tuple[Any, ...] = args
        left_out: set[int] = set()
        if self.derivative.asked.kind in PRODUCTS:
            values = self.derivative.complete(args, kwargs)
        elif kwargs or self.derivative.asked.kind != "adjoint":
            bound = self.derivative.bound_as(self.__signature__, args, kwargs)
            passed = set(bound.arguments)
            bound.apply_defaults()
            values = tuple(bound.arguments.values())
            left_out = {i for i, name in enumerate(bound.arguments) if name not in passed}
        passed_values = self.as_passed(values, left_out)
        if self.needs_parts(values):
            return self.with_objects(passed_values)
        try:
            return self.with_leaves(values, left_out)
        except REFUSALS as error:
            self.check_refused(error, passed_values)
            return self.with_objects(passed_values)

    @property
    def maker(self) -> Callable[[Any, Asked], Any]:
        """Return what makes the derivative of a function of leaves."""
        return PythonDerivative

    def with_leaves(self, values: tuple[Any, ...], left_out: set[int]) -> Any:
        """Run the generated source on numbers, arrays, and lists of them."""
        kinds = self.derivative.types_of(values)
        given = tuple(
            types.Omitted(values[i]) if i in left_out else kind for i, kind in enumerate(kinds)
        )
        if given not in self.functions:
            loaded = self.derivative.load(given)
            self.functions[given] = uncompiled(loaded)
            if is_asked_for(self.derivative.asked.options):
                from srcdiff.backends import verify

                return verify.first_call(
                    self.derivative, lambda: self.result(given, values), values
                )
        return self.result(given, values)

    def result(self, given: tuple[Any, ...], values: tuple[Any, ...]) -> Any:
        """Run the generated source for some types on the values of all arguments."""
        asked = self.derivative.asked
        before = values if asked.kind != "adjoint" else None  # which writes to its arguments
        if before is None and asked.options.boundscheck:
            before = copy.deepcopy(values)
        try:
            result = self.functions[given](*values)
        except Exception as error:
            if is_wide(error, self.derivative, before):
                raise wide_integer(self.derivative) from error
            add_place(error, self.derivative, before)
            if is_of_complex(error) and not any(map(is_complex, values)):
                raise complex_power() from error
            raise
        if asked.kind == "jvp":
            if is_imaginary(result[1]) and not is_complex(result[0]):
                raise complex_power()
            return result
        if not any(map(is_complex, values)):
            check_real(result)
        return self.of_floats(result, given)

    def of_floats(self, result: Any, given: tuple[Any, ...]) -> Any:
        """Return a result with floats for gradients that Python computed as integers.

        So it does from numbers that are integers in one branch, and floats in another.
        """
        asked = self.derivative.asked
        if asked.kind not in ("grad", "value_and_grad", "vjp"):
            return result
        kinds = dict(zip(self.derivative.parameters, given, strict=False))
        wanted = tuple(kinds[parameter] for parameter in asked.wrt)
        kind = wanted[0] if asked.single else wanted
        if asked.kind == "value_and_grad":
            return result[0], in_floats(result[1], kind)
        return (in_floats(result[0], kind), result[1]) if asked.has_aux else in_floats(result, kind)


def is_complex(value: Any) -> bool:
    """Return True if a value is a complex number, or has some.

    >>> is_complex(2.0), is_complex((1, 2j)), is_complex(np.zeros(2, np.complex64))
    (False, True, True)
    """
    if isinstance(value, (tuple, list)):
        return any(map(is_complex, value))
    is_number = isinstance(value, Complex) and not isinstance(value, Real)
    return is_number or (isinstance(value, np.ndarray) and value.dtype.kind == "c")


def is_imaginary(value: Any) -> bool:
    """Return True if a value is a number with an imaginary part, or has some.

    >>> is_imaginary(2.0), is_imaginary((1, 2j)), is_imaginary(3 + 0j)
    (False, True, False)
    """
    if isinstance(value, (tuple, list)):
        return any(map(is_imaginary, value))
    return is_complex(value) and bool(np.any(np.imag(value)))


def check_real(result: Any) -> None:
    """Raise ValueError if a gradient of real numbers is complex.

    Powers of negative numbers are, in Python; compiled they are nan.
    """
    if is_complex(result):
        raise complex_power()


def complex_power() -> ValueError:
    """Return the error for a derivative of real numbers that became complex."""
    return ValueError(
        "a power of a negative number made the derivative complex: compiled, it is nan"
    )


def is_wide(error: Exception, derivative: Derivative, values: tuple[Any, ...] | None) -> bool:
    """Return True if what is saved is an integer that has too many bits, and the function goes on.

    `values` are the arguments that the derivative was called with, if they are known.
    """
    if not isinstance(error, OverflowError) or "too large to convert" not in str(error):
        return False
    return values is None or not isinstance(run_again(derivative, values), OverflowError)


def wide_integer(derivative: Derivative) -> UnsupportedType:
    """Return the error for an integer that compiled code has not."""
    error = UnsupportedType(
        "an integer has more than 64 bits here, and integers of compiled code have 64",
        None,
        "make it a floating-point number, as in `k = 1.0`",
    )
    add_function(error, derivative)
    return error


def is_of_complex(error: Exception) -> bool:
    """Return True if an operation of Python was not made for complex numbers.

    >>> try:
    ...     1j < 0.0
    ... except TypeError as error:
    ...     is_of_complex(error)
    True
    """
    return isinstance(error, TypeError) and "complex" in str(error)


def in_floats(gradient: Any, kind: Any) -> Any:
    """Return a gradient with floats where its type, or a tuple of types, has them.

    >>> in_floats((2, 3), (types.float64, types.int64))
    (2.0, 3)
    """
    if isinstance(kind, types.Float) and isinstance(gradient, int):
        return float(gradient)
    if not isinstance(gradient, tuple) or not isinstance(kind, (tuple, types.BaseTuple)):
        return gradient
    parts = [in_floats(part, k) for part, k in zip(gradient, kind, strict=True)]
    return type(gradient)(*parts) if hasattr(gradient, "_fields") else tuple(parts)


def uncompiled(loaded: Loaded) -> Callable[..., Any]:
    """Return the main function of a generated module, as plain Python.

    The decorators are left out; files and lines stay, so that debuggers find them.
    """
    tree = ast.parse(loaded.text)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = []
    space: dict[str, Any] = {"__name__": loaded.module.__name__}
    exec(compile(tree, loaded.module.__file__ or "<srcdiff>", "exec"), space)
    function: Callable[..., Any] = space[loaded.name]
    return function
