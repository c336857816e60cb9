"""Conditions on integers, and whether they contradict each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import gcd

from srcdiff.analyse.iterated.linear import Linear, added

MOST = 120  # inequalities, above which nothing is claimed
Terms = tuple[tuple[str, int], ...]  # those of a sum with their factors, in order


@dataclass(frozen=True)
class Conditions:
    """Conditions that all hold: sums that are zero, and sums that are not negative."""

    zero: tuple[Linear, ...] = ()
    natural: tuple[Linear, ...] = ()

    def __add__(self, other: Conditions) -> Conditions:
        """Return both conditions."""
        return Conditions(self.zero + other.zero, self.natural + other.natural)

    @property
    def is_impossible(self) -> bool:
        """Return True if no integers meet all conditions.

        By elimination of one term after the other, as Fourier and Motzkin do it for rational
        numbers; bounds are rounded to integers. False may also mean that none was found to.

        >>> before = Conditions(natural=({"j": 1}, {"i": 1, "j": -1, "": -1}))  # 0 <= j <= i - 1
        >>> same = Conditions(zero=({"i": 1, "j": -1},))
        >>> odd = Conditions(zero=({"i": 2, "j": -2, "": 1},))
        >>> [found.is_impossible for found in (before, before + same, odd)]
        [False, True, True]
        """
        found = without_equations(self.zero, self.natural)
        return found is None or contradict(found)


def without_equations(
    zero: Iterable[Linear], natural: Iterable[Linear]
) -> tuple[Linear, ...] | None:
    """Return what is left of inequalities when equations are solved, None where they cannot be.

    >>> without_equations([{"i": 1, "j": -1, "": -1}], [{"i": 1, "n": -1}])
    ({'n': -1, 'j': 1, '': 1},)
    """
    pending, natural = list(zero), tuple(natural)
    while pending:
        equation = pending.pop()
        terms = [term for term in equation if term]
        divisor = gcd(*(equation[term] for term in terms))
        if not terms or equation.get("", 0) % divisor:
            if equation.get("", 0):
                return None
            continue
        equation = {term: value // divisor for term, value in equation.items()}
        solved = next((term for term in terms if abs(equation[term]) == 1), None)
        if solved is None:
            natural += (equation, added({}, equation, -1))
            continue
        pending = [eliminated(other, solved, equation) for other in pending]
        natural = tuple(eliminated(other, solved, equation) for other in natural)
    return natural


def eliminated(tree: Linear, term: str, equation: Linear) -> Linear:
    """Return a sum without a term that an equation gives, with the factor 1 or -1."""
    factor = tree.get(term, 0)
    return added(tree, equation, -factor * equation[term]) if factor else tree


def contradict(natural: Iterable[Linear]) -> bool:
    """Return True if sums cannot all be natural numbers.

    >>> contradict([{"i": 2, "": -1}, {"i": -2, "": 1}])  # i would be one half
    True
    """
    known = strongest(natural)
    while known is not None and len(known) <= MOST:
        signs = Counter((term, value > 0) for terms in known for term, value in terms)
        both = {term for term, _ in signs if signs[term, True] and signs[term, False]}
        if not both:
            return False
        # what no other inequality bounds from the other side says nothing
        told = {terms: least for terms, least in known.items() if both.issuperset(dict(terms))}
        if len(told) < len(known):
            known = told
            continue
        cost = {term: signs[term, True] * signs[term, False] for term in sorted(both)}
        known = strongest(combined(known, min(cost, key=lambda term: cost[term])))
    return known is None


Kept = tuple[
    tuple[tuple[str, int], ...], int
]  # the terms of a sum with their factors, its constant


def combined(known: Mapping[Terms, int], term: str) -> list[Linear]:
    """Return what follows from inequalities for the other terms."""
    sums = [{**dict(terms), "": constant} for terms, constant in known.items()]
    above = [one for one in sums if one.get(term, 0) > 0]
    below = [one for one in sums if one.get(term, 0) < 0]
    rest = [one for one in sums if not one.get(term, 0)]
    return rest + [
        added(added({}, one, -other[term]), other, one[term]) for one in above for other in below
    ]


def strongest(natural: Iterable[Linear]) -> dict[Terms, int] | None:
    """Return the constants of sums by their terms, the least of each; None at a contradiction.

    >>> strongest([{"i": 2, "": 3}, {"i": 1, "": 5}])
    {(('i', 1),): 1}
    """
    found: dict[Terms, int] = {}
    for tree in natural:
        terms = sorted((term, value) for term, value in tree.items() if term and value)
        constant = tree.get("", 0)
        if not terms:
            if constant < 0:
                return None
            continue
        divisor = gcd(*(value for _, value in terms))
        own = tuple((term, value // divisor) for term, value in terms)
        least = min(constant // divisor, found.get(own, constant // divisor))
        found[own] = least
        opposite = tuple((term, -value) for term, value in own)
        if opposite in found and found[opposite] + least < 0:
            return None
    return found
