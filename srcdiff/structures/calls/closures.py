"""Functions that are defined inside another, lambdas, and methods, as values."""

from __future__ import annotations

import copy
import inspect
from typing import Any

import gast

from srcdiff.errors import SrcdiffError, UnsupportedSyntax
from srcdiff.front.callables import own_signature
from srcdiff.front.parse import Made, Source
from srcdiff.structures.calls.defaults import with_settled_defaults
from srcdiff.structures.calls.inner import read_around, taken_inside
from srcdiff.structures.calls.inner_calls import bound_inside, called_inside
from srcdiff.structures.containers.literals import is_display
from srcdiff.structures.containers.row_loops import RowLoops
from srcdiff.structures.expressions.basic import UnknownKey
from srcdiff.structures.state.needs_caller import NeedsCaller
from srcdiff.structures.state.slots import yields
from srcdiff.structures.state.values import Closure, Known, Leaf, Method, Value
from srcdiff.syntax import SEPARATOR, Expression, all_parameters, call, locate, name, unparse


class Closures(RowLoops):
    """Calls and passes on functions that are values."""

    def written_call(
        self, function: Expression, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Expression:
        """Return a call that stays one."""
        written = place.args if isinstance(place, gast.Call) else []
        places = written if len(written) == len(given) else [place] * len(given)
        own = [self.leaf(v, p).tree for v, p in zip(given, places, strict=True)]
        keywords = [gast.keyword(k, self.leaf(v, place).tree) for k, v in words.items()]
        return locate(gast.Call(function, own, keywords), place)

    def passed(self, value: Value, place: Expression, may_keep: bool = False) -> Value:
        """Return a value as it is passed to a function, which may keep it in an object."""
        if not isinstance(value, Closure) or self.changes_around(value):
            return value
        if may_keep:
            try:
                return self.lifted_closure(value, place)
            except SrcdiffError:  # of one with defaults, which is not kept as it is
                may_keep = False
        is_lambda = isinstance(value.tree, gast.Lambda)
        if (is_lambda or value.number in self.definitions) and not self.has_inner_parts(value.tree):
            return Leaf(self.callable_leaf(value, place))
        return self.lifted_closure(value, place)

    def changes_around(self, value: Value) -> bool:
        """Return True for a function inside that changes what is around it: it runs there."""
        if not isinstance(value, Closure) or isinstance(value.tree, gast.Lambda):
            return False
        found = self.definitions.get(value.number)
        return isinstance(found, NeedsCaller)

    def reads_moving(self, value: Value) -> bool:
        """Return True for a function inside that reads variables which are bound several times."""
        if not isinstance(value, Closure):
            return False
        own = {p.id for p in all_parameters(value.tree)}
        read = {n.id for n in gast.walk(value.tree) if isinstance(n, gast.Name)} - own
        return bool(read & self.slots & self.state.names.keys())

    def lifted_closure(self, value: Closure, place: Expression) -> Value:
        """Return a function inside as one of its own, with what it reads of the function around."""
        tree = value.tree
        if isinstance(tree, gast.Lambda):
            tree = self.program.as_function(tree)
        elif value.number not in self.definitions:
            raise UnsupportedSyntax(
                f"`{value.title}`, a function inside another, is passed on from elsewhere",
                place,
                "define it where it is passed on",
            )
        titles = read_around(self, tree)
        key = (id(tree), tuple(titles))
        if key not in self.program.lifted_functions:
            self.program.alive.append(tree)
            self.program.lifted_functions[key] = lifted_function(self, tree, titles)
        given = tuple(self.passed(self.state.names[t], place) for t in titles)
        return Method(Known(self.program.lifted_functions[key]), given)

    def define(self, tree: gast.FunctionDef) -> None:
        """Enter a function that is defined inside; it stays if it can be taken apart by itself."""
        if tree.decorator_list:
            raise UnsupportedSyntax(
                "a function inside another has a decorator", tree, "leave the decorator out"
            )
        tree = with_settled_defaults(self, tree)
        number = self.program.count()
        found = self.definitions[number] = self.generic(tree)
        if not isinstance(found, SrcdiffError):
            self.emit(found, tree)
        if isinstance(found, SrcdiffError) or self.has_inner_parts(tree):
            self.touched = True
        self.state.names[tree.name] = Closure(tree, tree.name, number)

    def has_inner_parts(self, tree: gast.AST) -> bool:
        """Return True if a function inside reads names that have parts."""
        return any(
            isinstance(node, gast.Name)
            and not isinstance(self.state.names.get(node.id), (Leaf, Closure, type(None)))
            for node in gast.walk(tree)
        )

    def generic(self, tree: gast.FunctionDef) -> Any:
        """Return a function inside whose arguments are leaves, or the error that it gives."""
        if yields(tree):
            return UnsupportedSyntax(
                "a generator is a value here", tree, "write a loop over what it gives"
            )
        try:
            return taken_inside(self, tree, None, tree.name).tree
        except SrcdiffError as error:
            return error

    def call_closure(
        self, closure: Closure, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return what a call of a function inside gives."""
        if isinstance(closure.tree, gast.Lambda):
            values = (*given, *words.values())
            is_plain = all(isinstance(v, Leaf) for v in values)
            is_simple = is_plain and not any(is_display(v) for v in values)
            if is_simple and not self.gives_parts(closure.tree) and not self.needs_keys(closure):
                return Leaf(self.written_call(self.lambda_leaf(closure.tree), given, words, place))
            return self.called_lambda(closure.tree, given, words, place)
        return called_inside(self, closure, given, words, place)

    def gives_parts(self, tree: gast.Lambda) -> bool:
        """Return True if a lambda of numbers and arrays gives an object, or a function."""
        if id(tree) in self.taking:
            return False

        def inside() -> Value:
            for parameter in all_parameters(tree):
                self.state.names[parameter.id] = Leaf(name(parameter.id))
            return self.value(tree.body)

        self.taking[id(tree)] = tree
        try:
            found, _ = self.trial(inside)
        except SrcdiffError:
            return False
        finally:
            del self.taking[id(tree)]
        return not isinstance(found, (Leaf, type(None)))

    def needs_keys(self, closure: Closure) -> bool:
        """Return True if only the arguments of a lambda tell which parts it reads."""
        if id(closure.tree) in self.taking:
            return False
        try:
            self.trial(lambda: self.lambda_leaf(closure.tree))
        except UnknownKey:
            return True
        except SrcdiffError:
            return False
        return False

    def callable_leaf(self, value: Value, place: Expression) -> Expression:
        """Return an expression for a function that is passed on."""
        if isinstance(value, Closure) and isinstance(value.tree, gast.Lambda):
            return self.lambda_leaf(value.tree)
        if isinstance(value, Closure):
            found = self.definitions.get(value.number)
            if found is None:
                raise UnsupportedSyntax(
                    f"`{value.title}`, a function inside another, is passed on from elsewhere",
                    place,
                    "define it where it is passed on",
                )
            if isinstance(found, SrcdiffError):
                raise found
            again = self.generic(value.tree)
            if isinstance(again, SrcdiffError) or unparse(again) != unparse(found):
                raise UnsupportedSyntax(
                    f"`{value.title}` reads other objects now than when it was defined",
                    place,
                    "define it behind them",
                )
            return locate(name(value.title), place)
        assert isinstance(value, Method)
        return self.as_lambda(value, place)

    def as_lambda(self, value: Method, place: Expression) -> Expression:
        """Return a lambda that calls a method."""
        title = self.new_name(f"method{SEPARATOR}value", place)
        self.state.names[title] = value
        function = value.function.value if isinstance(value.function, Known) else None
        if function is None:
            raise UnsupportedSyntax("this function is passed on", place, "use a lambda")
        own = list(own_signature(function).parameters.values())[len(value.given) :]
        own = [
            p
            for p in own
            if p.default is inspect.Parameter.empty and p.name not in dict(value.words)
        ]
        titles = [self.new_name(f"{p.name}{SEPARATOR}given", place) for p in own]
        inner = call(title, *map(name, titles))
        parameters = [gast.Name(t, gast.Param(), None, None) for t in titles]
        arguments = gast.arguments(parameters, [], None, [], [], None, [])
        made = locate(gast.Lambda(arguments, inner), place)
        self.program.alive.append(made)
        return made

    def value_of_lambda(self, tree: gast.Lambda) -> Value:
        """Return a lambda: what it becomes depends on what it is called with."""
        self.program.alive.append(tree)
        tree = with_settled_defaults(self, tree)
        return Closure(tree, "lambda", id(tree))

    def lambda_leaf(self, tree: gast.Lambda) -> Expression:
        """Return a lambda of numbers and arrays: what stands in it is taken apart."""
        if id(tree) in self.taking:
            raise UnsupportedSyntax("a lambda calls itself", tree, "write it with `def`")
        self.taking[id(tree)] = tree
        try:
            return self.lambda_inside(tree)
        finally:
            del self.taking[id(tree)]

    def lambda_inside(self, tree: gast.Lambda) -> Expression:
        """Return a lambda of numbers and arrays; a function if statements are made of it."""
        own = [p.id for p in all_parameters(tree)]
        before = {n: self.state.names[n] for n in own if n in self.state.names}
        arguments = copy.copy(tree.args)
        arguments.defaults = self.trees(tree.args.defaults)
        arguments.kw_defaults = [
            d if d is None else self.trees([d])[0] for d in tree.args.kw_defaults
        ]

        def inside() -> Value:
            for title in own:
                self.state.names[title] = Leaf(name(title))
            return self.value(tree.body)

        try:
            body, written = self.trial(inside)
            is_leaf = isinstance(body, Leaf) and not written
        except SrcdiffError:
            is_leaf = False
        if not is_leaf:
            return self.callable_leaf(self.named_lambda(tree), tree)
        body = self.leaf(inside(), tree)
        for title in own:
            self.state.names.pop(title, None)
        self.state.names.update(before)
        return gast.copy_location(gast.Lambda(arguments, body.tree), tree)

    def called_lambda(
        self, tree: gast.Lambda, given: list[Value], words: dict[str, Value], place: Expression
    ) -> Value:
        """Return what a lambda gives: its expression, with the arguments in place of its names."""
        parameters = [p.id for p in all_parameters(tree)]
        bound = bound_inside(self, tree, given, words, place)
        held = {k: self.held(v, place) if isinstance(v, Leaf) else v for k, v in bound.items()}
        before = {n: self.state.names[n] for n in parameters if n in self.state.names}
        self.state.names.update(held)
        found = self.value(tree.body)
        for title in parameters:
            self.state.names.pop(title, None)
        self.state.names.update(before)
        return found

    def named_lambda(self, tree: gast.Lambda) -> Value:
        """Return a lambda of which statements are made, as a function inside."""
        made = self.program.as_function(tree)
        title = made.name
        self.define(made)
        self.local.add(title)
        return self.state.names[title]


def lifted_function(frame: Any, tree: gast.FunctionDef, titles: list[str]) -> Made:
    """Return a function inside with the variables around it as its first arguments."""
    own = [gast.Name(t, gast.Param(), None, None) for t in titles]
    inside = tree.args
    arguments = gast.arguments(
        [*own, *inside.posonlyargs, *inside.args], [], None, [], [], None, inside.defaults
    )
    new = copy.copy(tree)
    new.args = arguments
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    names = [*titles, *(p.id for p in all_parameters(tree))]
    if inside.defaults or inside.vararg or inside.kwonlyargs or inside.kwarg:
        raise UnsupportedSyntax(
            "a function inside with defaults or stars is passed on", tree, "leave them out"
        )
    signature = inspect.Signature([inspect.Parameter(n, kind) for n in names])
    return Made(Source(None, new, frame.namespace, frame.source.origin), signature)
