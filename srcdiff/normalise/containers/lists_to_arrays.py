"""Write lists of numbers as arrays, once the types tell which names stand for lists.

Results of functions that are tuples inside a tuple are taken apart here, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.aliasing.new_memory import is_new
from srcdiff.analyse.flow.structure import structure
from srcdiff.analyse.types.types import (
    Type,
    Types,
    flattened,
    flattened_once,
    has_list,
    in_tuples,
    is_nested,
    list_of_numbers,
)
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.analyse.types.words import text
from srcdiff.core import Core
from srcdiff.core.operations import is_load, is_store, operation, store_target
from srcdiff.errors import UnsupportedType
from srcdiff.normalise.containers.list_conditions import refused, with_conditions
from srcdiff.normalise.containers.list_values import (
    COPIES,
    SOME_LIST,
    constant_lists,
    converted,
    display,
    is_shallow,
    leaves,
    whole_of,
)
from srcdiff.normalise.containers.ragged import check_lengths, made_once
from srcdiff.normalise.containers.sharing import (
    Groups,
    exposed,
    is_alone,
    method_of,
    opaque,
    trimmed,
)
from srcdiff.normalise.functions.specialise import Flat
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Expression,
    Statement,
    assign,
    beside,
    call,
    callee_of,
    dotted,
    each_block,
    fresh,
    locate,
    name,
    number,
    targets,
    tuple_of,
    unpack,
    walk_statements,
)


def lists_to_arrays(core: Core, types: Types) -> Core:
    """Return a core form with arrays instead of the lists of numbers.

    Lists that change their length and meet no other list stay as they are.

    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function, unparse
    >>> tree = function('''
    ... def f(x, y):
    ...     a = x[1:]
    ...     a[0] = 0.0
    ...     b = x + y
    ...     c = [b[0], 1.0]
    ...     return c
    ... ''')
    >>> core = Core(tree, {}, {}, Origin("f", "f.py", 1, 0, []), tree)
    >>> known = dict.fromkeys("xyabc", numba_types.List(numba_types.float64))
    >>> print(unparse(lists_to_arrays(core, Types(known, known["c"])).tree))
    def f(x, y):
        a··items = x[1:]
        a = np.copy(a··items)
        a[0] = 0.0
        b = np.concatenate((x, y))
        c = np.array([b[0], 1.0])
        return c
    """
    lists = Lists(core, types)
    if not lists.names and not lists.calls:
        return core
    tree = each_block(core.tree, lists.block)
    constants = {
        word: np.array(value) if word in lists.names else value
        for word, value in core.constants.items()
    }
    return replace(core, tree=tree, functions=lists.functions, constants=constants)


class Lists:
    """The lists of a function, and the statements that stand for those which use them."""

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

    # --- statements ---

    def block(self, block: Block) -> Block:
        """Return a block without lists."""
        return [new for statement in block for new in self.statement(statement)]

    def statement(self, statement: Statement) -> Block:
        """Return the statements that stand for a statement."""
        self.refuse_method(statement)
        if is_store(statement):
            self.check_store(statement)
        if isinstance(statement, gast.AugAssign) and self.is_list(statement.target):
            raise refused(statement, "`+=` changes the length of a list")
        if not isinstance(statement, gast.Assign):
            return [with_conditions(statement, self.is_list)]
        bound = targets(statement)
        if statement in self.calls:
            return self.called(statement)
        if len(bound) != 1 or is_store(statement):
            return [with_conditions(statement, self.is_list)]
        value = statement.value
        if bound[0] in self.names:
            return self.made(bound[0], value, statement)
        if self.is_array_of_list(value):
            return [assign(bound[0], call("np.copy", value.args[0]), statement)]
        if self.may_be_view_of_list(value):
            items = beside(bound[0], "items")  # functions of arrays copy lists first
            copied = gast.Call(value.func, [name(items), *value.args[1:]], value.keywords)
            return [
                assign(items, call("np.copy", value.args[0]), statement),
                assign(bound[0], locate(copied, value), statement),
            ]
        return [with_conditions(statement, self.is_list)]

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

    def made(self, target: str, value: Expression, place: Statement) -> Block:
        """Return the statements that make the array for a list."""
        if isinstance(value, gast.List):
            self.check_shared(target, value.elts, place)
            check_lengths(value, self.values)
            return [assign(target, display(self.kinds[target].dtype, value), place)]
        if self.is_nested(target) and is_shallow(value):
            return [assign(target, whole_of(value), place)]  # the lists in it are the same ones
        if is_load(place) and isinstance(value.slice, gast.Slice):
            if dotted(value.value) in self.trimmed or self.is_nested(target):
                return [place]  # what is left out nobody reads
            if not self.groups.roots([target, dotted(value.value)]) & self.exposed:
                return [place]  # nobody writes to it
            items = beside(target, "items")
            return [
                assign(items, value, place),
                assign(target, call("np.copy", name(items)), place),
            ]
        if isinstance(value, gast.BinOp):
            return self.combined(target, value, place)
        if self.lists_tuple(value) and not self.is_nested(target):
            return [assign(target, display(self.kinds[target].dtype, value.args[0]), place)]
        if isinstance(value, gast.Call):
            return [assign(target, converted(value), place)]
        return [place]

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

    def combined(self, target: str, value: gast.BinOp, place: Statement) -> Block:
        """Return the statements for a sum of lists."""
        if not isinstance(value.op, gast.Add):
            raise refused(value, "a list is repeated")
        self.check_shared(target, [value], place)
        new: Block = []
        parts: list[Expression] = []
        for side, part in enumerate((value.left, value.right)):
            if isinstance(part, gast.List):
                items = beside(target, f"items{side}")
                new.append(assign(items, display(self.kinds[target].dtype, part), place))
                part = name(items)
            parts.append(part)
        return [*new, assign(target, call("np.concatenate", tuple_of(parts)), place)]

    def called(self, statement: gast.Assign) -> Block:
        """Return the statements that call a function of the user with arrays."""
        made = statement.value
        function = self.core.functions[dotted(made.func)]
        places = self.places(made)
        if places and rule_of_user(function) is not None:
            raise UnsupportedType(
                f"`{dotted(made.func)}` has a rule, and is called with a list",
                made,
                "pass an array: np.array(xs)",
            )
        new: Block = []
        arguments: list[Expression] = []
        for place, argument in enumerate(made.args):
            if isinstance(argument, gast.List):
                check_lengths(argument, self.values)
                items = beside(targets(statement)[0], f"list{place}")
                new.append(assign(items, call("np.array", argument), statement))
                argument = name(items)
            arguments.append(argument)
        title = self.title_of(dotted(made.func), function, places)
        value = gast.copy_location(gast.Call(name(title), arguments, []), made)
        bound = targets(statement)
        kind = self.types[bound[0]] if len(bound) == 1 else None
        if not is_nested(kind):
            return [*new, locate(gast.Assign(statement.targets, value, None), statement)]
        parts = [beside(bound[0], f"part{k}") for k in range(len(flattened(kind)))]
        new.append(unpack(parts, value, statement))
        return [*new, assign(bound[0], in_tuples(kind, map(name, parts)), statement)]

    def title_of(self, wanted: str, function: Any, places: frozenset[int]) -> str:
        """Return the name of a function that takes arrays instead of lists."""
        for title, known in self.functions.items():
            same = isinstance(known, Flat) and known.function is function
            if same and known.places == places:
                return title
        title = fresh(f"{wanted}{SEPARATOR}lists", self.functions)
        self.functions[title] = Flat(function, places)
        return title

    # --- what is refused, and conditions ---

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
