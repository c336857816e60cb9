"""Write functions that take lists of arrays, or give several parts of one, by what they do.

`np.split` gives slices, `np.select` is `np.where` several times, `np.block` joins rows of
blocks, `np.r_` joins what stands between its brackets; Numba has none of them.
"""

from __future__ import annotations

from collections.abc import Callable

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.call_table import rewritten, table
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.normalise.numpy_calls.axes import along_axis
from srcdiff.syntax import (
    Expression,
    binary,
    call,
    clone,
    constant,
    dotted,
    locate,
    name,
    number,
    rebuild,
    tuple_of,
)

Words = dict[str, Expression]
Rewrite = Callable[[gast.Call, Words, Naming], Expression]
DISPLAYS = (gast.List, gast.Tuple)


def in_brackets(node: gast.Subscript) -> Expression:
    """np.r_[x, y] joins arrays, np.c_[x, y] columns; x[np.ix_(i, j)] is x[i][:, j]"""
    joins = BRACKETS.get(dotted(node.value))
    if joins is not None:
        whole = isinstance(node.slice, gast.Tuple)
        return joins(node.slice.elts if whole else [node.slice], node)
    called = dotted(node.slice.func) if isinstance(node.slice, gast.Call) else ""
    if called != "np.ix_":
        return node
    if len(node.slice.args) != 2 or not isinstance(node.ctx, gast.Load):
        raise UnsupportedSyntax(
            "`np.ix_` is supported for elements of matrices that are read", node, "write the loops"
        )
    rows, columns = node.slice.args
    part = gast.Subscript(node.value, rows, gast.Load())
    index = tuple_of([gast.Slice(None, None, None), columns])
    return gast.Subscript(part, index, gast.Load())


def joined_rows(parts: list[Expression], node: gast.AST) -> Expression:
    """np.r_[x, 1.0, 0:3] is np.concatenate((x, np.array([1.0]), np.arange(0, 3)))"""
    found = [counted(part, node) for part in parts]
    plain = (gast.List, gast.Tuple)
    return call(
        "np.concatenate",
        tuple_of(
            part
            if isinstance(part, plain) or number(part) is not None or is_range(part)
            else call("np.atleast_1d", part)
            for part in found
        ),
    )


def joined_columns(parts: list[Expression], node: gast.AST) -> Expression:
    """np.c_[x, y] is np.column_stack((x, y))"""
    return call("np.column_stack", tuple_of([counted(part, node) for part in parts]))


def is_range(part: Expression) -> bool:
    """Return True if an expression is what a slice in `np.r_` stands for."""
    return isinstance(part, gast.Call) and dotted(part.func) in ("np.arange", "np.linspace")


def counted(part: Expression, node: gast.AST) -> Expression:
    """Return the numbers that a slice in `np.r_` stands for; anything else as it is."""
    if isinstance(part, gast.Constant) and not is_plain(part.value):
        raise UnsupportedSyntax(
            "texts in `np.r_` and `np.c_` are not supported", node, "use np.concatenate"
        )
    if not isinstance(part, gast.Slice):
        return part
    start = part.lower or constant(0)
    if part.upper is None:
        raise UnsupportedSyntax("a slice without end", node, "write its end")
    step = part.step
    if isinstance(step, gast.Constant) and isinstance(step.value, complex):
        return call("np.linspace", start, part.upper, constant(int(abs(step.value))))
    return call("np.arange", start, part.upper, *([] if step is None else [step]))


def is_plain(value: object) -> bool:
    """Return True if the value of a constant is a number."""
    return isinstance(value, (int, float, complex))


def by_condition(node: gast.Call, given: Words, naming: Naming) -> Expression:
    """np.piecewise(x, [c], [f, g]) is f(e) if c else g(e) for each element e of a vector"""
    conditions = parts_of(given.get("condlist"), node)
    functions = parts_of(given.get("funclist"), node)
    if "x" not in given or not 0 <= len(functions) - len(conditions) <= 1:
        raise UnsupportedSyntax(
            "`np.piecewise` has another number of conditions than of functions",
            node,
            "give each condition one function, and one to what is left",
        )
    element = naming.part("for", "element")
    last = functions[len(conditions) :]
    value = applied(last[0], element) if last else constant(0.0)
    targets = [element]
    for condition, function in zip(conditions, functions, strict=False):
        targets.append(naming.part("for", "holds"))
        value = gast.IfExp(name(targets[-1]), applied(function, element), value)
        locate(value, condition)
    bound = tuple_of([gast.Name(t, gast.Store(), None, None) for t in targets], store=True)
    generator = gast.comprehension(bound, call("zip", given["x"], *conditions), [], 0)
    return call("np.array", gast.ListComp(value, [generator]))


def applied(function: Expression, element: str) -> Expression:
    """Return what one of the functions of `np.piecewise`, or a number, gives for an element."""
    if number(function) is not None:
        return function
    if isinstance(function, gast.Call) and dotted(function.func) == "functools.partial":
        first, *given = function.args
        return gast.Call(first, [*given, name(element)], [])
    return gast.Call(function, [name(element)], [])


def selected(node: gast.Call, given: Words, naming: Naming) -> Expression:
    """np.select([c, d], [x, y], z) is np.where(c, x, np.where(d, y, z))"""
    conditions = parts_of(given.get("condlist"), node)
    choices = parts_of(given.get("choicelist"), node)
    if len(conditions) != len(choices):
        raise UnsupportedSyntax(
            "`np.select` has another number of conditions than of choices",
            node,
            "give each condition one choice",
        )
    value = given.get("default", constant(0.0))
    for condition, choice in reversed(list(zip(conditions, choices, strict=True))):
        value = call("np.where", condition, choice, value)
    return value


def blocks(node: gast.Call, given: Words, naming: Naming) -> Expression:
    """np.block([[a, b], [c, d]]) joins rows of blocks"""
    rows = parts_of(given.get("arrays"), node)
    if not any(isinstance(row, DISPLAYS) for row in rows):
        return call("np.copy", rows[0]) if len(rows) == 1 else joined(rows, -1)
    lines = [call("np.atleast_2d", joined(parts_of(row, node), -1)) for row in rows]
    (first, *others) = (parts_of(row, node) for row in rows)
    return joined(lines, -2) if len(first) > 1 or others else call("np.copy", lines[0])


def joined(parts: list[Expression], axis: int) -> Expression:
    """Return some arrays joined along an axis."""
    if len(parts) == 1:
        return parts[0]
    whole = call("np.concatenate", tuple_of(parts))
    whole.keywords.append(gast.keyword("axis", constant(axis)))
    return whole


def multiplied(node: gast.Call, given: Words, naming: Naming) -> Expression:
    """np.linalg.multi_dot([a, b, c]) is a @ b @ c"""
    first, *others = parts_of(given.get("arrays"), node)
    for other in others:
        first = binary(first, gast.MatMult(), other)
    return first


def split(exact: bool, own_axis: int | None = None) -> Rewrite:
    """Return how a function is written that splits an array; `exact` in equal parts only."""

    def rewrite(node: gast.Call, given: Words, naming: Naming) -> Expression:
        axis = given.get("axis", constant(own_axis or 0))
        where = given.get("indices_or_sections")
        if where is None or "ary" not in given:
            raise missing(node)
        first, again = twice(given["ary"], naming)
        if isinstance(where, DISPLAYS):
            pairs = [twice(place, naming) for place in where.elts]
            begins: list[Expression | None] = [None, *(again for _, again in pairs)]
            ends: list[Expression | None] = [*(first for first, _ in pairs), None]
        else:
            marks = sections(where, again, axis, exact, node)
            begins = [None, *marks[1:]]
            ends = [*map(clone, marks[1:]), None]
        found: list[Expression] = []
        for begin, end in zip(begins, ends, strict=True):
            array = clone(again) if found else first
            found.append(along_axis(array, clone(axis), gast.Slice(begin, end, None)))
        return tuple_of(found)

    return rewrite


def sections(
    count: Expression, array: Expression, axis: Expression, exact: bool, node: gast.Call
) -> list[Expression]:
    """Return where the parts of an array begin that is split in so many parts."""
    known = number(count)
    if not isinstance(known, int) or known < 1:
        raise missing(node)
    shape = gast.Attribute(clone(array), "shape", gast.Load())
    size = gast.Subscript(shape, clone(axis), gast.Load())
    function = "runtime.section" if exact else "runtime.about_section"
    return [call(function, clone(size), constant(known), constant(i)) for i in range(known)]


def missing(node: gast.Call) -> UnsupportedSyntax:
    """Return the error for parts whose number is not known."""
    return UnsupportedSyntax(
        f"how many parts `{dotted(node.func)}` gives is not known",
        node,
        "write their number, or the list of places, in the call; or use slices",
    )


def parts_of(tree: Expression | None, node: gast.Call) -> list[Expression]:
    """Return the parts of a list that is written out."""
    if not isinstance(tree, DISPLAYS) or not tree.elts:
        raise UnsupportedSyntax(
            f"the lists that `{dotted(node.func)}` takes are not known",
            node,
            "write them out in the call: `[a, b]`",
        )
    return list(tree.elts)


BRACKETS: dict[str, Callable[[list[Expression], gast.AST], Expression]] = {
    "np.c_": joined_columns,
    "np.r_": joined_rows,
}
LINES = table("cmath.polar(z) -> (abs(z), cmath.phase(z))")
SPLIT = ("ary", "indices_or_sections", "axis")
TABLE: dict[str, tuple[tuple[str, ...], Rewrite]] = {
    "np.array_split": (SPLIT, split(exact=False)),
    "np.block": (("arrays",), blocks),
    "np.hsplit": (SPLIT[:2], split(exact=True, own_axis=1)),
    "np.linalg.multi_dot": (("arrays",), multiplied),
    "np.piecewise": (("x", "condlist", "funclist"), by_condition),
    "np.select": (("condlist", "choicelist", "default"), selected),
    "np.split": (SPLIT, split(exact=True)),
    "np.vsplit": (SPLIT[:2], split(exact=True)),
}


@needs("np.ix_", *BRACKETS, *LINES, *TABLE)
def split_and_join(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function without functions of lists of arrays.

    Raises UnsupportedSyntax for lists that are not written out.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(split_and_join(function('''
    ... def f(x, y, n):
    ...     a, b = np.split(x, [n])
    ...     c = np.split(y, 2)[1]
    ...     d = np.select([x > 1.0, x > 0.0], [x, y], 0.5)
    ...     e = np.piecewise(x, [y], [g, 0.0])
    ...     h = np.c_[x, y]
    ...     return np.linalg.multi_dot([a, b, c]) + np.block([[x, y]]) + x[np.ix_(a, b)]
    ... '''))))
    def f(x, y, n):
        a, b = (x[:n], x[n:])
        c = (y[:runtime.section(y.shape[0], 2, 1)], y[runtime.section(y.shape[0], 2, 1):])[1]
        d = np.where(x > 1.0, x, np.where(x > 0.0, y, 0.5))
        e = np.array([g(for·element) if for·holds else 0.0 for for·element, for·holds in zip(x, y)])
        h = np.column_stack((x, y))
        return a @ b @ c + np.atleast_2d(np.concatenate((x, y), axis=-1)) + x[a][:, b]
    """
    naming = Naming(tree)

    def change(node: gast.AST) -> gast.AST:
        node = rebuild(node, change) if node._fields else node
        if isinstance(node, gast.Subscript):
            return locate(in_brackets(node), node)
        called = dotted(node.func) if isinstance(node, gast.Call) else ""
        line = rewritten(node, LINES, naming) if called in LINES else None
        if line is not None:
            return locate(line, node)
        if called not in TABLE:
            return node
        parameters, rewrite = TABLE[called]
        words = {word.arg: word.value for word in node.keywords}
        if len(node.args) > len(parameters) or not words.keys() <= set(parameters):
            return node
        given = {**dict(zip(parameters, node.args, strict=False)), **words}
        return locate(rewrite(node, given, naming), node)

    return change(tree)
