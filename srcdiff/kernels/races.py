"""Races of a kernel itself: those that can be seen are refused."""

from __future__ import annotations

from collections.abc import Collection

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.kernels.guards import ORDER, Guards
from srcdiff.kernels.polynomials import OWN
from srcdiff.kernels.sites import VARYING, Accesses, Site

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
    """Tell whether threads that differ along an axis certainly write to one element."""
    own = {f"{OWN}place_{axis}", f"{OWN}thread_{axis}"}
    if any(index is None or not index.is_known or index.symbols & own for index in site.index):
        return False
    facts = guards.facts(site.statement)
    return all(fact.left is not None and not fact.left.symbols & own for fact in facts)


def is_neighbour(store: Site, load: Site, guards: Guards) -> bool:
    """Tell whether one thread certainly reads what another one writes."""
    facts = [*guards.facts(store.statement), *guards.facts(load.statement)]
    if any(fact.left is None or fact.kind not in ORDER for fact in facts):
        return False
    apart = False
    for first, second in zip(store.index, load.index, strict=True):
        if first is None or second is None or not (first + second).is_known:
            return False
        distance = first + -second
        if distance.without_constant().terms:
            return False
        steps = [count for term, count in first.terms.items() if set(term) & VARYING]
        if distance.constant and (len(steps) != 1 or distance.constant % steps[0]):
            return False
        apart = apart or bool(distance.constant)
    return apart
