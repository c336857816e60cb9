"""Tell whether an element of a list that grows is there by now: its array has room for more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import gast

from srcdiff.syntax import (
    Expression,
    binary,
    callee_of,
    constant,
    has_operator,
    name,
    number,
    unparse,
)

Linear = dict[str, int]  # the coefficients of some terms, by their text; "" is the constant


@dataclass(frozen=True)
class Counters:
    """The counters of the loops around a place, all of which are `natural`, and how far they get.

    They are less than what `stops` has for them; some are what `equals` has.
    """

    natural: frozenset[str]
    equals: Mapping[str, Expression] = field(default_factory=dict)
    stops: Mapping[str, Expression] = field(default_factory=dict)

    def inside(self, target: Expression, iteration: Expression, place: str = "") -> Counters:
        """Return what holds in a loop; `place` names the counter of its iterations, if any."""
        own = frozenset([place] if place else [])
        new = replace(self, natural=self.natural | own)
        if callee_of(iteration) == "enumerate" and isinstance(target, gast.Tuple):
            return new.with_counter(target.elts[0], place, constant(0), None)
        if callee_of(iteration) != "range" or len(iteration.args) > 2:
            return new
        *first, stop = iteration.args
        return new.with_counter(target, place, (first or [constant(0)])[0], stop)

    def with_counter(
        self, target: Expression, place: str, start: Expression, stop: Expression | None
    ) -> Counters:
        """Return what holds with one more counter, if it is one that nothing else binds."""
        if not isinstance(target, gast.Name) or target.id not in self.natural:
            return self
        equals = {k: v for k, v in self.equals.items() if k != target.id}
        stops = {k: v for k, v in self.stops.items() if k != target.id}
        if place:
            equals[target.id] = binary(start, gast.Add(), name(place))
        if stop is not None:
            stops[target.id] = stop
        return replace(self, equals=equals, stops=stops)

    def is_there(self, index: Expression, count: Expression) -> bool:
        """Return True if an index is known to be less than the number of elements.

        >>> from srcdiff.syntax import expression
        >>> counters, loops = Counters(frozenset("jk")), ("range(n)", "range(k)")
        >>> outer = counters.inside(expression("k"), expression(loops[0]), "i")
        >>> inner = outer.inside(expression("j"), expression(loops[1]))
        >>> pairs = (("k", "1 + i"), ("k", "i"), ("j", "i"), ("0", "2 + i"), ("j + 1", "i"))
        >>> [inner.is_there(*map(expression, pair)) for pair in pairs]
        [True, False, True, True, False]
        """
        whole = linear(count, self.equals)
        largest = linear(index, self.equals)
        if whole is None or largest is None:
            return False
        for _ in range(len(self.stops)):
            largest = self.less(largest, whole)
        rest = added(added(whole, largest, -1), {"": -1})
        known = {term for term in rest if term in self.natural or is_length(term)}
        return all(value >= 0 and term in known for term, value in rest.items() if value)

    def less(self, tree: Linear, whole: Linear) -> Linear:
        """Return what is as large at most, with the stops of counters that `whole` has not."""
        new = dict(tree)
        for term, factor in tree.items():
            if term not in self.stops or term in whole or factor <= 0:
                continue
            stop = linear(self.stops[term], self.equals)
            if stop is not None:
                del new[term]
                new = added(added(new, stop, factor), {"": -factor})
        return new


def is_length(term: str) -> bool:
    """Return True if a term is no less than zero: what is left over, a length, `max(n, 0)`."""
    return term == "" or term.startswith("len(") or term.endswith(", 0)") or ".shape[" in term


def linear(tree: Expression, equals: Mapping[str, Expression]) -> Linear | None:
    """Return an expression as a sum of multiples of terms, None if it is none.

    >>> from srcdiff.syntax import expression
    >>> linear(expression("2 + k - 3 * len(x)"), {})
    {'': 2, 'k': 1, 'len(x)': -3}
    """
    known = number(tree)
    if isinstance(known, int):
        return {"": known}
    if isinstance(tree, gast.Name) and tree.id in equals:
        return linear(equals[tree.id], {})
    if has_operator(tree, gast.Add, gast.Sub):
        left, right = linear(tree.left, equals), linear(tree.right, equals)
        if left is None or right is None:
            return None
        return added(left, right, -1 if has_operator(tree, gast.Sub) else 1)
    if has_operator(tree, gast.Mult):
        for factor, other in ((tree.left, tree.right), (tree.right, tree.left)):
            times, terms = number(factor), linear(other, equals)
            if isinstance(times, int) and terms is not None:
                return added({}, terms, times)
        return None
    if isinstance(tree, (gast.Name, gast.Call, gast.Subscript)):
        return {unparse(tree): 1}
    return None


def added(left: Linear, right: Linear, factor: int = 1) -> Linear:
    """Return the sum of one expression and a multiple of another."""
    new = dict(left)
    for term, value in right.items():
        new[term] = new.get(term, 0) + factor * value
    return new
