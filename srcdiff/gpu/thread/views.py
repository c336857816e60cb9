"""Which names of a kernel may stand for arrays, or parts of them, that have another name."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import gast

from srcdiff.syntax import dotted, members, walk, walk_statements, whole_target

Rank = Callable[[str], int]  # the number of dimensions of an array, 0 where that is not known

NUMBERS = {"abs", "bool", "float", "int", "len", "max", "min", "range", "round"}  # take no arrays


def base_of(tree: gast.AST) -> str:
    """Return the name of an array, or of the one that it is a part of.

    >>> from srcdiff.syntax import expression
    >>> base_of(expression("a[i][0]")), base_of(expression("a + b"))
    ('a', '')
    """
    while isinstance(tree, gast.Subscript):
        tree = tree.value
    return dotted(tree)


def unknown(array: str) -> int:
    """Return that the number of dimensions of an array is not known."""
    return 0


def is_element(tree: gast.AST, rank: Rank) -> bool:
    """Return True if an expression is certainly an element of an array, not a part.

    >>> from srcdiff.syntax import expression
    >>> [is_element(expression(text), lambda array: 2) for text in ("x[i, 0]", "x[i]", "x[:, i]")]
    [True, False, False]
    """
    if not isinstance(tree, gast.Subscript):
        return False
    parts = members(tree.slice)
    whole = any(isinstance(part, (gast.Slice, gast.Subscript)) for part in parts)
    return not whole and rank(dotted(tree.value)) == len(parts)


def roots(tree: gast.FunctionDef, rank: Rank = unknown) -> dict[str, set[str]]:
    """Return the names that are bound to others, or to what may be parts of them, and to which.

    >>> from srcdiff.syntax import function
    >>> found = roots(function("def f(x, i): row = x[i]; e = row[0]; n = x.size; r = row"))
    >>> {n: sorted(names) for n, names in found.items()}
    {'row': ['x'], 'e': ['row', 'x'], 'r': ['row', 'x']}
    """
    found: dict[str, set[str]] = {}
    for statement in walk_statements(tree.body):
        value = getattr(statement, "value", None)
        part = isinstance(value, (gast.Name, gast.Subscript)) and not is_element(value, rank)
        if part and whole_target(statement):
            own = found.setdefault(whole_target(statement), set())
            own |= {base_of(value), *found.get(base_of(value), ())} - {""}
    return found


def arguments_of_calls(tree: gast.FunctionDef, rank: Rank = unknown) -> Iterator[gast.AST]:
    """Yield the arrays, or parts, that may be passed to functions of the module, and of `cuda`."""
    for node in (node for statement in tree.body for node in walk(statement)):
        if isinstance(node, gast.Call) and takes_arrays(dotted(node.func)):
            yield from (part for part in node.args if not is_element(part, rank))


def takes_arrays(callee: str) -> bool:
    """Return True if a function may take arrays."""
    return callee.startswith("cuda.") or ("." not in callee and callee not in NUMBERS)


def viewed(tree: gast.FunctionDef, rank: Rank = unknown) -> set[str]:
    """Return the arrays of which other names may be parts: what is written to one is in the other.

    A name is an array if it has subscripts, or is passed to a function that may take one.

    >>> from srcdiff.syntax import function
    >>> text = "def f(x, y, z, i): row = x[i]; v = y[i]; r = z[i]; row[0] = math.sin(v); g(r)"
    >>> sorted(viewed(function(text)))
    ['x', 'z']
    """
    nodes = [node for statement in tree.body for node in walk(statement)]
    arrays = {dotted(node.value) for node in nodes if isinstance(node, gast.Subscript)}
    arrays |= set(map(base_of, arguments_of_calls(tree, rank)))
    return {root for n, names in roots(tree, rank).items() if n in arrays for root in names}
