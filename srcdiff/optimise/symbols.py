"""What passes over generated code have to know of the names in it."""

from __future__ import annotations

import builtins
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import CHANGING
from srcdiff.analyse.aliasing.statement_effects import NOISY
from srcdiff.analyse.arrays.subscripts import parts_of
from srcdiff.analyse.types.types import Type, Types, is_array, is_complex, is_float, is_float_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import draws, is_shape, standard
from srcdiff.core.primitives import names_with
from srcdiff.optimise.dataflow.live_ranges import AGAIN
from srcdiff.optimise.dataflow.moves import Known
from srcdiff.syntax import (
    SEPARATOR,
    Expression,
    Statement,
    dotted,
    is_adjoint,
    is_part,
    number,
    primal,
    readable,
    walk,
)

MODULES = {"math", "np", "numba", "njit", "prange", "operator", "cmath", "srcdiff"}
ALWAYS_FLOAT = names_with(gives_floats=True)
COUNTER = f"for{SEPARATOR}"  # before the letter of a counter
ELEMENT = f"{SEPARATOR}000"  # after the name of an array: an element of it, as a number
NEW_ARRAY = f"{SEPARATOR}0000"  # and an array that is made for its elements
WRITING = CHANGING | {"fill", "partition", "put", "remove", "sort"}  # methods


@dataclass(frozen=True)
class Symbols:
    """The names of a function: `types` of variables, `pure` and `defined` functions.

    `identities` are those functions that give their first argument back, `shapes` names for
    the shapes of arrays, where several have the same. `sharing` are arrays that may be
    parts of others, though no statement says so; so may their adjoints. With `has_loops`
    statements on whole arrays become loops.
    """

    types: Types
    pure: frozenset[str]
    defined: frozenset[str]
    identities: frozenset[str] = frozenset()
    shapes: Mapping[str, str] = field(default_factory=dict)
    sharing: frozenset[str] = frozenset()
    has_loops: bool = False

    @property
    def known(self) -> Known:
        """Return what is known of the names, for putting parts back into expressions."""
        return Known(self.is_part, self.is_array, self.is_integer, self.is_pure)

    @property
    def reserved(self) -> frozenset[str]:
        """Return the names that variables must not have."""
        return self.defined | MODULES | set(dir(builtins)) - {"_"}

    def follows(self, copy: str, original: Expression) -> bool:
        """Return True if a copy may be replaced by its original, or minus that, everywhere."""
        if not isinstance(original, gast.Name):
            return is_part(copy) and not self.is_array(copy)
        if copy == original.id:
            return False
        return is_part(copy) or readable(copy) == readable(original.id)

    def may_overlap(self, name: str) -> bool:
        """Return True if an array may be a part of another, though no statement says so."""
        return self.primal(name) in self.sharing

    def is_part(self, name: str) -> bool:
        """Return True if a name is of a part of an expression."""
        return is_part(name)

    def is_pure(self, function: str) -> bool:
        """Return True if calls of a function have no effects."""
        if function in self.pure:
            return True
        known = standard(function)
        if function.rpartition(".")[2] in WRITING or draws(function):
            return False
        if known is None:
            return SEPARATOR in function or "." in function  # a method that reads an array
        return known not in NOISY

    def is_pure_statement(self, statement: Statement) -> bool:
        """Return True if a statement may be left out if nobody reads what it binds.

        Of calls alone those of functions in this module may, not of what is known to change things.
        """
        if isinstance(statement, gast.Expr):
            return dotted(getattr(statement.value, "func", statement)) in self.pure
        calls = [node for node in walk(statement) if isinstance(node, gast.Call)]
        return all(self.is_pure(dotted(node.func)) for node in calls)

    def primal(self, name: str) -> str:
        """Return the core-form name that a name in generated code stands for."""
        plain = primal(name)
        while plain.endswith(AGAIN):
            plain = plain.removesuffix(AGAIN)
        return plain

    def type_of(self, name: str) -> Type:
        """Return the type of a name in generated code: an adjoint has that of its value."""
        if name.endswith(ELEMENT):
            return numba_types.float64
        own = self.types.names.get(name)
        return self.types[self.primal(name)] if own is None else own

    def kind(self, name: str) -> Hashable:
        """Return what has to be the same for two values to share a name.

        A part of an adjoint that has no counterpart in the primal is a number where the
        adjoint is one: it shares its name with other such parts.
        """
        plain = self.primal(name.removesuffix(NEW_ARRAY))
        found = self.types.names.get(plain)
        if found is None and name.endswith(ELEMENT):
            found = numba_types.float64
        if found is None and name.startswith(COUNTER):
            found = numba_types.int64
        if found is not None:
            return str(found)
        owner = plain.rpartition(SEPARATOR)[0]
        if is_adjoint(name) and is_float(self.types[owner]):
            return str(self.types[owner]), readable(name)
        return name

    def is_new(self, name: str) -> bool:
        """Return True if a name is of a value that only the derivative has."""
        return self.primal(name) not in self.types.names

    def is_integer(self, name: str) -> bool:
        """Return True if a name is of an integer."""
        return isinstance(self.type_of(name), numba_types.Integer)

    def is_long(self, name: str) -> bool:
        """Return True if a name is of an integer of 64 bits with a sign."""
        return bool(self.type_of(name) == numba_types.int64)

    def is_double(self, tree: Expression) -> bool:
        """Return True if an expression is certainly a number in double precision."""
        match tree:
            case gast.BinOp(op=gast.Pow(), left=whole) | gast.UnaryOp(operand=whole):
                return self.is_double(whole)
            case gast.BinOp(left=left, right=right):
                return self.is_double(left) or self.is_double(right)
            case gast.Name(id=title):
                return bool(self.type_of(title) == numba_types.float64)
            case gast.Subscript(value=whole):
                kind = self.type_of(dotted(whole))
                return self.is_element(tree) and bool(kind.dtype == numba_types.float64)
            case gast.Call(func=callee, args=given):
                known = dotted(callee) in ALWAYS_FLOAT
                return known and all(map(self.is_double_or_integer, given))
        return isinstance(tree, gast.Constant) and isinstance(tree.value, float)

    def is_element(self, tree: gast.Subscript) -> bool:
        """Return True if a subscript is certainly of one element, not of a part of an array."""
        kind = self.type_of(dotted(tree.value))
        places = parts_of(tree.slice)
        return (
            is_array(kind)
            and len(places) == kind.ndim
            and all(self.is_place(place) for place in places)
        )

    def is_place(self, tree: Expression) -> bool:
        """Return True if a part of a subscript is certainly an integer."""
        match tree:
            case gast.Name(id=title):
                return self.is_integer(title)
            case gast.BinOp(left=left, right=right):
                return self.is_place(left) and self.is_place(right)
            case gast.UnaryOp(operand=inner):
                return self.is_place(inner)
            case gast.Subscript():
                return is_shape(tree) or self.is_element(tree)
        return is_shape(tree) or isinstance(number(tree), int)

    def is_double_or_integer(self, tree: Expression) -> bool:
        """Return True if functions of an expression are certainly of double precision."""
        integer = isinstance(tree, gast.Name) and self.is_integer(tree.id)
        return integer or is_shape(tree) or self.is_double(tree)

    def is_float(self, tree: Expression) -> bool:
        """Return True if an expression is certainly a floating-point number."""
        if isinstance(tree, gast.Name) and is_float(self.type_of(tree.id)):
            return True
        kind = self.type_of(dotted(getattr(tree, "value", tree)))
        if isinstance(tree, gast.Subscript) and is_float_array(kind):
            return True
        return is_adjoint(dotted(tree)) or self.is_double(tree)

    def is_complex(self, tree: Expression) -> bool:
        """Return True if an expression of the primal may be, or have, a complex number."""
        names = [node.id for node in walk(tree) if isinstance(node, gast.Name)]
        numbers = [node.value for node in walk(tree) if isinstance(node, gast.Constant)]
        return not any(map(is_adjoint, names)) and (
            any(name in ("cmath", "complex") or is_complex(self.types[name]) for name in names)
            or any(isinstance(number, complex) for number in numbers)
        )

    def is_array(self, name: str) -> bool:
        """Return True if a name is of an array."""
        return is_array(self.type_of(name))

    def is_double_array(self, name: str) -> bool:
        """Return True if a name is of an array in double precision."""
        kind = self.type_of(name)
        return is_array(kind) and bool(kind.dtype == numba_types.float64)

    def is_in_rows(self, name: str) -> bool:
        """Return True if an array, or a copy of it, certainly has its elements in rows."""
        kind = self.type_of(name)
        return is_array(kind) and (kind.ndim == 1 or (kind.layout == "C" and not is_adjoint(name)))

    def shape(self, name: str) -> str:
        """Return a name for the shape of an array, the same for arrays of one shape."""
        own = self.primal(name)
        return self.shapes.get(own, own)

    def floats(self, names: Mapping[str, str]) -> set[str]:
        """Return those of the names they have got that are of real numbers, or arrays of them."""
        kinds = {new: self.type_of(name) for name, new in names.items()}
        return {n for n, kind in kinds.items() if is_float(getattr(kind, "dtype", kind))}

    def dimensions(self, names: Mapping[str, str]) -> dict[str, int]:
        """Return the number of dimensions of arrays and numbers, by the names they have got.

        Names of unknown types are left out.
        """
        kinds = {new: self.type_of(name) for name, new in names.items()}
        known = (numba_types.Number, numba_types.Boolean, numba_types.Array)
        return {n: getattr(k, "ndim", 0) for n, k in kinds.items() if isinstance(k, known)}
