"""Raise AttributeError where a `try` asks a value for what only objects of other kinds have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gast
import numpy as np

from srcdiff.analyse.types.types import Type, types
from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.naming import Naming
from srcdiff.normalise.exceptions.caught import group_of
from srcdiff.normalise.exceptions.handlers import groups_of
from srcdiff.syntax import (
    Block,
    Expression,
    Statement,
    all_parameters,
    assign,
    blocks,
    call,
    constant,
    locate,
    walk_statements,
    with_blocks,
    with_body,
    writes,
)

CLASSES = (  # of all values that a differentiated function works with
    *(bool, int, float, complex, str, tuple, list, dict, set, type(None)),
    *(np.ndarray, np.bool_, np.int64, np.float64, np.complex128),
)


@needs(gast.Try)
def attribute_errors(
    tree: gast.FunctionDef, given: Sequence[Type], constants: Mapping[str, Any]
) -> gast.FunctionDef:
    """Return the function with AttributeError raised where a `try` takes it.

    It is raised by methods that no number, array, tuple or list has, and by assignments to
    their attributes; `given` are the types of the parameters.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(attribute_errors(function('''
    ... def f(x):
    ...     y = x * x
    ...     try:
    ...         y.label = "area"
    ...     except AttributeError:
    ...         pass
    ...     return y
    ... '''), [types.float64], {})))
    def f(x):
        y = x * x
        try:
            raise AttributeError("no attribute 'label'")
        except AttributeError:
            pass
        return y
    """
    if not any(isinstance(node, gast.Try) for node in walk_statements(tree.body)):
        return tree
    if not all(map(is_plain, given)):
        return tree
    local = frozenset({p.id for p in all_parameters(tree)} | writes(tree.body))
    return with_body(tree, _Walk(local, Naming(tree), constants).block(tree.body, False))


def is_plain(kind: Type) -> bool:
    """Return True if values of a type are numbers, texts, or arrays, tuples and lists of them."""
    if isinstance(kind, types.BaseTuple):
        return all(map(is_plain, kind))
    if isinstance(kind, (types.Array, types.List)):
        return is_plain(kind.dtype)
    plain = types.Number, types.Boolean, types.UnicodeType, types.NoneType, types.Omitted
    return isinstance(kind, (*plain, types.StringLiteral))


class _Walk:
    """The walk of `absent`; `local` are the variables of the function."""

    def __init__(self, local: frozenset[str], naming: Naming, constants: Mapping[str, Any]) -> None:
        self.local = local
        self.naming = naming
        self.constants = constants

    def block(self, block: Block, is_taken: bool) -> Block:
        """Rewrite a block; `is_taken` returns True if a handler takes AttributeError there."""
        new: Block = []
        for statement in block:
            parts = list(blocks(statement))
            inside = [is_taken] * len(parts)
            if isinstance(statement, gast.Try):
                groups = groups_of(statement, self.constants)
                inside[0] |= group_of(AttributeError, groups) is not None
            if parts:
                inner = [self.block(p, way) for p, way in zip(parts, inside, strict=True)]
                new.append(with_blocks(statement, inner))
            else:
                new += self.statement(statement) if is_taken else [statement]
        return new

    def statement(self, statement: Statement) -> Block:
        """Return what a statement does; what is assigned is evaluated before it fails."""
        value = getattr(statement, "value", None)
        if isinstance(value, gast.Call) and self.is_absent(value.func):
            return [self.error(value.func, statement)]
        if isinstance(statement, gast.Assign) and self.is_absent(statement.targets[0]):
            first: Block = []
            if not isinstance(value, (gast.Constant, gast.Name)):
                first = [assign(self.naming.part("attribute", "value"), value, statement)]
            return [*first, self.error(statement.targets[0], statement)]
        return [statement]

    def is_absent(self, tree: Expression) -> bool:
        """Return True if this is an attribute that a variable cannot have."""
        is_local = isinstance(tree, gast.Attribute) and isinstance(tree.value, gast.Name)
        if not is_local or tree.value.id not in self.local:
            return False
        return not any(hasattr(kind, tree.attr) for kind in CLASSES)

    def error(self, tree: gast.Attribute, place: Statement) -> Statement:
        """Return the statement that raises AttributeError."""
        made = call("AttributeError", constant(f"no attribute '{tree.attr}'"))
        return locate(gast.Raise(made, None), place)
