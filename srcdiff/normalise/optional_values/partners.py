"""Variables that are None together: where one of them is not None, the others are not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import gast

from srcdiff.normalise.optional_values.nullability import NONE, VALUE, bound_here, may_be_none
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    blocks,
    is_none,
    parameters,
    walk,
    walk_statements,
)

Kinds = dict[str, str]  # what the last of some assignments have bound variables to
IsSure = Callable[[Expression], bool]
COPY = "copy of "


def any_value(value: Expression) -> bool:
    """Return True, for all that may not be None in the text."""
    return True


def partners(
    tree: gast.FunctionDef, found: set[str], known: Mapping[str, Any], is_sure: IsSure = any_value
) -> dict[str, frozenset[str]]:
    """Return for variables that may be None those that are None where they are, and only there.

    They are bound by assignments one after the other, between which nothing is asked; `is_sure`
    returns True for what is certainly not None.

    >>> from srcdiff.syntax import function
    >>> tree = function('''
    ... def f(v, w):
    ...     low = None
    ...     at = None
    ...     last = None
    ...     for k in range(len(v)):
    ...         if low is None or v[k] < low:
    ...             low, at = v[k], w[k]
    ...             if k > 1:
    ...                 last = v[k]
    ...     return low * at
    ... ''')
    >>> {n: sorted(p) for n, p in partners(tree, {"low", "at", "last"}, {}).items()}
    {'at': ['low'], 'last': [], 'low': ['at']}
    """
    own = sorted(found - set(parameters(tree)))
    runs = [run for block in blocks_in(tree) for run in runs_of(block)]
    kinds = [kinds_of(run, found, known, is_sure) for run in runs]
    others = {n for n in own for run in kinds if f"?{n}" in run}
    if any(isinstance(s, gast.Try) for s in walk_statements(tree.body)):
        others = set(own)
    plain = [n for n in own if n not in others | bound_elsewhere(tree)]
    pairs = {(a, b) for a in plain for b in plain if a < b}
    while True:
        left = {p for p in pairs if all(agrees(p, run, pairs) for run in kinds)}
        if left == pairs:
            break
        pairs = left
    return {n: frozenset(m for m in own if pair(n, m) in pairs) for n in own}


def pair(a: str, b: str) -> tuple[str, str]:
    """Return two names in their order."""
    return (a, b) if a < b else (b, a)


def agrees(names: tuple[str, str], run: Kinds, pairs: set[tuple[str, str]]) -> bool:
    """Return True if some assignments bind two variables both, and both to None or neither."""
    first, other = (run.get(n) for n in names)
    if first is None or other is None or first == other:
        return first == other
    if not (first.startswith(COPY) and other.startswith(COPY)):
        return False
    return pair(first.removeprefix(COPY), other.removeprefix(COPY)) in pairs


def blocks_in(tree: gast.FunctionDef) -> Iterator[Block]:
    """Return all blocks of a function."""
    yield tree.body
    for statement in walk_statements(tree.body):
        yield from blocks(statement)


def runs_of(block: Block) -> Iterator[Block]:
    """Return the assignments of a block that stand one after the other."""
    run: Block = []
    for statement in block:
        if isinstance(statement, gast.Assign):
            run.append(statement)
        elif run:
            yield run
            run = []
    if run:
        yield run


def kinds_of(run: Block, found: set[str], known: Mapping[str, Any], is_sure: IsSure) -> Kinds:
    """Return what some assignments bind variables to; `?` stands before those not known."""
    kinds: Kinds = {}
    asks = any(is_asked(node, found) for statement in run for node in walk(statement.value))
    for statement in run:
        for title, value in assigned(statement):
            kinds.pop(title, None)
            if value is None or asks:
                kinds[f"?{title}"] = ""
            elif is_none(value):
                kinds[title] = NONE
            elif isinstance(value, gast.Name) and value.id in found:
                kinds[title] = f"{COPY}{value.id}"
            elif may_be_none(value, found, known) or not is_sure(value):
                kinds[f"?{title}"] = ""
            else:
                kinds[title] = VALUE
    return kinds


def assigned(statement: gast.Assign) -> Iterator[tuple[str, Expression | None]]:
    """Return the names that an assignment binds, with what to; None if that is not known."""
    target = statement.targets[0]
    if len(statement.targets) == 1 and isinstance(target, gast.Name):
        yield target.id, statement.value
        return
    parts = getattr(target, "elts", ())
    values = statement.value.elts if isinstance(statement.value, gast.Tuple) else ()
    if len(parts) == len(values) and all(isinstance(part, gast.Name) for part in parts):
        yield from ((part.id, value) for part, value in zip(parts, values, strict=True))
        return
    yield from ((title, None) for title in bound_here(statement))


def is_asked(node: gast.AST, found: set[str]) -> bool:
    """Return True if an expression may ask whether a variable is None."""
    if not isinstance(node, (gast.IfExp, gast.BoolOp, gast.Compare)):
        return False
    return any(isinstance(part, gast.Name) and part.id in found for part in walk(node))


def bound_elsewhere(tree: gast.FunctionDef) -> set[str]:
    """Return the names that are bound by other statements than assignments."""
    others: list[Statement] = [
        s for s in walk_statements(tree.body) if not isinstance(s, gast.Assign)
    ]
    return {title for statement in others for title in bound_here(statement)}
