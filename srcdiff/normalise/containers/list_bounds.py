"""Tell whether an element of a list that grows is there by now: its array has room for more."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import gast

from srcdiff.analyse.iterated.linear import Linear, added, linear
from srcdiff.syntax import (
    Expression,
    binary,
    callee_of,
    constant,
    name,
    unparse,
)


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
        >>> both = Counters(frozenset("ij"), stops={"i": expression("n"), "j": expression("i")})
        >>> both.is_there(expression("j + i"), expression("n"))
        False
        """
        whole = linear_in(count, self.equals)
        largest = linear_in(index, self.equals)
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
        for term in tree:
            factor = new.get(term, 0)  # the stop of another one may have added to it
            if term not in self.stops or term in whole or factor <= 0:
                continue
            stop = linear_in(self.stops[term], self.equals)
            if stop is not None:
                del new[term]
                new = {**added(added(new, stop, factor), {"": -factor})}
        return new


def is_length(term: str) -> bool:
    """Return True if a term is no less than zero: what is left over, a length, `max(n, 0)`."""
    return term == "" or term.startswith("len(") or term.endswith(", 0)") or ".shape[" in term


def linear_in(tree: Expression, equals: Mapping[str, Expression]) -> Linear | None:
    """Return an expression as a sum of multiples of terms, None if it is none.

    >>> from srcdiff.syntax import expression
    >>> linear_in(expression("2 + k - 3 * len(x)"), {})
    {'': 2, 'k': 1, 'len(x)': -3}
    """

    def term(part: Expression) -> Linear | None:
        if isinstance(part, gast.Name) and part.id in equals:
            return linear_in(equals[part.id], {})
        known = isinstance(part, (gast.Name, gast.Call, gast.Subscript))
        return {unparse(part): 1} if known else None

    return linear(tree, term)
