"""Calls with an axis, as Numba takes them: reductions, norms, parts along an axis."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, call, clone, constant, dotted, name, number, path, tuple_of

Arguments = Mapping[str, Expression]
Rewrite = Callable[[gast.Call, Arguments], "Expression | None"]
DOUBLE = ("float", "np.float64")


def axes_of(tree: Expression) -> list[Expression]:
    """Return the axes of a reduction, the last one first.

    Of axes counted from both ends those from the front come first: the others stay where they are.
    For that they have to be all that there are up to some axis from each end.

    >>> from srcdiff.syntax import expression, unparse
    >>> [unparse(tuple_of(axes_of(expression(t)))) for t in ("(0, 2)", "(-1, -2)", "(0, -1, 1)")]
    ['(2, 0)', '(-2, -1)', '(1, 0, -1)']
    """
    if not isinstance(tree, gast.Tuple):
        return [tree]
    places = [number(axis) for axis in tree.elts]
    known = [int(place) for place in places if place is not None]
    if not places:
        raise UnsupportedSyntax("no axis is named", tree, "name the axes")
    if len(known) < len(places):
        raise UnsupportedSyntax("the axes are not known", tree, "write them as numbers")
    if len({*known}) < len(known):
        raise UnsupportedSyntax("an axis is named twice", tree, "name each axis once")
    front, back = [a for a in known if a >= 0], [a for a in known if a < 0]
    if front and back and (max(front) >= len(front) or min(back) < -len(back)):
        raise UnsupportedSyntax(
            "axes are counted from both ends", tree, "count all of them from the front"
        )
    ordered = (sorted(some, key=abs, reverse=True) for some in (front, back))
    return [constant(axis) for some in ordered for axis in some]


def reduction(along: str, plain: str, *others: str) -> Rewrite:
    """Return how a reduction with `axis` and `keepdims` is written."""

    def rewrite(node: gast.Call, given: Arguments) -> Expression | None:
        if "dtype" in given:
            return in_double(given)
        keep = given.get("keepdims", constant(False))
        if "axis" not in given:
            return without_axis(node, given, along, plain)
        if not isinstance(keep, gast.Constant):
            raise UnsupportedSyntax("`keepdims` is not known", node, "write True or False")
        if along == plain and "keepdims" not in given and not isinstance(given["axis"], gast.Tuple):
            return None
        axes = axes_of(given["axis"])
        more = [given.get(word, constant(0)) for word in others]
        value: Expression = given["a"]
        for axis in axes:
            value = call(along, value, axis, *more)
            if keep.value:
                value = call("np.expand_dims", value, clone(axis))
        return value

    def in_double(given: Arguments) -> Expression | None:
        """np.sum(x, dtype=np.float64) is np.sum(np.asarray(x, np.float64))"""
        if dotted(given["dtype"]) not in DOUBLE:
            return None
        array = call("np.asarray", given["a"], path("np.float64"))
        rest = {word: value for word, value in given.items() if word != "dtype"}
        words = [gast.keyword(word, value) for word, value in rest.items() if word != "a"]
        plainly = gast.Call(path(plain), [array], words)
        return rewrite(plainly, {**rest, "a": array}) or plainly

    return rewrite


def without_axis(node: gast.Call, given: Arguments, along: str, plain: str) -> Expression | None:
    """Return a reduction of all elements."""
    keep = given.get("keepdims")
    if getattr(keep, "value", keep is not None):
        whole = without_axis(node, {**given, "keepdims": constant(False)}, along, plain)
        return in_all_dimensions(node, whole or call(plain, given["a"]), given["a"], keep)
    if "ddof" in given and number(given["ddof"]) != 0:
        return call(along, call("np.ravel", given["a"]), constant(0), given["ddof"])
    return call(plain, given["a"]) if plain and (node.keywords or len(node.args) > 1) else None


def in_all_dimensions(
    node: gast.Call, value: Expression, array: Expression, keep: Expression | None
) -> Expression:
    """Return a reduction of all elements, with `keepdims` in as many dimensions as they had."""
    if not getattr(keep, "value", keep is not None):
        return value
    if not isinstance(keep, gast.Constant):
        raise UnsupportedSyntax("`keepdims` is not known", node, "write True or False")
    if isinstance(array, gast.NamedExpr):  # it is evaluated before
        array = name(array.target.id)
    return call("runtime.kept", value, clone(array))


def along_axis(array: Expression, axis: Expression, index: Expression) -> Expression:
    """Return an array with a subscript for one axis."""
    place = number(axis)
    if place is None or place < -1:
        raise UnsupportedSyntax("the axis is not known", axis, "write 0, 1, ... or -1")
    if place == -1:
        return gast.Subscript(array, tuple_of([constant(...), index]), gast.Load())
    before = [gast.Slice(None, None, None)] * int(place)
    return gast.Subscript(array, tuple_of([*before, index]) if before else index, gast.Load())


def normed(node: gast.Call, given: Arguments) -> Expression | None:
    """np.linalg.norm(x, axis=1) is the root of sums of squares along an axis"""
    order = given.get("ord")
    frobenius = isinstance(order, gast.Constant) and order.value == "fro"
    if frobenius and isinstance(given.get("axis", gast.Tuple([], gast.Load())), gast.Tuple):
        order = None
    if isinstance(order, gast.Constant) and isinstance(order.value, str):
        raise UnsupportedSyntax(
            "this norm is not supported",
            node,
            "write it with the singular values: `np.sum(np.linalg.svd(x)[1])`",
        )
    if "axis" not in given:
        x = given["x"]
        plainly = call("np.linalg.norm", x) if order is None else call("runtime.norm", x, order)
        return in_all_dimensions(node, plainly, given["x"], given.get("keepdims"))
    words = {n: v for n, v in given.items() if n in ("axis", "keepdims")}
    if order is None or (number(order) == 2 and not isinstance(given["axis"], gast.Tuple)):
        return reduction("runtime.norm_along", "")(node, {"a": given["x"], **words})
    wanted = "1" if number(order) == 1 else dotted(order)
    if wanted not in NORMS or isinstance(given["axis"], gast.Tuple):
        raise UnsupportedSyntax(
            "this norm along an axis is not supported",
            node,
            "write it with np.sum: `np.sum(np.abs(x) ** p, axis) ** (1 / p)`",
        )
    return reduction(NORMS[wanted], "")(node, {"a": call("np.abs", given["x"]), **words})


NORMS = {  # what norms along an axis are of the absolute values
    "1": "np.sum",
    "math.inf": "runtime.max_along",
}
