"""The launch of a kernel: its configuration, and what follows from it and the arguments."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from srcdiff.errors import WrongCall
from srcdiff.gpu.gather.assigned import Side
from srcdiff.syntax import Expression, unparse

MANY = 1 << 23  # threads: from here on there is work for all, too, if each takes several places
LONG = 16  # blocks along the last axis, likewise: the last one of these may take fewer places
TOGETHER = 4  # places along the last axis that a thread takes then, if these share what they read
LARGE = 512  # threads of a block: small ones are not begun as fast as they could write
FUNCTIONS = {"max": max, "min": min, "len": len, "range": range, "math": math}


@dataclass(frozen=True)
class Sizes:
    """The lengths of an array, which the launch has to know of it."""

    shape: tuple[int, ...]

    @property
    def size(self) -> int:
        """Return the number of elements."""
        return math.prod(self.shape)

    @property
    def ndim(self) -> int:
        """Return the number of dimensions."""
        return len(self.shape)

    def __len__(self) -> int:
        """Return the first length."""
        return self.shape[0]


@dataclass(frozen=True)
class Launch:
    """The configuration of a launch: blocks of the grid, threads of a block, stream, memory."""

    grid: tuple[int, ...]
    block: tuple[int, ...]
    rest: tuple[Any, ...]

    @classmethod
    def of(cls, config: Any) -> Launch:
        """Return what stands in the brackets of a launch.

        Raises WrongCall where that is no grid and block.
        """
        if not isinstance(config, tuple) or not 2 <= len(config) <= 4:
            raise WrongCall(
                "a launch needs a grid and a block",
                advice="write `adjoint[blocks, threads](...)`, as for the kernel",
            )
        grid, block, *rest = config
        return cls(axes_of(grid), axes_of(block), tuple(rest))

    @property
    def config(self) -> tuple[Any, ...]:
        """Return what stands in the brackets of the launch."""
        return (self.grid, self.block, *self.rest)

    @property
    def stream(self) -> Any:
        """Return the stream, 0 for the default one."""
        return self.rest[0] if self.rest else 0

    @property
    def threads(self) -> int:
        """Return the number of threads of a block."""
        return math.prod(self.block)

    @property
    def blocks(self) -> int:
        """Return the number of blocks."""
        return math.prod(self.grid)

    @property
    def coarser(self) -> Launch:
        """Return a launch of as many threads along each axis, in larger blocks where that goes.

        >>> Launch((8, 3), (32, 4), ()).coarser
        Launch(grid=(2, 3), block=(128, 4), rest=())
        """
        grid, block = list(self.grid), list(self.block)
        for axis in range(min(len(grid), len(block), 2)):
            while grid[axis] % 2 == 0 and 2 * math.prod(block) <= LARGE:
                grid[axis] //= 2
                block[axis] *= 2
        return Launch(tuple(grid), tuple(block), self.rest)

    @property
    def places(self) -> int:
        """Return how many places along the last axis a thread may take.

        >>> Launch((64, 1024), (32, 8), ()).places, Launch((64, 64), (32, 8), ()).places
        (4, 1)
        """
        is_long = 1 < len(self.grid) == len(self.block) and self.grid[-1] >= LONG
        return TOGETHER if is_long and self.threads * self.blocks >= MANY else 1

    def taking(self, places: int) -> Launch:
        """Return a launch whose threads take so many places along the last axis each.

        >>> Launch((64, 1023), (32, 8), ()).taking(4)
        Launch(grid=(64, 256), block=(32, 8), rest=())
        """
        *others, last = self.grid
        return Launch((*others, -(-last // places)), self.block, self.rest)

    def limits(self, places: int) -> list[int]:
        """Return what a kernel has to know whose threads take so many places each."""
        return [self.total(len(self.grid) - 1)] if places > 1 else []

    def total(self, axis: int) -> int:
        """Return the number of threads along an axis."""
        sides = [side[axis] if axis < len(side) else 1 for side in (self.grid, self.block)]
        return sides[0] * sides[1]


def axes_of(sizes: Any) -> tuple[int, ...]:
    """Return the sizes of a grid or a block along its axes."""
    parts = sizes if isinstance(sizes, (tuple, list)) else (sizes,)
    return tuple(int(part) for part in parts)


def value_of(tree: Expression, known: Mapping[str, Any]) -> int:
    """Return the value of an expression of arguments: how many integers are below it.

    Kernels compute with wide integers, whatever those are that they are given.

    >>> from srcdiff.syntax import expression
    >>> value_of(expression("max(n * n - 1, 0)"), {"n": np.uint8(20)})
    399
    """
    whole = {n: int(v) if isinstance(v, np.integer) else v for n, v in known.items()}
    found: float = eval(unparse(tree), {"__builtins__": {}, **FUNCTIONS, **whole})
    return math.ceil(found)


def covers(sides: Sequence[Side], array: Sizes, known: Mapping[str, Any], launch: Launch) -> bool:
    """Return True if a launch assigns all elements of the adjoint of an array."""
    return all(
        (side.axis is None or launch.total(side.axis) >= size)
        and all(value_of(bound, known) >= size for bound in side.bounds)
        for side, size in zip(sides, array.shape, strict=True)
    )
