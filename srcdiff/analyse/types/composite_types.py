"""Types of tuples, lists and records: their parts, and the arrays that stand for them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from srcdiff.analyse.types.types import Type, Types, is_array, is_inexact, types
from srcdiff.syntax import Expression, call, tuple_of


def has_inexact(kind: Type) -> bool:
    """Return True if there are floating-point numbers in values of a type, however deep.

    >>> has_inexact(types.List(types.Array(types.float64, 1, "C"))), has_inexact(types.int64)
    (True, False)
    """
    parts = [getattr(kind, f, None) for f in ("dtype", "key_type", "value_type", "type")]
    own = [*flattened_once(kind), *(part for part in parts if isinstance(part, types.Type))]
    return is_inexact(kind) or any(map(has_inexact, own))


def list_of_numbers(kind: Type) -> bool:
    """Return True if values of a type are lists of numbers, or lists of such lists."""
    if not isinstance(kind, types.List):
        return False
    return isinstance(kind.dtype, (types.Number, types.Boolean)) or list_of_numbers(kind.dtype)


def with_arrays(kind: Type) -> Type:
    """Return the type of the arrays that stand for lists of numbers; any other as it is.

    >>> with_arrays(types.List(types.float64)), with_arrays(types.int64)
    (Array(float64, 1, 'C', False, aligned=True), int64)
    """
    if isinstance(kind, types.BaseTuple):
        return types.Tuple([with_arrays(part) for part in kind]) if has_list(kind) else kind
    if not list_of_numbers(kind):
        return kind
    rank = 1
    while isinstance(kind.dtype, types.List):
        kind, rank = kind.dtype, rank + 1
    return types.Array(kind.dtype, rank, "C")


def in_one_tuple(form: Type) -> Type:
    """Return the type of a result whose parts are in one tuple, with arrays for lists.

    >>> numbers = types.List(types.float64)
    >>> in_one_tuple(types.Tuple([types.int64, types.Tuple([types.float64, numbers])]))
    Tuple((int64, float64, Array(float64, 1, 'C', False, aligned=True)))
    """
    flat = types.Tuple([with_arrays(part) for part in flattened(form)])
    return flat if isinstance(form, types.BaseTuple) else flat[0]


def with_lists(kind: Type) -> Type:
    """Return the type of the lists that an array stands for."""
    inner = kind.dtype
    for _ in range(kind.ndim):
        inner = types.List(inner)
    return inner


def flattened(kind: Type) -> list[Type]:
    """Return the types of the parts of a tuple, and of their parts, or the type itself."""
    if not isinstance(kind, types.BaseTuple):
        return [kind]
    return [part for own in kind for part in flattened(own)]


def flattened_once(kind: Type) -> tuple[Type, ...]:
    """Return the types of the parts of a tuple, none for any other type."""
    return tuple(kind) if isinstance(kind, types.BaseTuple) else ()


def lengths(names: Iterable[str], kinds: Iterable[Type]) -> dict[str, int]:
    """Return the lengths of those of some names that are of tuples."""
    pairs = zip(names, kinds, strict=False)
    return {name: len(kind) for name, kind in pairs if isinstance(kind, types.BaseTuple)}


def is_named(kind: Type) -> bool:
    """Return True if values of a type are named tuples."""
    return isinstance(kind, types.BaseNamedTuple)


def is_record(kind: Type) -> bool:
    """Return True if values of a type are records, or arrays of records."""
    return isinstance(record_of(kind), types.Record)


def record_of(kind: Type) -> Type:
    """Return the type of the elements of an array; any other type as it is."""
    return kind.dtype if is_array(kind) else kind


def field_types(kind: Type) -> dict[str, Type]:
    """Return the types of the fields of records, those of an array as arrays.

    Fields that are neither numbers nor arrays of numbers are left out.

    >>> import numpy as np
    >>> from srcdiff.analyse.types.types import typeof
    >>> kind = typeof(np.zeros(2, np.dtype([("x", "f8"), ("t", "U3")], align=True)))
    >>> field_types(kind)
    {'x': Array(float64, 1, 'A', False, aligned=True)}
    """
    found = {}
    for title, entry in record_of(kind).fields.items():
        own = entry.type
        number, ndim = (own.dtype, own.ndim) if is_array(own) else (own, 0)
        if not title.isidentifier() or not isinstance(number, (types.Number, types.Boolean)):
            continue
        if is_array(kind):
            own = kind.copy(dtype=number, ndim=kind.ndim + ndim, layout="A")
        found[title] = types.Array(number, own.ndim, "C") if is_packed(own) else own
    return found


def is_packed(kind: Type) -> bool:
    """Return True if an array of floating-point numbers is a field of records without padding.

    Numba does not tell how it is aligned, and cannot join it with others: it is copied.
    """
    return is_array(kind) and not kind.aligned and is_inexact(kind.dtype)


def is_nested(kind: Type) -> bool:
    """Return True if values of a type are tuples with tuples in them."""
    tuples = types.BaseTuple
    return isinstance(kind, tuples) and any(isinstance(part, tuples) for part in kind)


def has_list(kind: Type) -> bool:
    """Return True if a type is one of lists of numbers, or of a tuple with one."""
    return any(map(list_of_numbers, flattened(kind)))


def in_tuples(kind: Type, parts: Iterator[Expression], classes: bool = False) -> Expression:
    """Return the parts of a value in the tuples that its type has; with `classes` named ones."""
    if not isinstance(kind, types.BaseTuple):
        return next(parts)
    inner = [in_tuples(own, parts, classes) for own in kind]
    return of_class(kind, inner) if classes else tuple_of(inner)


def of_class(kind: Type, parts: Iterable[Expression]) -> Expression:
    """Return a tuple of some parts, a named one where the type tells its class."""
    return call(kind.instance_class.__name__, *parts) if is_named(kind) else tuple_of(parts)


def returning(known: Types, form: Type) -> Types:
    """Return the types of a function whose results are in one tuple, of arrays for lists.

    `form` is the type of its result as the author wrote it.
    """
    if not has_list(form) and not is_nested(form) and not is_named(form):
        return known
    return replace(known, result=in_one_tuple(form), form=form)
