"""Conditions on the place of a thread as bounds, of which the nearest one is enough."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass

import gast

from srcdiff.analyse.arrays.comparisons import Comparison
from srcdiff.core.operators import MIRRORED
from srcdiff.gpu.gather.distances import distance
from srcdiff.syntax import (
    Expression,
    constant,
    joined_by,
    key,
    name,
    number,
    plus,
    reads,
    same,
    split_offset,
)


@dataclass(frozen=True)
class Bound:
    """`place + by < limit`, where `is_upper`; or else `limit < place + by`.

    A limit of None is zero. `test` is the comparison as it was found; without a place, it is all.
    """

    test: Expression
    place: str = ""
    is_upper: bool = False
    by: int = 0
    limit: Expression | None = None


def bound_of(
    found: Comparison, places: Mapping[str, int], fixed: Callable[[Expression], bool]
) -> Bound | None:
    """Return a comparison as a bound that holds for several places, None where it is no bound.

    So many more places as `places` tells follow the first one of that name. `fixed` tells of an
    expression whether it is an integer, the same for all of these.

    >>> from srcdiff.analyse.arrays.comparisons import comparisons
    >>> from srcdiff.syntax import expression, unparse
    >>> for found in comparisons(expression("0 < i - 1 and i + 1 <= n - 2"), {}):
    ...     bound = bound_of(found, {"i": 3}, lambda tree: True)
    ...     print(unparse(condition([bound])))
    1 < i
    i + 5 < n
    """
    below = found.kind in (gast.Lt, gast.LtE)
    left, right = (found.left, found.right) if below else (found.right, found.left)
    kind = found.kind if below else MIRRORED[found.kind]
    first, second = distance(left, places), distance(right, places)
    test = gast.Compare(left, [kind()], [right])
    closed = int(kind is gast.LtE)
    if first and not second and fixed(right):
        limit, more = parted(right)
        return Bound(test, first[0], True, first[1] + places[first[0]] - more - closed, limit)
    if second and not first and fixed(left):
        limit, more = parted(left)
        return Bound(test, second[0], False, second[1] - more + closed, limit)
    if reads([left, right]) & places.keys() or not (fixed(left) and fixed(right)):
        return None
    return Bound(test)


def parted(tree: Expression) -> tuple[Expression | None, int]:
    """Return an expression without the number that is added to it, and the number.

    >>> from srcdiff.syntax import expression, unparse
    >>> [(rest and unparse(rest), by) for rest, by in map(parted, map(expression, ("n - 1", "2")))]
    [('n', -1), (None, 2)]
    """
    alone = number(tree)
    if isinstance(alone, int):
        return None, alone
    inner, by = split_offset(tree)
    if inner is tree:
        return tree, 0
    rest, more = parted(inner)
    return rest, more + by


def nearest(
    bounds: Iterable[Bound], limit_of: Callable[[Expression], Hashable] = key
) -> list[Bound]:
    """Return bounds without those that follow from others: `i < n` from `i + 1 < n`.

    `limit_of` gives limits that are the same number the same key.
    """
    found: dict[Hashable, Bound] = {}
    for bound in bounds:
        if not bound.place:
            found.setdefault(key(bound.test), bound)
            continue
        limit = None if bound.limit is None else limit_of(bound.limit)
        own = bound.place, bound.is_upper, limit
        other = found.get(own)
        if other is None or (other.by < bound.by if bound.is_upper else bound.by < other.by):
            found[own] = bound
    return list(found.values())


def condition(bounds: Iterable[Bound]) -> Expression:
    """Return the condition that all of some bounds hold, of which there is one at least.

    >>> from srcdiff.syntax import expression, unparse
    >>> limits = ("i", False, -1), ("i", True, 0, expression("n")), ("j", False, 1)
    >>> unparse(condition(Bound(constant(True), *limit) for limit in limits))
    '1 < i < n and 0 <= j'
    """
    tests: list[Expression] = []
    for bound in bounds:
        test = comparison_of(bound)
        last = tests[-1] if tests else None
        if isinstance(last, gast.Compare) and same(last.comparators[-1], test.left):
            sides = [*last.comparators, *test.comparators]
            tests[-1] = gast.Compare(last.left, [*last.ops, *test.ops], sides)
        else:
            tests.append(test)
    return joined_by(gast.And(), tests)


def comparison_of(bound: Bound) -> Expression:
    """Return the comparison that a bound is."""
    if not bound.place:
        return bound.test
    if bound.limit is None:
        place, least = name(bound.place), constant(-bound.by)
        if bound.is_upper:
            return gast.Compare(place, [gast.Lt()], [least])
        if bound.by == 1:
            return gast.Compare(constant(0), [gast.LtE()], [place])
        return gast.Compare(least, [gast.Lt()], [place])
    place = plus(name(bound.place), bound.by)
    sides = [place, bound.limit] if bound.is_upper else [bound.limit, place]
    return gast.Compare(sides[0], [gast.Lt()], [sides[1]])
