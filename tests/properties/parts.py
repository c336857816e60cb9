"""Random parts of arrays: slices, rows and columns, new axes, arrays in another shape."""

from __future__ import annotations

import random

from .expressions import Expressions
from .scope import Array, Scope

Shape = tuple[int, ...]


def part(expressions: Expressions, scope: Scope, name: str, shape: Shape, store: bool) -> str:
    """Return the text of a part of an array with a shape, or "" if none was found.

    With `store`, the part can be assigned to.
    """
    array = scope.arrays[name]
    if array.shape == shape and expressions.rng.random() < (0.3 if store else 0.75):
        return f"{name}[:]" if store else name
    other = "" if store else reshaped(expressions.rng, name, array, shape)
    if other and expressions.on("reshaped", 0.4):
        return other
    if "views" not in expressions.features:
        return name if array.shape == shape and not store else ""
    return subscripted(expressions, scope, name, shape)


def subscripted(expressions: Expressions, scope: Scope, name: str, shape: Shape) -> str:
    """Return a part by subscripts: some axes at one place, the others with slices."""
    rng, own = expressions.rng, scope.arrays[name].shape
    fresh = [axis for axis, size in enumerate(shape) if size == 1]
    wanted = list(enumerate(shape))
    if fresh and (len(shape) > len(own) or rng.random() < 0.1):
        axis = rng.choice(fresh)
        wanted = [pair for pair in wanted if pair[0] != axis]
    else:
        axis = -1
    if len(wanted) > len(own) or not wanted:
        return ""
    kept = sorted(rng.sample(range(len(own)), len(wanted)))
    texts = []
    for place, size in enumerate(own):
        if place in kept:
            text = sliced(expressions, scope, size, wanted[kept.index(place)][1])
        else:
            text = expressions.index(scope, size)
        if not text:
            return ""
        texts.append((place in kept, text))
    return f"{name}[{', '.join(with_axis(rng, texts, axis))}]"


def with_axis(rng: random.Random, texts: list[tuple[bool, str]], axis: int) -> list[str]:
    """Return subscripts, with a new axis at a place; `...` may stand for whole axes."""
    found, place = [], 0
    for is_slice, text in texts:
        if is_slice and place == axis:
            found.append("np.newaxis")
            place += 1
        found.append(text)
        place += is_slice
    if axis >= 0 and "np.newaxis" not in found:
        found.append(rng.choice(["None", "np.newaxis"]))
    last = len(found)
    while last > 1 and found[last - 1] == ":":
        last -= 1
    if last < len(found) and rng.random() < 0.6:
        found = found[:last]
    elif found[0] == ":" and len(found) > 1 and rng.random() < 0.4:
        found = ["...", *found[1:]]
    return found


def sliced(expressions: Expressions, scope: Scope, size: int, wanted: int) -> str:
    """Return a slice of a dimension that takes so many elements, or ""."""
    rng = expressions.rng
    if wanted > size:
        return ""
    gap, text = size - wanted, expressions.size(scope, size)
    found = []
    if gap == 0:
        found += [":", ":", "::-1", f":{text}"]
    if wanted and gap:
        start = rng.randrange(gap + 1)
        found += [f"{start}:{start + wanted}", f"{gap}:", f":{-gap}", f"{text} - {wanted}:"]
        found += [f"{start}:{start - gap}" if start < gap else f"{start}:"]
        names = [n for n, (low, high) in scope.ints.items() if low >= 0 and high + wanted <= size]
        found += [f"{name}:{name} + {wanted}" for name in names[:2]]
        found.append(f"{start + wanted - 1}:{start - 1 if start else ''}:-1")
    if size > 1 and wanted == (size + 1) // 2:
        found += ["::2", f"{'-1' if size % 2 else ''}::-2"] if size % 2 else ["::2", "::-2"]
    if size > 1 and wanted == size // 2:
        found.append("1::2")
    return rng.choice(found) if found else ""


def reshaped(rng: random.Random, name: str, array: Array, shape: Shape) -> str:
    """Return all elements of an array in another shape, or ""."""
    found = []
    if len(array.shape) > 1 and array.shape[::-1] == shape:
        found += [f"{name}.T", f"{name}.T", f"np.transpose({name})"]
    if len(array.shape) == 3 and (array.shape[0], array.shape[2], array.shape[1]) == shape:
        found += [f"np.swapaxes({name}, 1, 2)", f"{name}.transpose((0, 2, 1))"]
    if array.plain and number_of(array.shape) == number_of(shape) and array.shape != shape:
        found.append(f"{name}.reshape({shape})")
        if len(shape) == 1:
            found += [f"{name}.ravel()", f"{name}.flatten()", f"{name}.reshape(-1)"]
    return rng.choice(found) if found else ""


def number_of(shape: Shape) -> int:
    """Return the number of elements."""
    total = 1
    for size in shape:
        total *= size
    return total
