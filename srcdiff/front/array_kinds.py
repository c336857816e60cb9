"""Arrays and numbers of kinds of their own: masked ones, `np.matrix`, quantities with units.

Numba takes each for a plain array or number, so that its mask, its units, or what its
operators mean would be lost without a word.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

import numpy as np

from srcdiff.errors import WrongCall

# arrays that only have other memory, or names of fields
PLAIN = frozenset({np.ndarray, np.memmap, np.recarray})
NUMBERS = (bool, int, float, complex, np.bool_, np.int64, np.float32, np.float64, np.complex128)
CLASSES = (int, float, complex)
# what a value of a kind of its own is taken for, and what makes one
PLAINLY: dict[type, tuple[str, str]] = {
    np.ndarray: ("array", "np.asarray"),
    **{kind: ("number", kind.__name__) for kind in CLASSES},
}
KNOWN = (np.generic, Enum)  # Numba has types of their own for these
# what most calls pass: of these nothing more has to be asked
SIMPLE = frozenset({*PLAIN, *NUMBERS, str, type(None)})


def is_plain_array(value: Any) -> bool:
    """Return True if a value is an array, and of no kind of its own.

    >>> is_plain_array(np.zeros(2)), is_plain_array(np.ma.zeros(2)), is_plain_array(2.0)
    (True, False, False)
    """
    return type(value) in PLAIN


def of_own_kind(value: Any) -> Any:
    """Return the first value of a kind of its own: a value, or one in tuples and lists of values.

    >>> of_own_kind((2.0, np.zeros(2))) is None, of_own_kind([np.zeros((1, 1)).view(np.matrix)])
    (True, matrix([[0.]]))
    """
    if isinstance(value, np.ndarray):
        return None if is_plain_array(value) else value
    if isinstance(value, CLASSES):
        return None if isinstance(value, KNOWN) or type(value) in NUMBERS else value
    if not isinstance(value, (tuple, list)) or SIMPLE.issuperset(map(type, value)):
        return None
    return next((found for found in map(of_own_kind, value) if found is not None), None)


def check_kind(who: str, value: Any) -> None:
    """Raise WrongCall if an argument is, or has, an array or number of a kind of its own.

    `who` is what the argument is called.
    """
    found = of_own_kind(value)
    if found is not None:
        plain, make = next(words for kind, words in PLAINLY.items() if isinstance(found, kind))
        raise WrongCall(
            f"{who} is a {type(found).__name__}, which Numba would take for a plain {plain}",
            advice=f"pass a plain {plain}: `{make}` makes one, without mask, units, or operators",
        )
