"""Lists whose arrays may all have one shape: what is put into them, and when that is settled."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import LENGTHS, changed_list, method_called
from srcdiff.analyse.arrays.slice_shapes import named_in
from srcdiff.analyse.flow.structure import Structure
from srcdiff.core.operations import is_store
from srcdiff.syntax import Statement, dotted, own_nodes, targets


def known_lists(layout: Structure, is_list: Callable[[str], bool]) -> dict[str, tuple[str, ...]]:
    """Return the arrays that lists hold, of those that nothing but this function changes.

    They begin, outside of loops, with some arrays, and have no other name.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> from srcdiff.syntax import statements
    >>> body = statements("a = [x, y]; b = [x]; z = a[0]; a.append(z); b.append(y); f(b, x)")
    >>> known_lists(structure(body), lambda name: name in "ab")
    {'a': ('x', 'y', 'z')}
    """
    found: dict[str, list[str]] = {}
    for title, made in layout.definitions.items():
        if is_list(title) and len(made) == 1 and isinstance(made[0], gast.Assign):
            begin = made[0].value
            if isinstance(begin, gast.List) and begin.elts and not layout.loops(made[0]):
                found[title] = [dotted(part) for part in begin.elts]
    for statement in layout.order:
        for title in passed_on(statement) & found.keys():
            del found[title]
        owner = changed_list(statement, found.__contains__)
        if owner and method_called(statement)[1] in {"extend", "insert"}:
            del found[owner]
        elif owner and (method_called(statement)[1] == "append" or is_store(statement)):
            put = statement.value if is_store(statement) else statement.value.args[0]
            found[owner].append(dotted(put))
    return {title: tuple(arrays) for title, arrays in found.items() if all(arrays)}


def passed_on(statement: Statement) -> set[str]:
    """Return the names that a statement reads as a whole, for more than a length or an element.

    >>> from srcdiff.syntax import statements
    >>> body = statements("x = a[0]; n = len(a); a.append(b); a[0] = b; c = f(a, a[0]); a = b")
    >>> [sorted(passed_on(s)) for s in body]
    [[], [], ['b'], ['b'], ['a'], ['b']]
    """
    if isinstance(statement, gast.Return):
        return set()
    parts: set[int] = set()
    nodes = list(own_nodes(statement))
    for node in nodes:
        if isinstance(node, (gast.Subscript, gast.Attribute)):
            parts.add(id(node.value))
        elif isinstance(node, gast.Call):
            parts.add(id(node.func))
            parts |= set(map(id, node.args)) if dotted(node.func) in LENGTHS else set()
    names = [n for n in nodes if isinstance(n, gast.Name) and isinstance(n.ctx, gast.Load)]
    return {node.id for node in names if id(node) not in parts}


def taken_from(statement: Statement, lists: Collection[str]) -> str:
    """Return the list of which a statement takes one array, or "".

    >>> from srcdiff.syntax import statements
    >>> [taken_from(s, {"a"}) for s in statements("x = a[0]; x = a.pop(); x = b[0]; x = y")]
    ['a', 'a', '', '']
    """
    value = getattr(statement, "value", None)
    if len(targets(statement)) != 1:
        return ""
    if isinstance(value, gast.Call) and isinstance(value.func, gast.Attribute):
        value = value.func if value.func.attr == "pop" else None
    owner = dotted(getattr(value, "value", None)) if value is not None else ""
    return owner if owner in lists else ""


def lasts(shape: str, layout: Structure, fixed: Collection[str]) -> bool:
    """Return True if a name for a shape means the same one all through a function.

    `fixed` are the names, of parameters too, that keep their shape.
    """
    return all(
        name in fixed
        or (len(made := layout.definitions.get(name, ())) == 1 and not layout.loops(made[0]))
        for name in named_in(shape)
    )


def unequal(
    held: Mapping[str, tuple[str, ...]],
    found: Mapping[str, str],
    layout: Structure,
    fixed: Collection[str],
) -> set[str]:
    """Return the lists that hold arrays of which the shape is another, or not known for good.

    >>> from srcdiff.analyse.flow.structure import structure
    >>> names = {"a": "x", "b": "x", "y": "x"}
    >>> unequal({"a": ("x", "y"), "b": ("x", "z")}, names, structure([]), ["x"])
    {'b'}
    """
    return {
        title
        for title, arrays in held.items()
        if any(found.get(array, array) != found.get(title) for array in arrays)
        or not lasts(found[title], layout, fixed)
    }
