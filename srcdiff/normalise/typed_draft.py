"""A core form whose types are known, with all that its passes ask for by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import gast

from srcdiff.analyse.arrays.returned_rows import RowsOf
from srcdiff.analyse.checks.integer_truncation import Numbers
from srcdiff.analyse.types.inference import ResultOf, infer
from srcdiff.analyse.types.least_types import Collects, LeastOf, unknown_least
from srcdiff.analyse.types.types import Type, Types
from srcdiff.core import Core
from srcdiff.core.needs import OWN_FUNCTIONS
from srcdiff.normalise.control_flow.unbound import typable
from srcdiff.normalise.indexing.contiguous import reshaped
from srcdiff.normalise.memory.returned_arguments import BackOf
from srcdiff.normalise.partial_evaluation.answers import Asked
from srcdiff.syntax import Expression
from srcdiff.syntax.contents import Contents, contents

BackIn = Callable[[Core, Types], BackOf]
RowsIn = Callable[[Core, Types], RowsOf]


@dataclass(frozen=True)
class TypedDraft:
    """A core form, the types of its arguments, and those of its names, once they are known.

    `result_of` gives the types of results of calls, `back_in` the arguments that calls return,
    `rows_in` those of which they return rows.
    With `is_python` integers are those of Python and NumPy, not those of a kernel. `least_of` gives
    the types of results where arguments are integers at times; arrays that `collects` has keep
    values one by one. The types are
    `stale` if a pass has changed what the names stand for; `returned` is the type of the result
    as the author wrote it, `numbers` what callers look at where they pass integers at times,
    `asked` what is asked for types.
    """

    core: Core
    given: tuple[Type, ...]
    result_of: ResultOf
    back_in: BackIn
    rows_in: RowsIn
    is_python: bool = True
    least_of: LeastOf = unknown_least
    collects: Collects = field(default_factory=dict)
    known: Types | None = None
    stale: bool = False
    returned: Type = None
    numbers: Numbers | None = None
    asked: Asked | None = None

    def after(self, result: Any) -> TypedDraft:
        """Return the draft with what a pass has returned: None, if it is a check."""
        match result:
            case None:
                return self
            case TypedDraft():
                return result
            case Numbers():
                return replace(self, numbers=result)
            case gast.FunctionDef():
                same = result is self.tree
                return self if same else replace(self, core=replace(self.core, tree=result))
            case Core():
                return replace(self, core=result)
            case Core() as core, Asked() as asked:
                return replace(self, core=core, asked=asked)
            case Core() as core, Types() as types:
                return replace(self, core=core, known=types)
            case gast.FunctionDef() as tree, functions:
                return replace(self, core=replace(self.core, tree=tree, functions=functions))
        raise TypeError(f"no pass returns {result!r}")

    @cached_property
    def contents(self) -> Contents:
        """Return what stands in the function, classes of types, and a mark of what it calls."""
        found = contents(self.tree)
        if self.known is not None:
            found |= self.known.classes
        return found | {OWN_FUNCTIONS} if self.functions else found

    @property
    def meanings(self) -> frozenset[int]:
        """Return nothing: what free names stand for is known by their spelling."""
        return frozenset()

    @property
    def draft(self) -> TypedDraft:
        """Return the draft itself, for what changes several parts of it."""
        return self

    @property
    def tree(self) -> gast.FunctionDef:
        """Return the tree of the core form."""
        return self.core.tree

    @property
    def functions(self) -> Mapping[str, Any]:
        """Return the functions of the user that it calls."""
        return self.core.functions

    @property
    def types(self) -> Types:
        """Return the types of all names."""
        assert self.known is not None
        return self.known

    @property
    def types_of(self) -> Callable[[Core], Types]:
        """Return the function that infers the types of a core form."""
        return lambda core: infer(inferable(core), self.given, self.result_of)

    @property
    def kinds(self) -> Mapping[str, Type]:
        """Return the types of the names that have one."""
        return self.types.names

    @property
    def typed(self) -> Mapping[str, Type]:
        """Return the names that have a type."""
        return self.types.names

    @property
    def ndim(self) -> Callable[[str], int]:
        """Return the function that gives the rank of an array."""
        return self.types.ndim

    @property
    def is_array(self) -> Callable[[str], bool]:
        """Return the function that is true for names of arrays."""
        return self.types.is_array

    @property
    def is_none(self) -> Callable[[str], bool]:
        """Return the function that is true for names of None."""
        return self.types.is_none

    @property
    def is_empty(self) -> Callable[[str], bool]:
        """Return the function that is true for names of empty tuples."""
        return self.types.is_empty

    @property
    def absent(self) -> frozenset[str]:
        """Return the names of tuples without parts."""
        return self.types.empty_tuples(self.core)

    @property
    def default(self) -> Callable[[str], Expression]:
        """Return the function that gives a value of the type of a name."""
        return self.types.some_value

    @property
    def count_of(self) -> Callable[[str], int]:
        """Return the function that gives the number of parts of a tuple."""
        return self.types.parts

    @property
    def has_arrays(self) -> Callable[[str], bool]:
        """Return the function that is true for names of tuples that hold arrays."""
        return self.types.holds_arrays

    @property
    def back_of(self) -> BackOf:
        """Return the function that gives the arguments that a call returns."""
        return self.back_in(self.core, self.types)

    @property
    def rows_of(self) -> RowsOf:
        """Return the function that gives the arguments of which a call returns rows."""
        return self.rows_in(self.core, self.types)


@dataclass(frozen=True)
class Looked:
    """What is looked at again of a function when all calls are known: integers and questions."""

    numbers: Numbers | None
    asked: Asked | None


def inferable(core: Core) -> Core:
    """Return a core form of which types can be inferred."""
    return replace(core, tree=typable(reshaped(core.tree)))
