"""Calls of functions of the user."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from types import FunctionType
from typing import Any

import gast

from srcdiff.errors import SrcdiffError, UnsupportedSyntax
from srcdiff.front.callables import own_signature, unwrapped
from srcdiff.front.parse import Made, source_of
from srcdiff.structures.calls.closures import Closures
from srcdiff.structures.calls.in_place import run_in_place
from srcdiff.structures.expressions.basic import UnknownKey
from srcdiff.structures.shapes import has_functions
from srcdiff.structures.state.emptiness import is_untyped
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.restarts import WrittenOut
from srcdiff.structures.state.slots import yields
from srcdiff.structures.state.values import (
    Choice,
    Closure,
    FixedInteger,
    Identity,
    Known,
    Leaf,
    Method,
    Node,
    Ref,
    Value,
)
from srcdiff.syntax import Expression, dotted

LIBRARIES = {*sys.stdlib_module_names, "numpy", "scipy", "numba", "llvmlite", "srcdiff"}
LIBRARIES -= {"__main__"}


class Functions(Closures):
    """Calls functions of the user."""

    def is_of_user(self, plain: Any) -> bool:
        """Return True if a function can be taken apart."""
        if isinstance(plain, Made):
            return True
        if not isinstance(plain, FunctionType):
            return False
        module = str(plain.__globals__.get("__name__", ""))
        return module.split(".")[0] not in LIBRARIES or module.startswith("srcdiff.library")

    def call_function(
        self, function: Any, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return what a call of a function of the user gives."""
        if isinstance(place, gast.Call) and yields(source_of(unwrapped(function)).tree):
            return self.yielded_list(place)
        unchanged = given, words
        may_keep = bool(given) and isinstance(given[0], Ref)
        given = [self.passed(v, place, may_keep) for v in given]
        words = {k: self.passed(v, place, may_keep) for k, v in words.items()}
        is_plain = all(isinstance(v, Leaf) for v in (*given, *words.values()))
        own = place.func if isinstance(place, gast.Call) else place
        if any(isinstance(v, Leaf) and isinstance(v.tree, gast.Starred) for v in given):
            tree = self.known_leaf(Known(function), own).tree
            return Leaf(self.written_call(tree, given, words, place))
        try:
            values = self.bound_arguments(function, given, words, place)
            if self.has_choice(values):
                return self.in_its_place(function, values, place)
            values, unit = self.unit_of(function, values, place)
        except NeedsCaller:
            return self.in_its_place(function, values, place)
        except SrcdiffError:
            if not is_plain:
                raise
            unit = None
        if unit is not None and unit.has_context:
            self.enter_context(place)
        if unit is not None and unit.is_done and self.keeps_moving(unit, unchanged):
            values = self.bound_arguments(function, *unchanged, place)
            return self.in_its_place(function, values, place)
        if unit is not None and (unit.grows or self.is_vague(unit, values, place)):
            return self.in_its_place(function, values, place)
        if unit is None or (unit.is_plain and is_plain):
            tree = self.known_leaf(Known(function), own).tree
            if unit is None or unit.may_be_none:
                self.state.optional.add(dotted(tree))
            return Leaf(self.written_call(tree, given, words, place))
        self.touched = True
        return self.program.called(self, unit, values, place)

    def enter_context(self, place: gast.AST) -> None:
        """Enter that a `with` of an object runs: a handler would see what `__exit__` does.

        Raises UnsupportedSyntax inside a `try`.
        """
        if self.in_try:
            raise UnsupportedSyntax(
                "a `with` of an object runs inside a `try`",
                place,
                "call what it does by name, or leave the `try` out",
            )
        self.has_context = True

    def in_its_place(self, function: Any, values: Mapping[str, Value], place: Expression) -> Value:
        """Return what a call of a function gives that runs in its place."""
        return run_in_place(self, source_of(unwrapped(function)), values, place)

    def has_choice(self, values: Mapping[str, Value]) -> bool:
        """Return True if some arguments have what only the caller knows.

        That is one of several objects of the program, or a function inside that is called there.
        """
        return any(isinstance(part, (Choice, Closure)) for part in self.all_parts(values))

    def keeps_moving(self, unit: Any, passed: tuple[list[Value], dict[str, Value]]) -> bool:
        """Return True if a function keeps functions inside whose variables may be bound anew.

        Python reads those when they are called.
        """
        given, words = passed
        moving = any(self.reads_moving(value) for value in (*given, *words.values()))
        shapes = [unit.result.value, *(part for _, part in unit.result.changed)]
        return moving and any(map(has_functions, shapes))

    def is_vague(self, unit: Any, values: Mapping[str, Value], place: Expression) -> bool:
        """Return True if a function gets lists that are empty at first, or what may be None.

        One that is plain asks for None itself.
        """
        if not unit.is_done:
            return False
        trees = self.program.passed(self, unit, values, place)
        if any(is_untyped(tree, self.untyped) for tree in trees):
            return True
        return not unit.is_plain and self.has_none(values)

    def has_none(self, values: Mapping[str, Value]) -> bool:
        """Return True if some numbers or arrays in arguments may be None."""
        trees = [part.tree for part in self.all_parts(values) if isinstance(part, Leaf)]
        return any(isinstance(t, gast.Name) and t.id in self.state.optional for t in trees)

    def all_parts(self, values: Mapping[str, Value]) -> Iterator[Value]:
        """Return some values and all that they consist of."""
        seen: set[Identity] = set()
        pending = list(values.values())
        while pending:
            value = pending.pop()
            yield value
            if isinstance(value, Ref) and value.identity not in seen:
                seen.add(value.identity)
                pending += self.state.nodes[value.identity].parts.values()
            elif isinstance(value, Method):
                pending += [*value.given, *(part for _, part in value.words)]

    def unit_of(
        self, function: Any, values: dict[str, Value], place: Expression
    ) -> tuple[dict[str, Value], Any]:
        """Return a function taken apart; integers are fixed where it needs to know them."""
        try:
            return values, self.program.unit(self, function, values, place)
        except UnknownKey:
            fixed = {
                k: Leaf(v.tree, FixedInteger(v.known))
                if isinstance(v, Leaf) and type(v.known) is int
                else v
                for k, v in values.items()
            }
            if all(fixed[k] is values[k] for k in values):
                loop = next((r for r in reversed(self.ranges) if r is not None), None)
                if loop is not None and id(loop) not in self.program.written_out:
                    raise WrittenOut(loop) from None
                raise
            return fixed, self.program.unit(self, function, fixed, place)

    def bound_arguments(
        self, function: Any, given: list[Value], words: dict[str, Value], place: Expression
    ) -> dict[str, Value]:
        """Return what the parameters of a function are in a call."""
        shape = own_signature(function)
        try:
            bound = shape.bind(*given, **words)
        except TypeError as error:
            raise UnsupportedSyntax(
                f"this call does not fit: {error}", place, "pass what it takes"
            ) from None
        values: dict[str, Value] = {}
        for parameter in shape.parameters.values():
            title = parameter.name
            if parameter.kind is parameter.VAR_POSITIONAL:
                rest = dict(enumerate(bound.arguments.get(title, ())))
                values[title] = self.new_node(place, tuple, rest, title)
            elif parameter.kind is parameter.VAR_KEYWORD:
                values[title] = self.new_node(place, dict, bound.arguments.get(title, {}), title)
            elif title in bound.arguments:
                values[title] = bound.arguments[title]
            else:
                values[title] = self.default(parameter.default, place)
        return values

    def default(self, value: Any, place: Expression) -> Value:
        """Return a default value; Python keeps it between calls, so it is not changed."""
        if isinstance(value, list) and not value:
            identity = ("global", id(value))
            self.program.globals[id(value)] = value
            self.state.nodes[identity] = Node(list, {}, "default")
            return Ref(identity)
        return self.known(value, place)
