"""What the statements of a random program can use at one place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

Bounds = tuple[int, int]
WILD: Bounds = (-(10**6), 10**6)  # of an integer of which nothing is known


@dataclass(frozen=True)
class Array:
    """An array: its shape, and the bounds of its elements if they are integers.

    The elements of a `plain` one lie row by row in memory.
    """

    shape: tuple[int, ...]
    bounds: Bounds | None = None
    writable: bool = True
    plain: bool = True


@dataclass(frozen=True)
class Helper:
    """A function that others can call.

    `kinds` holds one of "float", "index", "depth", "vector", "matrix", "written",
    "indices" for each parameter; `results` is the number of floats that it returns, and
    `gives` the shape of the array that it returns instead. The parameters from `optional`
    on have defaults, and those from `named` on are passed by name. With `back` it returns
    the first array that it writes to, before those numbers.
    """

    name: str
    kinds: tuple[str, ...]
    results: int
    gives: tuple[int, ...] | None = None
    parameters: tuple[str, ...] = ()
    optional: int = 99
    named: int = 99
    back: bool = False


def either(first: Array, second: Array) -> Array:
    """Return an array that may be one or the other of the same shape."""
    writable, plain = first.writable and second.writable, first.plain and second.plain
    return replace(first, writable=writable, plain=plain)


@dataclass
class Scope:
    """The names that are bound, by kind.

    `held` must not be assigned to, as a loop that is still running depends on them;
    `unsure` may be unbound, so using them may be an error.
    """

    floats: list[str] = field(default_factory=list)
    ints: dict[str, Bounds] = field(default_factory=dict)
    flags: list[str] = field(default_factory=list)
    arrays: dict[str, Array] = field(default_factory=dict)
    held: frozenset[str] = frozenset()
    unsure: frozenset[str] = frozenset()
    sizes: dict[int, list[str]] = field(default_factory=dict)  # texts for a number

    def copy(self) -> Scope:
        """Return a scope that changes on its own."""
        return replace(
            self,
            floats=list(self.floats),
            ints=dict(self.ints),
            flags=list(self.flags),
            arrays=dict(self.arrays),
            sizes={size: list(texts) for size, texts in self.sizes.items()},
        )

    def bound(self) -> set[str]:
        """Return all names."""
        return {*self.floats, *self.ints, *self.flags, *self.arrays}

    def forget(self, name: str) -> None:
        """Take out a name that is about to mean something else."""
        for names in (self.floats, self.flags):
            if name in names:
                names.remove(name)
        self.ints.pop(name, None)
        self.arrays.pop(name, None)

    def add_float(self, name: str) -> None:
        """Enter a float."""
        self.forget(name)
        self.floats.append(name)

    def add_int(self, name: str, bounds: Bounds) -> None:
        """Enter an integer."""
        self.forget(name)
        self.ints[name] = bounds

    def add_flag(self, name: str) -> None:
        """Enter a boolean."""
        self.forget(name)
        self.flags.append(name)

    def add_array(self, name: str, array: Array) -> None:
        """Enter an array."""
        self.forget(name)
        self.arrays[name] = array

    def vectors(self, writable: bool = False) -> list[str]:
        """Return the one-dimensional arrays of floats."""
        return self.select(1, writable)

    def matrices(self, writable: bool = False) -> list[str]:
        """Return the two-dimensional arrays of floats."""
        return self.select(2, writable)

    def select(self, dimensions: int, writable: bool) -> list[str]:
        """Return the arrays of floats with a number of dimensions."""
        return [
            name
            for name, array in self.arrays.items()
            if array.bounds is None
            and len(array.shape) == dimensions
            and (array.writable or not writable)
        ]

    def index_arrays(self) -> list[str]:
        """Return the arrays of integers."""
        return [name for name, array in self.arrays.items() if array.bounds is not None]

    def merged(self, others: Iterable[Scope], keep: bool) -> Scope:
        """Return the scope after ways that join: what is bound the same way on all of them.

        With `keep`, names of only some ways are kept, too, as unsure.
        """
        ways = list(others)
        new = ways[0].copy()
        new.held, new.unsure = self.held, self.unsure.union(*(way.unsure for way in ways))
        for way in ways:
            for name in sorted(new.bound() | way.bound()):
                new.join(name, way, keep)
        return new

    def join(self, name: str, way: Scope, keep: bool) -> None:
        """Merge what one name means on another way into this scope."""
        if name in self.ints and name in way.ints:
            (low, high), other = self.ints[name], way.ints[name]
            self.ints[name] = (min(low, other[0]), max(high, other[1]))
        elif name in self.arrays and name in way.arrays:
            if self.arrays[name].shape != way.arrays[name].shape:
                self.forget(name)
            else:
                self.arrays[name] = either(self.arrays[name], way.arrays[name])
        elif name in self.bound() and name in way.bound():
            same = (name in self.floats) == (name in way.floats)
            if not same or (name in self.ints) != (name in way.ints):
                self.forget(name)
        elif keep and (name in self.floats or name in way.floats):
            self.add_float(name)
            self.unsure |= {name}
        else:
            self.forget(name)
