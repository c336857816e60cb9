"""Add the user's line to an error that is raised while a derivative runs.

Compiled code does not know where it is when it finds a subscript out of range, or shapes that do
not match. So the function runs once more on the same arguments, uncompiled, with its prints thrown
away and random numbers that are not drawn from the states; where it raises the same error, that
line is the place. It may take so long: uncompiled functions are slow.
"""

from __future__ import annotations

import contextlib
import copy
import io
import linecache
import sys
import time
import warnings
from collections.abc import Callable
from types import CellType, FrameType, FunctionType, ModuleType, TracebackType
from typing import Any, Protocol

import numpy as np
from numba.core.dispatcher import Dispatcher

from srcdiff.backends.generated import OWN_PACKAGES
from srcdiff.errors import AliasedArguments, SrcdiffError, WrongShape
from srcdiff.front.callables import called_with, is_derivative, own_signature, unwrapped
from srcdiff.front.options import Asked
from srcdiff.output.fingerprint import names_in
from srcdiff.syntax.origin import place, short

OF_CALLS = (WrongShape, AliasedArguments)  # which the function itself does not raise
OF_NUMBA = "\nFile "
LONGEST = 2.0  # seconds that a function may take to come to its error


class OfFunction(Protocol):
    """A derivative, to ask what it is of; one that `is_inner` is of the leaves of objects."""

    function: Any
    asked: Asked
    is_inner: bool

    @property
    def parameters(self) -> tuple[str, ...]:
        """Return the names of the function's parameters."""


class TooLong(BaseException):
    """The function ran for too long; no handler of the user catches it."""


def add_place(error: Exception, derivative: OfFunction, values: tuple[Any, ...] | None) -> None:
    """Add a note to an error that says where in the user's file it arises.

    `values` are the arguments of the derivative as they were when it was called, None if that is
    not known. Errors that have a place, and those of a Python without notes, stay as they are.
    """
    if derivative.is_inner:
        return  # the function that takes the objects adds it
    if isinstance(error, OF_CALLS):
        return add_function(error, derivative)
    is_refusal = isinstance(error, SrcdiffError)
    if is_refusal or not hasattr(error, "add_note") or hasattr(error, "__notes__"):
        return
    error.add_note("\n".join(found_place(error, derivative, values)))


def add_function(error: SrcdiffError, derivative: OfFunction) -> None:
    """Add the place of a function to an error of its call, if it has no place."""
    from srcdiff.front.parse import source_of

    with contextlib.suppress(SrcdiffError):
        if error.origin is None:
            source = source_of(derivative.function)
            error.origin, error.node = source.origin, source.written or source.tree


def found_place(
    error: Exception, derivative: OfFunction, values: tuple[Any, ...] | None
) -> list[str]:
    """Return the lines that show where an error arises, else where the function is defined."""
    from srcdiff.front.parse import source_of

    raised: Exception | None = None
    if values is not None:
        with contextlib.suppress(Exception, TooLong):
            raised = run_again(derivative, values)
    if raised is not None and type(raised) is type(error):
        if OF_NUMBA in str(error):  # what Numba says names files of Numba
            error.args = raised.args
        frame = of_user(raised.__traceback__)
        if frame is not None:
            return shown(*frame)
    with contextlib.suppress(SrcdiffError):
        source = source_of(derivative.function)
        return place(source.origin, source.written or source.tree)
    return [f"  in the derivative of {getattr(derivative.function, '__name__', 'a function')}"]


def run_again(derivative: OfFunction, values: tuple[Any, ...]) -> Exception | None:
    """Return what the function raises at some arguments of its derivative, None if nothing."""
    from srcdiff.checking.random_states import as_from, states

    function = derivative.function
    if is_derivative(function):
        return None
    count = len(own_signature(function).parameters)
    if derivative.asked.kind == "adjoint":
        values = without_adjoints(derivative, values)
    arguments = copy.deepcopy(values[:count])
    again = uncompiled(unwrapped(function), {})
    with as_from(states()), warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        with contextlib.redirect_stdout(io.StringIO()), for_a_while():
            try:
                called_with(again, arguments)
            except Exception as error:
                return error
    return None


def without_adjoints(derivative: OfFunction, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the arguments of a function among those of its adjoint."""
    rest, own = list(values), []
    for parameter in derivative.parameters:
        own.append(rest.pop(0))
        shadowed = parameter in derivative.asked.wrt + derivative.asked.outputs
        if shadowed and isinstance(own[-1], np.ndarray):
            rest.pop(0)
    return tuple(own)


def uncompiled(function: FunctionType, made: dict[int, FunctionType]) -> FunctionType:
    """Return a function that calls the Python functions inside compiled ones.

    Compiled code would write outside arrays again. Raises LookupError where it is called by an
    attribute.
    """
    if id(function) in made:
        return made[id(function)]
    code, space = function.__code__, dict(function.__globals__)
    cells = tuple(CellType(cell.cell_contents) for cell in function.__closure__ or ())
    new = FunctionType(code, space, function.__name__, function.__defaults__, cells or None)
    new.__kwdefaults__ = function.__kwdefaults__
    made[id(function)] = new

    def replaced(value: Any) -> Any:
        own = unwrapped(value)
        is_compiled = isinstance(value, Dispatcher) and isinstance(own, FunctionType)
        is_plain = own is value and isinstance(own, FunctionType) and is_of_user(own.__module__)
        return uncompiled(own, made) if is_compiled or is_plain else value

    names = names_in(code) & space.keys()
    for name in names:
        if isinstance(space[name], ModuleType) and is_of_user(space[name].__name__):
            attributes = (vars(space[name]).get(other) for other in names_in(code))
            if any(isinstance(value, Dispatcher) for value in attributes):
                raise LookupError(name)
        space[name] = replaced(space[name])
    for cell in cells:
        cell.cell_contents = replaced(cell.cell_contents)
    return new


def is_of_user(module: Any) -> bool:
    """Return True if a module is neither of Python, nor of the packages that srcdiff uses."""
    return str(module).split(".")[0] not in OWN_PACKAGES


@contextlib.contextmanager
def for_a_while() -> Any:
    """Raise TooLong in Python code that runs for too long."""
    end = time.monotonic() + LONGEST
    before = sys.gettrace()

    def check(frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
        if time.monotonic() > end:
            raise TooLong
        return check

    sys.settrace(check)
    try:
        yield
    finally:
        sys.settrace(before)


def of_user(trace: TracebackType | None) -> tuple[FrameType, int] | None:
    """Return the innermost frame of the user's code in a traceback, and its line."""
    found = None
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if is_of_user(name):
            found = trace.tb_frame, trace.tb_lineno
        trace = trace.tb_next
    return found


def shown(frame: FrameType, line: int) -> list[str]:
    """Return the lines that show a line of a function."""
    code = frame.f_code
    text = linecache.getline(code.co_filename, line).rstrip()
    stripped = text.lstrip()
    column = len(text) - len(stripped)
    return [
        f"  --> {short(code.co_filename)}:{line}:{column} in {code.co_name}",
        f"   | {text}",
        f"   | {' ' * column}{'^' * max(len(stripped), 1)}",
    ]
