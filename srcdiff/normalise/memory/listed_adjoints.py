"""Take adjoints that lists have got from these lists again, where their place there is counted."""

from __future__ import annotations

import gast

from srcdiff.analyse.aliasing.lists_of_arrays import method_called
from srcdiff.analyse.flow.structure import structure
from srcdiff.syntax import (
    SEPARATOR,
    Block,
    Statement,
    adjoint,
    assign,
    dotted,
    fresh,
    has_operator,
    map_blocks,
    name,
    number,
    reads,
    rename,
    subscript,
    targets,
    with_body,
)


def listed_adjoints(tree: gast.FunctionDef) -> tuple[gast.FunctionDef, dict[str, str]]:
    """Return the function with adjoints of new arrays loaded from the lists that they go into.

    The backward part can load them, too, and need not have them saved. The names that are new are
    returned with those that they are for.

    >>> from srcdiff.syntax import function, unparse
    >>> tree, _ = listed_adjoints(function('''
    ... def f(x, rows·length):
    ...     row = np.sin(x)
    ...     d_·row = np.zeros_like(row)
    ...     rows.append(row)
    ...     d_·rows.append(d_·row)
    ...     rows·length·2 = rows·length + 1
    ... '''))
    >>> print(unparse(tree))
    def f(x, rows·length):
        row = np.sin(x)
        d_·row·new = np.zeros_like(row)
        rows.append(row)
        d_·rows.append(d_·row·new)
        d_·row = d_·rows[rows·length]
        rows·length·2 = rows·length + 1
    """
    layout = structure(tree.body)
    found: dict[str, str] = {}

    def change(block: Block) -> Block:
        new: Block = []
        for first, statement, third in zip([None, *block], block, [*block[1:], None], strict=False):
            new.append(statement)
            made = made_for(first, statement, new) if first is not None else None
            count = counted(first, third) if made and third is not None else ""
            if made is None or not count:
                continue
            title, behind = targets(made)[0], new[new.index(made) + 1 : -1]
            if len(layout.definitions[title]) > 1 or any(title in reads(s) for s in behind):
                continue
            own = fresh(f"{title}{SEPARATOR}new", layout.definitions)
            found[own] = title  # which is bound once, and its place is
            new[new.index(made)] = assign(own, made.value, made)
            new[-1] = rename(statement, {title: own})
            place = subscript(method_called(statement)[0], name(count))
            new.append(assign(title, place, statement))
        return new

    return with_body(tree, map_blocks(tree.body, change)), found


def made_for(first: Statement, second: Statement, before: Block) -> Statement | None:
    """Return the statement that makes an adjoint of zeros, which `second` puts into a list."""
    owner, method = method_called(first)
    if method != "append" or method_called(second) != (adjoint(owner), "append"):
        return None
    array, own = dotted(first.value.args[0]), dotted(second.value.args[0])
    if not array or own != adjoint(array):
        return None
    made = [s for s in before if own in targets(s)]
    is_new = len(made) == 1 and isinstance(made[0].value, gast.Call)
    return made[0] if is_new and dotted(made[0].value.func) == "np.zeros_like" else None


def counted(first: Statement, third: Statement) -> str:
    """Return the name for the length of a list before an element is appended, if it is counted."""
    owner, _ = method_called(first)
    value = getattr(third, "value", None)
    if not isinstance(value, gast.BinOp) or not has_operator(value, gast.Add):
        return ""
    count = dotted(value.left)
    is_count = count == counter(owner) or count.startswith(f"{counter(owner)}{SEPARATOR}")
    return count if is_count and number(value.right) == 1 else ""


def counter(title: str) -> str:
    """Return how the length of a list is called (array_lists/counted_lists.py)."""
    return f"{title}{SEPARATOR}length"
