"""Races of a kernel itself: those that can be seen are refused."""

from __future__ import annotations

import math
from collections.abc import Collection

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.gpu.launch.polynomials import OWN, Term
from srcdiff.gpu.thread.guards import ORDER, Fact, Guards, strict
from srcdiff.gpu.thread.sites import VARYING, Accesses, Site

WAY_OUT = "let one thread do it, or use an atomic operation"


def check_sum(array: str, use: Accesses) -> None:
    """Refuse an array that the kernel adds to atomically, and reads or writes plainly as well.

    Raises UnsupportedSyntax.
    """
    plain = [site for site in use.stores if not isinstance(site.statement, gast.AugAssign)]
    others = [*(site.statement for site in (*use.loads, *use.tested, *plain)), *use.others]
    if others:
        raise UnsupportedSyntax(
            f"other threads may add to `{array}` before or after this",
            others[0],
            "do the one and the other in two kernels",
        )


def check_exchange(array: str, use: Accesses, differ: bool) -> None:
    """Refuse an argument by which threads may exchange values, before and after a barrier.

    They do not if the elements that are accessed `differ` between threads. Raises
    UnsupportedSyntax.
    """
    if not differ or use.others:
        raise UnsupportedSyntax(
            f"a thread may access an element of `{array}` that another one writes to before or "
            "after a barrier",
            use.stores[0].statement,
            "exchange values by `cuda.shared.array`, or do this in two kernels",
        )


def check_races(array: str, use: Accesses, guards: Guards, axes: Collection[str]) -> None:
    """Refuse writes that all threads do to one element, and reads of what others write.

    Raises UnsupportedSyntax.
    """
    for site in use.stores:
        for axis in axes:
            if is_common(site, axis, guards):
                raise UnsupportedSyntax(
                    f"threads along {axis} write to the same element of `{array}`",
                    site.statement,
                    WAY_OUT,
                )
        for other in (*use.loads, *use.tested):
            if is_neighbour(site, other, guards):
                raise UnsupportedSyntax(
                    f"this reads an element of `{array}` that another thread writes to",
                    other.statement,
                    "read from one array, and write to another",
                )


def is_common(site: Site, axis: str, guards: Guards) -> bool:
    """Return True if threads that differ along an axis certainly write to one element."""
    own = {f"{OWN}place_{axis}", f"{OWN}thread_{axis}"}
    if any(index is None or not index.is_known or index.symbols & own for index in site.index):
        return False
    facts = guards.facts(site.statement)
    return all(f.left is not None and f.is_known and not f.left.symbols & own for f in facts)


def is_neighbour(store: Site, load: Site, guards: Guards) -> bool:
    """Return True if one thread certainly reads what another one writes."""
    facts = guards.facts(store.statement), guards.facts(load.statement)
    if any(not fact.is_known or fact.kind not in ORDER for side in facts for fact in side):
        return False
    apart = False
    for first, second in zip(store.index, load.index, strict=True):
        if first is None or second is None or not (first + second).is_known:
            return False
        distance = first + -second
        if distance.without_constant().terms:
            return False
        steps = [(term, count) for term, count in first.terms.items() if set(term) & VARYING]
        if distance.constant:
            if len(steps) != 1 or distance.constant % steps[0][1]:
                return False
            ((term, count),) = steps
            if not may_be_apart(term, distance.constant // count, *facts):
                return False
        apart = apart or bool(distance.constant)
    return apart


def may_be_apart(
    term: Term, distance: int, first: Collection[Fact], second: Collection[Fact]
) -> bool:
    """Return True if two threads may be at some distance along an axis, by what holds for each."""
    (low, high), (least, most) = range_of(term, first), range_of(term, second)
    return max(low + distance, least) <= min(high + distance, most)


def range_of(term: Term, facts: Collection[Fact]) -> tuple[float, float]:
    """Return the limits of a place, by what holds where it is asked for.

    >>> from srcdiff.gpu.launch.polynomials import symbol, whole
    >>> place = symbol("cuda.place_x")
    >>> range_of(("cuda.place_x",), [Fact(place + whole(-8), gast.Lt)])  # the place is below 8
    (0, 7)
    """
    low: float = 0
    high = math.inf
    for fact in facts:
        if fact.left is None or fact.left.without_constant().terms not in ({term: 1}, {term: -1}):
            continue
        sign = fact.left.terms[term]
        end = -sign * fact.left.constant
        if (fact.kind in (gast.Lt, gast.LtE)) == (sign == 1):
            high = min(high, end - strict(fact.kind))
        else:
            low = max(low, end + strict(fact.kind))
    return low, high
