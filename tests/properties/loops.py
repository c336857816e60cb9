"""Random bounds of `for` loops."""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expressions
from .scope import Bounds, Scope


@dataclass(frozen=True)
class Range:
    """The text of a call of `range`, the bounds of its values, and whether there are any."""

    text: str
    bounds: Bounds
    runs: bool


def ahead(start: str, stop: str, low: Bounds, high: Bounds) -> Range:
    """Return a range in steps of 1 from `start`, within `low`, to `stop`, within `high`."""
    text = f"range({stop})" if start == "0" else f"range({start}, {stop})"
    return Range(text, (low[0], max(high[1] - 1, low[0])), low[1] < high[0])


def behind(start: str, stop: str, low: int, high: int, step: int = -1) -> Range:
    """Return a falling range from `high` to above `low`."""
    return Range(f"range({start}, {stop}, {step})", (min(low + 1, high), high), high > low)


def plain(expressions: Expressions, scope: Scope, size: int) -> Range:
    """Return the range of all subscripts of a dimension."""
    return ahead("0", expressions.size(scope, size), (0, 0), (size, size))


def choose(expressions: Expressions, scope: Scope) -> Range:
    """Return some range."""
    rng = expressions.rng
    size = rng.choice([*expressions.features.sizes, expressions.features.sizes[0]])
    text = expressions.size(scope, size)
    found = [
        plain(expressions, scope, size),
        plain(expressions, scope, size),
        ahead("1", text, (1, 1), (size, size)),
        ahead("0", f"{text} - 1", (0, 0), (size - 1, size - 1)),
        ahead("1", f"{text} - 1", (1, 1), (size - 1, size - 1)),
        ahead("0", "2", (0, 0), (2, 2)),
        behind(f"{text} - 1", "-1", -1, size - 1),
    ]
    if "odd_ranges" in expressions.features:
        found += [
            Range(f"range(0, {text}, 2)", (0, max(size - 1, 0)), size > 0),
            behind(f"{text} - 2", "0", 0, size - 2),
            behind(f"{text} - 1", "0", 0, size - 1, -2),
            ahead("3", "1", (3, 3), (1, 1)),
            *dependent(expressions, scope, size, text),
            *stepped(expressions, scope, size, text),
        ]
    return rng.choice(found)


def dependent(expressions: Expressions, scope: Scope, size: int, text: str) -> list[Range]:
    """Return ranges whose bounds are variables, or elements of integer arrays."""
    found = []
    for name, (low, high) in scope.ints.items():
        if low >= 0 and high <= size:
            found.append(ahead(f"{name} + 1", text, (low + 1, high + 1), (size, size)))
            found.append(ahead(name, text, (low, high), (size, size)))
            found.append(ahead("0", name, (0, 0), (low, high)))
            found.append(Range(f"range({name}, -1, -1)", (0, high), True))
    for name in scope.index_arrays():
        array = scope.arrays[name]
        assert array.bounds is not None
        low, high = array.bounds
        for index, (first, last) in scope.ints.items():
            if first >= 0 and last + 1 < array.shape[0] and low >= 0:
                start, stop = f"{name}[{index}]", f"{name}[{index} + 1]"
                found.append(Range(f"range({start}, {stop})", (low, max(high - 1, low)), False))
            if first >= 0 and last < array.shape[0] and low >= 0:
                found.append(ahead("0", f"{name}[{index}]", (0, 0), (low, high)))
    return found


def stepped(expressions: Expressions, scope: Scope, size: int, text: str) -> list[Range]:
    """Return ranges whose step is an argument."""
    found = []
    for name in ("step", "STEP"):
        if name in scope.ints:
            step = scope.ints[name][0]
            if step > 0:
                found.append(Range(f"range(0, {text}, {name})", (0, max(size - 1, 0)), size > 0))
            else:
                found.append(Range(f"range({text} - 1, -1, {name})", (0, size - 1), size > 0))
    return found
