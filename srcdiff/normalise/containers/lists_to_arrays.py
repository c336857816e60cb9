"""Write lists of numbers as arrays, once the types tell which names stand for lists.

Results of functions that are tuples inside a tuple are taken apart here, too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.composite_types import flattened, in_tuples, is_nested
from srcdiff.analyse.types.types import Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import is_load, is_store
from srcdiff.errors import UnsupportedType
from srcdiff.normalise.containers.known_lists import KnownLists
from srcdiff.normalise.containers.list_conditions import refused, with_conditions
from srcdiff.normalise.containers.list_values import (
    constant_lists,
    converted,
    display,
    is_shallow,
    whole_of,
)
from srcdiff.normalise.containers.ragged import check_lengths
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
    dotted,
    each_block,
    fresh,
    locate,
    name,
    targets,
    tuple_of,
    unpack,
)
from srcdiff.syntax.contents import contents


def lists_to_arrays(core: Core, types: Types) -> Core:
    """Return a core form with arrays instead of the lists of numbers.

    Lists that change their length and meet no other list stay as they are.

    >>> from numba import types as numba_types
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
    kinds = types.classes.isdisjoint((numba_types.List, numba_types.BaseTuple))
    if kinds and gast.List not in contents(core.tree) and not any(constant_lists(core.constants)):
        return core  # no list, and no tuple that may hold one
    lists = Lists(core, types)
    if not lists.names and not lists.calls:
        return core
    tree = each_block(core.tree, lists.block)
    constants = {
        word: np.array(value) if word in lists.names else value
        for word, value in core.constants.items()
    }
    return replace(core, tree=tree, functions=lists.functions, constants=constants)


class Lists(KnownLists):
    """The statements that stand for those which use lists."""

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
