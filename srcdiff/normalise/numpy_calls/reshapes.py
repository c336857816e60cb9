"""Calls that give an array another shape, as Numba takes them."""

from __future__ import annotations

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.numpy_calls.axes import Arguments, axes_of
from srcdiff.syntax import Expression, call, constant, dotted, number, tuple_of


def with_shape(node: gast.Call, given: Arguments) -> Expression | None:
    """x.reshape(2, 3) is x.reshape((2, 3)), and the same for transpose"""
    if not isinstance(node.func, gast.Attribute) or dotted(node.func).startswith("np."):
        return None
    return gast.Call(node.func, [tuple_of(node.args)], []) if len(node.args) > 1 else None


def reshaped_in_order(node: gast.Call, positional: list[Expression]) -> Expression | None:
    """np.reshape(x, (2, 3), order="F") is np.reshape(x.T, (3, 2)).T"""
    words = {word.arg: word.value for word in node.keywords}
    order = getattr(words.pop("order"), "value", None)
    array, *sizes = positional
    if order not in ("C", "F") or (len(words) + len(sizes) != 1 and len(sizes) < 2):
        return None
    shape = next(iter(words.values()), sizes[0] if len(sizes) == 1 else tuple_of(sizes))
    if order == "C":
        return call("np.reshape", array, shape)
    if isinstance(shape, (gast.Tuple, gast.List)):
        turned: Expression = tuple_of(list(reversed(shape.elts)))
    elif number(shape) is not None:
        turned = shape
    else:
        turned = gast.Subscript(shape, gast.Slice(None, None, constant(-1)), gast.Load())
    return call("np.transpose", call("np.reshape", call("np.transpose", array), turned))


def flattened_in_order(node: gast.Call, positional: list[Expression]) -> Expression | None:
    """x.flatten("F") is np.transpose(x).flatten()"""
    words = [*positional[1:], *(word.value for word in node.keywords if word.arg == "order")]
    order = getattr(words[0], "value", None) if len(words) == 1 else None
    if order not in ("C", "F"):
        return None
    array = positional[0] if order == "C" else call("np.transpose", positional[0])
    return gast.Call(gast.Attribute(array, "flatten", gast.Load()), [], [])


def squeezed(node: gast.Call, given: Arguments) -> Expression | None:
    """np.squeeze(x, axis=0), which Numba lacks"""
    if "axis" not in given:
        raise UnsupportedSyntax(
            "Numba does not know `np.squeeze`", node, "name one axis: `np.squeeze(x, axis=0)`"
        )
    value = given["a"]
    for axis in axes_of(given["axis"]):
        value = call("runtime.squeeze", value, axis)
    return value
