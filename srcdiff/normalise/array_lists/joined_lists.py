"""One spelling for what joins the arrays in a list: `np.stack(u)`, `np.concatenate(u, axis=1)`."""

from __future__ import annotations

import gast

from srcdiff.syntax import Expression, bottom_up, call, callee_of, dotted, locate, number

SPELLINGS = {  # of what joins a list of arrays: along the first axis, and along others
    **dict.fromkeys(("np.array", "np.asarray"), ("runtime.stacked", "")),
    "np.stack": ("runtime.stacked", "runtime.stacked_along"),
    "np.concatenate": ("runtime.joined", "runtime.joined_along"),
    "np.hstack": ("runtime.in_line", ""),
    "np.vstack": ("runtime.on_top", ""),
    "np.column_stack": ("runtime.side_by_side", ""),
}


def joined_lists(
    tree: gast.FunctionDef, of_arrays: frozenset[str] = frozenset()
) -> gast.FunctionDef:
    """Return the function with functions that Numba compiles where lists of arrays are joined.

    >>> from srcdiff.syntax import function, unparse
    >>> text = "def f(x):\\n    rows = [x]\\n    return np.stack(rows, axis=-1) * np.vstack(rows)"
    >>> print(unparse(joined_lists(function(text), frozenset(["rows"]))))
    def f(x):
        rows = [x]
        return runtime.stacked_along(rows, -1) * runtime.on_top(rows)
    """

    def change(node: gast.AST) -> gast.AST:
        is_call = callee_of(node) in SPELLINGS and bool(node.args)
        if not is_call or dotted(whole_of(node.args[0])) not in of_arrays:
            return node
        options = [*node.args[1:], *(w.value for w in node.keywords if w.arg in (None, "axis"))]
        first, along = SPELLINGS[dotted(node.func)]
        if len(options) != len(node.args) - 1 + len(node.keywords) or len(options) > 1:
            return node
        if any(not isinstance(number(axis), int) for axis in options):
            return node
        if all(number(axis) == 0 for axis in options):
            return locate(call(first, node.args[0]), node)
        return locate(call(along, node.args[0], *options), node) if along else node

    return bottom_up(tree, change) if of_arrays else tree


def whole_of(part: Expression) -> Expression:
    """Return the list that a slice is a part of."""
    is_slice = isinstance(part, gast.Subscript) and isinstance(part.slice, gast.Slice)
    return part.value if is_slice else part
