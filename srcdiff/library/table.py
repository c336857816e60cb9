"""Which functions of NumPy, `math` and SciPy the functions of the library stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import gast

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class InPart:
    """A function that stands for one of NumPy in calls that Numba does not take.

    Numba takes calls with at most `positional` arguments by position, and the `keywords`;
    with `pairs` none of the arguments may be a pair that is written out.
    """

    function: Callable[..., Any]
    positional: int
    keywords: tuple[str, ...] = ()
    pairs: bool = False

    def takes(self, node: gast.Call) -> bool:
        """Return True if Numba takes a call as it is."""
        words = {word.arg for word in node.keywords}
        given = [*node.args, *(word.value for word in node.keywords)]
        pairs = [a for a in given if isinstance(a, (gast.Tuple, gast.List)) and len(a.elts) == 2]
        plain = len(node.args) <= self.positional and words <= set(self.keywords)
        return plain and not (self.pairs and pairs)


LIBRARY: dict[str, Callable[..., Any]] = {}
IN_PART: dict[str, InPart] = {}


def stands_for(
    name: str, positional: int | None = None, keywords: tuple[str, ...] = (), pairs: bool = False
) -> Callable[[F], F]:
    """Enter the decorated function for a standard one, in all calls or in those of `InPart`."""

    def enter(function: F) -> F:
        if positional is None:
            LIBRARY[name] = function
        else:
            IN_PART[name] = InPart(function, positional, keywords, pairs)
        return function

    return enter
