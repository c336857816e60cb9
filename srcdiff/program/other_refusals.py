"""Further refusals of a function that is refused: those that do not depend on the first one.

The statement that is refused is left out, with all that reads what it binds or changes, in the
function that it stands in, and what remains is read again. People port whole programs, and want to
see all of it at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import gast

from srcdiff.errors import REFUSALS, SrcdiffError
from srcdiff.front.callables import unwrapped
from srcdiff.front.gc_pause import seldom_collected
from srcdiff.front.parse import Made, Where, instead_of, source_of, tree_at
from srcdiff.front.recursion_limit import deep
from srcdiff.program.reduced import Reduced, without_refused
from srcdiff.syntax import call_in
from srcdiff.syntax.origin import Origin

MOST = 9  # further refusals that are shown
TRIES = 30  # how often the function is read again
LONGEST = 5.0  # seconds in which they are looked for
Attempt = Callable[[], Any]
Site = tuple[Where, gast.AST]  # a node, with its line counted in the function that it is in


def with_others(error: SrcdiffError, function: Any, attempt: Attempt) -> SrcdiffError:
    """Return a refusal of a function with the others that do not depend on it.

    `attempt` differentiates the function once more, and raises what is refused.
    """
    is_whole = isinstance(error, REFUSALS) and error.node is not None and not error.others
    if is_whole and not isinstance(unwrapped(function), Made):
        with suppress(SrcdiffError), deep(), seldom_collected():
            error.others = tuple(Search(error, source_of(function).origin, attempt).found())
    return error


class Search:
    """What was found of a function, and what is left of the functions that it consists of."""

    def __init__(self, error: SrcdiffError, root: Origin, attempt: Attempt) -> None:
        self.error = error
        self.root = root.where
        self.attempt = attempt
        self.trees: dict[Where, gast.FunctionDef] = {}  # what is left of functions
        self.lost: set[str] = set()
        # functions that return something else, with where they are called
        self.open: dict[Where, tuple[Site, ...]] = {}

    def found(self) -> list[SrcdiffError]:
        """Return further refusals, in the order in which they are met."""
        known, last = [self.error], self.error
        end = time.monotonic() + LONGEST
        for _ in range(TRIES):
            sites = tuple(sites_of(last))
            is_left = self.leave_out(sites) if self.belongs(sites) else self.close()
            if not is_left or time.monotonic() > end or len(known) > MOST:
                break
            other = self.tried()
            if other is None:
                break
            sites = tuple(sites_of(other))
            if self.is_new(other, known) and self.belongs(sites) and not self.is_consequence(other):
                known.append(other)
            last = other
        return sorted(known[1:], key=lambda one: key_of(one) or ())

    def is_new(self, other: SrcdiffError, known: list[SrcdiffError]) -> bool:
        """Return True if a refusal has a place, and says more than others of the same line."""
        key = key_of(other)
        if key is None or any(key == key_of(one) for one in known):
            return False
        same_line = [one for one in known if (key_of(one) or ())[:2] == key[:2]]
        return all(one.reason != other.reason for one in same_line)

    def tried(self) -> SrcdiffError | None:
        """Return the refusal of what is left, None if there is none."""
        try:
            with instead_of(self.trees):
                self.attempt()
        except REFUSALS as error:
            return error
        except Exception:  # what is left need be no function that has a derivative
            return None
        return None

    def belongs(self, sites: tuple[Site, ...]) -> bool:
        """Return True if a refusal is of no function whose caller gets something else from it."""
        return not self.open or any(where in self.open for where, _ in sites)

    def is_consequence(self, error: SrcdiffError) -> bool:
        """Return True if what is refused reads an attribute, or a key, that is left out."""
        parts = {text.rpartition(".")[2] for text in self.lost if "." in text}
        return any(getattr(node, "attr", None) in parts for node in gast.walk(error.node))

    def leave_out(self, sites: tuple[Site, ...]) -> bool:
        """Leave out what is refused; return False where that is in no function that is known."""
        for k, (where, node) in enumerate(sites):
            less = self.without(where, node)
            if less is not None:
                if less.has_lost_result and where != self.root:
                    self.open[where] = sites[k + 1 :]
                return True
        return bool(sites) and self.leave_out_call(sites[0][0])

    def leave_out_call(self, where: Where) -> bool:
        """Leave out the call of a function in the one that is differentiated."""
        tree = self.left(self.root)
        call = call_in(tree, where[2]) if tree is not None else None
        return call is not None and self.without(self.root, call) is not None

    def left(self, where: Where) -> gast.FunctionDef | None:
        """Return what is left of a function, None for one that is not known."""
        return self.trees.get(where) or tree_at(where)

    def without(self, where: Where, node: gast.AST) -> Reduced | None:
        """Leave out what is refused at a node of a function; return None if that leaves nothing."""
        tree = self.left(where)
        less = without_refused(tree, node) if tree is not None else None
        if less is not None:
            self.trees[where] = less.tree
            self.lost |= less.lost
        return less

    def close(self) -> bool:
        """Leave out the calls of the function that returns something else, the latest of them."""
        where, sites = self.open.popitem()
        return self.leave_out(sites) if sites else self.leave_out_call(where)


def sites_of(error: SrcdiffError) -> Iterator[Site]:
    """Yield where an error stands, then the calls through which that was come to."""
    pairs = [(error.origin, error.node), *((call.origin, call.node) for call in error.calls)]
    for origin, node in pairs:
        if origin is not None and hasattr(node, "lineno"):
            assert node is not None
            part, before = origin.part(node)
            moved = gast.copy_location(gast.Pass(), node)
            moved.lineno = node.lineno - before
            moved.end_lineno = (node.end_lineno or node.lineno) - before
            yield part.where, moved


def key_of(error: SrcdiffError) -> tuple[Where, int, int] | None:
    """Return function, line and column of an error, None if it has no place."""
    for where, node in sites_of(error):
        return where, node.lineno, getattr(node, "col_offset", 0)
    return None
