"""Changes of arguments: their precision, their layout in memory, two that are one array."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

Arguments = list[Any]


def single(rng: random.Random, given: Arguments) -> bool:
    """Give an array in single precision."""
    return replaced(rng, given, lambda a: a.astype(np.float32))


def strided(rng: random.Random, given: Arguments) -> bool:
    """Give an array that is not contiguous."""
    return replaced(rng, given, lambda a: np.repeat(a, 2, axis=-1)[..., ::2])


def fortran(rng: random.Random, given: Arguments) -> bool:
    """Give an array in Fortran order."""
    return replaced(rng, given, np.asfortranarray, 2)


def backwards(rng: random.Random, given: Arguments) -> bool:
    """Give an array with a negative stride."""
    return replaced(rng, given, lambda a: a[::-1].copy()[::-1])


def same(rng: random.Random, given: Arguments) -> bool:
    """Give one array for two parameters."""
    places = [k for k, a in enumerate(given) if is_array(a, 1)]
    pairs = [(i, j) for i in places for j in places if i < j and given[i].shape == given[j].shape]
    if not pairs:
        return False
    first, second = rng.choice(pairs)
    given[second] = given[first]
    return True


def replaced(rng: random.Random, given: Arguments, change: Any, dimensions: int = 1) -> bool:
    """Change one of the arrays of floats."""
    places = [k for k, a in enumerate(given) if is_array(a, dimensions)]
    if not places:
        return False
    place = rng.choice(places)
    given[place] = change(given[place])
    return True


def is_array(value: Any, dimensions: int) -> bool:
    """Return True for an array of floats with at least so many dimensions."""
    if not isinstance(value, np.ndarray):
        return False
    return value.dtype == np.float64 and value.ndim >= dimensions


KINDS = (single, strided, fortran, backwards, same)
