"""What a random program may contain, and how large it gets.

Each program has a random part of the features switched on, not a little of everything:
two features meet more often in programs that have few others.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

# feature -> share of the programs that may use it
SHARES: Mapping[str, float] = {
    # values
    "int_arguments": 0.5,
    "index_arrays": 0.45,
    "matrices": 0.35,
    "globals": 0.25,
    "closure": 0.15,
    "float32": 0.08,
    "empty_arrays": 0.04,
    "strange_names": 0.15,
    "integer_starts": 0.2,
    # expressions
    "functions": 0.8,
    "numpy_functions": 0.15,
    "choices": 0.4,
    "kinks": 0.3,
    "divisions": 0.5,
    "powers": 0.3,
    "flags": 0.25,
    "logic": 0.35,
    # statements
    "local_arrays": 0.6,
    "element_updates": 0.75,
    "inner_loops": 0.7,
    "odd_ranges": 0.5,
    "while": 0.35,
    "tuple_assignments": 0.35,
    "aliases": 0.3,
    "other_shapes": 0.5,
    "rebound_arrays": 0.2,
    "data_dependent_integers": 0.25,
    "wraps": 0.4,
    "idioms": 0.4,
    "loop_variables_after": 0.3,
    "loop_variables_assigned": 0.07,
    "loop_variables_again": 0.2,
    "one_sided_variables": 0.25,
    "raises": 0.1,
    "early_returns": 0.25,
    "loop_else": 0.1,
    "unnamed_counters": 0.2,
    "patterns": 0.3,
    "values": 0.25,
    "library": 0.25,
    # whole arrays
    "whole_arrays": 0.55,
    "broadcasting": 0.5,
    "views": 0.4,
    "part_stores": 0.4,
    "reshaped": 0.35,
    "masks": 0.3,
    "fancy": 0.3,
    "axes": 0.35,
    "products": 0.3,
    "joined": 0.25,
    "moved": 0.3,
    "cubes": 0.12,
    "iterables": 0.35,
    "comprehensions": 0.2,
    "strided_arguments": 0.12,
    "shared_arguments": 0.05,
    # functions
    "array_helpers": 0.4,
    "keywords": 0.3,
    "helpers": 0.55,
    "writing_helpers": 0.6,
    "returned_arguments": 0.4,
    "recursion": 0.15,
    "aliased_calls": 0.1,
    "overwritten_arguments": 0.55,
    # ways out of loops
    "break": 0.12,
    "continue": 0.12,
    "return_in_loop": 0.1,
    # arrays that are rebound, swapped and viewed in nests of loops and branches
    "many_names": 0.12,
    # counters, places and masks that change in loops of all directions
    "counters": 0.12,
    # lists of tuples, named tuples, integer weights, arrays that results are written to
    "rows": 0.12,
    # variables, results and parts of results that may be None
    "absent": 0.12,
}


# used only by programs that have whole arrays
OF_ARRAYS = {
    *("broadcasting", "views", "part_stores", "reshaped", "masks", "fancy", "axes"),
    *("products", "joined", "moved", "cubes", "comprehensions", "array_helpers"),
}


@dataclass(frozen=True)
class Features:
    """The features of one program, and its size."""

    chosen: frozenset[str]
    statements: int = 8  # in the main function, roughly
    depth: int = 3  # of blocks
    sizes: tuple[int, int] = field(default=(4, 3))  # length of vectors; columns of matrices

    def __contains__(self, feature: str) -> bool:
        return feature in self.chosen


def choose(
    rng: random.Random,
    only: Collection[str] | None = None,
    among: Collection[str] | None = None,
) -> Features:
    """Return the features of a program; with `only`, exactly these, with `among` some of those.

    Raises ValueError for a feature that does not exist.
    """
    for wanted in (*(only or ()), *(among or ())):
        if wanted not in SHARES:
            raise ValueError(f"there is no feature {wanted!r}; there are {', '.join(SHARES)}")
    drawn = frozenset(name for name, share in SHARES.items() if rng.random() < share)
    if "whole_arrays" not in drawn:
        drawn -= OF_ARRAYS
    if among is not None:
        drawn &= frozenset(among)
    chosen = drawn if only is None else frozenset(only)
    length = rng.choice([1, 2, 3, 3, 4, 4, 5, 6])
    if "empty_arrays" in chosen:
        length = 0
    return Features(
        chosen,
        rng.choice([2, 4, 6, 8, 12]),
        rng.choice([1, 2, 3, 3]),
        (length, rng.choice([1, 2, 3, 4])),
    )
