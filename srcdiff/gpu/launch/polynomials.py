"""Subscripts as polynomials of what a kernel knows: places of the thread, arguments, sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product

import gast

from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import is_copy, is_shape
from srcdiff.gpu.thread.intrinsics import AXES, Place
from srcdiff.syntax import Expression, dotted, number, unparse

Term = tuple[str, ...]  # the factors of a product, in order
OWN = "cuda."  # before the symbols of places, which no argument can be called
UNKNOWN = "?"  # before the symbols of variables of which nothing is known but their names


@dataclass(frozen=True)
class Polynomial:
    """A sum of products of symbols, each with an integer before it."""

    terms: Mapping[Term, int] = field(default_factory=dict)

    def __add__(self, other: Polynomial) -> Polynomial:
        """Return the sum."""
        sums = dict(self.terms)
        for term, count in other.terms.items():
            sums[term] = sums.get(term, 0) + count
        return Polynomial({term: count for term, count in sums.items() if count})

    def __mul__(self, other: Polynomial) -> Polynomial:
        """Return the product."""
        found = Polynomial()
        for (first, a), (second, b) in product(self.terms.items(), other.terms.items()):
            found += Polynomial({tuple(sorted(first + second)): a * b})
        return found

    def __neg__(self) -> Polynomial:
        """Return the negative."""
        return Polynomial({term: -count for term, count in self.terms.items()})

    @property
    def symbols(self) -> frozenset[str]:
        """Return the symbols that occur."""
        return frozenset(symbol for term in self.terms for symbol in term)

    @property
    def is_known(self) -> bool:
        """Return True if only places, arguments and sizes occur."""
        return not self.unknown

    @property
    def unknown(self) -> list[str]:
        """Return the variables that occur, of which nothing is known but their names."""
        return [s.removeprefix(UNKNOWN) for s in self.symbols if s.startswith(UNKNOWN)]

    @property
    def constant(self) -> int:
        """Return the number that no symbol stands at."""
        return self.terms.get((), 0)

    def count_of(self, product: Polynomial) -> int:
        """Return the number before a product of symbols."""
        (term,) = product.terms
        return self.terms.get(term, 0)

    def without_constant(self) -> Polynomial:
        """Return the polynomial without the number that no symbol stands at."""
        return Polynomial({term: count for term, count in self.terms.items() if term})


def whole(value: int) -> Polynomial:
    """Return a constant."""
    return Polynomial({(): value} if value else {})


def symbol(text: str) -> Polynomial:
    """Return a single symbol.

    >>> (symbol("i") * symbol("m") + symbol("j") + whole(2)).terms
    {('i', 'm'): 1, ('j',): 1, (): 2}
    """
    return Polynomial({(text,): 1})


def of_place(word: str) -> Polynomial:
    """Return the symbol of what `cuda` tells of the thread (intrinsics.py)."""
    return symbol(f"{OWN}{word}")


def is_natural(found: Polynomial) -> bool:
    """Return True if a sum of places and sizes is certainly not negative.

    >>> is_natural(of_place("place_x") + symbol("x.size")), is_natural(symbol("n"))
    (True, False)
    """
    return all(count >= 0 for count in found.terms.values()) and all(
        "." in symbol and not symbol.startswith(UNKNOWN) for symbol in found.symbols
    )


def in_grid(found: Polynomial) -> Polynomial:
    """Return a polynomial with the place in the grid for a place in a block of the grid.

    >>> inside, block, size = map(of_place, ("thread_x", "block_x", "block_size_x"))
    >>> in_grid(inside + block * size + whole(1)).terms
    {(): 1, ('cuda.place_x',): 1}
    """
    for axis in AXES:
        inside = of_place(f"thread_{axis}")
        before = of_place(f"block_{axis}") * of_place(f"block_size_{axis}")
        count = whole(found.count_of(inside))
        if found.count_of(before) == count.constant:
            found += count * (of_place(f"place_{axis}") + -inside + -before)
        all_threads = of_place(f"block_size_{axis}") * of_place(f"grid_size_{axis}")
        count = whole(found.count_of(all_threads))
        found += count * (of_place(f"threads_{axis}") + -all_threads)
    return found


@dataclass(frozen=True)
class Reader:
    """Reads integer expressions of a function of one thread in core form.

    `places` are the parameters that tell of the thread, `rank` gives the number of dimensions
    of an array, `parameters` the names of all parameters. Variables in `common` count as known:
    they are the same for all threads that are compared.
    """

    layout: Structure
    places: Mapping[str, Place]
    parameters: frozenset[str]
    rank: Callable[[str], int]
    common: frozenset[str] = frozenset()

    def read(self, tree: Expression) -> Polynomial | None:
        """Return an expression as a polynomial, or None where it depends on anything else."""
        found = self.plain(tree)
        return None if found is None else in_grid(found)

    def plain(self, tree: Expression) -> Polynomial | None:
        """Return an expression as a polynomial of the symbols as they are written."""
        value = number(tree)
        if isinstance(value, int):
            return whole(value)
        if is_shape(tree):
            return self.of_length(tree)
        match tree:
            case gast.Name(id=title):
                return self.of_name(title)
            case gast.UnaryOp(op=gast.USub(), operand=inner):
                operand = self.plain(inner)
                return None if operand is None else -operand
            case gast.BinOp(op=gast.Add() | gast.Sub() | gast.Mult()):
                left, right = self.plain(tree.left), self.plain(tree.right)
                if left is None or right is None:
                    return None
                if isinstance(tree.op, gast.Mult):
                    return left * right
                return left + (right if isinstance(tree.op, gast.Add) else -right)
        return None

    def of_length(self, tree: Expression) -> Polynomial | None:
        """Return the symbol of a length of an argument, the same for all ways to write it.

        The length of another array may differ between threads.
        """
        text = unparse(tree)
        array = dotted(tree.args[0]) if isinstance(tree, gast.Call) else text.split(".")[0]
        if array not in self.parameters or self.layout.definitions.get(array):
            return None
        is_first = isinstance(tree, gast.Call) or text.endswith(".shape[0]")
        if is_first or (text.endswith(".size") and self.rank(array) == 1):
            return symbol(f"{array}.shape[0]")
        return symbol(text)

    def of_name(self, name: str) -> Polynomial | None:
        """Return what a name stands for."""
        if name in self.places:
            return of_place(self.places[name].word)
        made = self.layout.definitions.get(name, ())
        if not made:
            return symbol(name) if name in self.parameters else None
        if len(made) != 1:
            return symbol(name) if name in self.common else None
        found = None
        if isinstance(made[0], gast.For):
            found = self.of_counter(made[0])
        elif isinstance(made[0], gast.Assign) and not self.is_moved(made[0]):
            found = self.plain(made[0].value)
        if found is None:
            return symbol(name if name in self.common else f"{UNKNOWN}{name}")
        return found

    def is_moved(self, statement: gast.Assign) -> bool:
        """Return True if an assignment copies what a loop leaves."""
        return is_copy(statement) and len(self.layout.definitions.get(statement.value.id, ())) > 1

    def of_counter(self, loop: gast.For) -> Polynomial | None:
        """Return what the counter of a grid-stride loop stands for: a place in the grid.

        The counters of different threads differ in all iterations, as the places do.
        """
        parts: list[Expression] = getattr(loop.iter, "args", [])
        if len(parts) != 3:
            return None
        start, step = self.read(parts[0]), self.read(parts[2])
        for axis in AXES:
            if start == of_place(f"place_{axis}") and step == of_place(f"threads_{axis}"):
                return start
        return None
