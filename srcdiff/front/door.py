"""What errors show when they leave srcdiff: the user's call, and nothing of what runs below it.

An error has gone through functions of srcdiff and of Numba when it comes out of what users call.
They tell users nothing, and there are up to a hundred of them: so they are left out, and so are
errors that were caught inside. `SRCDIFF_TRACEBACK=1` in the environment keeps all of it, for
reports of bugs; an InternalError, and what else looks like a mistake in srcdiff, always keeps it.
"""

from __future__ import annotations

import os
import sys
from types import TracebackType

import numba

from srcdiff.errors import InternalError, SrcdiffError

VARIABLE = "SRCDIFF_TRACEBACK"
MARK = "__srcdiff_left__"
BELOW = frozenset({"srcdiff", "numba", "llvmlite", "gast"})
OF_NUMBA = os.path.join(os.path.dirname(str(numba.__file__)), "")
PYTHON = frozenset(sys.stdlib_module_names) - {"__main__"}


class Door:
    """Around what users call: errors leave a block as `leave` says."""

    def __enter__(self) -> None:
        """Begin the block."""

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let an error go on, without what is below the user's call."""
        if isinstance(error, Exception):
            leave(error)


DOOR = Door()


def leave(error: Exception) -> None:
    """Take what is below the user's call out of an error that is handled, and is raised again.

    It goes before `raise` in a handler of what users call, or at the end of a `with`: those add no
    frame of their own. In Python 3.10 the frame of the handler stays.
    """
    trace = error.__traceback__
    if trace is None or isinstance(error, InternalError) or is_whole():
        return
    kept = of_others(trace)
    is_of_call = is_compiled(trace.tb_next) or hasattr(error, MARK)
    if kept is None and not is_of_call and not isinstance(error, SrcdiffError):
        return  # raised by srcdiff itself, and not on purpose
    if sys.version_info < (3, 11):
        trace.tb_next = kept
    error.__traceback__ = kept
    setattr(error, MARK, True)  # it may have to leave another derivative, which has called this one
    around = outside(error)
    error.__cause__, error.__context__ = None, around
    error.__suppress_context__ = around is None


def is_whole() -> bool:
    """Return True if users have asked for the whole of tracebacks."""
    return os.environ.get(VARIABLE, "0") not in ("", "0")


def of_others(trace: TracebackType | None) -> TracebackType | None:
    """Return a traceback without what is of srcdiff and Numba, and what of Python they call.

    Generated code stays, and so does what code of the user calls.
    """
    kept, is_below = [], True
    while trace is not None:
        package = package_of(trace)
        is_below = package in BELOW or (is_below and package in PYTHON)
        if not is_below:
            kept.append(trace)
        trace = trace.tb_next
    new = None
    for one in reversed(kept):
        new = TracebackType(new, one.tb_frame, one.tb_lasti, one.tb_lineno)
    return new


def outside(error: BaseException) -> BaseException | None:
    """Return what was handled when srcdiff was called, None if nothing was.

    Errors that srcdiff has caught itself began in functions of it.
    """
    seen = {id(error)}
    found = error.__cause__ or error.__context__
    while found is not None and id(found) not in seen:
        seen.add(id(found))
        trace = found.__traceback__
        if trace is not None and package_of(trace) not in BELOW | PYTHON:
            return found
        found = found.__cause__ or found.__context__
    return None


def is_compiled(trace: TracebackType | None) -> bool:
    """Return True if all frames of a traceback are those of compiled code, which has no module."""
    while trace is not None and "__name__" not in trace.tb_frame.f_globals:
        trace = trace.tb_next
    return trace is None


def package_of(trace: TracebackType) -> str:
    """Return the package of the outermost function of a traceback.

    Frames of compiled code have no module, but a file.
    """
    frame = trace.tb_frame
    if frame.f_code.co_filename.startswith(OF_NUMBA):
        return "numba"
    return str(frame.f_globals.get("__name__", "")).split(".")[0]
