"""What srcdiff says when it cannot do what was asked.

Every refusal of a user's code names the file, the line and the column, quotes the line
with a caret below it, gives the reason, and tells the way out:

    UnsupportedSyntax: try/except cannot be differentiated
      --> model.py:14:4 in loss
       |     try:
       |     ^^^^
       = move the try outside `loss`; see docs/supported-python.md

A pass knows the node it refuses, but not the file: it raises the error with the node,
and `located` adds the place on the way out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import gast

from srcdiff.syntax import call_in
from srcdiff.syntax.origin import Origin, place

INSTALLED = re.compile(r".*[/\\](site|dist)-packages[/\\][^/\\]+")
PYTHON = os.path.dirname(os.__file__)
LIBRARY = os.path.join(os.path.dirname(__file__), "library", "")


@dataclass(frozen=True)
class CallPlace:
    """Where a function is called: the call, and the text that it stands in, once that is known."""

    node: gast.AST
    origin: Origin | None = None


class WriteAgain(Exception):
    """What is written has to be written anew, in another form: no error, users never see it."""


class SrcdiffError(Exception):
    """Base class of all errors that srcdiff raises on purpose."""

    def __init__(self, reason: str, node: gast.AST | None = None, advice: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.node = node
        self.advice = advice
        self.origin: Origin | None = None
        self.others: tuple[SrcdiffError, ...] = ()  # further refusals, which do not depend on it
        self.calls: tuple[CallPlace, ...] = ()  # of the functions around it, innermost first
        self.named = ""  # what the reason calls the node, if users may have written another name
        self.original = ""  # what Numba says, if that is what the error explains
        self.function = ""  # the function whose call the error is about, if it has no node

    def __str__(self) -> str:
        lines = [self.reason]
        if self.origin is not None:
            lines += place(self.origin, self.node)
        if self.advice:
            margin = "   = " if self.origin is not None else "  = "
            lines.append(margin + self.advice)
        for other in self.others:
            lines += ["", str(other)]
        return "\n".join(lines)

    def at_call(self, call: gast.AST | None) -> SrcdiffError:
        """Return the error, at the call of a function if it is of srcdiff/library, or has no place.

        What the user wrote is the call of a function of NumPy.
        """
        nowhere = self.origin is None and self.node is None
        is_own = nowhere or (self.origin is not None and self.origin.file.startswith(LIBRARY))
        if is_own and call is not None:
            self.origin, self.node = None, call
        elif hasattr(call, "lineno") and (not self.calls or self.calls[-1].origin is not None):
            assert call is not None
            if any(known.node is call for known in self.calls):  # it is raised once more
                return self
            self.calls += (CallPlace(call),)
        return self

    def in_caller(self, origin: Origin) -> None:
        """Enter the text of the last call that led here.

        A refusal in a package is shown at the user's call: users do not change packages.
        """
        assert self.origin is not None
        call: gast.AST | None = None
        if self.calls and self.calls[-1].origin is None:
            call = self.calls[-1].node
            self.calls = (*self.calls[:-1], CallPlace(call, origin))
        own, _ = self.origin.part(self.node)
        if package(own.file) in ("", package(origin.part(call)[0].file)):
            return
        call = call or call_in(origin.tree(), own.function)
        if call is None:
            return
        title = origin.text(getattr(call, "func", call)).partition("(")[0] or own.function
        self.reason = f"`{title}` cannot be differentiated: {self.reason}"
        self.advice = (
            "write out what it computes, or give it a rule with `srcdiff.derivative` (what is "
            f"refused is in `{own.function}`, {os.path.basename(own.file)}:"
            f"{self.origin.line(self.node)})"
        )
        self.origin, self.node, self.calls = origin, call, ()


class UnsupportedSyntax(SrcdiffError):
    """A statement or expression that srcdiff does not differentiate."""


class UnsupportedType(SrcdiffError):
    """A value of a type that srcdiff, or Numba, cannot work with at this place."""


class NoDerivative(SrcdiffError):
    """A function whose derivative srcdiff does not know."""


class NoSource(SrcdiffError):
    """A function whose source text cannot be found."""


REFUSALS = (UnsupportedSyntax, UnsupportedType, NoDerivative, NoSource)  # of a function


class WrongCall(SrcdiffError, TypeError):
    """A derivative that was asked for, or called, with arguments that do not fit."""


class WrongShape(SrcdiffError, ValueError):
    """An adjoint or a cotangent of another shape than what it belongs to."""


class WrongGradient(SrcdiffError, AssertionError):
    """Derivatives that do not agree with each other, or with finite differences."""


class AliasedArguments(SrcdiffError, ValueError):
    """Two arguments share memory, and the function writes to one of them."""


class InternalError(SrcdiffError):
    """A mistake in srcdiff itself: please report it."""


for _class in (
    SrcdiffError,
    UnsupportedSyntax,
    UnsupportedType,
    NoDerivative,
    NoSource,
    WrongCall,
    WrongShape,
    WrongGradient,
    AliasedArguments,
    InternalError,
):
    _class.__module__ = "srcdiff"


def package(file: str) -> str:
    """Return the folder of the installed package, or of Python, that a file is in, "" for others.

    >>> package("/lib/site-packages/scipy/optimize/_zeros_py.py"), package("model.py")
    ('/lib/site-packages/scipy', '')
    """
    installed = INSTALLED.match(file)
    return installed[0] if installed else PYTHON * file.startswith(PYTHON + os.sep)


@contextmanager
def located(origin: Origin) -> Iterator[None]:
    """Add the place in the user's file to an error that passes through."""
    try:
        yield
    except SrcdiffError as error:
        if error.origin is None:
            error.origin = origin
            if error.node is None and error.function:
                error.node = call_in(origin.tree(), error.function)
            own = origin.text(error.node) if error.named and error.node is not None else ""
            if own.isprintable() and own:
                error.reason = error.reason.replace(f"`{error.named}`", f"`{own}`")
        error.in_caller(origin)
        raise
