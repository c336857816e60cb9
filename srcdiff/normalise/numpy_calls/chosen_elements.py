"""Reductions of elements that `where=` chooses, with `initial=`; spreads over several axes."""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.numpy_calls.axes import (
    Arguments,
    Rewrite,
    axes_of,
    in_all_dimensions,
    reduction,
)
from srcdiff.syntax import Expression, call, clone, constant, name, number, path

Pair = Callable[[Expression, Expression], Expression]
NEUTRAL: dict[str, tuple[int, Pair]] = {  # with which elements count for nothing, and what joins
    "np.sum": (0, lambda a, b: gast.BinOp(a, gast.Add(), b)),
    "np.prod": (1, lambda a, b: gast.BinOp(a, gast.Mult(), b)),
}
LARGEST: dict[str, Pair] = {  # for which `initial` is what counts for nothing
    **dict.fromkeys(("np.max", "np.amax"), lambda a, b: call("np.maximum", a, b)),
    **dict.fromkeys(("np.min", "np.amin"), lambda a, b: call("np.minimum", a, b)),
}


def chosen(along: str, plain: str) -> Rewrite:
    """Return how a sum, a product, a mean, or a largest element is written.

    >>> from srcdiff.syntax import expression, unparse
    >>> x, m = expression("x"), expression("m")
    >>> for plain in ("np.sum", "np.mean"):
    ...     print(unparse(chosen(plain, plain)(call(plain, x), {"a": x, "where": m})))
    np.sum(np.where(m, x, 0))
    np.sum(np.where(m, x, 0)) / np.sum(np.where(m, np.ones_like(x), 0))
    """
    whole = reduction(along, plain)

    def rewrite(node: gast.Call, given: Arguments) -> Expression | None:
        if "dtype" in given or not given.keys() & {"where", "initial"}:
            return whole(node, given)
        if wants_dimensions(given):
            return with_dimensions(node, given, rewrite)
        return mean(given) if plain == "np.mean" else joined(node, given, along, plain)

    return rewrite


def joined(node: gast.Call, given: Arguments, along: str, plain: str) -> Expression:
    """Return a reduction with what `initial` adds to it, or where nothing is chosen counts."""
    initial = given.get("initial")
    rest = without(given, "where", "initial")
    if plain in NEUTRAL:
        least, join = NEUTRAL[plain]
        neutral: Expression = constant(least)
    elif initial is None:
        raise UnsupportedSyntax(
            f"`{plain}` with `where` has no `initial`", node, "NumPy wants it: write `initial=`"
        )
    else:
        join, neutral = LARGEST[plain], clone(initial)
    if "where" in given:
        rest = {**rest, "a": call("np.where", given["where"], given["a"], neutral)}
    value = reduced(along, plain, rest)
    return value if initial is None else join(value, initial)


def spread(along: str, plain: str) -> Rewrite:
    """Return how a variance or a standard deviation is written.

    >>> from srcdiff.syntax import expression, unparse
    >>> node = expression("np.var(x, where=m)")
    >>> made = spread("", "np.var")(node, {"a": node.args[0], "where": node.keywords[0].value})
    >>> print(unparse(made).partition("/")[0])
    np.sum(np.where(m, np.square(np.abs(x - np.sum(np.where(m, x, 0))
    """
    whole = reduction(along, plain, "ddof")

    def rewrite(node: gast.Call, given: Arguments) -> Expression | None:
        axis = given.get("axis")
        several = isinstance(axis, gast.Tuple) and len(axes_of(axis)) > 1
        if "dtype" in given or not (several or "where" in given):
            return whole(node, given)
        if wants_dimensions(given):
            return with_dimensions(node, given, rewrite)
        found = variance(given)
        return call("np.sqrt", found) if plain == "np.std" else found

    return rewrite


def variance(given: Arguments) -> Expression:
    """np.var(x, (0, 1)) is the mean of the squares of what differs from the mean"""
    later = {word: again(value) for word, value in given.items()}  # it is evaluated before
    wide = {"keepdims": constant(True)} if "axis" in given else {}
    centre = mean({**without(later, "ddof", "keepdims"), **wide})
    apart = gast.BinOp(given["a"], gast.Sub(), centre)
    squares = {**without(given, "ddof"), "a": call("np.square", call("np.abs", apart))}
    counted = {**without(later, "ddof"), "a": call("np.real", again(given["a"]))}
    if number(given.get("ddof", constant(0))) == 0:
        return mean(squares, counted)
    free = gast.BinOp(number_of(counted), gast.Sub(), given["ddof"])
    return gast.BinOp(total(squares), gast.Div(), call("np.maximum", free, constant(0)))


def mean(given: Arguments, counted: Arguments | None = None) -> Expression:
    """np.mean(x, where=m) is the sum of what is chosen, divided by how much that is"""
    if "where" not in given:
        return reduced("runtime.mean_along", "np.mean", given)
    later = {word: again(value) for word, value in (counted or given).items()}
    return gast.BinOp(total(given), gast.Div(), number_of(later))


def total(given: Arguments) -> Expression:
    """np.sum(x, where=m) is np.sum(np.where(m, x, 0))"""
    array = given["a"]
    if "where" in given:
        array = call("np.where", given["where"], array, constant(0))
    return reduced("np.sum", "np.sum", {**without(given, "where"), "a": array})


def number_of(given: Arguments) -> Expression:
    """Return how many elements a reduction is of, in the type of the elements."""
    return total({**given, "a": call("np.ones_like", given["a"])})


def reduced(along: str, plain: str, given: Arguments) -> Expression:
    """Return a reduction by what Numba takes."""
    words = [gast.keyword(word, value) for word, value in given.items() if word != "a"]
    plainly = gast.Call(path(plain), [given["a"]], words)
    return reduction(along, plain)(plainly, given) or plainly


def wants_dimensions(given: Arguments) -> bool:
    """Return True if a reduction of all elements has as many dimensions as they have."""
    return "keepdims" in given and "axis" not in given


def with_dimensions(node: gast.Call, given: Arguments, rewrite: Rewrite) -> Expression:
    """Return a reduction of all elements, with `keepdims`."""
    value = rewrite(node, without(given, "keepdims")) or node
    return in_all_dimensions(node, value, again(given["a"]), given["keepdims"])


def again(tree: Expression) -> Expression:
    """Return what has the value of an expression that has been evaluated."""
    return name(tree.target.id) if isinstance(tree, gast.NamedExpr) else clone(tree)


def without(given: Arguments, *words: str) -> dict[str, Expression]:
    """Return arguments but for some."""
    return {word: value for word, value in given.items() if word not in words}
