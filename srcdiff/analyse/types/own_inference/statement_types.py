"""The types in a function, statement by statement, again and again until all are known.

It is one walk, as the types of a statement depend on those of all kinds of statements before it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import method_called
from srcdiff.analyse.types.own_inference.before_loops import before_loops
from srcdiff.analyse.types.own_inference.bindings import (
    bindings,
    check_ends,
    is_no_value,
    known,
    live,
)
from srcdiff.analyse.types.own_inference.constant_tests import Constants
from srcdiff.analyse.types.own_inference.expression_types import CallOf, Expressions, Untyped
from srcdiff.analyse.types.own_inference.paths import Paths
from srcdiff.analyse.types.own_inference.signatures import (
    Undecided,
    result,
    type_of_literal,
    type_of_value,
)
from srcdiff.analyse.types.types import Type, types
from srcdiff.core.operators import INPLACE
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    is_empty_list,
    parameters,
    targets,
    with_body,
)

ROUNDS = 20  # through a function, until its types are settled


class KeptInList(Undecided):
    """A `statement` that stores an array of the type `kind` in a list of numbers."""

    def __init__(self, statement: Statement, kind: Type) -> None:
        super().__init__()
        self.statement = statement
        self.kind = kind


class Walk(Paths):
    """The way through a function, again and again until all types are known."""

    def __init__(
        self,
        tree: gast.FunctionDef,
        given: tuple[Type, ...],
        callees: Mapping[str, CallOf],
        surroundings: Mapping[str, Any],
    ) -> None:
        constants = self.begin(tree, given, surroundings)
        names: dict[str, Type] = {
            parameter: type_of_literal(kind.value) if isinstance(kind, types.Omitted) else kind
            for parameter, kind in zip(parameters(tree), given, strict=True)
        }
        super().__init__(names, bindings(self.tree))
        own, given_names = self.bindings, parameters(tree)
        self.expressions = Expressions(
            self.names, own, given_names, callees, surroundings, constants
        )
        self.type_of = self.expressions.type_of

    def begin(
        self, tree: gast.FunctionDef, given: tuple[Type, ...], surroundings: Mapping[str, Any]
    ) -> Constants:
        """Enter the branches that Numba does not leave out; return what it knows of names."""
        fixed = {
            parameter
            for parameter, kind in zip(parameters(tree), given, strict=True)
            if isinstance(kind, (types.Omitted, types.NoneType))
        }
        made = bindings(tree)
        once = {n: values[0] for n, values in made.items() if len(values) == 1}
        constants = known(once, made.keys() - fixed, surroundings)
        self.tree = with_body(tree, live(tree.body, constants))
        self.first = {  # what is known where loops begin
            loop: known(values, made.keys() - fixed, surroundings)
            for loop, values in before_loops(self.tree.body, once).items()
        }
        return constants

    def types(self, unbound: Type) -> tuple[dict[str, Type], Type]:
        """Return the types of all names, and that of the result."""
        self.settle()
        unknown = self.bindings.keys() - self.of_all.keys()
        if self.changed or unknown - self.without_value(unknown):
            raise Undecided
        found = {name: types.unliteral(kind) for name, kind in self.of_all.items()}
        return {**found, **dict.fromkeys(unknown, unbound)}, self.result()

    def settle(self) -> None:
        """Go through the function until no type changes any more.

        Once is enough where each type is found before it is asked for.
        """
        check_ends(self.tree.body)
        begin = dict(self.names)
        for _ in range(ROUNDS):
            self.names.clear()
            self.names.update(begin)
            self.changed = self.missed = self.is_new = self.is_unsure = False
            self.block(self.tree.body)
            self.changed |= self.missed and self.is_new
            if not self.changed:
                break
        if self.is_unsure:
            raise Undecided

    def result(self) -> Type:
        """Return the type of the result."""
        last = self.tree.body[-1] if self.tree.body else None
        if not isinstance(last, gast.Return) or last.value is None:
            return types.none
        try:
            return types.unliteral(self.type_of(last.value))
        except Untyped:
            raise Undecided from None

    def block(self, block: Block) -> None:
        """Find the types in a block."""
        for statement in block:
            step = STEPS.get(type(statement))
            if step is None:
                raise Undecided
            with self.until_known(*targets(statement)):
                step(self, statement)

    def assignment(self, statement: gast.Assign) -> None:
        """Find the types of what an assignment binds."""
        if len(statement.targets) > 1:
            raise Undecided
        (target,) = statement.targets
        value = statement.value
        if isinstance(target, gast.Name):
            if is_no_value(value, ()):
                self.go_back({target.id: None})
            elif self.is_filled_later(target.id):
                self.go_back({target.id: self.of_all.get(target.id)})
            else:
                self.enter(target.id, self.type_of(value))
        elif isinstance(target, gast.Subscript):
            self.store(target, self.type_of(value), statement)
        elif isinstance(target, gast.Tuple):
            self.unpack(target, value)
        else:
            raise Undecided

    def unpack(self, target: gast.Tuple, value: Expression) -> None:
        """Find the types of the parts of a tuple, or of several copies at once."""
        if not all(isinstance(part, gast.Name) for part in target.elts):
            raise Undecided
        if isinstance(value, gast.Tuple) and len(value.elts) == len(target.elts):
            self.bind_at_once([name.id for name in target.elts], value.elts)
            return
        kind = self.type_of(value)
        if not isinstance(kind, types.BaseTuple) or len(kind) != len(target.elts):
            raise Undecided
        for name, part in zip(target.elts, kind, strict=True):
            self.enter(name.id, part)

    def bind_at_once(self, names: list[str], values: list[Expression]) -> None:
        """Find the types of copies that are made at once: all values are those from before."""
        found: dict[str, Type | None] = dict.fromkeys(names)
        for name, value in zip(names, values, strict=True):
            with self.until_known():
                found[name] = self.type_of(value)
        self.go_back(dict.fromkeys(names))
        self.join(found)

    def store(self, target: gast.Subscript, kind: Type, statement: Statement) -> None:
        """Make sure that a value can be stored in an array."""
        array = self.type_of(target.value)
        place = self.expressions.place(array, target.slice)
        numbers = isinstance(array, types.List) and isinstance(array.dtype, types.Number)
        if numbers and isinstance(kind, types.Array) and isinstance(place, types.Integer):
            raise KeptInList(statement, kind)
        result(type_of_value(operator.setitem), (array, place, kind), {})

    def augmented(self, statement: gast.AugAssign) -> None:
        """Find the type of a name after `+=`, or make sure that an element can be changed."""
        if type(statement.op) not in INPLACE:
            raise Undecided
        function = type_of_value(INPLACE[type(statement.op)])
        target = statement.target
        if isinstance(target, gast.Name):
            old = self.expressions.name(target)
            self.enter(target.id, result(function, (old, self.type_of(statement.value)), {}))
        elif isinstance(target, gast.Subscript):
            old = self.expressions.element(target)
            self.store(
                target, result(function, (old, self.type_of(statement.value)), {}), statement
            )
        else:
            raise Undecided

    def evaluate(self, statement: gast.Expr) -> None:
        """Make sure that a call has types, or find those of a list from what it is filled with."""
        made = statement.value
        if isinstance(made, gast.Constant):
            return
        owner, method = method_called(statement)
        if method == "append" and self.is_filled_later(owner) and owner not in self.names:
            self.enter(owner, types.List(self.type_of(made.args[0])))
        self.type_of(made)

    def is_filled_later(self, name: str) -> bool:
        """Return True if a name is bound once, to an empty list: `append` tells what it holds."""
        values = self.bindings.get(name, [])
        return len(values) == 1 and is_empty_list(values[0])

    def check(self, statement: gast.Assert) -> None:
        """Make sure that an assertion has types."""
        if statement.msg is not None and not isinstance(statement.msg, gast.Constant):
            raise Undecided
        self.expressions.check_test(statement.test)

    def stop(self, statement: gast.Raise) -> None:
        """Make sure that an exception is known before the function runs."""
        made = statement.exc
        if isinstance(made, gast.Call):
            if made.keywords or not all(isinstance(part, gast.Constant) for part in made.args):
                raise Undecided
            made = made.func
        if statement.cause is not None or not isinstance(made, gast.Name):
            raise Undecided
        if not isinstance(self.type_of(made), types.ExceptionClass):
            raise Undecided

    def answer(self, statement: gast.Return) -> None:
        """Make sure that the one `return` is at the end."""
        if statement is not self.tree.body[-1]:
            raise Undecided

    def nothing(self, statement: Statement) -> None:
        """Find nothing in a statement that does nothing."""


STEPS: dict[type, Callable[[Walk, Any], None]] = {
    gast.Assign: Walk.assignment,
    gast.AugAssign: Walk.augmented,
    gast.For: Walk.loop,
    gast.While: Walk.repetition,
    gast.If: Walk.branch,
    gast.Expr: Walk.evaluate,
    gast.Assert: Walk.check,
    gast.Raise: Walk.stop,
    gast.Return: Walk.answer,
    gast.Pass: Walk.nothing,
}
