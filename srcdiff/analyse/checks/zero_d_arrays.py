"""Refuse what an array without dimensions does and a number does not.

Core forms have numbers instead of them. A number has no other names, and is no view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import gast
import numpy as np

from srcdiff.analyse.aliasing.memory_groups import (
    Groups,
    changed,
    dimensions,
    memory_groups,
    sharing,
)
from srcdiff.analyse.types.types import Type
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.operations import is_store, operation, store_target
from srcdiff.errors import NoSource, UnsupportedSyntax
from srcdiff.front.parse import source_of
from srcdiff.syntax import (
    Expression,
    Statement,
    callee_of,
    dotted,
    is_ellipsis,
    is_part,
    members,
    parameters,
    targets,
    walk,
    walk_statements,
    with_body,
)

BRANCHES = (np.where, np.select)  # of numbers: arrays in NumPy, numbers in core forms
WORDS = ("where", "select")
GIVING_BACK = ("max", "min")  # functions of numbers that give one of them back


def check_without_dimensions(core: Core, kinds: Mapping[str, Type]) -> None:
    """Refuse changes that are seen through an array without dimensions, and not through a number.

    `kinds` are the types of all names. Raises UnsupportedSyntax for `z += y` where the array z may
    have another name, and for writes to an array of which `z = x[0, ...]` is a view.
    """
    everything = list(walk_statements(core.tree.body))
    statements = [s for s in everything if isinstance(s, gast.Assign)]
    views = {s: view for s in statements for view in [viewed(s, kinds)] if view}
    chosen = [s for s in statements if is_branch(s, core, kinds)]
    single = [n for n, kind in kinds.items() if dimensions(kind) == 0]
    if not views and not chosen and not single:
        return
    wide = frozenset(n for n, kind in kinds.items() if dimensions(kind))
    names = Groups(pair for s in statements for pair in same(s, wide))
    several = names.several({*parameters(core.tree), *(t for s in statements for t in targets(s))})
    branches = names.roots(t for s in chosen for t in targets(s))
    elements = names.roots(t for s in views for t in targets(s))
    arrays = names.roots(single)
    parts = names.roots(t for s in statements if may_share(s, kinds) for t in targets(s))
    parts |= names.roots(parameters(core.tree))
    shared = (arrays & (parts | several)) | (branches & several) | elements
    for statement in statements:
        changed_elsewhere = names.roots(changed_by_call(statement, core))
        if names.roots(changed(statement)) & shared or changed_elsewhere & (branches | elements):
            raise UnsupportedSyntax(
                "an array without dimensions is changed, which may have another name",
                statement,
                "make another number: `z = z + y` instead of `z += y`",
            )
    memory = memory_groups(statements, kinds)
    written = memory.roots(n for s in everything for n in may_write(s, core))
    for statement, array in views.items():
        bound = targets(statement)
        is_named = names.roots(bound) & several or not all(map(is_part, bound))
        if is_named and memory.root(array) in written:
            raise UnsupportedSyntax(
                "a view of one element has a name, and the array is written to",
                statement,
                "select the element without `...`",
            )


def same(statement: gast.Assign, arrays: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Return the names that a statement binds to what has a name, or has a part with one.

    No part of `arrays` has a name.
    """
    bound = targets(statement)
    value = statement.value
    if isinstance(value, gast.Tuple) and len(value.elts) == len(bound):
        yield from pairs(zip(bound, value.elts, strict=True))
        return
    parts = [value]
    if isinstance(value, (gast.Tuple, gast.List)):
        parts = value.elts
    elif isinstance(value, gast.Subscript):
        parts = [value.value] if dotted(value.value) not in arrays else []
    elif callee_of(value) in GIVING_BACK:
        parts = value.args
    elif isinstance(value, gast.Call):
        parts = value.args[:1] if changed(statement) else []
    if is_store(statement):
        stored = dotted(store_target(statement).value)
        bound = (stored,) if stored not in arrays else ()
    yield from pairs((title, part) for title in bound for part in parts)


def pairs(bound: Iterable[tuple[str, Expression]]) -> Iterator[tuple[str, str]]:
    """Return names with those that expressions consist of."""
    return ((title, dotted(part)) for title, part in bound if dotted(part))


def is_branch(statement: gast.Assign, core: Core, kinds: Mapping[str, Type]) -> bool:
    """Return True if a statement selects one of some numbers, perhaps in a function of the user."""
    value = statement.value
    if not all(isinstance(kinds.get(t), numba_types.Number) for t in targets(statement)):
        return False
    if callee_of(value) in core.functions:
        nodes = walk(text_of(core, dotted(value.func)))
        called = [dotted(node.func) for node in nodes if isinstance(node, gast.Call)]
        return any(word.split(".")[-1] in WORDS for word in called)
    found = operation(value) if isinstance(value, gast.Call) else None
    return found is not None and found.function in BRANCHES


def viewed(statement: gast.Assign, kinds: Mapping[str, Type]) -> str:
    """Return the array of which a statement makes an element an array without dimensions, or ""."""
    value = statement.value
    if not all(isinstance(kinds.get(t), numba_types.Number) for t in targets(statement)):
        return ""
    if callee_of(value) == "runtime.squeeze":
        return dotted(value.args[0])
    is_element = isinstance(value, gast.Subscript) and any(map(is_ellipsis, members(value.slice)))
    return dotted(value.value) if is_element and not is_store(statement) else ""


def may_share(statement: gast.Assign, kinds: Mapping[str, Type]) -> bool:
    """Return True if a statement may bind a name to a part of an array that has another name."""
    return not any(same(statement, frozenset())) and any(sharing(statement, kinds))


def may_write(statement: Statement, core: Core) -> Iterator[str]:
    """Return the names of arrays of which a statement may write elements."""
    if is_store(statement):
        yield dotted(store_target(statement).value)
    if isinstance(statement, gast.Assign):
        yield from changed(statement)
    value: Expression = getattr(statement, "value", None)
    if callee_of(value) in core.functions:
        yield from filter(None, map(dotted, value.args))


def changed_by_call(statement: gast.Assign, core: Core) -> Iterator[str]:
    """Return the names that a function of the user is given for what it changes by `+=`."""
    value = statement.value
    if callee_of(value) not in core.functions:
        return
    tree = text_of(core, dotted(value.func))
    nodes = walk(tree)
    names = Groups(
        pair for n in nodes if isinstance(n, gast.Assign) for pair in same(n, frozenset())
    )
    augmented = names.roots(dotted(n.target) for n in nodes if isinstance(n, gast.AugAssign))
    own = zip(parameters(tree), value.args, strict=False)
    yield from (dotted(given) for title, given in own if names.root(title) in augmented)


def text_of(core: Core, title: str) -> gast.FunctionDef:
    """Return a function of the user as it is written; one without statements if it has no text."""
    try:
        return source_of(core.functions[title]).tree
    except NoSource:
        return with_body(core.tree, [])
