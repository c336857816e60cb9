"""Write named tuples as tuples, once the types tell what names stand for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from srcdiff.analyse.types.composite_types import flattened_once, is_named
from srcdiff.analyse.types.inference import ResultOf
from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.normalise.functions.special_cases import Binding, special
from srcdiff.normalise.functions.specialise import entered, is_opaque
from srcdiff.syntax import Expression, constant, dotted, element, locate, name, number, rebuild


def named(core: Core, types: Types) -> Core:
    """Return a core form without named tuples: fields become parts, and calls of classes tuples.

    >>> from collections import namedtuple
    >>> from srcdiff.errors import Origin
    >>> from srcdiff.syntax import function, unparse
    >>> Point = namedtuple("Point", "x y")
    >>> tree = function('''
    ... def f(x):
    ...     p = Point(x, 1.0)
    ...     return p.y
    ... ''')
    >>> core = Core(tree, {}, {"Point": Point}, Origin("f", "f.py", 1, 0, []), tree)
    >>> kind = numba_types.NamedUniTuple(numba_types.float64, 2, Point)
    >>> print(unparse(named(core, Types({"p": kind}, numba_types.float64)).tree))
    def f(x):
        p = (x, 1.0)
        return p[1]
    """
    classes = {word for word, value in core.constants.items() if hasattr(value, "_fields")}
    if not classes and not any(map(has_named, types.names.values())):
        return core
    return Named(core, types, classes).written()


class Named:
    """Writes the named tuples of one function."""

    def __init__(self, core: Core, types: Types, classes: set[str]) -> None:
        self.core = core
        self.types = types
        self.classes = classes
        self.functions = dict(core.functions)

    def written(self) -> Core:
        """Return the core form without named tuples."""
        tree = self.change(self.core.tree)
        constants = {w: v for w, v in self.core.constants.items() if w not in self.classes}
        return replace(self.core, tree=tree, functions=self.functions, constants=constants)

    def change(self, node: gast.AST) -> Any:
        """Return a tree without named tuples."""
        kind: Any = self.kind(node.value) if isinstance(node, gast.Attribute) else None
        new = rebuild(node, self.change)
        if is_named(kind) and new.attr in kind.fields:
            place = constant(kind.fields.index(new.attr))
            return locate(gast.Subscript(new.value, place, gast.Load()), node)
        if not isinstance(new, gast.Call):
            return new
        if dotted(new.func) in self.classes:
            return locate(gast.Tuple(new.args, gast.Load()), node)
        return self.called(new) if dotted(new.func) in self.functions else new

    def kind(self, tree: Expression) -> Type:
        """Return the type of a name, of a field, or of a part of a tuple."""
        if isinstance(tree, gast.Attribute):
            whole: Any = self.kind(tree.value)
            known = is_named(whole) and tree.attr in whole.fields
            return whole[whole.fields.index(tree.attr)] if known else None
        if isinstance(tree, gast.Subscript):
            whole, place = self.kind(tree.value), number(tree.slice)
            known = isinstance(whole, numba_types.BaseTuple) and isinstance(place, int)
            return whole[place] if known else None
        return self.types.names.get(dotted(tree))

    def called(self, made: gast.Call) -> gast.Call:
        """Return a call of a function that takes the fields of named tuples one by one."""
        function = self.functions[dotted(made.func)]
        while not is_opaque(function):
            kinds = [self.kind(argument) for argument in made.args]
            bindings = {
                k: Binding(getattr(kind, "instance_class", None), "", len(kind))
                for k, kind in enumerate(kinds)
                if has_named(kind)
            }
            if not bindings:
                break
            function = special(function, bindings)
            arguments: list[Expression] = []
            for k, argument in enumerate(made.args):
                arguments += parts(argument, len(kinds[k])) if k in bindings else [argument]
            title = entered(function, self.functions)
            made = gast.copy_location(gast.Call(locate(name(title), made), arguments, []), made)
        return made


def unnamed(result_of: ResultOf) -> ResultOf:
    """Return what tells the results of functions, with tuples for the named ones.

    >>> from collections import namedtuple
    >>> pair = numba_types.NamedUniTuple(numba_types.float64, 2, namedtuple("Pair", "x y"))
    >>> unnamed(lambda function, given: numba_types.Tuple([numba_types.int64, pair]))(None, ())
    Tuple((int64, UniTuple(float64, 2)))
    """
    return lambda function, given: without_names(result_of(function, given))


def without_names(kind: Type) -> Type:
    """Return the type of the tuple that a named one is, also inside tuples."""
    if not has_named(kind):
        return kind
    return numba_types.Tuple([without_names(part) for part in kind])


def parts(whole: Expression, count: int) -> list[Expression]:
    """Return the parts of a tuple."""
    if isinstance(whole, gast.Tuple):
        return list(whole.elts)
    return [element(whole, k) for k in range(count)]


def has_named(kind: Type) -> bool:
    """Return True if a type is one of named tuples, or of tuples with one."""
    return is_named(kind) or any(map(has_named, flattened_once(kind)))
