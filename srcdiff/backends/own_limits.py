"""Return True if Numba refuses a derivative for what it refuses in the function itself."""

from __future__ import annotations

import traceback
import warnings
from typing import Any

import gast
import numba
from numba.core.errors import NumbaWarning

from srcdiff.analyse.types.untyped import GENERAL, first_lines, plain_text
from srcdiff.errors import SrcdiffError, UnsupportedType
from srcdiff.front.parse import plain_function, source_of
from srcdiff.syntax.origin import Origin


def own_limit(function: Any, given: tuple[Any, ...], error: Exception) -> UnsupportedType | None:
    """Return the refusal of a function that Numba does not compile, for the same reason.

    `given` are the types of its arguments, and `error` is what Numba says of the derivative.
    None if it compiles the function, or refuses it for another reason: some of what srcdiff
    takes Numba does not.
    """
    found = own_error(function, given)
    if found is None or reason(found) != reason(error):
        return None
    try:
        origin = source_of(function).origin
    except SrcdiffError:
        return None
    line = line_of(found, origin) - origin.first_line
    text = origin.lines[line] if 0 <= line < len(origin.lines) else ""
    place = gast.Pass()
    place.lineno, place.col_offset = line + 1, len(text) - len(text.lstrip())
    refusal = UnsupportedType(
        f"Numba does not compile this: {first_lines(plain_text(found))}",
        place if text else None,
        GENERAL,
    )
    refusal.origin = origin
    return refusal


def own_error(function: Any, given: tuple[Any, ...]) -> Exception | None:
    """Return why Numba does not compile a function for arguments of some types, or None."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", NumbaWarning)
            numba.njit(plain_function(function)).compile(given)
    except Exception as error:
        return error
    return None


def line_of(error: Exception, origin: Origin) -> int:
    """Return the line of a file where Numba was when it failed; the first, if it does not say."""
    holders = [frame.f_locals.get("self") for frame, _ in traceback.walk_tb(error.__traceback__)]
    places: list[Any] = [getattr(holder, "loc", None) for holder in (error, *reversed(holders))]
    lines: list[int] = [p.line for p in places if getattr(p, "filename", "") == origin.file]
    return lines[0] if lines else origin.first_line


def reason(error: Exception) -> list[str]:
    """Return what Numba lacks, in the first lines of its message, without places and passes.

    >>> reason(TypeError("Failed in nopython mode\\n \\nNo implementation of f\\nFile x, line 2"))
    ['No implementation of f']
    """
    lines = [line.strip() for line in plain_text(error).splitlines()]
    return [n for n in lines if n and not n.startswith(("Failed in", "During", "File "))][:3]
