"""The classes of numbers that arguments of some types may have."""

from __future__ import annotations

from collections.abc import Iterator

from numba.np.numpy_support import as_dtype

from srcdiff.analyse.types.least_types import is_integer
from srcdiff.analyse.types.types import Type, is_array, is_inexact
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.normalise.partial_evaluation.class_questions import CLASSES, WIDEST
from srcdiff.normalise.partial_evaluation.number_classes import TRUTHS
from srcdiff.normalise.partial_evaluation.possible_numbers import PossibleNumbers
from srcdiff.normalise.partial_evaluation.value_sources import part_of
from srcdiff.syntax import Expression


def given(kind: Type) -> set[type]:
    """Return the classes of the numbers of a type that users give: those of Python if it has them.

    >>> given(numba_types.float64), given(numba_types.float32)
    ({<class 'float'>}, {<class 'numpy.float32'>})
    """
    pair = pair_of(kind)
    if pair is None:
        return set()
    own, wide = pair
    is_made = isinstance(kind, numba_types.Array) or wide not in WIDEST
    return {wide if is_made else own}


def anything(kind: Type) -> set[type]:
    """Return all classes of numbers that a type may stand for.

    >>> [one in anything(numba_types.int64) for one in (bool, int, float)]
    [True, True, False]
    """
    pair = pair_of(kind)
    if pair is None:
        return set()
    less = TRUTHS if is_integer(kind) else {int} if is_inexact(kind) else set()
    return {*pair} | less


def pair_of(kind: Type) -> tuple[type, type] | None:
    """Return the classes of the numbers of a type, or of elements of that type, or None."""
    kind = numba_types.unliteral(getattr(kind, "dtype", kind))
    if not isinstance(kind, (numba_types.Number, numba_types.Boolean)):
        return None
    own = next(own for family, own in CLASSES if isinstance(kind, family))
    return own, as_dtype(kind).type


def parts_of(kind: Type) -> list[Type]:
    """Return the types of the parts of a tuple, or that of one value."""
    return list(kind) if isinstance(kind, numba_types.BaseTuple) else [kind]


def stood_for(kind: Type) -> tuple[Type, ...]:
    """Return a type, and that of the numbers that stand for arrays without dimensions.

    >>> stood_for(numba_types.float64), stood_for(numba_types.Array(numba_types.int64, 0, "C"))
    ((float64,), (Array(int64, 0, 'C', False, aligned=True), int64))
    """
    is_number = is_array(kind) and kind.ndim == 0
    return (kind, kind.dtype) if is_number else (kind,)


def classes_of(
    numbers: PossibleNumbers, tree: Expression, kind: Type | None
) -> Iterator[set[type]]:
    """Return the classes of a value, or of all parts of a tuple."""
    if isinstance(kind, numba_types.BaseTuple):
        for place, part in enumerate(kind):
            yield from classes_of(numbers, part_of(tree, place), part)
    else:
        yield numbers.of_tree(tree, kind)
