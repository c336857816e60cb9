"""Say what becomes of a program: its derivatives are right, wrong, refused, or fail."""

from __future__ import annotations

import linecache
import random
import re
import traceback
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import srcdiff
from srcdiff.errors import InternalError, SrcdiffError

from ..singular_points import is_singular
from ..time_limit import limited
from .differences import Discard, Expected, expected, flat, is_real, parts, weighted
from .exact import adjoints
from .program import Loaded, Program, load

OTHER_SHAPES = "need names of their own"  # what a derivative says of shapes when it runs
SECONDS_PLAIN = 1.0  # of processor time, for the function and its differences
SECONDS = {"python": 60.0, "cpu": 240.0}  # for the derivatives
MODES = ("grad", "value_and_grad", "vjp", "jvp")
SAME = 1e-9  # how far values and the two modes may be apart
NARROW = 2e-3  # where floats are narrow


@dataclass(frozen=True)
class Verdict:
    """What became of a program: "right", "refused", "discarded", "wrong", "error" or "hang".

    Failures of one `signature` probably have one cause. `idiom` is the one at whose line a
    refusal points.
    """

    kind: str
    signature: str = ""
    message: str = ""
    mode: str = ""
    idiom: str = ""

    @property
    def failed(self) -> bool:
        """Return True if this is a bug of srcdiff."""
        return self.kind in ("wrong", "error", "hang")


class Wrong(Exception):
    """A derivative that is not right: what of it, and how."""


class RaisedAlike(Exception):
    """The derivative raises what the function raises."""


class Hang(BaseException):
    """Code that takes too long; nothing but the judge catches it."""


@dataclass(frozen=True)
class Task:
    """A program with what is expected of it: a result and its derivative, or an exception."""

    loaded: Loaded
    chosen: tuple[int, ...]
    expected: Expected | None
    raises: Exception | None
    narrow: bool


def judge(
    program: Program, modes: Sequence[str] = (), target: str = "python", exact: str = ""
) -> Verdict:
    """Return what becomes of a program; without modes, in one of them.

    `exact` is the path of an external judge.
    """
    file = ""
    try:
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            with limited(SECONDS_PLAIN, Hang):
                task = prepared(program.text, target)
                if exact:
                    task = sharpened(task, exact)
            file = task.loaded.file
            return in_modes(program, task, modes or drawn_modes(program.text), target)
    except Hang:
        return Verdict("discarded", "the function takes too long")
    except Discard as reason:
        return Verdict("discarded", str(reason))
    finally:
        linecache.cache.pop(file, None)


def drawn_modes(text: str) -> tuple[str, ...]:
    """Return the mode that a program is judged in; always the same."""
    return (random.Random(text).choices(MODES, (2, 4, 2, 4))[0],)


def in_modes(program: Program, task: Task, modes: Sequence[str], target: str) -> Verdict:
    """Return the first failure in some modes, else the first refusal, else "right".

    Forward mode is always tried where reverse mode refuses.
    """
    verdict = Verdict("right")
    gradient: np.ndarray | None = None
    scalar = task.expected is None or is_number(task.expected.result)
    left = ["vjp" if mode != "jvp" and not scalar else mode for mode in modes]
    while left:
        mode = left.pop(0)
        found, value = in_mode(program, task, mode, target)
        if found.failed:
            return found
        if found.kind == "refused" and verdict.kind == "right":
            verdict = found
            left += ["jvp"] if mode != "jvp" and not left else []
        if found.kind == "right" and task.expected is not None and value is not None:
            if mode == "jvp" and gradient is not None:
                close = agree(value, gradient @ directions(task), task.narrow)
                if not close:
                    text = f"forward {value!r}, reverse {gradient @ directions(task)!r}"
                    return Verdict("wrong", "the modes differ", text, "jvp")
            if mode != "jvp":
                gradient = value
    return verdict


def in_mode(program: Program, task: Task, mode: str, target: str) -> tuple[Verdict, Any]:
    """Return what becomes of a program in one mode; its gradient, or its weighted tangent."""
    try:
        with limited(SECONDS[target], Hang):
            value = compared(task, mode, target)
    except RaisedAlike:
        return Verdict("right", mode=mode), None
    except Hang:
        return Verdict("hang", f"{mode} never ends", "", mode), None
    except InternalError as error:
        reason = re.sub(r"0x[0-9a-f]+|\d+", "#", error.reason.split("\n")[0])
        return Verdict("error", f"InternalError {reason}", str(error), mode), None
    except SrcdiffError as error:
        idiom = "" if error.origin is None or error.node is None else idiom_of(program, task, error)
        reason = f"{type(error).__name__}: {error.reason}"
        return Verdict("refused", reason, str(error), mode, idiom), None
    except Wrong as error:
        signature, message = error.args
        if signature.endswith("is nan"):
            check_smooth(task)
        return Verdict("wrong", signature, message, mode), None
    except Exception as error:
        if isinstance(error, ZeroDivisionError):
            check_smooth(task)
        if isinstance(error, AssertionError) and OTHER_SHAPES in str(error):
            return Verdict("refused", f"when it runs: {OTHER_SHAPES}", str(error), mode), None
        due = f"{type(task.raises).__name__} is due, not " if task.raises is not None else ""
        return Verdict("error", due + place(error), traceback.format_exc(limit=-4), mode), None
    return Verdict("right"), value


def check_smooth(task: Task) -> None:
    """Raise Discard if the function asks for a function where that has no derivative."""
    if task.expected is not None and is_singular(
        lambda: task.loaded.plain(*task.loaded.arguments())
    ):
        raise Discard("at a point without derivative")


def idiom_of(program: Program, task: Task, error: SrcdiffError) -> str:
    """Return the idiom of the line that a refusal points at."""
    origin, node = error.origin, error.node
    assert origin is not None and node is not None
    part, _ = origin.part(node)
    return program.idiom_at(origin.line(node)) if part.file == task.loaded.file else ""


def place(error: Exception) -> str:
    """Return the type of an exception, and where srcdiff or what it wrote raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "/srcdiff/" in frame.filename]
    if not inside or inside[-1] is not frames[-1]:
        words = re.sub(r"'[^']*'|\d+", "#", str(error).split("\n")[0])[:60]
        return f"{type(error).__name__} in the generated source: {words}"
    found = inside[-1]
    return f"{type(error).__name__} in {found.filename.rpartition('/srcdiff/')[2]}:{found.name}"


def prepared(text: str, target: str) -> Task:
    """Run the plain function of a program; raise Discard if it cannot be judged."""
    try:
        loaded = load(text)
    except Exception as error:  # a program in the course of reduction
        raise Discard(f"not a program: {type(error).__name__}") from None
    names = loaded.f.__code__.co_varnames[: loaded.f.__code__.co_argcount]
    try:
        chosen = tuple(names.index(name) for name in loaded.wrt)
        given = loaded.arguments()
    except Exception as error:
        raise Discard(f"not a program: {type(error).__name__}") from None
    floats = isinstance(given, tuple) and len(given) == len(names)
    if not chosen or not floats or not all(is_real(given[at]) for at in chosen):
        raise Discard("not a program: other arguments")
    narrow = any(getattr(given[at], "dtype", np.float64) == np.float32 for at in chosen)
    narrow |= "float32" in text
    try:
        found = expected(loaded.plain, loaded.arguments, chosen, weights)
        check_result(loaded, found, narrow)
    except Discard:
        raise
    except Exception as error:
        if not is_raised_here(loaded):
            raise Discard("the function raises nearby, but not here") from None
        if not is_defined(error, target):
            raise Discard(f"the function raises {type(error).__name__}") from None
        return Task(loaded, chosen, None, error, narrow)
    return Task(loaded, chosen, found, None, narrow)


def sharpened(task: Task, exact: str) -> Task:
    """Return a task with the gradient of an external judge, if that agrees with differences."""
    if task.expected is None or task.narrow or not is_number(task.expected.result):
        return task
    found = adjoints(exact, task.loaded.f, task.loaded.arguments(), task.chosen)
    old = task.expected
    if found is None or found.shape != old.derivative.shape:
        return task
    if np.any(np.abs(found - old.derivative) > old.tolerance):
        raise Discard("the external judge disagrees with differences")
    tolerance = np.full(found.shape, SAME * max(1.0, np.max(np.abs(found)), abs(old.result)))
    return replace(task, expected=replace(old, derivative=found, tolerance=tolerance))


def is_raised_here(loaded: Loaded) -> bool:
    """Return True if the plain function raises for its arguments, not only for others nearby."""
    try:
        loaded.plain(*loaded.arguments())
    except Exception:
        return True
    return False


def is_defined(error: Exception, target: str) -> bool:
    """Return True if a derivative raises the same: floats give inf and nan instead."""
    if isinstance(error, ZeroDivisionError):
        return "integer" in str(error)
    if isinstance(error, ValueError):
        return "small" in str(error) or "large" in str(error)
    return isinstance(error, (UnboundLocalError, AssertionError))


def weights(result: Any) -> tuple[Any, ...]:
    """Return weights for each part of a result, None for what is not real.

    >>> weights((1.5, 2))
    (1.0, None)
    """
    found = parts(result)
    if not any(map(is_real, found)):
        raise Discard("no real result")
    one_number = len(found) == 1 and np.ndim(found[0]) == 0
    return tuple(
        None if not is_real(part) else 1.0 if one_number or np.ndim(part) == 0 else spread(part)
        for part in found
    )


def spread(array: np.ndarray) -> np.ndarray:
    """Return different weights for the elements of an array."""
    found: np.ndarray = np.linspace(0.6, 1.7, array.size).reshape(array.shape)
    return found.astype(array.dtype)


def check_result(loaded: Loaded, found: Expected, narrow: bool) -> None:
    """Raise Discard if the result depends on what np.empty holds, or on rounding to float32."""
    again = loaded.f(*loaded.arguments())
    if not same(again, found.result, narrow):
        raise Discard("the result is not always the same")


def is_number(result: Any) -> bool:
    """Return True for a real number."""
    return is_real(result) and np.ndim(result) == 0


def agree(one: Any, other: Any, narrow: bool, scale: float = 1.0) -> bool:
    """Return True if two values are equal up to rounding."""
    tolerance = NARROW if narrow else SAME
    one, other = np.asarray(one), np.asarray(other)
    if one.shape != other.shape:
        return False
    wide = np.maximum(scale, np.max(np.abs(other), initial=0.0))
    return bool(np.all((np.abs(one - other) <= tolerance * wide) | (one == other)))


def same(one: Any, other: Any, narrow: bool) -> bool:
    """Return True if two results are equal up to rounding."""
    if isinstance(one, tuple) != isinstance(other, tuple):
        return False
    pairs = list(zip(parts(one), parts(other), strict=False))
    return len(parts(one)) == len(parts(other)) and all(agree(a, b, narrow) for a, b in pairs)


def directions(task: Task) -> np.ndarray:
    """Return the direction in which forward mode is asked, one element for each of `wrt`."""
    size = flat(task.loaded.arguments(), task.chosen).size
    found: np.ndarray = np.cos(1.0 + 0.7 * np.arange(size))
    return found


def tangents(task: Task, given: Sequence[Any]) -> list[Any]:
    """Return the direction in the form of the arguments."""
    left, found = directions(task), []
    for at in task.chosen:
        size = np.size(given[at])
        piece, left = left[:size], left[size:]
        if isinstance(given[at], np.ndarray):
            found.append(piece.reshape(given[at].shape).astype(given[at].dtype))
        else:
            found.append(type(given[at])(piece[0]))
    return found


def compared(task: Task, mode: str, target: str) -> Any:
    """Call a derivative and compare it; return its gradient, or its weighted tangent."""
    given = task.loaded.arguments()
    wrt = task.loaded.wrt if len(task.loaded.wrt) > 1 else task.loaded.wrt[0]
    arrays = "whole" if target == "python" and len(task.loaded.text) % 2 else "loops"
    derivative = getattr(srcdiff, mode)(task.loaded.f, wrt=wrt, target=target, arrays=arrays)
    found = called(task, mode, derivative, given)
    if task.raises is not None:
        name = type(task.raises).__name__
        raise Wrong(f"does not raise {name}", f"{name}: {task.raises}, but the result is {found!r}")
    changed = [a for a, b in zip(given, task.loaded.arguments(), strict=True) if not equal(a, b)]
    if changed:
        raise Wrong("arguments are changed", repr(changed))
    assert task.expected is not None
    if mode == "jvp":
        value, tangent = found
        check_value(task, value)
        along = weighted(tangent, task.expected.weights)
        check_derivative(
            task,
            np.array([along]),
            np.array([task.expected.derivative @ directions(task)]),
            np.array([task.expected.tolerance @ np.abs(directions(task))]),
            "tangent",
        )
        return along
    gradient = found
    if mode == "value_and_grad":
        value, gradient = found
        check_value(task, value)
    single = len(task.chosen) == 1
    got = gradient_of(task, given, (gradient,) if single else gradient)
    check_derivative(task, got, task.expected.derivative, task.expected.tolerance, "gradient")
    return got


def called(task: Task, mode: str, derivative: Callable[..., Any], given: Sequence[Any]) -> Any:
    """Call a derivative with what its mode takes; the exception of the function is right."""
    more: list[Any] = []
    if mode == "vjp":
        width = task.expected.weights if task.expected is not None else (1.0,)
        more = [width if len(width) > 1 else width[0]]
    if mode == "jvp":
        more = tangents(task, given)
    try:
        return derivative(*given, *more)
    except SrcdiffError:
        raise
    except Exception as error:
        if task.raises is not None and alike(error, task.raises):
            raise RaisedAlike from None
        raise


def alike(error: Exception, wanted: Exception) -> bool:
    """Return True if an exception is the function's; compiled code has NameError for unbound."""
    if isinstance(wanted, UnboundLocalError):
        return isinstance(error, NameError)
    return type(error) is type(wanted)


def equal(one: Any, other: Any) -> bool:
    """Return True if an argument is as it was."""
    return bool(np.array_equal(np.asarray(one), np.asarray(other)))


def check_value(task: Task, value: Any) -> None:
    """Raise Wrong unless a value is that of the function."""
    assert task.expected is not None
    if not same(value, task.expected.result, task.narrow):
        raise Wrong("value", f"{value!r}, but the function gives {task.expected.result!r}")


def gradient_of(task: Task, given: Sequence[Any], found: Sequence[Any]) -> np.ndarray:
    """Return the elements of a gradient, whose parts have the form of the arguments."""
    for at, part in zip(task.chosen, found, strict=True):
        if np.shape(part) != np.shape(given[at]):
            raise Wrong("shape", f"the gradient of {np.shape(given[at])} is {np.shape(part)}")
        if isinstance(part, np.ndarray) and part.dtype != given[at].dtype:
            raise Wrong("dtype", f"the gradient of {given[at].dtype} is {part.dtype}")
    return np.concatenate([np.ravel(np.asarray(part, dtype=float)) for part in found])


def check_derivative(
    task: Task, got: np.ndarray, wanted: np.ndarray, tolerance: np.ndarray, what: str
) -> None:
    """Raise Wrong unless a derivative is what differences give."""
    if task.narrow:
        tolerance = tolerance + NARROW * (1.0 + np.max(np.abs(wanted), initial=0.0))
    close = np.abs(got - wanted) <= tolerance
    if not np.all(close):
        detail = f"{got.tolist()}, but differences give {wanted.round(9).tolist()}"
        raise Wrong(what if np.all(np.isfinite(got)) else f"{what} is nan", detail)
