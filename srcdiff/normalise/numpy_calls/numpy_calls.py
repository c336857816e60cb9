"""Calls of functions of arrays that Numba lacks, or does not take like this, as it does.

LINES are those that one expression stands for (normalise/call_table.py). TABLE has, for others,
their parameters and how a call of them is written. What no entry can write stays as it is, or
is refused with advice.
"""

from __future__ import annotations

from dataclasses import dataclass

import gast

from srcdiff.core.operations import JOINING, METHODS, MODULES, standard
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.call_table import rewritten, table
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.normalise.numpy_calls.array_operands import (
    as_array,
    is_displayed,
    is_sequence,
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
from srcdiff.normalise.numpy_calls.chosen_elements import chosen, spread
from srcdiff.normalise.numpy_calls.einsum import einsum
from srcdiff.normalise.numpy_calls.reshapes import (
    flattened_in_order,
    reshaped_in_order,
    squeezed,
    with_shape,
)
from srcdiff.rules.registry import rule_instead
from srcdiff.syntax import Expression, call, constant, dotted, number


@dataclass(frozen=True)
class Lacking:
    """The parameters of a function, and how calls of it are written.

    `positional` tells how many of them may be passed by position; parameters "*" stand for
    any number of arguments by position.
    """

    parameters: tuple[str, ...]
    rewrite: Rewrite
    positional: int = 9


def replaced(node: gast.Call, naming: Naming) -> Expression | None:
    """Return a call as Numba takes it, None where it stays as it is.

    Raises UnsupportedSyntax for what cannot be written with functions that Numba has.

    >>> from srcdiff.syntax import expression, unparse
    >>> for text in ("np.mean(x, axis=0)", "x.sum(axis=1, keepdims=True)",
    ...     "np.sum(x, axis=(0, 1))", "x.reshape(2, -1)", "np.flip(x, axis=1)",
    ...     "np.clip(x, None, 1.0)", "np.hstack([x, y])", "x.trace()", "np.take(x, i, axis=0)"):
    ...     node = expression(text)
    ...     print(unparse(replaced(node, Naming(node))))
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
    if name == "np.reshape" and any(word.arg == "order" for word in node.keywords):
        return reshaped_in_order(node, arguments)
    if name == "np.flatten" and (len(arguments) > 1 or node.keywords):
        return flattened_in_order(node, arguments)
    entry = TABLE.get(name)
    if standard(name) in JOINING and name != "np.array":
        return with_tuple(node)
    line = rewritten(node, LINES, naming, (name, arguments))
    if line is not None or entry is None:
        return line
    given = bound(node, arguments, entry)
    if given:
        first = entry.parameters[0]
        several = [word for word in (first, "where") if reads_twice(name, given, word)]
        given = {**given, **{word: twice(given[word], naming)[0] for word in several}}
    return None if given is None else entry.rewrite(node, given)


def reads_twice(name: str, given: Arguments, word: str) -> bool:
    """Return True if an argument is read twice in what stands for a call."""
    if word not in given:
        return False
    if "where" in given and name in ("np.mean", "np.var", "np.std"):
        return True
    if word == "where":
        return False
    if name in ("np.var", "np.std") and isinstance(given.get("axis"), gast.Tuple):
        return True
    return "keepdims" in given and "axis" not in given  # of which the rank is asked for


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


def appended(node: gast.Call, given: Arguments) -> Expression | None:
    """np.append(x, [1, y]) is np.append(x, np.array([1, y]))"""
    if not any(map(is_sequence, given.values())) and not is_displayed(given["arr"]):
        return None
    return call("np.append", *(as_array(v) if is_displayed(v) else v for v in given.values()))


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


def contracted(node: gast.Call, given: Arguments) -> Expression:
    """np.tensordot along axes that are not written out; others are in srcdiff/library"""
    raise UnsupportedSyntax(
        "`np.tensordot` along these axes is not supported",
        node,
        "write up to three axes as numbers, all counted from one end, or use np.einsum",
    )


def rolled(node: gast.Call, given: Arguments) -> Expression:
    """Only np.rollaxis(x, 2) is known, which moves an axis to the first place."""
    raise UnsupportedSyntax("`start` is not supported", node, "use np.moveaxis")


METHODS_LACKING = {"trace", "diagonal", "ptp", "squeeze", "swapaxes"}
AXIS = ("a", "axis", "keepdims")
TYPED = (*AXIS, "dtype")
SPREAD = (*AXIS, "ddof", "dtype")
CHOSEN = ("initial", "where")
LINES = table("""
    np.median(a)                        -> runtime.median(a)
    np.cumprod(a, axis)                 -> runtime.cumprod_along(a, axis)
    np.cumulative_sum(x)                -> np.cumsum(x)
    np.cumulative_prod(x)               -> np.cumprod(x)
    np.diff(a, n=0)                     -> a
    np.size(a, axis)                    -> a.shape[axis]
    np.ptp(a)                           -> np.ptp(a)
    np.full_like(a, fill_value, dtype)  -> np.full(a.shape, fill_value, dtype)
    np.append(arr, values, axis)        -> np.concatenate((arr, np.asarray(values)), axis=axis)
    np.swapaxes(a, axis1, axis2)        -> np.swapaxes(a, axis1, axis2)
    np.rollaxis(a, axis, start=None)    -> np.moveaxis(a, axis, 0)
    np.rollaxis(a, axis, start=0)       -> np.moveaxis(a, axis, 0)
    np.ravel(a, order="F")              -> np.ravel(np.transpose(a))
    np.ravel(a, order="C")              -> np.ravel(a)
    np.matrix_transpose(x)              -> np.swapaxes(x, -1, -2)
    np.linalg.matrix_transpose(x)       -> np.swapaxes(x, -1, -2)
    np.astype(x, dtype)                 -> x.astype(dtype)
    np.fix(x)                           -> np.trunc(x)
    np.heaviside(x1, x2)                -> runtime.heaviside(x1, x2)
    np.i0(x)                            -> runtime.i0(x)
    runtime.zeta(x, q=None)             -> runtime.zeta(x, 1.0)
    runtime.zeta(x, q)                  -> runtime.zeta(x, q)
    runtime.lambertw(z, k=None, tol=...) -> complex(runtime.real_lambertw(z, 0), 0.0)
    runtime.lambertw(z, k, tol=...)     -> complex(runtime.real_lambertw(z, k), 0.0)
    np.matmul(x1, x2)                   -> x1 @ x2
    np.linalg.matmul(x1, x2)            -> x1 @ x2
    np.inner(a, b)                      -> np.inner(a, b)
    np.linalg.outer(x1, x2)             -> np.outer(x1, x2)
    np.linalg.cross(x1, x2)             -> np.cross(x1, x2)
    np.tensordot(a, b, axes=None)       -> runtime.contracted(a, b)
    np.tensordot(a, b, axes=2)          -> runtime.contracted(a, b)
    np.tensordot(a, b, axes=1)          -> np.dot(a, b)
    np.trace(a, offset=...)             -> np.trace(a, offset)
    np.linalg.trace(x)                  -> np.trace(x, 0, -2, -1)
    np.linalg.trace(x, offset)          -> np.trace(x, offset, -2, -1)
    np.diagonal(a, offset=...)          -> np.diagonal(a, offset)
    np.linalg.diagonal(x)               -> np.diagonal(x, 0, -2, -1)
    np.linalg.diagonal(x, offset)       -> np.diagonal(x, offset, -2, -1)
    np.linalg.eigvals(a)                -> runtime.real_eig(a)[0]
    np.linalg.svdvals(x)                -> np.linalg.svd(x, False)[1]
    np.linalg.svd(a, full_matrices=..., compute_uv=False) -> np.linalg.svd(a, False)[1]
    np.linalg.matrix_power(a, n=1)      -> a
    np.linalg.matrix_power(a, n)        -> runtime.matrix_power(a, n)
""")
TABLE = {
    "np.sum": Lacking((*TYPED, *CHOSEN), chosen("np.sum", "np.sum"), 2),
    "np.mean": Lacking((*TYPED, "where"), chosen("runtime.mean_along", "np.mean"), 2),
    "np.prod": Lacking((*TYPED, *CHOSEN), chosen("runtime.prod_along", "np.prod"), 2),
    "np.max": Lacking((*AXIS, *CHOSEN), chosen("runtime.max_along", "np.max"), 2),
    "np.amax": Lacking((*AXIS, *CHOSEN), chosen("runtime.max_along", "np.amax"), 2),
    "np.min": Lacking((*AXIS, *CHOSEN), chosen("runtime.min_along", "np.min"), 2),
    "np.amin": Lacking((*AXIS, *CHOSEN), chosen("runtime.min_along", "np.amin"), 2),
    "np.var": Lacking((*SPREAD, "where"), spread("runtime.var_along", "np.var"), 2),
    "np.std": Lacking((*SPREAD, "where"), spread("runtime.std_along", "np.std"), 2),
    "np.linalg.norm": Lacking(("x", "ord", "axis", "keepdims"), normed),
    "np.flip": Lacking(("m", "axis"), flipped),
    "np.clip": Lacking(("a", "a_min", "a_max", "min", "max"), clipped, 3),
    "np.squeeze": Lacking(("a", "axis"), squeezed),
    "np.take": Lacking(("a", "indices", "axis"), taken),
    "np.append": Lacking(("arr", "values"), appended),
    "np.nan_to_num": Lacking(("x", "copy", "nan", "posinf", "neginf"), copying),
    "np.tile": Lacking(("A", "reps"), tiled),
    **dict.fromkeys(("np.cross", "np.dot", "np.outer"), Lacking(("a", "b"), of_arrays)),
    **dict.fromkeys(("np.convolve", "np.correlate"), Lacking(("a", "v", "mode"), of_arrays)),
    **dict.fromkeys(("np.nanpercentile", "np.nanquantile"), Lacking(("a", "q"), of_arrays)),
    "np.interp": Lacking(("x", "xp", "fp"), of_arrays),
    "np.percentile": Lacking(("a", "q"), on_arrays("runtime.percentile")),
    "np.quantile": Lacking(("a", "q"), on_arrays("runtime.quantile")),
    **dict.fromkeys(("np.reshape", "np.transpose"), Lacking(("*",), with_shape)),
    "runtime.logsumexp": Lacking(
        AXIS, reduction("runtime.logsumexp_along", "runtime.logsumexp"), 2
    ),
    "runtime.softmax": Lacking(AXIS[:2], reduction("runtime.softmax_along", "runtime.softmax")),
    "runtime.log_softmax": Lacking(
        AXIS[:2], reduction("runtime.log_softmax_along", "runtime.log_softmax")
    ),
    "np.polyval": Lacking(("p", "x"), polynomial),
    "np.tensordot": Lacking(("a", "b", "axes"), contracted),
    "np.rollaxis": Lacking(("a", "axis", "start"), rolled),
    "np.linalg.eig": Lacking(("a",), lambda node, given: call("runtime.real_eig", given["a"])),
    "np.einsum": Lacking(("*",), lambda node, given: einsum(node)),
}
ADVICE = {
    "np.random.default_rng": "make it outside, and pass it as an argument, as in `def f(x, rng):`",
    "np.vectorize": "write the loop over the elements",
}
