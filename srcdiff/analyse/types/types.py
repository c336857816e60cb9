"""The types of the names in a core form, as Numba names them.

One module, as these questions about types are one vocabulary that all passes share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

import gast
from numba.core import types as numba_types
from numba.core.typing.typeof import typeof as numba_typeof

from srcdiff.core import Core
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    adjoint,
    call,
    constant,
    dotted,
    path,
    reads,
    targets,
    tuple_of,
    walk_statements,
)

types: Any = numba_types  # Numba does not annotate all of it
typeof: Any = numba_typeof
Type: TypeAlias = Any  # a type of Numba


@dataclass(frozen=True)
class Types:
    """Numba's type of each name of a core form, of the result, and of arrays that are global.

    `form` is the type of the result with its lists, where arrays stand for them.
    """

    names: Mapping[str, Type]
    result: Type
    constants: Mapping[str, Type] = field(default_factory=dict)
    form: Type | None = None

    @property
    def returned(self) -> Type:
        """Return the type of the result as the author wrote it."""
        return self.result if self.form is None else self.form

    def __getitem__(self, name: str) -> Type:
        """Return the type of a name; `types.undefined` for functions, modules and the like.

        NoneType is only that of None: what has no type may be anything (analyse/checks/flow.py).
        """
        found = self.names.get(name)  # that of an empty tuple counts as false
        return self.constants.get(name, types.undefined) if found is None else found

    def returning(self, form: Type) -> Types:
        """Return the types of a function whose results are in one tuple, of arrays for lists.

        `form` is the type of its result as the author wrote it.
        """
        if not has_list(form) and not is_nested(form) and not is_named(form):
            return self
        return replace(self, result=in_one_tuple(form), form=form)

    def is_array(self, name: str) -> bool:
        """Return True if a name is of an array."""
        return is_array(self[name])

    @cached_property
    def has_arrays(self) -> bool:
        """Return True if any name is of an array."""
        return any(map(is_array, self.names.values()))

    def is_none(self, name: str) -> bool:
        """Return True if a name can only be None."""
        return isinstance(self[name], types.NoneType)

    def has_adjoints(self, name: str) -> bool:
        """Return True if a name is of an array that can have an adjoint."""
        return is_differentiable_array(self[name])

    def ndim(self, name: str) -> int:
        """Return the number of dimensions of an array, 0 for anything else."""
        return self[name].ndim if is_array(self[name]) else 0

    def traits(self, name: str) -> tuple[Type, int, str]:
        """Return what arrays that can take each other's place have in common.

        That is the type of the elements, the number of dimensions, and the order of the elements
        in memory; where that is not known, the name of the array, as no other one has it.
        """
        kind = self[name]
        return kind.dtype, kind.ndim, name if kind.layout == "A" else kind.layout

    def with_copies(self, copies: Mapping[str, str]) -> Types:
        """Return the types with those of some copies of arrays."""
        new = {n: of_copy(self[old]) for n, old in copies.items()}
        return replace(self, names={**self.names, **new})

    def with_names(self, names: Mapping[str, str]) -> Types:
        """Return the types with new names, each of the type of another one."""
        return replace(self, names={**self.names, **{n: self[old] for n, old in names.items()}})

    def with_adjoints(self, arrays: Iterable[str]) -> Types:
        """Return the types with those of the adjoints of some arrays."""
        new = {adjoint(n): of_adjoint(self[n]) for n in arrays}
        return replace(self, names={**self.names, **new})

    def fits(self, name: str, array: str) -> bool:
        """Return True if an element of an array keeps the value of a name as it is."""
        return bool(is_array(self[array]) and self[array].dtype == self[name])

    def is_in_columns(self, name: str) -> bool:
        """Return True if a name is of an array of Fortran's order, which `copy` would not keep."""
        return is_in_columns(self[name])

    def some_value(self, name: str) -> Expression:
        """Return a value of the type of a name."""
        return some_value(self[name])

    def is_empty(self, name: str) -> bool:
        """Return True if a name is of a tuple without parts."""
        return isinstance(self[name], types.BaseTuple) and len(self[name]) == 0

    def parts(self, name: str) -> int:
        """Return the number of parts of a tuple, 0 for what is no tuple.

        The name may be that of a part of a named tuple (normalise/tuple_values/tuples.py).
        """
        kind = self.kind_of_part(name)
        return len(kind) if isinstance(kind, types.BaseTuple) else 0

    def holds_arrays(self, name: str) -> bool:
        """Return True if a name is of a tuple that has arrays among its parts, or among theirs."""
        kind = self.kind_of_part(name)
        return isinstance(kind, types.BaseTuple) and has_array(kind)

    def kind_of_part(self, name: str) -> Type:
        """Return the type of a name, or of a part of a tuple that may have no name yet."""
        whole, _, place = name.rpartition(SEPARATOR)
        if name in self.names or not whole or not place.endswith("_"):
            return self[name]
        kind = self.kind_of_part(whole)
        known = isinstance(kind, types.BaseTuple) and place[:-1].isdigit()
        return kind[int(place[:-1])] if known else types.undefined

    def has_gaps(self, core: Core) -> bool:
        """Return True if there are names that were not there when the types were inferred."""
        bound = {t for s in walk_statements(core.tree.body) for t in targets(s)}
        return not bound <= self.names.keys()

    def has_tuples(self, core: Core) -> bool:
        """Return True if there are tuples among the names, the parameters left out."""
        bound = {t for s in walk_statements(core.tree.body) for t in targets(s)}
        return any(self.parts(name) for name in bound) or bool(self.empty_tuples(core))

    def empty_tuples(self, core: Core) -> frozenset[str]:
        """Return the names of tuples without parts, but for results, and those of calls."""
        every = list(walk_statements(core.tree.body))
        alone = [s for s in every if len(targets(s)) == 1]
        found = {t for s in alone for t in targets(s) if self.is_empty(t)}
        for s in every:
            if isinstance(s, gast.Return) or isinstance(getattr(s, "value", None), gast.Call):
                found -= {*reads(s), *targets(s)} if isinstance(s, gast.Return) else {*targets(s)}
        return frozenset(found)


def is_float(kind: Type) -> bool:
    """Return True if values of a type are real floating-point scalars."""
    return isinstance(kind, types.Float)


def is_array(kind: Type) -> bool:
    """Return True if values of a type are arrays."""
    return isinstance(kind, types.Array)


def has_array(kind: Type) -> bool:
    """Return True if values of a type are arrays, or tuples with arrays."""
    return any(map(has_array, kind)) if isinstance(kind, types.BaseTuple) else is_array(kind)


def is_float_array(kind: Type) -> bool:
    """Return True if values of a type are arrays of real floating-point numbers."""
    return is_array(kind) and is_float(kind.dtype)


def is_complex(kind: Type) -> bool:
    """Return True if values of a type are complex numbers, or arrays of them."""
    return isinstance(kind.dtype if is_array(kind) else kind, types.Complex)


def is_inexact(kind: Type) -> bool:
    """Return True if values of a type are floating-point scalars, real or complex."""
    return isinstance(kind, (types.Float, types.Complex))


def is_differentiable(kind: Type) -> bool:
    """Return True if a value of a type can have an adjoint."""
    if isinstance(kind, types.BaseTuple):
        return any(is_differentiable(part) for part in kind)
    return is_inexact(kind.dtype if is_array(kind) else kind)


def has_inexact(kind: Type) -> bool:
    """Return True if there are floating-point numbers in values of a type, however deep.

    >>> has_inexact(types.List(types.Array(types.float64, 1, "C"))), has_inexact(types.int64)
    (True, False)
    """
    parts = [getattr(kind, f, None) for f in ("dtype", "key_type", "value_type", "type")]
    own = [*flattened_once(kind), *(part for part in parts if isinstance(part, types.Type))]
    return is_inexact(kind) or any(map(has_inexact, own))


def is_differentiable_array(kind: Type) -> bool:
    """Return True if values of a type are arrays that can have an adjoint."""
    return is_array(kind) and is_differentiable(kind)


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


def is_in_columns(kind: Type) -> bool:
    """Return True if a type is that of arrays in Fortran's order."""
    return is_array(kind) and kind.layout == "F"


def of_adjoint(kind: Type) -> Type:
    """Return the type of the adjoint of an array, or of the list of those of a list of arrays."""
    if isinstance(kind, types.List):
        return types.List(of_adjoint(kind.dtype))
    return kind.copy(readonly=False)


def of_copy(kind: Type) -> Type:
    """Return the type of a copy of an array: Fortran's order is kept, any other becomes C's.

    >>> of_copy(types.Array(types.float64, 2, "F")), of_copy(types.Array(types.float64, 2, "A"))
    (Array(float64, 2, 'F', False, aligned=True), Array(float64, 2, 'C', False, aligned=True))
    """
    return types.Array(kind.dtype, kind.ndim, "F" if is_in_columns(kind) else "C")


def some_value(kind: Type) -> Expression:
    """Return a value of a type, for a variable that nobody reads."""
    if isinstance(kind, types.Boolean):
        return constant(False)
    if isinstance(kind, types.Integer):
        return constant(0)
    if isinstance(kind, types.NoneType):
        return constant(None)
    if isinstance(kind, types.BaseTuple):
        return tuple_of(map(some_value, kind))
    if is_array(kind):
        shape = tuple_of([constant(0)] * kind.ndim)
        plain = kind.dtype == types.float64
        return call("np.empty", shape, *([] if plain else [path(f"np.{dtype_name(kind.dtype)}")]))
    if isinstance(kind, types.List):  # an empty one
        one = gast.List([some_value(kind.dtype)], gast.Load())
        return gast.Subscript(one, gast.Slice(None, constant(0), None), gast.Load())
    return constant(0j if is_complex(kind) else 0.0)


def is_empty(value: object) -> bool:
    """Return True if an expression is an array without elements, as `some_value` gives.

    >>> from srcdiff.syntax import expression
    >>> is_empty(expression("np.empty((0, 0))")), is_empty(expression("np.empty((0, n))"))
    (True, False)
    """
    if not isinstance(value, gast.Call) or dotted(value.func) != "np.empty":
        return False
    extents = [e for arg in value.args[:1] for e in getattr(arg, "elts", [arg])]
    return bool(extents) and all(isinstance(e, gast.Constant) and e.value == 0 for e in extents)


def dtype_name(kind: Type) -> str:
    """Return NumPy's name of the type of an array's elements."""
    return "bool_" if isinstance(kind, types.Boolean) else str(kind)
