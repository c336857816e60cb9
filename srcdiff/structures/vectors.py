"""The floating-point numbers of dictionaries and objects as one vector, and the way back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from srcdiff.errors import WrongShape
from srcdiff.structures.layouts import (
    FixedLayout,
    Layout,
    LeafLayout,
    LinkLayout,
    MethodLayout,
    layout_of,
    leaves,
    parts_of,
)


def ravel(params: Any) -> tuple[np.ndarray, Callable[[Any], Any]]:
    """Return the floating-point numbers in a value as one vector, and what makes such values of it.

    `params` is a number, an array, or a dictionary, list, tuple or object of them, nested; numbers
    and arrays come in the order of keys, elements and attributes. The second result takes a vector
    of that length and returns a value of the form of `params`, with what is not floating-point as
    it was: integers, booleans, text. So parameters go through functions that take vectors, as
    those of `scipy.optimize` do. It raises WrongShape for a vector of another length.

    >>> vector, unravel = ravel({"rate": 0.5, "start": np.array([1.0, 2.0]), "steps": 3})
    >>> vector
    array([0.5, 1. , 2. ])
    >>> unravel(vector * 2.0)
    {'rate': 1.0, 'start': array([2., 4.]), 'steps': 3}
    """
    layout = layout_of(params)
    known = list(leaves(params, layout))
    own = [np.ravel(np.asarray(leaf)) for leaf in known if is_real(leaf)]
    vector = np.concatenate([np.zeros(0), *own]).astype(float)

    def unravel(values: Any) -> Any:
        new = np.asarray(values)
        if new.dtype.kind in "biu":  # in a gradient integers are None
            new = new.astype(float)
        if new.shape != vector.shape:
            raise WrongShape(
                f"a vector of shape {new.shape} was passed",
                advice=f"pass one of {len(vector)} numbers",
            )
        return rebuilt(layout, params, from_vector(known, new), [])

    return vector, unravel


def is_real(leaf: Any) -> bool:
    """Return True if a leaf consists of real floating-point numbers."""
    return np.asarray(leaf).dtype.kind == "f"


def from_vector(known: list[Any], vector: np.ndarray) -> Iterator[Any]:
    """Return leaves like those that are known, with the numbers of a vector."""
    first = 0
    for leaf in known:
        if not is_real(leaf):
            yield leaf
            continue
        whole = np.asarray(leaf)
        part = vector[first : first + whole.size].reshape(whole.shape)
        first += whole.size
        if isinstance(leaf, np.ndarray):
            yield part.astype(part.dtype if part.dtype.kind != "f" else leaf.dtype)
        elif isinstance(leaf, (list, tuple)):
            yield type(leaf)(part.tolist())
        else:
            yield type(leaf)(part)


def rebuilt(layout: Layout, value: Any, left: Iterator[Any], made: list[Any]) -> Any:
    """Return a value of the form of another, with new leaves."""
    if isinstance(layout, LeafLayout):
        return next(left)
    if isinstance(layout, FixedLayout):
        return value
    if isinstance(layout, LinkLayout):
        return made[layout.place]
    if isinstance(layout, MethodLayout):
        owner = rebuilt(layout.owner, value.__self__, left, made)
        return layout.function.__get__(owner)
    from srcdiff.structures.rebuilt import together  # knows of all forms of results

    place = len(made)
    if not isinstance(value, tuple):
        made.append(None)
    own = parts_of(value) or {}
    parts = {
        key: rebuilt(part, own[key], left, made)
        for key, part in zip(layout.keys, layout.parts, strict=True)
    }
    new = together(layout.cls, parts)
    if not isinstance(value, tuple):
        made[place] = new
    return new
