"""Calls of functions of arrays that Numba lacks, or does not take like this, as it does.

A table has for each function its parameters and how a call of it is written. What no
entry can write stays as it is, or is refused with advice.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.core.operations import JOINING, METHODS, MODULES, standard
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.numpy_calls.array_operands import (
    as_array,
    is_displayed,
    of_arrays,
    on_arrays,
    polynomial,
    with_tuple,
)
from srcdiff.normalise.numpy_calls.axes import (
    Arguments,
    Rewrite,
    along_axis,
    axes_of,
    normed,
    reduction,
)
from srcdiff.normalise.numpy_calls.einsum import einsum
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
    >>> for text in ("np.mean(x, axis=0)", "x.sum(axis=1, keepdims=True)",
    ...     "np.sum(x, axis=(0, 1))", "x.reshape(2, -1)", "np.flip(x, axis=1)",
    ...     "np.clip(x, None, 1.0)", "np.hstack([x, y])", "x.trace()", "np.take(x, i, axis=0)"):
    ...     print(unparse(replaced(expression(text))))
    runtime.mean_along(x, 0)
    np.expand_dims(np.sum(x, 1), 1)
    np.sum(np.sum(x, 1), 0)
    x.reshape((2, -1))
    x[:, ::-1]
    np.minimum(x, 1.0)
    np.hstack((x, y))
    np.trace(x)
    np.copy(x[i])
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
    """Return True if an argument is None, or not given."""
    return tree is None or (isinstance(tree, gast.Constant) and tree.value is None)


def sized(node: gast.Call, given: Arguments) -> Expression | None:
    """np.size(x, 0) is x.shape[0]"""
    if "axis" not in given:
        return None
    shape = gast.Attribute(given["a"], "shape", gast.Load())
    return gast.Subscript(shape, given["axis"], gast.Load())


def flipped(node: gast.Call, given: Arguments) -> Expression | None:
    """np.flip(x, axis=1) is x[:, ::-1]"""
    if "axis" not in given:
        return None
    value = given["m"]
    for axis in axes_of(given["axis"]):
        value = along_axis(value, axis, gast.Slice(None, None, constant(-1)))
    return value


def clipped(node: gast.Call, given: Arguments) -> Expression | None:
    """np.clip(x, None, b) is np.minimum(x, b)"""
    low, high = (given.get(f"a_{end}", given.get(end)) for end in ("min", "max"))
    if low is not None and high is not None and node.keywords:
        return call("np.clip", given["a"], low, high)
    if low is None and high is not None:
        return call("np.minimum", given["a"], high)
    if high is None and low is not None:
        return call("np.maximum", given["a"], low)
    return None


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
    """np.take(x, i, axis=1) is a copy of x[:, i]"""
    if "indices" not in given:
        return None
    places = given["indices"]
    listed = is_displayed(places) and number(places) is None
    if listed:
        places = as_array(places)
    if "axis" not in given:
        return call("np.take", given["a"], places) if listed else None
    return call("np.copy", along_axis(given["a"], given["axis"], places))


def filled_like(node: gast.Call, given: Arguments) -> Expression | None:
    """np.full_like(x, y, dtype=t) is np.full(x.shape, y, t)"""
    if "dtype" not in given:
        return None
    shape = gast.Attribute(given["a"], "shape", gast.Load())
    return call("np.full", shape, given["fill_value"], given["dtype"])


def appended(node: gast.Call, given: Arguments) -> Expression | None:
    """np.append(x, y, axis=0) is np.concatenate((x, y), axis=0)"""
    if "axis" not in given:
        lists = [value for value in given.values() if isinstance(value, (gast.List, gast.Tuple))]
        if not lists and not is_displayed(given["arr"]):
            return None
        parts = [as_array(value) if is_displayed(value) else value for value in given.values()]
        return call("np.append", *parts)
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
    """np.tile(x, 3) for a number; copies in two directions are in srcdiff/library"""
    reps = given["reps"]
    if isinstance(reps, (gast.Tuple, gast.List)):
        if len(reps.elts) != 1:
            raise UnsupportedSyntax(
                "`np.tile` in several directions is not supported", node, "use np.broadcast_to"
            )
        reps = reps.elts[0]
    return call("runtime.tile", given["A"], reps)


def cumulative(node: gast.Call, given: Arguments) -> Expression | None:
    """np.cumprod(x, axis=0), which Numba lacks"""
    return call("runtime.cumprod_along", given["a"], given["axis"]) if "axis" in given else None


def itself(known: int, others: Rewrite) -> Rewrite:
    """Return how a call is written that gives its first argument back if the second is `known`."""

    def rewrite(node: gast.Call, given: Arguments) -> Expression | None:
        array, *more = given.values()
        return array if more and number(more[0]) == known else others(node, given)

    return rewrite


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


def zeta_of(node: gast.Call, given: Arguments) -> Expression:
    """zeta(s) is zeta(s, 1)"""
    return call("runtime.zeta", given["x"], given.get("q", constant(1.0)))


def contracted(node: gast.Call, given: Arguments) -> Expression:
    """np.tensordot(x, y, 1) is np.dot(x, y), and along pairs of axes that of turned matrices"""
    a, b, axes = given["a"], given["b"], given.get("axes", constant(2))
    if number(axes) == 1:
        return call("np.dot", a, b)
    if number(axes) == 2:
        return call("runtime.contracted", a, b)
    pair = getattr(axes, "elts", ())
    single = [part.elts for part in pair if len(getattr(part, "elts", ())) == 1]
    known = [number(one) for (one,) in single] or [number(part) for part in pair]
    if len(pair) != 2 or len(known) != 2 or not {*known} <= {0, 1, -1}:
        raise UnsupportedSyntax(
            "`np.tensordot` along these axes is not supported",
            node,
            "use `@`, or np.einsum with constant subscripts",
        )
    left = call("np.transpose", a) if known[0] == 0 else a
    right = b if known[1] == 0 else call("np.transpose", b)
    return call("np.dot", left, right)


def complex_w(node: gast.Call, given: Arguments) -> Expression:
    """lambertw(z) is complex(lambertw(z).real, 0.0), where it is real"""
    real = call("runtime.real_lambertw", given["z"], given.get("k", constant(0)))
    return call("complex", real, constant(0.0))


def rolled(node: gast.Call, given: Arguments) -> Expression:
    """np.rollaxis(x, 2) is np.moveaxis(x, 2, 0)"""
    if "start" in given and number(given["start"]) != 0:
        raise UnsupportedSyntax("`start` is not supported", node, "use np.moveaxis")
    return call("np.moveaxis", given["a"], given["axis"], constant(0))


METHODS_LACKING = {"trace", "diagonal", "ptp", "squeeze", "swapaxes"}
AXIS = ("a", "axis", "keepdims")
TYPED = (*AXIS, "dtype")
SPREAD = (*AXIS, "ddof", "dtype")
TABLE = {
    "np.sum": Lacking(TYPED, reduction("np.sum", "np.sum"), 2),
    "np.mean": Lacking(TYPED, reduction("runtime.mean_along", "np.mean"), 2),
    "np.cumprod": Lacking(("a", "axis"), cumulative),
    "np.prod": Lacking(TYPED, reduction("runtime.prod_along", "np.prod"), 2),
    "np.max": Lacking(AXIS, reduction("runtime.max_along", "np.max"), 2),
    "np.amax": Lacking(AXIS, reduction("runtime.max_along", "np.amax"), 2),
    "np.min": Lacking(AXIS, reduction("runtime.min_along", "np.min"), 2),
    "np.amin": Lacking(AXIS, reduction("runtime.min_along", "np.amin"), 2),
    "np.var": Lacking(
        (*AXIS, "ddof", "dtype"), reduction("runtime.var_along", "np.var", "ddof"), 2
    ),
    "np.std": Lacking(
        (*AXIS, "ddof", "dtype"), reduction("runtime.std_along", "np.std", "ddof"), 2
    ),
    "np.median": Lacking(("a",), named("runtime.median")),
    "np.linalg.norm": Lacking(("x", "ord", "axis", "keepdims"), normed),
    "np.linalg.svd": Lacking(("a", "full_matrices", "compute_uv"), singular_values),
    "np.linalg.matrix_power": Lacking(("a", "n"), itself(1, named("runtime.matrix_power"))),
    "np.diff": Lacking(("a", "n"), itself(0, lambda node, given: None)),
    "np.flip": Lacking(("m", "axis"), flipped),
    "np.clip": Lacking(("a", "a_min", "a_max", "min", "max"), clipped, 3),
    "np.squeeze": Lacking(("a", "axis"), squeezed),
    "np.take": Lacking(("a", "indices", "axis"), taken),
    "np.full_like": Lacking(("a", "fill_value", "dtype"), filled_like),
    "np.append": Lacking(("arr", "values", "axis"), appended),
    "np.nan_to_num": Lacking(("x", "copy", "nan", "posinf", "neginf"), copying),
    "np.tile": Lacking(("A", "reps"), tiled),
    "np.matmul": Lacking(("x1", "x2"), multiplied),
    "np.inner": Lacking(("a", "b"), named("np.inner")),
    "np.cross": Lacking(("a", "b"), of_arrays),
    "np.dot": Lacking(("a", "b"), of_arrays),
    "np.convolve": Lacking(("a", "v", "mode"), of_arrays),
    "np.correlate": Lacking(("a", "v", "mode"), of_arrays),
    "np.interp": Lacking(("x", "xp", "fp"), of_arrays),
    "np.percentile": Lacking(("a", "q"), on_arrays("runtime.percentile")),
    "np.quantile": Lacking(("a", "q"), on_arrays("runtime.quantile")),
    "np.nanpercentile": Lacking(("a", "q"), of_arrays),
    "np.nanquantile": Lacking(("a", "q"), of_arrays),
    "np.outer": Lacking(("a", "b"), of_arrays),
    "np.size": Lacking(("a", "axis"), sized),
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
    "np.polyval": Lacking(("p", "x"), polynomial),
    "np.tensordot": Lacking(("a", "b", "axes"), contracted),
    "np.fix": Lacking(("x",), named("np.trunc")),
    "np.linalg.svdvals": Lacking(("x",), svdvals),
    "np.linalg.outer": Lacking(("x1", "x2"), named("np.outer")),
    "np.linalg.matmul": Lacking(("x1", "x2"), multiplied),
    "np.linalg.trace": Lacking(("x", "offset"), named("np.trace")),
    "np.linalg.diagonal": Lacking(("x", "offset"), named("np.diag")),
    "np.linalg.cross": Lacking(("x1", "x2"), named("np.cross")),
    "np.cumulative_sum": Lacking(("x",), named("np.cumsum")),
    "np.cumulative_prod": Lacking(("x",), named("np.cumprod")),
    "np.rollaxis": Lacking(("a", "axis", "start"), rolled),
    "np.astype": Lacking(("x", "dtype"), as_type),
    "np.heaviside": Lacking(("x1", "x2"), named("runtime.heaviside")),
    "np.i0": Lacking(("x",), named("runtime.i0")),
    "np.einsum": Lacking(("*",), lambda node, given: einsum(node)),
}
ADVICE = {
    "np.compress": "use `x[condition]`",
    "np.vectorize": "write the loop over the elements",
}
