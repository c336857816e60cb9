"""Which name is a number at times, and an array at others, as the error of a function says."""

from __future__ import annotations

import re

from srcdiff.analyse.types.untyped import TWO_TYPES
from srcdiff.analyse.types.words import split
from srcdiff.errors import SrcdiffError


def number_or_array(error: SrcdiffError) -> tuple[str, int, str] | None:
    """Return the name that is a number and an array, as an error says; its rank, and its dtype."""
    message = error.original or str(error)
    found = re.search(TWO_TYPES, message)
    if found is None:
        return None
    title, kinds = found[3].split(".")[0], [found[1], found[2]]
    arrays = [re.match(r"array\((\w+), (\d)d, ", kind) for kind in kinds]
    numbers = [kind for kind in kinds if re.match(r"Literal\[int\]|u?int\d|float\d", kind)]
    known = [array for array in arrays if array is not None]
    if len(known) != 1 or len(numbers) != 1:
        return None
    return title, int(known[0][2]), known[0][1]


def is_of_tuples(error: SrcdiffError) -> bool:
    """Return True if an error says that a name is a tuple, and one of as many other types.

    >>> text = "Cannot unify UniTuple(float64 x 2) and Tuple(int64, array(float64, 1d, C)) for 's'"
    >>> is_of_tuples(SrcdiffError(text)), is_of_tuples(SrcdiffError(text.replace(" 2", " 3")))
    (True, False)
    """
    found = re.search(TWO_TYPES, error.original or str(error))
    lengths = [length(kind) for kind in found.groups()[:2]] if found is not None else [0]
    return lengths[0] > 0 and len(set(lengths)) == 1


def length(kind: str) -> int:
    """Return how many parts tuples of a type have, as its text says; 0 for other types."""
    same = re.fullmatch(r"UniTuple\(.* x (\d+)\)", kind)
    if same is not None:
        return int(same[1])
    return len(split(kind[6:-1])) if kind.startswith("Tuple(") else 0
