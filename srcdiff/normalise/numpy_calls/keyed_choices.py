"""Write `min`, `max` and `sorted` with a key as functions of the library that call the key."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.core.needs import OWN_FUNCTIONS, needs
from srcdiff.library import containers as library
from srcdiff.syntax import (
    Expression,
    bottom_up,
    call,
    callee_of,
    constant,
    fresh,
    has_star,
    is_none,
    is_range,
    locate,
    name,
)

OF_VALUES = {"min": library.smallest_by, "max": library.largest_by, "sorted": library.sorted_by}
OF_NUMBERED = {"min": library.smallest_numbered, "max": library.largest_numbered}
OF_PAIRS = {"min": library.smallest_pair, "max": library.largest_pair}


@needs("key", OWN_FUNCTIONS)
def keyed_choices(
    tree: gast.FunctionDef, functions: Mapping[str, Any]
) -> tuple[gast.FunctionDef, dict[str, Any]]:
    """Return the function, and those it calls, without keys of `min`, `max` and `sorted`.

    >>> from srcdiff.syntax import function, unparse
    >>> new, known = keyed_choices(function('''
    ... def f(x, y):
    ...     k = min(range(len(x)), key=h)
    ...     i, e = max(enumerate(x), key=h)
    ...     return max(x[k], y, key=abs) + sorted((a * a for a in x), key=h, reverse=True)[0]
    ... '''), {})
    >>> print(unparse(new))
    def f(x, y):
        k = smallest_by(np.arange(len(x)), h)
        i, e = largest_numbered(x, 0, h)
        return largest_by([x[k], y], abs) + sorted_back_by([a * a for a in x], h)[0]
    """
    known = dict(functions)

    def change(node: gast.AST) -> gast.AST:
        called = known.get(callee_of(node))
        if called is library.accumulate:
            given = [as_sequence(part) for part in node.args]
            return gast.copy_location(gast.Call(node.func, given, node.keywords), node)
        found = begun(node) if called is library.reduced else keyed(node)
        if found is None:
            return node
        function, given = found
        title = next((t for t, f in known.items() if f is function), None)
        title = title or fresh(function.__name__, known)
        known[title] = function
        return locate(gast.Call(name(title), given, []), node)

    return bottom_up(tree, change), known


def begun(node: gast.Call) -> tuple[Any, list[Expression]] | None:
    """Return the function for a call of functools.reduce, and its arguments, None for a wrong call.

    >>> from srcdiff.syntax import expression
    >>> for text in ("reduce(h, x)", "reduce(h, x, 1.0)", "reduce(h)"):
    ...     found = begun(expression(text))
    ...     print((found[0].__name__, len(found[1])) if found else None)
    ('reduced_all', 2)
    ('reduced_from', 3)
    None
    """
    if not 2 <= len(node.args) <= 3 or node.keywords:
        return None
    function, values, *initial = node.args
    whole = not initial or getattr(initial[0], "value", None) == ""
    found: Any = library.reduced_all if whole else library.reduced_from
    return found, [function, as_sequence(values), *([] if whole else initial)]


def keyed(node: gast.AST) -> tuple[Any, list[Expression]] | None:
    """Return the function for a call with a key, and its arguments, None for any other call."""
    called = callee_of(node)
    words = {w.arg: w.value for w in node.keywords} if called in OF_VALUES else {}
    key = words.pop("key", None)
    if key is None or is_none(key) or has_star(node.args) or not node.args:
        return None
    if called == "sorted":
        back = getattr(words.pop("reverse", constant(False)), "value", None)
        if words or len(node.args) != 1 or back not in (True, False):
            return None
        function: Any = library.sorted_back_by if back else library.sorted_by
        return function, [as_sequence(node.args[0]), key]
    if words:
        return None
    if len(node.args) > 1:
        return OF_VALUES[called], [gast.List(node.args, gast.Load()), key]
    (values,) = node.args
    if callee_of(values) == "enumerate" and 1 <= len(values.args) <= 2:
        starts = [*values.args[1:], *(w.value for w in values.keywords), constant(0)]
        start = starts[0]
        return OF_NUMBERED[called], [as_sequence(values.args[0]), start, key]
    is_strict = any(getattr(w.value, "value", True) for w in getattr(values, "keywords", ()))
    if callee_of(values) == "zip" and len(values.args) == 2 and not is_strict:
        return OF_PAIRS[called], [*map(as_sequence, values.args), key]
    return OF_VALUES[called], [as_sequence(values), key]


def as_sequence(values: Expression) -> Expression:
    """Return what has elements and a length for an iterable that is written out."""
    if isinstance(values, gast.GeneratorExp):
        return gast.copy_location(gast.ListComp(values.elt, values.generators), values)
    if isinstance(values, gast.Tuple) and not has_star(values.elts):
        return gast.copy_location(gast.List(values.elts, gast.Load()), values)
    if is_range(values):
        return locate(call("np.arange", *values.args), values)
    return values
