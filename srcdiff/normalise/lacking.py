"""Calls of functions of arrays that Numba lacks, or does not take like this, as it does.

A table has for each function its parameters and how a call of it is written. What no
entry can write stays as it is, or is refused with advice.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.axes import Arguments, Rewrite, along_axis, normed, reduction
from srcdiff.normalise.einsum import einsum
from srcdiff.operations import JOINING, METHODS, MODULES, standard
from srcdiff.rules.registry import rule_instead
from srcdiff.syntax import Expression, call, constant, dotted, number, tuple_of


@dataclass(frozen=True)
class Lacking:
    """The parameters of a function, and how calls of it are written.

    `positional` tells how many of them may be passed by position; parameters "*" stand for
    any number of arguments by position.
    """

    parameters: tuple[str, ...]
    rewrite: Rewrite
    positional: int = 9


def replaced(node: gast.Call) -> Expression | None:
    """Return a call as Numba takes it, None where it stays as it is.

    Raises UnsupportedSyntax for what cannot be written with functions that Numba has.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("np.mean(x, axis=0)", "x.sum(axis=1, keepdims=True)", "np.inner(x, y)",
    ...     "np.sum(x, axis=(0, 1))", "x.reshape(2, -1)", "np.flip(x, axis=1)",
    ...     "np.clip(x, None, 1.0)", "np.hstack([x, y])", "x.trace()", "np.take(x, i, axis=0)"):
    ...     print(unparse(replaced(expression(text))))
    runtime.mean_along(x, 0)
    np.expand_dims(np.sum(x, 1), 1)
    np.dot(x, np.transpose(y))
    np.sum(np.sum(x, 1), 0)
    x.reshape((2, -1))
    x[:, ::-1]
    np.minimum(x, 1.0)
    np.hstack((x, y))
    np.trace(x)
    x[i]
    """
    name, arguments = called(node)
    if name in ADVICE:
        raise UnsupportedSyntax(f"Numba does not know `{name}`", node, ADVICE[name])
    if rule_instead(standard(name)) is not None:
        return None  # the rule is one for the call as it stands
    entry = TABLE.get(name)
    if standard(name) in JOINING and name != "np.array":
        return with_tuple(node)
    if entry is None:
        return None
    given = bound(node, arguments, entry)
    return None if given is None else entry.rewrite(node, given)


def called(node: gast.Call) -> tuple[str, list[Expression]]:
    """Return the function of NumPy that a call is of, and its positional arguments."""
    name = dotted(node.func)
    if isinstance(node.func, gast.Attribute) and name.split(".")[0] not in MODULES:
        known = METHODS.keys() | METHODS_LACKING
        method = node.func.attr if node.func.attr in known else ""
        return f"np.{method}", [node.func.value, *node.args]
    return name, list(node.args)


def bound(node: gast.Call, positional: list[Expression], entry: Lacking) -> Arguments | None:
    """Return the arguments of a call by name, without those that are None, or None."""
    words = {word.arg: word.value for word in node.keywords}
    if entry.parameters == ("*",):
        return None if words else {}
    if len(positional) > min(len(entry.parameters), entry.positional):
        return None
    if not words.keys() <= set(entry.parameters):
        return None
    given = {**dict(zip(entry.parameters, positional, strict=False)), **words}
    return {name: given[name] for name in entry.parameters if not is_none(given.get(name))}


def is_none(tree: Expression | None) -> bool:
    """Tell whether an argument is None, or not given."""
    return tree is None or (isinstance(tree, gast.Constant) and tree.value is None)


def with_tuple(node: gast.Call) -> Expression | None:
    """Return a call that joins arrays in a list as one that joins those in a tuple."""
    if not node.args or not isinstance(node.args[0], gast.List):
        return None
    first = tuple_of(node.args[0].elts)
    return gast.Call(node.func, [first, *node.args[1:]], node.keywords)


def flipped(node: gast.Call, given: Arguments) -> Expression | None:
    """np.flip(x, axis=1) is x[:, ::-1]"""
    if "axis" not in given:
        return None
    return along_axis(given["m"], given["axis"], gast.Slice(None, None, constant(-1)))


def clipped(node: gast.Call, given: Arguments) -> Expression | None:
    """np.clip(x, None, b) is np.minimum(x, b)"""
    low, high = given.get("a_min"), given.get("a_max")
    if low is None and high is not None:
        return call("np.minimum", given["a"], high)
    if high is None and low is not None:
        return call("np.maximum", given["a"], low)
    return None


def sorted_last(node: gast.Call, given: Arguments) -> Expression | None:
    """np.sort(x, axis=-1) is np.sort(x)"""
    if "axis" not in given:
        return None
    if number(given["axis"]) != -1:
        raise UnsupportedSyntax("Numba sorts along the last axis only", node, "transpose it first")
    return call("np.sort", given["a"])


def squeezed(node: gast.Call, given: Arguments) -> Expression | None:
    """np.squeeze(x, axis=0), which Numba lacks"""
    if "axis" not in given or isinstance(given["axis"], gast.Tuple):
        raise UnsupportedSyntax(
            "Numba does not know `np.squeeze`", node, "name one axis: `np.squeeze(x, axis=0)`"
        )
    return call("runtime.squeeze", given["a"], given["axis"])


def with_shape(node: gast.Call, given: Arguments) -> Expression | None:
    """x.reshape(2, 3) is x.reshape((2, 3)), and the same for transpose"""
    if not isinstance(node.func, gast.Attribute) or dotted(node.func).startswith("np."):
        return None
    return gast.Call(node.func, [tuple_of(node.args)], []) if len(node.args) > 1 else None


def singular_values(node: gast.Call, given: Arguments) -> Expression | None:
    """np.linalg.svd(x, compute_uv=False) is np.linalg.svd(x, False)[1]"""
    if getattr(given.get("compute_uv"), "value", True):
        return None
    both = call("np.linalg.svd", given["a"], constant(False))
    return gast.Subscript(both, constant(1), gast.Load())


def taken(node: gast.Call, given: Arguments) -> Expression | None:
    """np.take(x, i, axis=1) is x[:, i]"""
    return along_axis(given["a"], given["axis"], given["indices"]) if "axis" in given else None


def appended(node: gast.Call, given: Arguments) -> Expression | None:
    """np.append(x, y, axis=0) is np.concatenate((x, y), axis=0)"""
    if "axis" not in given:
        return None
    joined = call("np.concatenate", tuple_of([given["arr"], given["values"]]))
    joined.keywords.append(gast.keyword("axis", given["axis"]))
    return joined


def copying(node: gast.Call, given: Arguments) -> Expression | None:
    """Only np.nan_to_num(x) makes an array of its own."""
    if len(given) > 1:
        raise UnsupportedSyntax(
            "`np.nan_to_num` with more than the array is not supported",
            node,
            "use np.where: `np.where(np.isnan(x), 0.0, x)`",
        )
    return None


def tiled(node: gast.Call, given: Arguments) -> Expression | None:
    """np.tile(x, 3) for a number"""
    if isinstance(given["reps"], (gast.Tuple, gast.List)):
        raise UnsupportedSyntax(
            "`np.tile` in several directions is not supported", node, "use np.broadcast_to"
        )
    return call("runtime.tile", given["A"], given["reps"])


def cumulative(node: gast.Call, given: Arguments) -> Expression | None:
    """np.cumprod(x, axis=0), which Numba lacks"""
    return call("runtime.cumprod_along", given["a"], given["axis"]) if "axis" in given else None


def named(name: str) -> Rewrite:
    """Return how a call is written that has another name, with the same arguments."""
    return lambda node, given: call(name, *given.values())


def svdvals(node: gast.Call, given: Arguments) -> Expression:
    """np.linalg.svdvals(x) is np.linalg.svd(x, False)[1]"""
    both = call("np.linalg.svd", given["x"], constant(False))
    return gast.Subscript(both, constant(1), gast.Load())


def as_type(node: gast.Call, given: Arguments) -> Expression:
    """np.astype(x, dtype) is x.astype(dtype)"""
    method = gast.Attribute(given["x"], "astype", gast.Load())
    return gast.Call(method, [given["dtype"]], [])


def multiplied(node: gast.Call, given: Arguments) -> Expression:
    """np.matmul(x, y) is x @ y"""
    return gast.BinOp(given["x1"], gast.MatMult(), given["x2"])


def inner(node: gast.Call, given: Arguments) -> Expression:
    """np.inner(x, y) is the product with the transposed matrix"""
    return call("np.dot", given["a"], call("np.transpose", given["b"]))


def zeta_of(node: gast.Call, given: Arguments) -> Expression:
    """zeta(s) is zeta(s, 1)"""
    return call("runtime.zeta", given["x"], given.get("q", constant(1.0)))


def complex_w(node: gast.Call, given: Arguments) -> Expression:
    """Refuse lambertw(z), which is complex."""
    raise UnsupportedSyntax(
        "`lambertw` gives a complex number", node, "take its real part: `lambertw(z).real`"
    )


METHODS_LACKING = {"trace", "diagonal", "ptp", "squeeze", "swapaxes"}
AXIS = ("a", "axis", "keepdims")
TABLE = {
    "np.sum": Lacking(AXIS, reduction("np.sum", "np.sum"), 2),
    "np.mean": Lacking(AXIS, reduction("runtime.mean_along", "np.mean"), 2),
    "np.cumprod": Lacking(("a", "axis"), cumulative),
    "np.prod": Lacking(AXIS, reduction("runtime.prod_along", "np.prod"), 2),
    "np.max": Lacking(AXIS, reduction("runtime.max_along", "np.max"), 2),
    "np.amax": Lacking(AXIS, reduction("runtime.max_along", "np.amax"), 2),
    "np.min": Lacking(AXIS, reduction("runtime.min_along", "np.min"), 2),
    "np.amin": Lacking(AXIS, reduction("runtime.min_along", "np.amin"), 2),
    "np.var": Lacking((*AXIS, "ddof"), reduction("runtime.var_along", "np.var", "ddof"), 2),
    "np.std": Lacking((*AXIS, "ddof"), reduction("runtime.std_along", "np.std", "ddof"), 2),
    "np.linalg.norm": Lacking(("x", "ord", "axis", "keepdims"), normed),
    "np.linalg.svd": Lacking(("a", "full_matrices", "compute_uv"), singular_values),
    "np.linalg.matrix_power": Lacking(("a", "n"), named("runtime.matrix_power")),
    "np.flip": Lacking(("m", "axis"), flipped),
    "np.sort": Lacking(("a", "axis"), sorted_last),
    "np.clip": Lacking(("a", "a_min", "a_max"), clipped),
    "np.squeeze": Lacking(("a", "axis"), squeezed),
    "np.take": Lacking(("a", "indices", "axis"), taken),
    "np.append": Lacking(("arr", "values", "axis"), appended),
    "np.nan_to_num": Lacking(("x", "copy", "nan", "posinf", "neginf"), copying),
    "np.tile": Lacking(("A", "reps"), tiled),
    "np.matmul": Lacking(("x1", "x2"), multiplied),
    "np.inner": Lacking(("a", "b"), inner),
    "np.trace": Lacking(("a", "offset"), named("np.trace")),
    "np.ptp": Lacking(("a",), named("np.ptp")),
    "np.swapaxes": Lacking(("a", "axis1", "axis2"), named("np.swapaxes")),
    "np.diagonal": Lacking(("a", "offset"), named("np.diag")),
    "np.reshape": Lacking(("*",), with_shape),
    "np.transpose": Lacking(("*",), with_shape),
    "runtime.logsumexp": Lacking(
        AXIS, reduction("runtime.logsumexp_along", "runtime.logsumexp"), 2
    ),
    "runtime.softmax": Lacking(AXIS[:2], reduction("runtime.softmax_along", "runtime.softmax")),
    "runtime.log_softmax": Lacking(
        AXIS[:2], reduction("runtime.log_softmax_along", "runtime.log_softmax")
    ),
    "runtime.zeta": Lacking(("x", "q"), zeta_of),
    "runtime.lambertw": Lacking(("z", "k", "tol"), complex_w),
    "np.polyval": Lacking(("p", "x"), named("runtime.polyval")),
    "np.fix": Lacking(("x",), named("np.trunc")),
    "np.linalg.svdvals": Lacking(("x",), svdvals),
    "np.linalg.outer": Lacking(("x1", "x2"), named("np.outer")),
    "np.linalg.matmul": Lacking(("x1", "x2"), multiplied),
    "np.astype": Lacking(("x", "dtype"), as_type),
    "np.heaviside": Lacking(("x1", "x2"), named("runtime.heaviside")),
    "np.i0": Lacking(("x",), named("runtime.i0")),
    "np.einsum": Lacking(("*",), lambda node, given: einsum(node)),
}
ADVICE = {
    "np.tensordot": "use `@`, or np.einsum with constant subscripts",
    "np.block": "use np.vstack and np.hstack",
    "np.compress": "use `x[condition]`",
    "np.apply_along_axis": "write the loop over the rows",
    "np.vectorize": "write the loop over the elements",
    "np.linalg.multi_dot": "use `@`",
}
