"""Refuse lists of lists that differ in length, as far as a text tells: no array stands for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import gast

from srcdiff.errors import UnsupportedType
from srcdiff.syntax import Expression, Statement, dotted, number, targets

SIZED = ("list", "runtime.listed", "np.empty")  # what makes as many elements as it says


def made_once(statements: Iterable[Statement]) -> dict[str, Expression]:
    """Return the names that are bound once, and their values."""
    values: dict[str, list[Expression]] = {}
    for statement in statements:
        for target in targets(statement):
            values.setdefault(target, []).append(getattr(statement, "value", None))
    return {n: v[0] for n, v in values.items() if len(v) == 1 and v[0] is not None}


def length(tree: Expression) -> int | None:
    """Return the length of a list that is made, None where that is not known.

    >>> from srcdiff.syntax import expression
    >>> [length(expression(text)) for text in ("[x, y]", "list(np.empty(3))", "list(x)", "3")]
    [2, 3, None, None]
    """
    if isinstance(tree, gast.List):
        return len(tree.elts)
    if not isinstance(tree, gast.Call):
        return None
    while isinstance(tree, gast.Call) and tree.args and dotted(tree.func) in SIZED:
        tree = tree.args[0]
    known = number(tree)
    return known if isinstance(known, int) else None


def check_lengths(tree: gast.List, known: Mapping[str, Expression]) -> None:
    """Refuse a list of lists of different lengths; `known` are the values of names.

    Raises UnsupportedType.

    >>> from srcdiff.syntax import expression
    >>> a, b = expression("[x, y]"), expression("[z]")
    >>> check_lengths(expression("[a, [x, x], c]"), {"a": a, "b": b})
    >>> check_lengths(expression("[a, b]"), {"a": a, "b": b})
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedType: the lists in this list differ in length
      = give each of them a name of its own, or make them equally long
    """
    parts = [known.get(dotted(part), part) for part in tree.elts]
    if len({length(part) for part in parts} - {None}) > 1:
        raise UnsupportedType(
            "the lists in this list differ in length",
            tree,
            "give each of them a name of its own, or make them equally long",
        )
    for part in (part for part in parts if isinstance(part, gast.List)):
        check_lengths(part, known)
