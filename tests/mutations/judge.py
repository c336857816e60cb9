"""Say what becomes of a program: its derivatives are right, refused or wrong."""

from __future__ import annotations

import linecache
import re
import traceback
import zlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numba import njit

from srcdiff import grad, jvp, value_and_grad, vjp
from srcdiff.errors import InternalError, SrcdiffError

from ..singular_points import is_singular, with_powers_called
from ..time_limit import limited
from .plain import (
    Discard,
    Expected,
    TooLong,
    copied,
    expected,
    loaded,
    matching,
    memory_of,
    vector,
)
from .raised import (
    changes_adjoints,
    is_alike,
    is_of_backward_pass,
    is_of_same_line,
    is_own_check,
    is_rounded,
    is_taken,
)
from .sources import Program
from .without import without_statement

SECONDS = 8.0  # for the plain program with all its differences
SECONDS_DERIVATIVE = 60.0  # for a derivative
DEPTH = 4  # statements that are left out, one after the other, for one that raises
SENSELESS = (TypeError, AttributeError, NameError, SyntaxError, RecursionError, MemoryError)
WHEN_IT_RUNS = (  # refusals by a derivative
    "need names of their own",
    "is a number here, not an array",
    "the result is None",
    "is None, but its derivative needs a value",
)


class Wrong(Exception):
    """What a derivative gives that it must not give."""


@dataclass(frozen=True)
class Verdict:
    """What became of a program, in which mode, and why."""

    kind: str  # right, refused, discarded, wrong, error or hang
    mode: str = ""
    reason: str = ""
    message: str = ""

    @property
    def failed(self) -> bool:
        """Return True if this is a bug of srcdiff."""
        return self.kind in ("wrong", "error", "hang", "crash")

    @property
    def signature(self) -> str:
        """Return what failures of one cause probably have in common."""
        return f"{self.kind} {self.mode}: {self.reason}"


def judge(program: Program, target: str = "python") -> Verdict:
    """Return what becomes of a program in reverse and in forward mode."""
    rng = np.random.default_rng(zlib.crc32(program.text.encode()))
    file, raised, wanted = "", None, None
    try:
        with limited(SECONDS, TooLong):
            function, file = loaded(program)
            try:
                wanted = expected(program, function, rng)
            except Discard:
                raise
            except Exception as error:
                raised = error
        if str(raised) in ("math domain error", "math range error"):
            raise Discard("inf or nan for an exception of floats")
        if isinstance(raised, SENSELESS) and not isinstance(raised, UnboundLocalError):
            raise Discard(f"raises {type(raised).__name__}")
        if raised is not None and is_of_backward_pass(raised, program.text, file):
            raise Discard("raises in code of the backward pass")  # forward mode has none
        if raised is None and changes_adjoints(program.text):
            raise Discard("changes an adjoint")
        return both_modes(program, function, wanted, raised, rng, target)
    except Discard as reason:
        return Verdict("discarded", "", str(reason))
    except (TooLong, SyntaxError, RecursionError) as reason:
        return Verdict("discarded", "", type(reason).__name__)
    finally:
        linecache.cache.pop(file, None)


def both_modes(
    program: Program,
    function: Callable[..., Any],
    wanted: Expected | None,
    raised: Exception | None,
    rng: np.random.Generator,
    target: str,
) -> Verdict:
    """Return the worse of the verdicts of reverse and of forward mode."""
    found = []
    for mode in (reverse_mode(program, wanted, rng), "jvp"):
        ask = Asked(program, function, wanted, mode, target)
        verdict = ask.raising(raised, rng) if wanted is None else ask.verdict(rng)
        if verdict.failed:
            return verdict
        found.append(verdict)
    return max(found, key=lambda verdict: verdict.kind == "refused")


def reverse_mode(program: Program, wanted: Expected | None, rng: np.random.Generator) -> str:
    """Return a form of reverse mode that suits the result."""
    if wanted is None:
        return "grad"
    if wanted.outputs or not isinstance(wanted.result, (float, np.floating)):
        return "vjp"
    return str(rng.choice(("grad", "value_and_grad", "vjp")))


@dataclass(frozen=True)
class Asked:
    """A derivative that is asked for."""

    program: Program
    function: Callable[..., Any]
    wanted: Expected | None
    mode: str
    target: str
    zeros: bool = False  # in what is never written to

    def verdict(self, rng: np.random.Generator) -> Verdict:
        """Return what becomes of a program that raises nothing."""
        assert self.wanted is not None
        try:
            with limited(SECONDS_DERIVATIVE, TooLong), np.errstate(all="ignore"):
                self.tangents() if self.mode == "jvp" else self.gradients(rng)
        except Wrong as reason:
            first, _, rest = str(reason).partition(":")
            if "nan" in rest:
                self.check_smooth()
            return Verdict("wrong", self.mode, first, rest.strip())
        except TooLong:
            return Verdict("hang", self.mode, "does not end")
        except Exception as error:
            if isinstance(error, ZeroDivisionError):
                self.check_smooth()
            return self.failure(error)
        return Verdict("right", self.mode)

    def check_smooth(self) -> None:
        """Raise Discard if the program asks for a function where that has no derivative.

        Or if it computes with nan: nan times the adjoint 0.0 of what no path reads is nan.
        """
        if re.search(r"\bnan\b", self.program.text):
            raise Discard("computes with nan")
        function, file = loaded(replace(self.program, text=with_powers_called(self.program.text)))
        try:
            names = function.__globals__
            if is_singular(lambda: function(*copied(self.program.arguments)), names):
                raise Discard("at a point without derivative")
        finally:
            linecache.cache.pop(file, None)

    def failure(self, error: Exception) -> Verdict:
        """Return the verdict on an exception."""
        if isinstance(error, SrcdiffError) and not isinstance(error, InternalError):
            reason = re.sub(r"`[^`]*`", "`…`", error.reason)
            return Verdict("refused", self.mode, f"{type(error).__name__}: {reason}", str(error))
        if is_own_check(error):
            return Verdict("discarded", self.mode, "raises in code of the backward pass")
        if any(words in str(error) for words in WHEN_IT_RUNS):
            return Verdict("refused", self.mode, "found when it runs", str(error))
        if is_taken(self.function, copied(self.program.arguments), error):
            return Verdict("discarded", self.mode, "a handler takes what NumPy raises")
        text = "".join(traceback.format_exception(error, limit=-6))
        return Verdict("error", self.mode, origin(error), text)

    def raising(self, raised: Exception | None, rng: np.random.Generator) -> Verdict:
        """Return what becomes of a program that raises an exception."""
        assert raised is not None
        given, tangents = self.program.arguments, []
        if self.mode == "jvp":
            tangents = [like_one(given[k]) for k in self.program.wrt]
        try:
            with limited(SECONDS_DERIVATIVE, TooLong), np.errstate(all="ignore"):
                found = self.derivative()(*copied(given), *tangents)
        except TooLong:
            if is_rounded(raised):
                return Verdict("discarded", self.mode, "inf or nan for an exception of floats")
            return Verdict("hang", self.mode, "does not end")
        except Exception as error:
            if is_alike(error, raised) or is_of_same_line(error, raised):
                return Verdict("right", self.mode, f"raises {type(error).__name__}")
            if is_rounded(raised) and self.goes_on_with_infinity(error):
                return Verdict("discarded", self.mode, "inf or nan for an exception of floats")
            if isinstance(raised, IndexError) and type(error) is ZeroDivisionError:
                return Verdict("discarded", self.mode, "goes on where nothing needs an element")
            verdict = self.failure(error)
            if verdict.failed and self.is_needless(raised, error, rng):
                return Verdict("discarded", self.mode, "what raises is needed by nothing")
            return verdict
        if is_rounded(raised):
            return Verdict("discarded", self.mode, "inf or nan for an exception of floats")
        if self.is_needless(raised, None, rng):
            return Verdict("discarded", self.mode, "what raises is needed by nothing")
        if self.mode == "grad" and self.raises_with_value(raised):
            return Verdict("discarded", self.mode, "only the value needs what raises")
        if self.target == "cpu" and self.compiles_without_raising():
            return Verdict("discarded", self.mode, "compiled by Numba, it does not raise")
        message = f"{type(raised).__name__}: {raised}, but the derivative gives {found}"
        return Verdict("wrong", self.mode, f"raises no {type(raised).__name__}", message)

    def compiles_without_raising(self) -> bool:
        """Return True if what Numba makes of the program itself raises nothing.

        It has no check for `a += b` where the sum has another shape than `a`.
        """
        try:
            njit(error_model="numpy")(self.function)(*copied(self.program.arguments))
        except Exception:
            return False
        return True

    def goes_on_with_infinity(self, error: Exception) -> bool:
        """Return True if the program raises what the derivative does, given numbers of NumPy."""
        given = copied(self.program.arguments)
        wide = [np.float64(value) if type(value) is float else value for value in given]
        try:
            with limited(SECONDS, TooLong), np.errstate(all="ignore"):
                self.function(*wide)
        except TooLong:
            return False
        except Exception as other:
            return is_alike(error, other)
        return False

    def raises_with_value(self, raised: Exception) -> bool:
        """Return True if the derivative raises where it gives the value, too."""
        try:
            with limited(SECONDS_DERIVATIVE, TooLong), np.errstate(all="ignore"):
                replace(self, mode="value_and_grad").derivative()(*copied(self.program.arguments))
        except TooLong:
            return False
        except Exception as error:
            return is_alike(error, raised)
        return False

    def is_needless(
        self, raised: Exception, found: Exception | None, rng: np.random.Generator
    ) -> bool:
        """Return True if the derivative is right for the program without what raises.

        Derivatives leave out what nothing needs, and what it would raise, but for what Python
        raises of variables without value, of integers, and on purpose. `found` is what the
        derivative has raised.
        """
        if isinstance(raised, (UnboundLocalError, ZeroDivisionError, AssertionError)):
            return False
        return self.suits_without(self.program.text, raised, found, rng, DEPTH)

    def suits_without(
        self,
        text: str,
        raised: Exception,
        found: Exception | None,
        rng: np.random.Generator,
        depth: int,
    ) -> bool:
        """Return True if the derivative is right for a program without what raises in it."""
        texts = without_statement(text, raised) if depth else []
        return bool(texts) and all(self.suits(t, found, rng, depth - 1) for t in texts)

    def suits(
        self, text: str, found: Exception | None, rng: np.random.Generator, depth: int
    ) -> bool:
        """Return True if the derivative is right for another program, or that without more."""
        program = replace(self.program, text=text)
        function, file = loaded(program)
        try:
            with limited(SECONDS, TooLong):
                wanted = expected(program, function, rng)
            if found is not None:
                return False
            slope = wanted.slope[: len(vector(wanted.result))]  # no arguments as outputs
            wanted = replace(wanted, outputs=(), slope=slope)
            asked = replace(self, wanted=wanted, zeros=self.target == "python")
            return asked.verdict(rng).kind == "right"
        except TooLong:
            raise Discard("no end without what raises") from None
        except Discard:
            return False
        except Exception as other:  # what reads the results of a statement raises next
            return (found is not None and is_alike(found, other)) or self.suits_without(
                text, other, found, rng, depth
            )
        finally:
            linecache.cache.pop(file, None)

    def derivative(self) -> Callable[..., Any]:
        """Return the derivative."""
        derivative = self.plain_derivative()

        def with_zeros(*given: Any) -> Any:
            derivative(*given)  # generates the source, by the types of NumPy's own functions
            with memory_of(0.0):
                return derivative(*given)

        return with_zeros if self.zeros else derivative

    def plain_derivative(self) -> Callable[..., Any]:
        """Return the derivative, as users ask for it."""
        arrays = "whole" if self.target == "python" and len(self.program.text) % 2 else "loops"
        options: dict[str, Any] = {"target": self.target, "cache": False, "arrays": arrays}
        if self.target == "cpu" and self.wanted is None:
            options["boundscheck"] = True  # without it compiled code reads on, as is documented
        wrt = self.program.wrt
        if self.mode == "grad":
            return grad(self.function, wrt, **options)
        if self.mode == "value_and_grad":
            return value_and_grad(self.function, wrt, **options)
        outputs = self.wanted.outputs if self.wanted else ()
        return (vjp if self.mode == "vjp" else jvp)(self.function, wrt, outputs, **options)

    def tangents(self) -> None:
        """Raise Wrong if forward mode gives other values or other tangents."""
        wanted, own = self.wanted, copied(self.program.arguments)
        assert wanted is not None
        values, rates = self.derivative()(*own, *wanted.directions)
        self.unchanged(own)
        model: Any = wanted.result
        if wanted.outputs:
            model = (model, *(wanted.after[k] for k in wanted.outputs))
            model = model[1:] if wanted.result is None else model
            model = model[0] if len(model) == 1 else model
        self.close(matching(values, model), vector(model), "value", 1e-3)
        self.close(matching(rates, model), wanted.slope, "tangent")

    def gradients(self, rng: np.random.Generator) -> None:
        """Raise Wrong if reverse mode gives another gradient."""
        wanted, own = self.wanted, copied(self.program.arguments)
        assert wanted is not None
        cotangents: list[Any] = []
        if self.mode == "vjp":
            results = [] if wanted.result is None else [wanted.result]
            results += [wanted.after[k] for k in wanted.outputs]
            cotangents = [cotangent(part, rng) for part in results]
        found = self.derivative()(*own, *cotangents)
        self.unchanged(own)
        if self.mode == "value_and_grad":
            self.close(vector(found[0]), vector(wanted.result), "value", 1e-3)
            found = found[1]
        pulled = products(found, wanted.directions)
        pushed = wanted.slope if self.mode != "vjp" else vector(cotangents) @ wanted.slope
        self.close(np.array([pulled]), np.atleast_1d(pushed), "gradient")

    def close(self, found: Any, right: Any, what: str, stricter: float = 1.0) -> None:
        """Raise Wrong if numbers differ."""
        assert self.wanted is not None
        if found.shape != right.shape:
            raise Wrong(f"number of parts in {what}: {found.shape}, not {right.shape}")
        allowed = self.wanted.tolerance * self.wanted.scale
        allowed *= max(stricter, 1e-4) if self.wanted.tolerance < 1e-3 else 1.0
        if not np.all(np.abs(found - right) <= allowed * max(1, len(found))):
            raise Wrong(f"{what}: {found}, not {right}")

    def unchanged(self, own: list[Any]) -> None:
        """Raise Wrong if a derivative changed its arguments."""
        names = self.function.__code__.co_varnames[: len(own)]
        for name, old, new in zip(names, self.program.arguments, own, strict=True):
            if not np.array_equal(vector(old), vector(new), equal_nan=True):
                raise Wrong(f"argument changed: {name} is {new}, not {old}")


def like_one(value: Any) -> Any:
    """Return ones in the form of a value."""
    if isinstance(value, tuple):
        parts = map(like_one, value)
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return np.ones_like(value) if isinstance(value, np.ndarray) else type(value)(1.0)


def cotangent(value: Any, rng: np.random.Generator) -> Any:
    """Return a random cotangent of a result, or None for what has none."""
    if isinstance(value, (tuple, list)):
        return type(value)(cotangent(item, rng) for item in value)
    array = np.asarray(value)
    if array.dtype.kind not in "fc":
        return None
    drawn = rng.uniform(-1.0, 1.0, array.shape)
    if array.dtype.kind == "c":
        drawn = drawn + 1j * rng.uniform(-1.0, 1.0, array.shape)
    return drawn.astype(array.dtype) if isinstance(value, np.ndarray) else type(value)(drawn)


def products(gradients: Any, directions: Any) -> float:
    """Return the sum of the products of gradients and directions."""
    return float(vector(gradients) @ vector(directions))


def origin(error: Exception) -> str:
    """Return the type of an exception and where srcdiff, or what it wrote, raised it."""
    if isinstance(error, InternalError):
        return "InternalError " + re.sub(r"`[^`]*`| at 0x[0-9a-f]+", "…", error.reason)
    frames = traceback.extract_tb(error.__traceback__)
    inside = [frame for frame in frames if "/srcdiff/" in frame.filename]
    if not inside:
        return f"{type(error).__name__} {str(error)[:60]}"
    if inside[-1] is frames[-1] or "generated" not in frames[-1].filename:
        place = f"{inside[-1].filename.rpartition('/srcdiff/')[2]}:{inside[-1].name}"
        return f"{type(error).__name__} in {place}"
    return f"{type(error).__name__} in the generated source"
