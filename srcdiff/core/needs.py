"""What a function must contain for a pass to have anything to do there.

Most passes handle one construct, which most functions do not have. What a pass declares is
necessary: without it, the pass changes nothing and raises nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from srcdiff.syntax.contents import Contents

Pass = TypeVar("Pass", bound=Callable[..., Any])

OWN_FUNCTIONS = "functions of the user"  # stands for calls of these among the parts


class Contained(Protocol):
    """What is known of a function that passes run over."""

    @property
    def contents(self) -> Contents:
        """Return what stands in the function (syntax/contents.py), and what else passes need."""

    @property
    def meanings(self) -> frozenset[int]:
        """Return the ids of the objects that its free names stand for, with their attributes."""


@dataclass(frozen=True)
class Need:
    """Parts of which one must be there, or objects of which one must have a name there."""

    parts: frozenset[Any]
    objects: tuple[Any, ...] = ()

    def is_met(self, where: Contained) -> bool:
        """Return True if something of what is needed is there."""
        if not self.parts.isdisjoint(where.contents):
            return True
        return any(id(one) in where.meanings for one in self.objects)


def needs(*parts: Any) -> Callable[[Pass], Pass]:
    """Return a decorator of passes that do nothing where none of some parts is there.

    A part is a kind of node or operator, a type of constants, a name, also one with dots, an
    attribute such as ".copy", a class of Numba's types, or OWN_FUNCTIONS. Needs add up.

    >>> import gast
    >>> @needs(gast.Lambda, gast.FunctionDef)
    ... @needs("map")
    ... def change(tree):
    ...     return tree
    >>> [sorted(map(str, need.parts)) for need in needs_of(change)][0]
    ['map']
    """
    return with_need(Need(frozenset(parts)))


def needs_one_of(*objects: Any, parts: tuple[Any, ...] = ()) -> Callable[[Pass], Pass]:
    """Return a decorator of passes that do nothing where no name stands for one of some objects.

    It may be that one of some parts is there instead.
    """
    return with_need(Need(frozenset(parts), objects))


def with_need(need: Need) -> Callable[[Pass], Pass]:
    """Return the decorator that enters what a pass needs."""

    def enter(change: Pass) -> Pass:
        vars(change)["srcdiff_needs"] = (*needs_of(change), need)
        return change

    return enter


def needs_of(change: Callable[..., Any]) -> tuple[Need, ...]:
    """Return what a pass needs: all of that must be there."""
    found: tuple[Need, ...] = getattr(change, "srcdiff_needs", ())
    return found


def may_change(change: Callable[..., Any], where: Contained) -> bool:
    """Return True if all is there that a pass needs."""
    return all(need.is_met(where) for need in needs_of(change))
