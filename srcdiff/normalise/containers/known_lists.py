"""Which names of a core form stand for lists of numbers, and what may not be done to these."""

from __future__ import annotations

import gast
import numpy as np

from srcdiff.analyse.aliasing.new_memory import is_new
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.composite_types import (
    flattened,
    flattened_once,
    has_list,
    is_nested,
    list_of_numbers,
)
from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.core import Core
from srcdiff.core.operations import is_store, operation, store_target
from srcdiff.errors import UnsupportedType
from srcdiff.normalise.containers.list_conditions import refused
from srcdiff.normalise.containers.list_values import COPIES, SOME_LIST, constant_lists, leaves
from srcdiff.normalise.containers.ragged import made_once
from srcdiff.normalise.containers.sharing import (
    Groups,
    exposed,
    is_alone,
    method_of,
    opaque,
    trimmed,
)
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    number,
    targets,
    walk_statements,
)


class KnownLists:
    """The lists of a function; `functions` also gets those that take arrays instead of lists."""

    def __init__(self, core: Core, types: Types) -> None:
        self.core = core
        self.types = types
        self.functions = dict(core.functions)
        self.kinds: dict[str, Type] = {
            **{n: kind for n, kind in types.names.items() if list_of_numbers(kind)},
            **{n: kind for n, kind in constant_lists(core.constants)},
        }
        statements = list(walk_statements(core.tree.body))
        self.values = made_once(statements)
        self.layout = structure(core.tree.body)
        self.groups = Groups(statements, self.kinds)
        self.names = self.kinds.keys() - opaque(statements, self.groups, core)
        self.exposed = exposed(statements, self.groups, core)
        self.trimmed = trimmed(statements, self.layout, core)
        self.calls = [s for s in statements if self.takes_lists(s)]
        self.writers = [s for s in statements if s in self.calls or self.stores_in_list(s)]

    def is_list(self, tree: Expression | None) -> bool:
        """Return True if an expression is the name of a list, or a list in one."""
        if isinstance(tree, gast.Name):
            return tree.id in self.names
        if not isinstance(tree, gast.Subscript) or dotted(tree.value) not in self.names:
            return False
        return isinstance(tree.slice, gast.Slice) or self.is_nested(dotted(tree.value))

    def stores_in_list(self, statement: Statement) -> bool:
        """Return True if a statement writes to a list."""
        return is_store(statement) and self.is_list(store_target(statement).value)

    def takes_lists(self, statement: Statement) -> bool:
        """Return True if a statement calls a function that takes lists, or returns them nested."""
        made = getattr(statement, "value", None)
        if callee_of(made) not in self.core.functions:
            return False
        returned = [self.types[target] for target in targets(statement)]
        return bool(self.places(made)) or any(has_list(k) or is_nested(k) for k in returned)

    def places(self, made: gast.Call) -> frozenset[int]:
        """Return the places of lists among the arguments of a call, parts of tuples counted."""
        kinds = [part for leaf in leaves(made.args) for part in flattened(self.kind_of(leaf))]
        return frozenset(i for i, kind in enumerate(kinds) if list_of_numbers(kind))

    def kind_of(self, tree: Expression) -> Type:
        """Return the type of a list or a tuple, None for anything else."""
        if isinstance(tree, gast.List):
            return SOME_LIST
        if isinstance(tree, gast.Subscript):  # a field of a named tuple
            place = number(tree.slice)
            parts = flattened_once(self.kind_of(tree.value))
            return parts[place] if isinstance(place, int) and parts else None
        found = dotted(tree)
        return self.kinds.get(found, self.types.names.get(found))

    def is_array_of_list(self, value: Expression) -> bool:
        """Return True if an expression makes an array of a list, with the type of its elements."""
        if not isinstance(value, gast.Call) or value.keywords or len(value.args) != 1:
            return False
        return dotted(value.func) in COPIES[1:3] and self.is_list(value.args[0])

    def may_be_view_of_list(self, value: Expression) -> bool:
        """Return True if an expression might be a view if a list were an array."""
        if not isinstance(value, gast.Call) or not value.args or not self.is_list(value.args[0]):
            return False
        found = operation(value)
        is_diagonal = found is not None and found.function is np.diag  # of a matrix it is a view
        return found is not None and not found.is_user and (is_diagonal or not is_new(found))

    def lists_tuple(self, value: Expression) -> bool:
        """Return True if an expression makes a list of the parts of a tuple."""
        if callee_of(value) != "list":
            return False
        return len(value.args) == 1 and (
            isinstance(value.args[0], gast.Tuple)
            or bool(flattened_once(self.kind_of(value.args[0])))
        )

    def is_nested(self, title: str) -> bool:
        """Return True if a name stands for a list of lists."""
        return isinstance(self.kinds[title].dtype, numba_types.List)

    def refuse_method(self, statement: Statement) -> None:
        """Refuse a method of a list that an array stands for."""
        found = method_of(statement)
        if found is None or found[0] not in self.names or found[1] == "copy":
            return
        raise refused(statement.value, f"`.{found[1]}` is called on a list")

    def check_store(self, statement: Statement) -> None:
        """Refuse stores into lists that change more than one number."""
        target = store_target(statement)
        if not self.is_list(target.value):
            return
        kind = self.kinds[dotted(target.value)].dtype
        if isinstance(target.slice, gast.Slice):
            raise refused(statement, "a part of a list is replaced")
        if isinstance(kind, numba_types.List) and not isinstance(target.slice, gast.Tuple):
            raise refused(statement, "a list in a list is replaced")
        value = getattr(statement, "value", None)
        own = self.types.names.get(dotted(value)) if value is not None else None
        if isinstance(kind, numba_types.Integer) and isinstance(
            own, (numba_types.Float, numba_types.Complex)
        ):
            raise UnsupportedType(
                f"{text(own)} is stored in {text(self.kinds[dotted(target.value)])}",
                statement,
                "make all numbers of the list floating-point: 0.0",
            )

    def check_shared(self, target: str, parts: list[Expression], place: Statement) -> None:
        """Refuse lists of lists that would be copied into an array, and are written to later.

        Lists that nothing else has may be copied.
        """
        layout = self.layout
        if not self.is_nested(target) or all(layout.is_over(s, place) for s in self.writers):
            return
        names = [dotted(part) for part in parts]
        if not all(names.count(n) == 1 and is_alone(n, place, layout, self.core) for n in names):
            raise refused(place, "a list that is written to is a part of another list")
