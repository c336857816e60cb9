"""Write np.squeeze without an axis as what it does to the array at hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.core.operations import MODULES, standard
from srcdiff.core.primitives import functions_with
from srcdiff.library.containers import squeeze
from srcdiff.syntax import (
    Expression,
    bottom_up,
    call,
    callee_of,
    dotted,
    fresh,
    locate,
    name,
    number,
    targets,
    walk_statements,
)

ELEMENTWISE = functions_with(elementwise=True)


@needs(".squeeze")
def squeezes(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, without np.squeeze where no axis is named.

    An array of one element in all of its dimensions, as `keepdims` leaves it, becomes a number;
    others lose the one axis of length 1 that they have.

    >>> from srcdiff.syntax import function, unparse
    >>> new, known = squeezes(function('''
    ... def f(x):
    ...     top = np.max(x, keepdims=True)
    ...     return np.squeeze(np.log(top) + top) + np.squeeze(x, axis=None)[0]
    ... '''), {})
    >>> print(unparse(new))
    def f(x):
        top = np.max(x, keepdims=True)
        return np.sum(np.log(top) + top) + squeeze(x)[0]
    >>> known["squeeze"] is squeeze
    True
    """
    known = dict(functions)
    bound = [s for s in walk_statements(tree.body) if len(targets(s)) == 1]
    counts = Counter(t for s in walk_statements(tree.body) for t in targets(s))
    values = {
        t: s.value
        for s in bound
        for t in targets(s)
        if counts[t] == 1 and isinstance(s, gast.Assign) and isinstance(s.targets[0], gast.Name)
    }

    def change(node: gast.AST) -> gast.AST:
        array = squeezed(node)
        if array is None:
            return node
        if is_single(array, values):
            return locate(call("np.sum", array), node)
        title = next((t for t, f in known.items() if f is squeeze), fresh("squeeze", known))
        known[title] = squeeze
        return locate(gast.Call(name(title), [array], []), node)

    return bottom_up(tree, change), known


def squeezed(node: gast.AST) -> Expression | None:
    """Return the array of which np.squeeze, or the method, takes the axes of length 1, or None."""
    if not isinstance(node, gast.Call) or not isinstance(node.func, gast.Attribute):
        return None
    is_function = dotted(node.func) == "np.squeeze"
    owner = dotted(node.func.value).split(".")[0]
    if node.func.attr != "squeeze" or (owner in MODULES and not is_function):
        return None
    given = list(node.args) if is_function else [node.func.value, *node.args]
    axes = [*given[1:], *(word.value for word in node.keywords)]
    is_open = all(isinstance(axis, gast.Constant) and axis.value is None for axis in axes)
    return given[0] if given and is_open else None


def is_single(tree: Expression, values: Mapping[str, Expression]) -> bool:
    """Return True if an array has one element whatever its rank, as `keepdims` leaves it."""
    if isinstance(tree, gast.Name):
        return tree.id in values and is_single(values[tree.id], without(values, tree.id))
    if isinstance(tree, gast.BinOp):
        sides = [s for s in (tree.left, tree.right) if number(s) is None]
        return bool(sides) and all(is_single(side, values) for side in sides)
    if isinstance(tree, gast.UnaryOp):
        return is_single(tree.operand, values)
    if not isinstance(tree, gast.Call):
        return False
    words = {word.arg: word.value for word in tree.keywords}
    axis = words.get("axis")
    if getattr(words.get("keepdims"), "value", None) is True:
        is_method = isinstance(tree.func, gast.Attribute) and not is_module(tree.func)
        alone = len(tree.args) == (0 if is_method else 1)
        return alone and (axis is None or getattr(axis, "value", 0) is None)
    function = standard(callee_of(tree))
    is_elementwise = function in ELEMENTWISE or hasattr(function, "nin")
    return is_elementwise and len(tree.args) == 1 and is_single(tree.args[0], values)


def is_module(function: gast.Attribute) -> bool:
    """Return True if a function is one of a module, not a method."""
    return dotted(function).split(".")[0] in MODULES


def without(values: Mapping[str, Expression], title: str) -> dict[str, Expression]:
    """Return what names are bound to, without one of them."""
    return {key: value for key, value in values.items() if key != title}
