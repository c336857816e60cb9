"""Write np.choose among what is written out as np.where."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.library.chosen import clipped_place, place_inside, wrapped_place
from srcdiff.normalise.control_flow.naming import Naming, twice
from srcdiff.normalise.functions.of_library import of_library
from srcdiff.syntax import (
    Expression,
    bottom_up,
    call,
    callee_of,
    clone,
    constant,
    has_star,
    is_none,
    locate,
)

PARAMETERS = ("a", "choices", "out", "mode")
MODES = {"raise": place_inside, "clip": clipped_place, "wrap": wrapped_place}
WAY_OUT = "write the choices out, as in `np.choose(k, [a, b])`, or take them by subscripts"


@needs(".choose")
def choices(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, without np.choose.

    Raises UnsupportedSyntax where it is not known how many choices there are.

    >>> from srcdiff.syntax import function, unparse
    >>> new, known = choices(function("def f(k, x, y): return np.choose(k, [x, y])"), {})
    >>> print(unparse(new))
    def f(k, x, y):
        return np.where(place_inside(k, 2) == 0, x, y)
    """
    known = dict(functions)
    naming = Naming(tree)

    def change(node: gast.AST) -> gast.AST:
        given = arguments(node)
        if not given:
            return node
        every, mode = given["choices"], given.get("mode", constant("raise"))
        function = MODES.get(getattr(mode, "value", ""))
        is_known = isinstance(every, (gast.List, gast.Tuple)) and not has_star(every.elts)
        if not is_known or not every.elts or function is None:
            raise UnsupportedSyntax("which choices there are is not known", node, WAY_OUT)
        place = of_library(function, known, given["a"], constant(len(every.elts)))
        *parts, made = every.elts
        first = again = locate(place, node)
        if len(parts) > 1:
            first, again = twice(first, naming)
        for k, part in reversed([*enumerate(parts)]):
            place = clone(again) if k else first
            made = call("np.where", gast.Compare(place, [gast.Eq()], [constant(k)]), part, made)
        return locate(made, node)

    return bottom_up(tree, change), known


def arguments(node: gast.AST) -> dict[str, Expression]:
    """Return the arguments of np.choose, also as a method of an array; none for other calls.

    The method takes several arguments by position as the choices.
    """
    if not isinstance(node, gast.Call) or has_star(node.args):
        return {}
    if not isinstance(node.func, gast.Attribute) or node.func.attr != "choose":
        return {}
    is_function = callee_of(node) == "np.choose"
    positional = node.args if is_function else [node.func.value, *node.args]
    if len(positional) > (len(PARAMETERS) if is_function else 2):
        return {}
    words = {word.arg: word.value for word in node.keywords}
    given = {**dict(zip(PARAMETERS, positional, strict=False)), **words}
    given = {word: value for word, value in given.items() if word != "out" or not is_none(value)}
    return given if {"a", "choices"} <= given.keys() <= {"a", "choices", "mode"} else {}
