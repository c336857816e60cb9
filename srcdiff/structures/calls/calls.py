"""Calls: of functions of the user, classes, methods, and what is passed on."""

from __future__ import annotations

import copy
import functools
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.front.callables import unwrapped
from srcdiff.front.wrappers import strange_callable
from srcdiff.rules.registry import rule_of_user
from srcdiff.structures.calls.builtin_calls import BUILTINS
from srcdiff.structures.calls.constructors import Constructors
from srcdiff.structures.layouts import is_plain_class
from srcdiff.structures.state.values import (
    BuiltinMethod,
    Choice,
    Closure,
    Known,
    Leaf,
    Method,
    Parent,
    Ref,
    Value,
)
from srcdiff.syntax import (
    Expression,
    all_parameters,
    clone,
    constant,
    locate,
    name,
    subscript,
)


class Calls(Constructors):
    """Takes calls apart."""

    def value_of_call(self, tree: gast.Call) -> Value:
        """Return what a call gives."""
        if isinstance(tree.func, gast.Name) and tree.func.id == "super":
            return self.parent(tree)
        function = self.value(tree.func)
        if isinstance(function, Known) and self.is_builtin(function.value):
            tried, _ = self.trial(lambda: self.builtin(function.value, tree))
            found = self.builtin(function.value, tree) if tried is not None else None
            if found is not None:
                return found
        if isinstance(function, Leaf):
            return self.library_call(tree, function)
        self.check_generators(tree, function)
        if isinstance(function, Known):
            given, words = self.arguments(tree)
            return self.call_known(function.value, given, words, tree)
        called, given, words = self.after_function(tree, function)
        return self.call_value(called, given, words, tree)

    def after_function(
        self, tree: gast.Call, function: Value
    ) -> tuple[Value, list[Value], dict[str, Value]]:
        """Return what is called, with its arguments: they do not change a new object before it."""
        match function:
            case Ref():
                owners: tuple[Value, ...] = (function,)
            case Method():
                owners = (*function.given, *(value for _, value in function.words))
            case BuiltinMethod():
                owners = (function.owner,)
            case _:
                owners = ()
        if not any(isinstance(o, Ref) and o.identity in self.temporary for o in owners):
            return function, *self.arguments(tree)
        pins, before = self.pins, len(self.block)
        self.pin(function)
        found = self.arguments(tree)
        if len(self.block) > before:
            written = self.block[before:]
            del self.block[before:]
            for owner in owners:
                self.held(owner, tree.func)
            self.block += written
        function = self.pinned(function, pins)
        self.unpin(pins)
        return function, *found

    def check_generators(self, tree: gast.Call, function: Value) -> None:
        """Refuse generators as arguments of functions of the user, which run them later."""
        is_own = not isinstance(function, Known) or self.is_of_user(unwrapped(function.value))
        for argument in tree.args if is_own and not isinstance(function, BuiltinMethod) else ():
            if isinstance(argument, gast.GeneratorExp):
                raise UnsupportedSyntax(
                    "a generator is passed to a function, which runs it later",
                    argument,
                    "make it a list: `[... for ...]`",
                )

    def parent(self, tree: gast.Call) -> Value:
        """Return what `super()` gives."""
        cls = self.namespace.get("__class__")
        first = next(iter(all_parameters(self.source.tree)), None)
        owner = self.state.names.get(first.id) if first is not None else None
        if len(tree.args) == 2:
            own, owner = self.several(tree.args)
            cls = own.value if isinstance(own, Known) else None
        if not isinstance(cls, type) or owner is None:
            raise UnsupportedSyntax("`super()` is not followed here", tree, "name the class")
        return Parent(cls, owner)

    def arguments(self, tree: gast.Call) -> tuple[list[Value], dict[str, Value]]:
        """Return the arguments of a call, with those of what is starred."""
        own = [a.value if isinstance(a, gast.Starred) else a for a in tree.args]
        if len(own) == 1 and isinstance(own[0], gast.GeneratorExp) and own[0] is not tree.args[0]:
            self.program.written_out.add(id(own[0]))
            items = self.iterated(own[0], tree)
            if items is not None:
                named = {w.arg: self.value(w.value) for w in tree.keywords if w.arg is not None}
                return [self.held(item, tree) for item in items], named
        values = self.several([*own, *(w.value for w in tree.keywords)])
        given: list[Value] = []
        for argument, value in zip(tree.args, values, strict=False):
            if not isinstance(argument, gast.Starred):
                given.append(value)
                continue
            found = self.known_items(value)
            if isinstance(value, Leaf) and value.count is not None:
                places = map(constant, range(value.count))
                given += [Leaf(locate(subscript(value.tree.id, k), argument)) for k in places]
            elif found is None:
                given.append(Leaf(gast.Starred(self.leaf(value, argument).tree, gast.Load())))
            else:
                given += found
        words: dict[str, Value] = {}
        for word, value in zip(tree.keywords, values[len(tree.args) :], strict=True):
            if word.arg is not None:
                words[word.arg] = value
            else:
                words.update(self.dictionary(value, tree))
        return given, words

    def call_value(
        self, function: Value, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return what a call of a value gives."""
        match function:
            case Known():
                return self.call_known(function.value, given, words, place)
            case Method():
                own = [*function.given, *given]
                return self.call_value(
                    function.function, own, {**dict(function.words), **words}, place
                )
            case BuiltinMethod():
                return self.call_method_of(function, given, words, place)
            case Closure():
                return self.call_closure(function, given, words, place)
            case Ref():
                method = self.special_method(function, "__call__")
                if method is not None:
                    return self.call_value(method, given, words, place)
            case Choice():
                return self.call_chosen(function, given, words, place)
            case Leaf():
                return Leaf(self.written_call(function.tree, given, words, place))
        raise UnsupportedSyntax(f"{self.described(function)} is called", place, "call a function")

    def call_chosen(
        self, choice: Choice, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Write a call of one of several functions: a branch for each."""
        count = len(choice.options)
        index = self.leaf(self.held(Leaf(choice.index), place), place).tree
        own = [self.held(value, place) for value in given]
        further = {key: self.held(value, place) for key, value in words.items()}
        title, pins = self.temporary_name("called", place), self.pins
        for value in (*own, *further.values()):
            self.pin(value)

        def call(number: int) -> None:
            self.bind(title, self.call_value(choice.options[number], own, further, place), place)

        def from_here(number: int) -> None:
            if number == count - 1:
                call(number)
                return
            test = gast.Compare(clone(index), [gast.Eq()], [constant(number)])
            self.by_condition(
                locate(test, place), lambda: call(number), lambda: from_here(number + 1), place
            )

        from_here(0)
        self.unpin(pins)
        return self.value(locate(name(title), place))

    def library_call(self, tree: gast.Call, function: Leaf) -> Leaf:
        """Return a call of a function that stays as it is."""
        start = len(self.block)
        given, words = self.arguments(tree)
        called = function.tree
        if isinstance(called, gast.Attribute):  # of an array that the arguments may bind anew
            owner = self.held_before(start, Leaf(called.value), called.value)
            called = copy.copy(called)
            called.value = self.leaf(owner, called.value).tree
        return Leaf(self.written_call(called, given, words, tree))

    def call_known(
        self, function: Any, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return what a call of a function, or a class, of the program gives."""
        by_method = self.of_function(function, given, place)
        if by_method is not None:
            return by_method
        if isinstance(function, functools.partial):
            own = [self.known(v, place) for v in function.args]
            more = {k: self.known(v, place) for k, v in function.keywords.items()}
            return self.call_value(
                self.known(function.func, place), [*own, *given], {**more, **words}, place
            )
        if isinstance(function, type) and is_plain_class(function):
            return self.constructed(function, given, words, place)
        if function is object.__init__:
            return Leaf(constant(None), None)
        plain = unwrapped(function)
        own = place.func if isinstance(place, gast.Call) else place
        is_strange = strange_callable(function) is not None
        if is_strange or not self.is_of_user(plain) or rule_of_user(function) is not None:
            return Leaf(
                self.written_call(self.known_leaf(Known(function), own).tree, given, words, place)
            )
        return self.call_function(function, given, words, place)

    def is_builtin(self, function: Any) -> bool:
        """Return True if a function is one of Python's that looks at what values consist of."""
        try:
            return function in BUILTINS
        except TypeError:
            return False

    def builtin(self, function: Any, tree: gast.Call) -> Value | None:
        """Return what a builtin function gives, None where the call stays as it is."""
        found: Value | None = BUILTINS[function](self, tree)
        return found
