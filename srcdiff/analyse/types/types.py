"""The types of the names in a core form, as Numba names them, and what can be asked of a type."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
OF_ARRAYS: dict[type, bool] = {}  # kinds of types, as asking Numba's takes long


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

    def is_array(self, name: str) -> bool:
        """Return True if a name is of an array."""
        return is_array(self[name])

    @cached_property
    def has_arrays(self) -> bool:
        """Return True if any name is of an array."""
        return any(map(is_array, self.names.values()))

    @cached_property
    def classes(self) -> frozenset[type]:
        """Return the classes of all types, of their elements and parts, and what they derive from.

        >>> found = Types({"x": types.float64[:], "t": types.Tuple((types.int64,))}, None).classes
        >>> [kind in found for kind in (types.Float, types.Integer, types.Number, types.Boolean)]
        [True, True, True, False]
        """
        return classes((*self.names.values(), *self.constants.values(), self.returned))

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
        if not is_array(kind):  # it is None, or unknown, on paths that do not run
            return kind, 0, name
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


def classes(kinds: Iterable[Type]) -> frozenset[type]:
    """Return the classes of some types, of their elements and parts, and what these derive from."""
    found: set[type] = set()
    pending = list({id(kind): kind for kind in kinds}.values())  # mostly the same few ones
    while pending:
        kind = pending.pop()
        if type(kind) not in found:
            found.update(type(kind).__mro__)
        own = getattr(kind, "__dict__", {})
        pending += [own[part] for part in ("dtype", "type") if part in own]
        pending += own.get("types", ())
    return frozenset(found)


def is_float(kind: Type) -> bool:
    """Return True if values of a type are real floating-point scalars."""
    return isinstance(kind, types.Float)


def is_array(kind: Type) -> bool:
    """Return True if values of a type are arrays."""
    own = type(kind)
    known = OF_ARRAYS.get(own)
    if known is None:
        known = OF_ARRAYS[own] = issubclass(own, types.Array)
    return known


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


def is_differentiable_array(kind: Type) -> bool:
    """Return True if values of a type are arrays that can have an adjoint."""
    return is_array(kind) and is_differentiable(kind)


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
    if isinstance(kind, types.EllipsisType):
        return constant(...)
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
