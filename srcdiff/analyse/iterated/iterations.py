"""Under which conditions statements run, in the counters of the loops around them.

`for j in range(i + 1, n)` says that `i + 1 <= j <= n - 1`, and `if i != j` what it says. What is
said of `i` and `n` has to be true wherever the statement runs, so only values count that are
bound once: these stay the same until a loop around what binds them goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

import gast

from srcdiff.analyse.arrays.comparisons import Comparison, comparisons
from srcdiff.analyse.flow.structure import Structure
from srcdiff.analyse.iterated.chosen import bounds_of
from srcdiff.analyse.iterated.inequalities import Conditions
from srcdiff.analyse.iterated.linear import Linear, added, linear
from srcdiff.analyse.iterated.terms import is_plain, length, step_of
from srcdiff.analyse.types.types import Type, is_array
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core.operations import is_shape
from srcdiff.core.operators import COMPARED
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    range_parts,
    unparse,
)

MOST = 8  # cases, above which the conditions between them are left out


@dataclass(frozen=True)
class Iterations:
    """What is known of the integers where the statements of a function run.

    `kind` gives the type of a name. Without `free`, only counters, lengths and numbers count in
    subscripts: other variables may differ between threads, or tell which part of an array a
    function works on, of which it is not to keep all.
    """

    layout: Structure
    kind: Callable[[str], Type]
    free: bool = True
    met: dict[object, bool] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def loops(self) -> dict[str, tuple[Statement, ...]]:
        """Return, for counters and names bound once, the loops in whose iterations they differ."""
        found: dict[str, tuple[Statement, ...]] = {}
        for name, made in self.layout.definitions.items():
            for statement in made:
                around = self.layout.loops(statement)
                if isinstance(statement, gast.For):
                    found[self.counter(statement)] = (*around, statement)
                elif len(made) == 1:
                    found[name] = around
        return found

    @cached_property
    def values(self) -> dict[str, Expression]:
        """Return the values of names bound once, as conditions may read them."""
        return {
            name: made[0].value
            for name, made in self.layout.definitions.items()
            if len(made) == 1 and is_plain(made[0])
        }

    def varies(self, term: str) -> tuple[Statement, ...]:
        """Return the loops in whose iterations a term differs."""
        name = term.rsplit(".shape[", 1)[0]
        return self.loops.get(name.removesuffix("/"), ())

    def counter(self, loop: gast.For) -> str:
        """Return the term for the counter of a loop: loops may have the same."""
        name = dotted(loop.target)
        own = len(self.layout.definitions.get(name, ())) > 1
        return f"{name}@{self.layout.order[loop]}" if own else name

    @cached_property
    def counters(self) -> frozenset[str]:
        """Return the terms of all counters."""
        loops = (s for s in self.layout.order if isinstance(s, gast.For))
        return frozenset(self.counter(loop) for loop in loops)

    def subscript(self, tree: Expression, place: Statement) -> Linear | None:
        """Return a subscript as a sum of terms, None where it has others than may count."""
        found = self.value(tree, place)
        if found is None or self.free:
            return found
        counts = all(not t or t in self.counters or ".shape[" in t for t in found)
        return found if counts else None

    def told(self, tree: Linear) -> Conditions:
        """Return what is known of the variables in a sum, wherever they are read."""
        variables = sorted(term for term in tree if term in self.values)
        for name in variables:
            if name not in self.bounds:
                self.bounds[name] = bounds_of(name, self)
        return sum((self.bounds[name] for name in variables), Conditions())

    def value(self, tree: Expression, place: Statement) -> Linear | None:
        """Return an integer expression as a sum of terms, as it is where a statement stands."""
        return linear(tree, lambda part: self.term(part, place))

    def term(self, tree: Expression, place: Statement) -> Linear | None:
        """Return what a name or a length is, None where that is not known to stay the same."""
        if is_shape(tree):
            return self.extent(tree)
        if not isinstance(tree, gast.Name):
            return None
        made = self.layout.definitions.get(tree.id, ())
        if made and all(isinstance(s, gast.For) for s in made):
            return self.of_counter(tree.id, place)
        kind = self.kind(tree.id)
        if len(made) > 1 or not isinstance(kind, numba_types.Integer) or not kind.signed:
            return None
        if made and is_plain(made[0]) and self.is_before(made[0], place):
            known = self.value(made[0].value, made[0])
            if known is not None:
                return known
        return {tree.id: 1}

    def of_counter(self, name: str, place: Statement) -> Linear | None:
        """Return the counter of a loop around a statement."""
        around = [s for s in self.layout.loops(place) if isinstance(s, gast.For)]
        named = [loop for loop in around if dotted(loop.target) == name]
        inner = [s for s in self.layout.definitions[name] if s not in around]
        if len(named) != 1 or any(self.layout.inside(s, named[0]) for s in inner):
            return None  # it may have the value that another loop left
        (loop,) = named
        if not self.free and (not step_of(loop) or self.first(loop) is None):
            return None
        return {self.counter(loop): 1}

    def is_settled(self, name: str, place: Statement) -> bool:
        """Return True if a name is bound before a statement, and once, or counts a loop around."""
        made = self.layout.definitions.get(name, ())
        if not made:
            return True
        if all(isinstance(s, gast.For) for s in made):
            return self.of_counter(name, place) is not None
        return len(made) == 1 and self.is_before(made[0], place)

    def first(self, loop: gast.For) -> Linear | None:
        """Return the first value of a counter."""
        return self.value(range_parts(loop.iter)[0], loop)

    def extent(self, tree: Expression) -> Linear | None:
        """Return the term for the length of an array along an axis."""
        text = unparse(tree)
        array = dotted(tree.args[0]) if isinstance(tree, gast.Call) else text.split(".shape[")[0]
        if not self.has_length(array):
            return None
        if isinstance(tree, gast.Call):
            return {length(array, 0): 1}
        return {text: 1} if text.startswith(f"{array}.shape[") else None

    def has_length(self, array: str) -> bool:
        """Return True if a name is of one array, which has as many elements as ever."""
        return is_array(self.kind(array)) and self.layout.is_single(array)

    def is_before(self, first: Statement, second: Statement) -> bool:
        """Return True if a statement always has run, in the same iteration, before another."""
        layout = self.layout
        return layout.dominates(first, second) and layout.order[first] < layout.order[second]

    def cases(self, statement: Statement) -> list[Conditions]:
        """Return what holds where a statement runs: one of some conditions."""
        if statement not in self.known:
            self.known[statement] = self.find_cases(statement)
        return self.known[statement]

    @cached_property
    def bounds(self) -> dict[str, Conditions]:
        """Return what has been found of variables."""
        return {}

    @cached_property
    def known(self) -> dict[Statement, list[Conditions]]:
        """Return what has been found of statements."""
        return {}

    def find_cases(self, statement: Statement) -> list[Conditions]:
        """Return what the loops and conditions around a statement say."""
        found = [Conditions()]
        for around, way in self.layout.path[statement]:
            if isinstance(around, gast.For):
                own = [self.limits(around)]
            elif isinstance(around, gast.If):
                own = self.condition(around, way == 0)
            else:
                continue
            if len(found) * len(own) <= MOST:
                found = [one + other for one, other in product(found, own)]
        return [one for one in found if not one.is_impossible]

    def limits(self, loop: gast.For) -> Conditions:
        """Return what holds for the counter of a loop.

        >>> from srcdiff.analyse.flow.structure import structure
        >>> from srcdiff.syntax import statements
        >>> body = statements("for i in range(n):\\n  for j in range(i, 0, -2):\\n    pass")
        >>> found = Iterations(structure(body), lambda name: numba_types.int64)
        >>> found.limits(body[0]).natural
        ({'i': 1}, {'n': 1, 'i': -1, '': -1})
        >>> found.limits(body[0].body[0]).zero  # `j/` counts the iterations
        ({'j': 1, 'i': -1, 'j/': 2},)
        """
        step = step_of(loop)
        if step == 0:
            return Conditions()
        start, stop, _ = range_parts(loop.iter)
        own, sign = self.counter(loop), 1 if step > 0 else -1
        counter = {own: 1}
        first = [added(counter, one, -1) for one in self.ends(start, loop, sign)]
        last = [added(added(one, counter, -1), {"": -sign}) for one in self.ends(stop, loop, -sign)]
        zero: tuple[Linear, ...] = ()
        begin = self.first(loop)
        if abs(step) > 1 and begin is not None:
            zero = (added(added(counter, begin, -1), {f"{own}/": step}, -1),)
        return Conditions(zero, tuple(added({}, one, sign) for one in (*first, *last)))

    def ends(self, tree: Expression, loop: Statement, sign: int) -> Iterator[Linear]:
        """Yield what a counter is at least, with sign -1 at most: each part of `max`, or `min`."""
        value = self.values.get(dotted(tree))
        if value is None or not self.is_before(self.layout.definitions[dotted(tree)][0], loop):
            value = tree
        most = callee_of(value) == ("max" if sign > 0 else "min")
        for part in value.args if most and isinstance(value, gast.Call) else [tree]:
            found = self.value(part, loop)
            if found is not None:
                yield found

    def condition(self, branch: gast.If, true: bool) -> list[Conditions]:
        """Return what a condition says of integers where it is true, or false."""
        found = [Conditions()]
        for one in comparisons(branch.test, self.settled(branch), true, tuple(COMPARED)):
            own = self.compared(one, branch)
            if len(found) * len(own) <= MOST:
                found = [a + b for a, b in product(found, own)]
        return found

    def settled(self, branch: gast.If) -> Mapping[str, Expression]:
        """Return the values of the names that are bound before a condition."""
        made = self.layout.definitions
        return {n: v for n, v in self.values.items() if self.is_before(made[n][0], branch)}

    def compared(self, found: Comparison, place: Statement) -> list[Conditions]:
        """Return what a comparison says, in cases; nothing where it is not of integers."""
        left, right = self.value(found.left, place), self.value(found.right, place)
        if left is None or right is None:
            return [Conditions()]
        more = added(left, right, -1)
        less = added({}, more, -1)
        one = {"": -1}
        cases: dict[type, list[Conditions]] = {
            gast.Eq: [Conditions((more,))],
            gast.NotEq: [Conditions(natural=(added(side, one),)) for side in (more, less)],
            gast.Lt: [Conditions(natural=(added(less, one),))],
            gast.LtE: [Conditions(natural=(less,))],
            gast.Gt: [Conditions(natural=(added(more, one),))],
            gast.GtE: [Conditions(natural=(more,))],
        }
        return cases[found.kind]


def iterations_of(
    layout: Structure, kind: Callable[[str], Type], divided: bool, in_threads: bool
) -> Iterations:
    """Return what is known of the integers of a function.

    `divided` tells of one whose forward and backward part are functions of their own; of one that
    runs `in_threads`, all of which may write to arrays, only what all threads have in common.
    """
    if in_threads:
        return Iterations(layout, lambda name: numba_types.undefined, free=False)
    return Iterations(layout, kind, free=not divided)
