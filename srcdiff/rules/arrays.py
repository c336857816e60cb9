"""The table of rules of functions that take or give whole arrays.

A rule is written as those of numbers are: from the cotangent `g`, the result and the
arguments to the adjoint of each argument. What does the same to each element needs no rule
here: that of the function of numbers serves. `None` as the adjoint of an argument tells
that the derivative with respect to it is not known, so that it is refused.

A function with several results has as many cotangents, then its results, then its
arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from srcdiff.rules.forward import How
from srcdiff.rules.registry import Rule, fill, parse_rule

F = TypeVar("F", bound=Callable[..., Any])
Array = Any
Ndims = tuple[int, ...]
ANY = -1  # any number of dimensions but none


@dataclass(frozen=True)
class ArrayRule:
    """A rule for operands of certain numbers of dimensions; ANY stands for one or more.

    With `spread` the rule gives a value that is added to all elements of the adjoint.
    `results` tells how many results the function has.
    """

    ndims: Ndims
    spread: bool
    results: int
    rule: Rule


@dataclass(frozen=True)
class Entry:
    """A rule as it was registered."""

    primal: Any
    ndims: Ndims
    spread: bool
    results: int
    function: Callable[..., Any]
    forward: How = None

    def fits(self, ndims: Ndims) -> bool:
        """Return True if the rule takes operands of some numbers of dimensions."""
        if len(self.ndims) != len(ndims):
            return False
        pairs = zip(self.ndims, ndims, strict=True)
        return all(wanted == ndim or (wanted == ANY and ndim > 0) for wanted, ndim in pairs)


_entries: dict[int, list[Entry]] = {}


def array_derivative(
    *primals: Any, ndims: Ndims, spread: bool = False, results: int = 1, forward: How = None
) -> Callable[[F], F]:
    """Register the decorated function as a rule for arrays.

    The first rule that fits is taken, so special ones come before general ones. `forward`
    tells how tangents follow (rules/forward.py).
    """

    def register(function: F) -> F:
        for primal in primals:
            entry = Entry(primal, ndims, spread, results, function, forward)
            _entries.setdefault(id(primal), []).append(entry)
        return function

    return register


def array_rule(primal: Any, ndims: Ndims) -> ArrayRule | None:
    """Return the rule of a function for operands of some numbers of dimensions."""
    fill()
    return first_that_fits(_entries.get(id(primal), ()), ndims)


def first_that_fits(entries: Iterable[Entry], ndims: Ndims) -> ArrayRule | None:
    """Return the first of some rules that takes operands of some numbers of dimensions."""
    for entry in entries:
        if entry.fits(ndims):
            rule = parse_rule(entry.primal, entry.function, entry.forward, entry.results)
            return ArrayRule(entry.ndims, entry.spread, entry.results, rule)
    return None


def all_array_rules() -> Iterator[Entry]:
    """Yield every rule of the table, once for each function."""
    fill()
    for entries in _entries.values():
        yield from entries


def known(*names: str) -> list[Any]:
    """Return the functions of NumPy with some names that this version of it has.

    >>> known("sin", "no_such_function") == [np.sin]
    True
    """
    return [getattr(np, name) for name in names if hasattr(np, name)]
