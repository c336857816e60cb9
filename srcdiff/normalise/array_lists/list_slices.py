"""Slices of lists that are deleted or replaced: `del u[:2]`, `u[1:3] = [x, y]`."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.array_lists.list_spellings import always_lists
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    assign,
    call,
    clone,
    constant,
    each_statement,
    locate,
    name,
    number,
)


@needs(gast.Slice)
def list_slices(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with methods that take out the elements of slices, and put others in.

    It is the list itself that changes, under all its names. A slice with a first element begins at
    a number that is written out, and no new elements go before its end but those of a list that is
    written out, too.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(list_slices(function('''
    ... def f(x, n):
    ...     u = [x] * 8
    ...     u = [x, 1.0]
    ...     w = [x, 2.0]
    ...     del u[:n]
    ...     w[1:2] = [u[0], w[0]]
    ...     w[:] = w[-2:]
    ...     return w
    ... '''))))
    def f(x, n):
        u = [x] * 8
        u = [x, 1.0]
        w = [x, 2.0]
        for u·step in range(len(u[:n])):
            u.pop(0)
        w·new = u[0]
        w·new·2 = w[0]
        for w·step in range(len(w[1:2])):
            w.pop(1)
        w.insert(1, w·new)
        w.insert(2, w·new·2)
        w·new·3 = w[-2:]
        w.clear()
        w.extend(w·new·3)
        return w
    """
    lists, naming = always_lists(tree), Naming(tree)

    def change(statement: Statement) -> Block:
        match statement:
            case gast.Delete(targets=[gast.Subscript(value=gast.Name(id=title), slice=part)]):
                if title in lists and is_known(part):
                    return taken_out(title, part, naming, statement)
            case gast.Assign(
                targets=[gast.Subscript(value=gast.Name(id=title), slice=part)], value=value
            ):
                if title in lists and is_known(part) and (is_display(value) or part.upper is None):
                    held, new = values(title, value, naming, statement)
                    out = taken_out(title, part, naming, statement)
                    return [*held, *out, *put_in(title, part, new, statement)]
        return [statement]

    return each_statement(tree, change)


def is_known(part: Expression) -> bool:
    """Return True for a slice that begins at a known place, or goes on to the end of a list.

    >>> from srcdiff.syntax import expression
    >>> parts = [expression(f"a[{text}]").slice for text in ("1:n", ":n", "n:", "n:4", "::2", "k")]
    >>> [is_known(part) for part in parts]
    [True, True, True, False, False, False]
    """
    if not isinstance(part, gast.Slice) or part.step is not None:
        return False
    first = 0 if part.lower is None else number(part.lower)
    return part.upper is None or (isinstance(first, int) and first >= 0)


def is_display(value: Expression) -> bool:
    """Return True for a list or a tuple that is written out."""
    stars = any(isinstance(p, gast.Starred) for p in getattr(value, "elts", []))
    return isinstance(value, (gast.List, gast.Tuple)) and not stars


def values(
    title: str, value: Expression, naming: Naming, place: Statement
) -> tuple[Block, list[Expression] | Expression]:
    """Return statements that name new elements, and what they are: one by one if written out."""
    parts = value.elts if is_display(value) else [value]
    titles = [naming.part(title, "new") for _ in parts]
    held = [assign(t, part, place) for t, part in zip(titles, parts, strict=True)]
    return held, [name(t) for t in titles] if is_display(value) else name(titles[0])


def taken_out(title: str, part: gast.Slice, naming: Naming, place: Statement) -> Block:
    """Return the statements that take the elements of a slice out of a list."""
    if part.lower is None and part.upper is None:
        return [locate(gast.Expr(call(f"{title}.clear")), place)]
    first = [] if part.upper is None else [part.lower or constant(0)]
    counter = gast.Name(naming.part(title, "step"), gast.Store(), None, None)
    whole = gast.Subscript(name(title), clone(part), gast.Load())
    body = [locate(gast.Expr(call(f"{title}.pop", *map(clone, first))), place)]
    over = call("range", call("len", whole))
    return [locate(gast.For(counter, over, body, [], None), place)]


def put_in(
    title: str, part: gast.Slice, new: list[Expression] | Expression, place: Statement
) -> Block:
    """Return the statements that put elements into a list, where those of a slice were."""
    if not isinstance(new, list):
        return [locate(gast.Expr(call(f"{title}.extend", new)), place)]
    if part.upper is None:
        return [locate(gast.Expr(call(f"{title}.append", value)), place) for value in new]
    first = 0 if part.lower is None else int(number(part.lower) or 0)
    return [
        locate(gast.Expr(call(f"{title}.insert", constant(first + k), value)), place)
        for k, value in enumerate(new)
    ]
