"""What is known of the keys of dictionaries, statement by statement."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

ORDER = object()  # among the keys that may be there: the order of the others is not known


class Unsuitable(Exception):
    """A dictionary cannot be held in variables."""

    def __init__(self, variable: str) -> None:
        super().__init__(variable)
        self.variable = variable


@dataclass(frozen=True)
class Keys:
    """The keys that a dictionary has, in their order, and those that it may have besides."""

    sure: tuple[Any, ...] = ()
    maybe: frozenset[Any] = frozenset()

    def with_keys(self, keys: Iterable[Any]) -> Keys:
        """Return what is known when keys have got values."""
        return Keys(tuple(dict.fromkeys((*self.sure, *keys))), self.maybe)


State = dict[str, Keys]


def become(state: State, known: State) -> State:
    """Make a state what is known now; return it."""
    state.clear()
    state.update(known)
    return state


def joined(ways: list[State]) -> State:
    """Return what is known after one of several ways.

    >>> joined([{"p": Keys(("a", "b"))}, {"p": Keys(("a",)), "q": Keys()}])["p"].sure
    ('a',)
    """
    variables = set.intersection(*(set(way) for way in ways))
    return {variable: met([way[variable] for way in ways]) for variable in sorted(variables)}


def met(ways: list[Keys]) -> Keys:
    """Return what is known of one dictionary after one of several ways."""
    sure = tuple(key for key in ways[0].sure if all(key in way.sure for way in ways))
    maybe = {key for way in ways for key in (*way.sure, *way.maybe) if key not in sure}
    maybe |= {key for way in ways for key in way.maybe}
    for way in ways:
        if tuple(key for key in way.sure if key in sure) != sure:
            maybe.add(ORDER)
    return Keys(sure, frozenset(maybe))


def within_loop(state: State, added: Mapping[str, set[Any]], made: set[str]) -> State:
    """Return what is known at the begin of each iteration of a loop, and after the loop.

    `added` are the keys that the loop may add to dictionaries, `made` the dictionaries that
    it makes anew, of which nothing is known.
    """
    found = {variable: keys for variable, keys in state.items() if variable not in made}
    for variable, keys in added.items():
        if variable in found:
            new = keys - set(found[variable].sure)
            found[variable] = Keys(found[variable].sure, found[variable].maybe | new)
    return found
