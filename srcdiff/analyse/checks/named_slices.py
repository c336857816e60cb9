"""Refuse subscripts by names of slices that stay after normalise/indexing/slices.py."""

from __future__ import annotations

import gast

from srcdiff.analyse.types.types import Type, Types
from srcdiff.analyse.types.types import types as numba_types
from srcdiff.core import Core
from srcdiff.core.needs import needs
from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import base, members, walk_statements

KINDS = (numba_types.SliceType, numba_types.NoneType, numba_types.EllipsisType)


@needs(*KINDS)
def check_slices(core: Core, types: Types) -> None:
    """Refuse subscripts by names of slices: what they take could not be told from elements.

    Raises UnsupportedSyntax.
    """
    for statement in walk_statements(core.tree.body):
        for node in gast.walk(statement):
            parts = members(node.slice) if isinstance(node, gast.Subscript) else []
            for part in parts:
                if isinstance(part, gast.Name) and has_slice(types.names.get(part.id)):
                    raise UnsupportedSyntax(
                        f"`{base(part.id)}` is no number: it is, or has, a slice, None or `...`",
                        node,
                        "write it in the subscript, as in `a[i:j]`",
                    )


def has_slice(kind: Type | None) -> bool:
    """Return True if a type is that of a slice, None or `...`, or of a tuple with one."""
    if isinstance(kind, numba_types.BaseTuple):
        return any(map(has_slice, kind))
    return isinstance(kind, KINDS)
