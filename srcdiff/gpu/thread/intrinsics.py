"""What `cuda` tells a thread of its place: a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import dotted

AXES = "xyz"


@dataclass(frozen=True)
class Place:
    """A number that tells where a thread is, or how many there are.

    `of` is "grid" (its place in the whole grid), "thread" (in its block), "block" (of its block),
    "lane" (in its warp), or "size" for what is the same for all threads; `axis` is 0, 1 or 2; a
    variable for it can be called `word`.
    """

    of: str
    axis: int
    word: str


def along(word: str, of: str, title: str) -> dict[str, tuple[Place, ...]]:
    """Return the entries of a word with a part for each axis."""
    return {f"{word}.{axis}": (Place(of, k, f"{title}_{axis}"),) for k, axis in enumerate(AXES)}


def counted(word: str, of: str, title: str) -> dict[str, tuple[Place, ...]]:
    """Return the entries of a function of the number of axes."""
    parts = [Place(of, k, f"{title}_{axis}") for k, axis in enumerate(AXES)]
    return {f"{word}({count})": tuple(parts[:count]) for count in (1, 2, 3)}


PLACES: dict[str, tuple[Place, ...]] = {
    **counted("grid", "grid", "place"),
    **counted("gridsize", "size", "threads"),
    **along("threadIdx", "thread", "thread"),
    **along("blockIdx", "block", "block"),
    **along("blockDim", "size", "block_size"),
    **along("gridDim", "size", "grid_size"),
    "laneid": (Place("lane", 0, "lane"),),
    "warpsize": (Place("size", 0, "warp_size"),),
}


def axes_in(places: Iterable[Place]) -> frozenset[int]:
    """Return the axes along which a kernel tells threads apart.

    >>> sorted(axes_in([*PLACES["grid(2)"], *PLACES["blockDim.z"]]))
    [0, 1]
    """
    return frozenset(place.axis for place in places if place.of != "size")


def check_words(tree: gast.FunctionDef, module: str) -> None:
    """Refuse what is left of `cuda` in a kernel: what is not known of it.

    Raises UnsupportedSyntax.
    """
    for node in (part for statement in tree.body for part in gast.walk(statement)):
        text = dotted(node) if isinstance(node, gast.Attribute) else ""
        if text.startswith(f"{module}."):
            raise UnsupportedSyntax(
                f"`{text}` is not differentiated in a kernel",
                node,
                "do this in a kernel of its own, which is not differentiated",
            )
