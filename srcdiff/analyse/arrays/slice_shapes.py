"""How the lengths of slices are called, from how the lengths of arrays are (array_shapes.py).

What is left of `n` elements without two of them is called `n-2`; it is never less than 0. What a
slice between bounds that have names leaves is called `n~k:m~`, whatever it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import gast

from srcdiff.syntax import Expression, call, constant, expression, number, reads, rename, unparse

Named = Callable[[str], str]

BOUNDS = (gast.Name, gast.BinOp, gast.Constant)
SHORTENED = re.compile(r"(.+)-(\d+)")


def sliced(extent: str, part: gast.Slice, named: Named) -> str:
    """Return how the length of a slice is called, "" where it has no name.

    `named` tells how a number is called that bounds the slice, "" if it may change.

    >>> from srcdiff.syntax import expression
    >>> texts = "1:-1", "2:", ":-2", "::-1", ":", "3:", ":3", "::2", "k:", "j:"
    >>> slices = [expression(f"x[{text}]").slice for text in texts]
    >>> named = {"k": "k", "j": ""}.get
    >>> [sliced("x[0]", part, named) for part in slices]
    ['x[0]-2', 'x[0]-2', 'x[0]-2', 'x[0]', 'x[0]', 'x[0]-3', 'x[0]~:3~', '', 'x[0]~k:~', '']
    >>> [sliced("4", part, named) for part in slices]
    ['2', '2', '2', '4', '4', '1', '3', '', '4~k:~', '']
    """
    if not extent:
        return ""
    step = number(part.step) if part.step is not None else 1
    if step == -1 and part.lower is None and part.upper is None:
        return extent
    ends = [0 if end is None else number(end) for end in (part.lower, part.upper)]
    lower, upper = (end if isinstance(end, int) else None for end in ends)
    if step != 1:
        return ""
    if lower is not None and upper is not None and lower >= 0:
        if part.upper is None or upper < 0:
            return shortened(extent, lower - upper)
        if extent.isdigit():
            return str(len(range(int(extent))[lower:upper]))
    return between(extent, part, named)


def between(extent: str, part: gast.Slice, named: Named) -> str:
    """Return how the length of a slice is called after its bounds, "" where these have no names."""
    texts: list[str] = []
    for end in (part.lower, part.upper):
        if end is None:
            texts.append("")
            continue
        names = {name: named(name) for name in reads(end)}
        if not isinstance(end, BOUNDS) or "" in names.values():
            return ""
        whole = {n: text if text.isidentifier() else f"({text})" for n, text in names.items()}
        texts.append(unparse(rename(end, whole)).replace(" ", ""))
    return f"{extent}~{texts[0]}:{texts[1]}~"


def shortened(extent: str, count: int) -> str:
    """Return how a length is called without some elements.

    >>> shortened("x[0]", 0), shortened("x[0]-2", 1), shortened("n", 1), shortened("3", 4)
    ('x[0]', 'x[0]-3', 'n-1', '0')
    """
    if count == 0:
        return extent
    if extent.isdigit():
        return str(max(int(extent) - count, 0))
    found = SHORTENED.fullmatch(extent)
    whole, before = (found[1], int(found[2])) if found else (extent, 0)
    return f"{whole}-{before + count}"


def length_of(extent: str) -> Expression:
    """Return the expression of a length from how it is called.

    >>> from srcdiff.syntax import unparse
    >>> [unparse(length_of(extent)) for extent in ("x[1]", "3", "x[0]-2")]
    ['x.shape[1]', '3', 'max(x.shape[0] - 2, 0)']
    """
    found = SHORTENED.fullmatch(extent)
    if not found:
        return expression(extent.replace("[", ".shape["))
    left = gast.BinOp(length_of(found[1]), gast.Sub(), constant(int(found[2])))
    return call("max", left, constant(0))


def is_expressible(shape: str) -> bool:
    """Return True if there is an expression for a shape, from how it is called.

    >>> is_expressible("(u[0]-2, n)"), is_expressible("(u[0]~k:~)")
    (True, False)
    """
    return "~" not in shape


def named_in(shape: str) -> list[str]:
    """Return the names in the name for a shape.

    >>> named_in("u"), named_in("(u[0], n·2, 3)")
    (['u'], ['u', 'n·2'])
    """
    return re.findall(r"[^\W\d][\w·]*", shape)
