"""Lists of saved arrays and texts, which no one array can hold; Numba has to know their types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import gast

from srcdiff.analyse.flow.storage import Saved
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.differentiate.tape.tape_shapes import dtype, empty
from srcdiff.errors import UnsupportedType
from srcdiff.syntax import TAPE, Expression, Statement, assign, base, call, constant, path, tuple_of


def list_of(value: str) -> str:
    """Return the name of the list of saved arrays."""
    return f"{value}{TAPE}"


def empty_list(saved: Saved, place: Statement) -> Statement:
    """Return the statement that makes an empty list of arrays, of which Numba knows the type."""
    return assign(list_of(saved.value), nothing_of(saved.type), place)


def nothing_of(kind: Type) -> Expression:
    """Return an empty list of arrays of a type, of lists of them, or of texts.

    >>> from srcdiff.syntax import unparse
    >>> matrix = numba_types.Array(numba_types.float64, 2, "C")
    >>> unparse(nothing_of(matrix)), unparse(nothing_of(numba_types.List(matrix)))
    ('[np.empty((0, 0))][:0]', '[[np.empty((0, 0))][:0]][:0]')
    >>> unparse(nothing_of(numba_types.Array(numba_types.float64, 2, "F")))
    '[np.empty((0, 0)).T][:0]'
    >>> unparse(nothing_of(numba_types.Array(numba_types.float64, 1, "A")))
    '[np.empty((0,))[::1]][:0]'
    >>> column = numba_types.Array(numba_types.float64, 1, "F")  # of an array in Fortran's order
    >>> unparse(nothing_of(column)) == unparse(nothing_of(column.copy(layout="A")))
    True
    >>> unparse(nothing_of(numba_types.Array(numba_types.float64, 1, "A", readonly=True)))
    '[np.broadcast_to(np.empty((0,)), (0,))][:0]'
    >>> unparse(nothing_of(matrix.copy(readonly=True)))  # as a global array is
    "[np.frombuffer(b'', np.float64).reshape((0, 0))][:0]"
    >>> unparse(nothing_of(numba_types.unicode_type))
    "[''][:0]"
    """
    if is_text(kind):
        example = constant("")
    elif is_list(kind):
        example = nothing_of(kind.dtype)
    else:
        example = in_layout(array_without_elements(kind), kind)
    some = gast.List([example], gast.Load())
    return gast.Subscript(some, gast.Slice(None, constant(0), None), gast.Load())


def array_without_elements(kind: Type) -> Expression:
    """Return an array without elements, read-only where the type is.

    Numba cannot add a read-only array, as a global one is, to a list of others.
    """
    shape = tuple_of([constant(0)] * kind.ndim)
    if kind.mutable or kind.layout == "A" or not kind.ndim:
        return empty(shape, dtype(kind.dtype))
    flat = call("np.frombuffer", constant(b""), path(dtype(kind.dtype) or "np.float64"))
    if kind.ndim == 1:
        return flat
    return gast.Call(gast.Attribute(flat, "reshape", gast.Load()), [shape], [])


def in_layout(example: Expression, kind: Type) -> Expression:
    """Return an array of which Numba knows that it has the layout of a type."""
    if kind.layout == "F" and kind.ndim > 1:
        return gast.Attribute(example, "T", gast.Load())
    if kind.layout == "A" and not kind.mutable:  # as what np.broadcast_to gives
        return call("np.broadcast_to", example, tuple_of([constant(0)] * kind.ndim))
    if kind.layout != "C":
        steps = [gast.Slice(None, None, constant(1)) for _ in range(kind.ndim)]
        index = steps[0] if kind.ndim == 1 else tuple_of(steps)
        return gast.Subscript(example, index, gast.Load())
    return example


def check_saved(saved: Saved, definitions: Mapping[str, Sequence[Statement]]) -> None:
    """Refuse to save a value, as a slice, of which neither an array nor a list can be made.

    Raises UnsupportedType.
    """
    if isinstance(saved.type, numba_types.SliceType):
        raise UnsupportedType(
            f"`{base(saved.value)}`, a slice, changes in a loop",
            definitions[saved.value][0],
            "use numbers for where it begins and ends: `x[start:stop]`",
        )
    numbers = (numba_types.Number, numba_types.Boolean)
    if not isinstance(saved.type, numbers) and not is_listed(saved.type):
        raise UnsupportedType(
            f"`{base(saved.value)}`, {text(saved.type)} for Numba, changes in a loop",
            definitions[saved.value][0],
            "use a number, a string or an array in its place",
        )


def is_listed(kind: Type) -> bool:
    """Return True if values of a type are saved in lists where no one array can hold them."""
    return is_array(kind) or is_list(kind) or is_text(kind)


def is_text(kind: Type) -> bool:
    """Return True if a type is that of texts."""
    return isinstance(kind, numba_types.UnicodeType)


def is_list(kind: Type) -> bool:
    """Return True if a type is of a list: of the arrays that a function has saved."""
    return isinstance(kind, numba_types.List)
