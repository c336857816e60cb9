"""The types of the names in a core form, as Numba names them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from numba.core import types as numba_types
from numba.core.typing.typeof import typeof as numba_typeof

from srcdiff.normalise import Core
from srcdiff.syntax import Expression, call, constant, path, targets, tuple_of, walk_statements

types: Any = numba_types  # Numba does not annotate all of it
typeof: Any = numba_typeof
Type: TypeAlias = Any  # a type of Numba


@dataclass(frozen=True)
class Types:
    """Numba's type of each name of a core form, of the result, and of arrays that are global."""

    names: Mapping[str, Type]
    result: Type
    constants: Mapping[str, Type] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Type:
        """Return the type of a name; NoneType where Numba found that it is never used."""
        return self.names.get(name) or self.constants.get(name, types.none)

    def is_array(self, name: str) -> bool:
        """Tell whether a name is of an array."""
        return is_array(self[name])

    def ndim(self, name: str) -> int:
        """Return the number of dimensions of an array, 0 for anything else."""
        return self[name].ndim if is_array(self[name]) else 0

    def with_copies(self, copies: Mapping[str, str]) -> Types:
        """Return the types with those of some copies of arrays."""
        new = {n: types.Array(self[old].dtype, self[old].ndim, "C") for n, old in copies.items()}
        return replace(self, names={**self.names, **new})

    def fits(self, name: str, array: str) -> bool:
        """Tell whether an element of an array keeps the value of a name as it is."""
        return bool(is_array(self[array]) and self[array].dtype == self[name])

    def some_value(self, name: str) -> Expression:
        """Return a value of the type of a name."""
        return some_value(self[name])

    def parts(self, name: str) -> int:
        """Return the number of parts of a tuple, 0 for what is no tuple."""
        kind = self[name]
        return len(kind) if isinstance(kind, types.BaseTuple) else 0

    def has_gaps(self, core: Core) -> bool:
        """Tell whether there are names that were not there when the types were inferred."""
        bound = {t for s in walk_statements(core.tree.body) for t in targets(s)}
        return not bound <= self.names.keys()

    def has_tuples(self, core: Core) -> bool:
        """Tell whether there are tuples among the names, the parameters left out."""
        bound = {t for s in walk_statements(core.tree.body) for t in targets(s)}
        return any(self.parts(name) for name in bound)


def is_float(kind: Type) -> bool:
    """Tell whether values of a type are real floating-point scalars."""
    return isinstance(kind, types.Float)


def is_array(kind: Type) -> bool:
    """Tell whether values of a type are arrays."""
    return isinstance(kind, types.Array)


def is_float_array(kind: Type) -> bool:
    """Tell whether values of a type are arrays of real floating-point numbers."""
    return is_array(kind) and is_float(kind.dtype)


def is_complex(kind: Type) -> bool:
    """Tell whether values of a type are complex numbers, or arrays of them."""
    return isinstance(kind.dtype if is_array(kind) else kind, types.Complex)


def is_inexact(kind: Type) -> bool:
    """Tell whether values of a type are floating-point scalars, real or complex."""
    return isinstance(kind, (types.Float, types.Complex))


def is_differentiable(kind: Type) -> bool:
    """Tell whether a value of a type can have an adjoint."""
    if isinstance(kind, types.BaseTuple):
        return any(is_differentiable(part) for part in kind)
    return is_inexact(kind.dtype if is_array(kind) else kind)


def is_differentiable_array(kind: Type) -> bool:
    """Tell whether values of a type are arrays that can have an adjoint."""
    return is_array(kind) and is_differentiable(kind)


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
    return constant(0j if is_complex(kind) else 0.0)


def dtype_name(kind: Type) -> str:
    """Return NumPy's name of the type of an array's elements."""
    return "bool_" if isinstance(kind, types.Boolean) else str(kind)
