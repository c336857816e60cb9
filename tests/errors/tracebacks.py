"""What tracebacks show."""

from __future__ import annotations

import sys
import traceback
from pathlib import Path

import numba

import srcdiff

BELOW = tuple(str(Path(str(package.__file__)).parent) for package in (srcdiff, numba))
OF_DOORS = 0 if sys.version_info >= (3, 11) else 1  # frames that an older Python puts back


def chain(error: BaseException) -> list[BaseException]:
    """Return an error, and those that Python prints before it."""
    found = [error]
    while True:
        last = found[-1]
        before = last.__cause__ or (None if last.__suppress_context__ else last.__context__)
        if before is None:
            return found
        found.append(before)


def frames_below(error: BaseException) -> list[str]:
    """Return the frames of srcdiff and Numba that Python prints for an error."""
    found = []
    for one in chain(error):
        frames = traceback.extract_tb(one.__traceback__)
        below = [f for f in frames if f.filename.startswith(BELOW)]
        found += [f"{f.filename}:{f.lineno} in {f.name}" for f in below[OF_DOORS:]]
    return found
