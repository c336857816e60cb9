"""Write calls of np.einsum with `...`, or letters twice, as functions that know the ranks."""

from __future__ import annotations

import inspect
import itertools
import string
from collections.abc import Iterator

import gast
import numpy as np

from srcdiff.core.memo import made_once
from srcdiff.errors import LIBRARY
from srcdiff.front.parse import Made, Source
from srcdiff.library.diagonals import equal_diagonal
from srcdiff.syntax import locate
from srcdiff.syntax.origin import Origin

ELLIPSIS = "..."
MOST = {1: 5, 2: 4}  # ranks that `...` may stand for, by the number of operands with it


def einsum_by_rank(node: gast.Call) -> tuple[Made, gast.Call] | None:
    """Return the function that stands for np.einsum in such a call, and the call of it, or None.

    >>> from srcdiff.syntax import expression, unparse
    >>> function, made = einsum_by_rank(expression("np.einsum('ii', x)"))
    >>> print(unparse(function.source.tree))
    def einsum(o0):
        o0 = equal_diagonal(o0, 0, 1)
        return np.einsum('i->', o0)
    >>> function, made = einsum_by_rank(expression("np.einsum('...i,i', x, y)"))
    >>> print(unparse(function.source.tree.body[1]).strip(), unparse(made))
    if o0.ndim == 2:
        return np.einsum('Zi,i->Z', o0, o1) np.einsum(x, y)
    """
    first = node.args[0] if node.args else None
    text = getattr(first, "value", None)
    if not isinstance(text, str) or node.keywords or len(node.args) < 2:
        return None
    terms, result = subscripts(text)
    if len(terms) != len(node.args) - 1:
        return None
    lines = list(body(terms, result))
    if not lines:
        return None
    function = made_once(("einsum", text), None, lambda: function_of(len(terms), lines))
    return function, locate(gast.Call(node.func, node.args[1:], []), node)


def subscripts(text: str) -> tuple[list[str], str]:
    """Return the subscripts of the operands and those of the result.

    >>> subscripts("...ij, jk"), subscripts("ii")
    ((['...ij', 'jk'], '...ik'), (['ii'], ''))
    """
    before, arrow, result = text.replace(" ", "").partition("->")
    if not arrow:
        letters = before.replace(ELLIPSIS, "").replace(",", "")
        result = "".join(sorted(c for c in set(letters) if letters.count(c) == 1))
        result = ELLIPSIS * (ELLIPSIS in before) + result
    return before.split(","), result


def body(terms: list[str], result: str) -> Iterator[str]:
    """Yield the lines of the function; none where np.einsum can be written as it stands."""
    names = [f"o{k}" for k in range(len(terms))]
    if any(ELLIPSIS in term for term in terms):
        yield from of_ranks(terms, result, names)
        return
    again = list(terms)
    for k, term in enumerate(terms):
        while len(set(term)) < len(term):
            twice = next(c for c in term if term.count(c) > 1)
            places = [place for place, c in enumerate(term) if c == twice][:2]
            yield f"{names[k]} = equal_diagonal({names[k]}, {places[0]}, {places[1]})"
            term = "".join(c for place, c in enumerate(term) if place not in places) + twice
        again[k] = term
    if again != terms:
        yield f"return np.einsum('{','.join(again)}->{result}', {', '.join(names)})"


def of_ranks(terms: list[str], result: str, names: list[str]) -> Iterator[str]:
    """Yield lines with letters instead of `...`, for all ranks that the operands may have."""
    used = set("".join(terms))
    free = [c for c in reversed(string.ascii_uppercase) if c not in used]
    open_ = [k for k, term in enumerate(terms) if ELLIPSIS in term]
    is_known = ELLIPSIS in result and len(open_) <= 3
    for counts in itertools.product(range(MOST.get(len(open_), 3)), repeat=len(open_)):
        if not is_known:
            return
        most = max(counts)
        given = dict(zip(open_, counts, strict=True))
        others = [len(term.replace(ELLIPSIS, "")) for term in terms]
        tests = [f"{names[k]}.ndim == {n + others[k]}" for k, n in given.items()]
        letters = free[:most][::-1]
        parts = [
            term.replace(ELLIPSIS, "".join(letters[most - given.get(k, 0) :]))
            for k, term in enumerate(terms)
        ]
        whole = result.replace(ELLIPSIS, "".join(letters))
        yield f"if {' and '.join(tests)}:"
        yield f"    return np.einsum('{','.join(parts)}->{whole}', {', '.join(names)})"
    yield "raise NotImplementedError('there are too many dimensions for `...` in np.einsum')"


def function_of(count: int, lines: list[str]) -> Made:
    """Return the function with some lines, of so many operands."""
    own = [f"o{k}" for k in range(count)]
    text = "\n".join([f"def einsum({', '.join(own)}):", *(f"    {line}" for line in lines)])
    tree = gast.parse(text).body[0]
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    shape = inspect.Signature([inspect.Parameter(n, kind) for n in own])
    space = {"np": np, "equal_diagonal": equal_diagonal, "NotImplementedError": NotImplementedError}
    origin = Origin("einsum", f"{LIBRARY}einsum", 1, 0, text.splitlines())
    return Made(Source(None, tree, space, origin), shape)
