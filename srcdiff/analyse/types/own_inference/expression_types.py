"""The types of expressions, from those of the names in them."""

from __future__ import annotations

import builtins
import operator
from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass
from typing import Any

import gast
from numba.core.registry import cpu_target

from srcdiff.analyse.types.composite_types import with_arrays
from srcdiff.analyse.types.own_inference.constant_tests import Constants, is_literal, literal
from srcdiff.analyse.types.own_inference.signatures import (
    Undecided,
    result,
    type_of_attribute,
    type_of_global,
    type_of_literal,
    type_of_value,
)
from srcdiff.analyse.types.types import Type, types
from srcdiff.core.operators import COMPARISONS, OPERATORS
from srcdiff.errors import SrcdiffError
from srcdiff.syntax import Expression, dotted, has_star, number

ABOUT_TYPES = {isinstance, hasattr, getattr, issubclass, type}  # they decide what runs
CallOf = Callable[[tuple[Type, ...]], Type]


class Untyped(Exception):
    """A name of which the type is not known yet."""


@dataclass(frozen=True)
class Expressions:
    """What the types of expressions follow from.

    `names` has the types that are known yet of the names that are bound in the function, which
    are `own`, and of them `given` those that may be parameters; `callees` what functions of the
    user return, by name, `surroundings` the values of the other names.
    """

    names: Mapping[str, Type]
    own: Container[str]
    given: Container[str]
    callees: Mapping[str, CallOf]
    surroundings: Mapping[str, Any]
    constants: Constants

    def type_of(self, tree: Expression) -> Type:
        """Return the type of an expression.

        Raises Untyped while it is not known, and Undecided where only Numba can tell.
        """
        if isinstance(tree, gast.Name):
            return self.name(tree)
        found = KINDS.get(type(tree))
        if found is None:
            raise Undecided
        return found(self, tree)

    def name(self, tree: gast.Name) -> Type:
        """Return the type of a name."""
        if tree.id in self.own:
            kind = self.names.get(tree.id)
            if kind is None:
                raise Untyped
            return kind
        if tree.id in self.callees:
            raise Undecided
        value = self.surroundings.get(tree.id, None)
        return type_of_global(getattr(builtins, tree.id, None) if value is None else value)

    def constant(self, tree: gast.Constant) -> Type:
        """Return the type of a literal."""
        return type_of_literal(tree.value)

    def operation(self, tree: gast.BinOp) -> Type:
        """Return the type of the result of an operator."""
        value = literal(tree)
        if value is not None:
            return type_of_literal(value)
        if is_literal(tree.left) and is_literal(tree.right):
            raise Undecided  # perhaps Python computes it
        given = self.type_of(tree.left), self.type_of(tree.right)
        if any(isinstance(kind, types.Array) for kind in given):
            given = with_arrays(given[0]), with_arrays(given[1])
        return result(type_of_value(OPERATORS[type(tree.op)]), given, {})

    def unary(self, tree: gast.UnaryOp) -> Type:
        """Return the type of the result of an operator with one operand."""
        value = literal(tree)
        if value is not None:
            return type_of_literal(value)
        if isinstance(tree.op, gast.Not) and isinstance(tree.operand, gast.Constant):
            return type_of_literal(not tree.operand.value)
        if is_literal(tree):
            raise Undecided
        function = operator.not_ if isinstance(tree.op, gast.Not) else OPERATORS[type(tree.op)]
        return result(type_of_value(function), (self.type_of(tree.operand),), {})

    def comparison(self, tree: gast.Compare) -> Type:
        """Return the type of a comparison, or of a chain of them."""
        sides = [self.type_of(side) for side in [tree.left, *tree.comparators]]
        found = set()
        for place, compared in enumerate(tree.ops):
            if type(compared) not in COMPARISONS:
                raise Undecided
            pair = sides[place], sides[place + 1]
            found.add(result(type_of_value(COMPARISONS[type(compared)]), pair, {}))
        if len(tree.ops) > 1 and found != {types.boolean}:
            raise Undecided
        return found.pop()

    def condition(self, tree: gast.BoolOp) -> Type:
        """Return the type of conditions that are joined."""
        kinds = {types.unliteral(self.type_of(value)) for value in tree.values}
        if kinds != {types.boolean}:
            raise Undecided
        return types.boolean

    def choice(self, tree: gast.IfExp) -> Type:
        """Return the type of a conditional expression."""
        ways = self.type_of(tree.body), self.type_of(tree.orelse)
        self.check_test(tree.test, needed=ways[0] != ways[1])
        return unified(*ways)

    def check_test(self, test: Expression, needed: bool = True) -> None:
        """Make sure that a value is true or false, and where needed not already known."""
        if needed and self.constants.truth(test) is not None:
            raise Undecided
        parts = test.values if isinstance(test, gast.BoolOp) else [test]
        for part in parts:
            result(type_of_value(bool), (self.type_of(part),), {})

    def call(self, tree: gast.Call) -> Type:
        """Return the type of what a function returns."""
        if has_star(tree.args):
            raise Undecided
        if isinstance(tree.func, gast.Name) and tree.func.id not in self.own:
            if tree.func.id in self.callees:
                if tree.keywords:
                    raise Undecided
                given = tuple(map(self.type_of, tree.args))
                try:
                    return self.callees[tree.func.id](given)
                except SrcdiffError as error:
                    raise error.at_call(tree) from None
            if getattr(builtins, tree.func.id, None) is type:
                return self.class_of(tree)
            if getattr(builtins, tree.func.id, None) in ABOUT_TYPES:
                raise Undecided
        given = tuple(map(self.argument, tree.args))
        if dotted(tree.func) == "np.where" and len(given) == 3:
            kinds = [types.unliteral(kind) for kind in given]
            if all(isinstance(kind, (types.Number, types.Boolean)) for kind in kinds):
                return unified(*kinds[1:])  # a number, as it is used: see dialect/wheres.py
        function = self.type_of(tree.func)
        if any(isinstance(kind, types.BaseTuple) for kind in given) and is_length(tree):
            self.check_not_given(tree.args[0])
        named = {keyword.arg: self.type_of(keyword.value) for keyword in tree.keywords}
        if None in named:
            raise Undecided
        try:
            return result(function, given, named)
        except Undecided:
            arrays = tuple(map(with_arrays, given))
            if arrays == given or not dotted(tree.func).startswith("np."):
                raise
            return result(function, arrays, named)  # as NumPy itself makes arrays of lists

    def argument(self, tree: Expression) -> Type:
        """Return the type of an argument; of a list as it is written, with its values."""
        if not isinstance(tree, gast.List) or not tree.elts:
            return self.type_of(tree)
        return self.list_of(tuple(map(self.argument, tree.elts)))

    def display(self, tree: gast.List) -> Type:
        """Return the type of a list that is written out."""
        if not tree.elts:
            raise Undecided
        return self.list_of(tuple(map(self.type_of, tree.elts)))

    def list_of(self, kinds: tuple[Type, ...]) -> Type:
        """Return the type of a list of values of some types."""
        known = [kind.literal_value for kind in kinds if isinstance(kind, types.Literal)]
        kind = cpu_target.typing_context.unify_types(*kinds)
        if kind is None:
            raise Undecided
        return types.List(kind, initial_value=known if len(known) == len(kinds) else None)

    def attribute(self, tree: gast.Attribute) -> Type:
        """Return the type of an attribute."""
        if tree.attr == "ndim":
            self.check_not_given(tree.value)
        return type_of_attribute(self.type_of(tree.value), tree.attr)

    def check_not_given(self, tree: Expression) -> None:
        """Make sure that a value is not a parameter, of which Numba knows length and rank."""
        value = self.constants.value(tree)
        if isinstance(value, gast.Name) and value.id in self.given:
            raise Undecided

    def parts(self, tree: gast.Tuple) -> Type:
        """Return the type of a tuple."""
        if all(map(is_literal, tree.elts)):
            values = [p.value if isinstance(p, gast.Constant) else literal(p) for p in tree.elts]
            return type_of_literal(tuple(values))
        kinds = tuple(map(self.type_of, tree.elts))
        if all(kind == kinds[0] for kind in kinds):
            return types.UniTuple(kinds[0], len(kinds))
        return types.Tuple(kinds)

    def class_of(self, tree: gast.Call) -> Type:
        """Return the type of the class of a number, as in `type(x)(0.5)`."""
        kind = types.unliteral(self.type_of(tree.args[0])) if len(tree.args) == 1 else None
        if not isinstance(kind, types.Number):
            raise Undecided
        return types.NumberClass(kind)

    def element(self, tree: gast.Subscript) -> Type:
        """Return the type of an element, or of a view."""
        kind = self.type_of(tree.value)
        if isinstance(tree.value, gast.Tuple):
            raise Undecided
        if isinstance(kind, types.BaseTuple):
            place = number(tree.slice)
            is_found = type(kind) is types.UniTuple and not isinstance(place, int)
            if is_found and isinstance(self.type_of(tree.slice), types.Integer):
                return kind.dtype  # wherever in the tuple
            if not isinstance(place, int) or not -len(kind) <= place < len(kind):
                raise Undecided
            return kind[place]
        return result(type_of_value(operator.getitem), (kind, self.place(kind, tree.slice)), {})

    def place(self, kind: Type, tree: Expression) -> Type:
        """Return the type of a subscript of an array or a list."""
        found = self.type_of(tree)
        if not isinstance(kind, (types.Array, types.List)):
            raise Undecided
        if isinstance(found, types.StringLiteral):
            raise Undecided
        return found

    def interval(self, tree: gast.Slice) -> Type:
        """Return the type of a slice."""
        bounds = [tree.lower, tree.upper, *([] if tree.step is None else [tree.step])]
        given = [types.none if bound is None else self.type_of(bound) for bound in bounds]
        return result(type_of_value(slice), tuple(given), {})


KINDS: dict[type, Callable[[Expressions, Any], Type]] = {
    gast.Name: Expressions.name,
    gast.Constant: Expressions.constant,
    gast.BinOp: Expressions.operation,
    gast.UnaryOp: Expressions.unary,
    gast.Compare: Expressions.comparison,
    gast.BoolOp: Expressions.condition,
    gast.IfExp: Expressions.choice,
    gast.Call: Expressions.call,
    gast.Attribute: Expressions.attribute,
    gast.Tuple: Expressions.parts,
    gast.List: Expressions.display,
    gast.Subscript: Expressions.element,
    gast.Slice: Expressions.interval,
}


def is_length(tree: gast.Call) -> bool:
    """Return True if a call is of `len`."""
    return isinstance(tree.func, gast.Name) and tree.func.id == "len"


def unified(first: Type, second: Type) -> Type:
    """Return the one type that values of two types are given where paths join."""
    if first == second:
        return first
    if any(isinstance(kind, types.Array) and kind.layout == "F" for kind in (first, second)):
        raise Undecided  # the type of a product of it follows from the order in which Numba looks
    found = cpu_target.typing_context.unify_pairs(first, second)
    if found is None or not found.is_precise():
        raise Undecided
    return found
