"""Refuse `is` between values: derivatives follow what values are, not which objects hold them."""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import Enum
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import Expression, all_names, dotted, walk

SINGLE = (type(None), type(...), type, types.ModuleType, Enum)  # of each there is one object


@needs(gast.Is, gast.IsNot)
def check_identities(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> None:
    """Refuse `is` and `is not` but with what there is once: None, classes, functions.

    Tuples and lists are taken apart, and numbers come out of arrays, so objects that were one may
    be two, and the other way round. True and False are taken where the other side is a name of
    nothing else but them. Raises UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_identities(function("def f(x, y): return x is None or type(y) is float"), {})
    >>> check_identities(function("def f(x, y): return x is y"), {})
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: which objects these are is not known
      = compare them with `==`, or compare their positions
    """
    nodes = walk(tree)
    found = [node for node in nodes if isinstance(node, gast.Name)]
    local = {node.id for node in found if not isinstance(node.ctx, gast.Load)}
    truths = names_of_truths(tree, nodes)
    for node in nodes:
        if not isinstance(node, gast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for operator, *pair in zip(node.ops, sides, sides[1:], strict=False):
            if isinstance(operator, (gast.Is, gast.IsNot)):
                check_pair(node, pair, (local, truths), namespace)


def check_pair(
    place: gast.Compare,
    sides: list[Expression],
    names: tuple[set[str], set[str]],
    namespace: Mapping[str, Any],
) -> None:
    """Refuse `is` between two values; `names` are the local ones, and those of True and False."""
    local, truths = names
    if any(is_single(side, local, namespace) for side in sides):
        return
    for side, other in (sides, reversed(sides)):
        if not isinstance(getattr(side, "value", None), bool):
            continue
        if isinstance(other, gast.Constant) or dotted(other) in truths:
            return
        raise UnsupportedSyntax(
            "whether this is a bool of Python or of NumPy is not known",
            place,
            "leave out `is True`, and write `not` for `is False`",
        )
    raise UnsupportedSyntax(
        "which objects these are is not known",
        place,
        "compare them with `==`, or compare their positions",
    )


def is_single(tree: Expression, local: set[str], namespace: Mapping[str, Any]) -> bool:
    """Return True if an expression is a singleton: None, a class, a function."""
    if isinstance(tree, gast.Constant):
        return tree.value is None or tree.value is ...
    if isinstance(tree, gast.Call):
        return dotted(tree.func) == "type" and len(tree.args) == 1 and "type" not in local
    first, *rest = dotted(tree).split(".")
    if not first or first in local or first not in namespace:
        return False
    value = namespace[first]
    for attribute in rest:
        value = getattr(value, attribute, 0)
    return isinstance(value, SINGLE) or callable(value)


def names_of_truths(tree: gast.FunctionDef, nodes: list[gast.AST]) -> set[str]:
    """Return the names that only stand for True, False, None and the like, and the parameters.

    A parameter that is never bound again is a bool of Python where it is one.
    """
    values: dict[str, list[Expression | None]] = {}
    for node in nodes:
        if isinstance(node, gast.Assign) and len(node.targets) == 1:
            values.setdefault(dotted(node.targets[0]), []).append(node.value)
    stored: dict[str, int] = {}
    for node in nodes:
        if isinstance(node, gast.Name) and not isinstance(node.ctx, gast.Load):
            stored[node.id] = stored.get(node.id, 0) + 1
    given = all_names(tree.args)
    return {
        title
        for title, count in stored.items()
        if count == len(values.get(title, ())) + (title in given)
        and all(map(is_truth, values.get(title, ())))
    }


def is_truth(value: Expression) -> bool:
    """Return True if an expression is True, False or None, or a bool that Python makes."""
    if isinstance(value, gast.UnaryOp):
        return isinstance(value.op, gast.Not)
    return isinstance(value, gast.Constant) and isinstance(value.value, (bool, type(None)))
