"""What kernels call has to be of numbers and arrays alone: it asks `cuda` for nothing."""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import Any

import gast

from srcdiff.errors import NoSource, UnsupportedSyntax, located
from srcdiff.parse import source_of, unwrapped
from srcdiff.rules.registry import rule_of_user
from srcdiff.syntax import dotted, reads


def check_device_functions(
    tree: gast.FunctionDef, namespace: Mapping[str, Any], module: str
) -> None:
    """Refuse device functions that ask for places, wait for other threads, or make arrays.

    `module` is what the kernel calls `cuda`. Raises UnsupportedSyntax.
    """
    pending = [(tree, namespace)]
    known: set[Any] = set()
    while pending:
        calling, names = pending.pop()
        for value in (names.get(word) for word in reads(calling.body)):
            function = unwrapped(value)
            if not isinstance(function, FunctionType) or function in known or rule_of_user(value):
                continue
            known.add(function)
            try:
                source = source_of(function)
            except NoSource:
                continue  # it is refused where it is called
            with located(source.origin):
                check_device_function(source.tree, module)
            pending.append((source.tree, source.namespace))


def check_device_function(tree: gast.FunctionDef, module: str) -> None:
    """Refuse a device function with words of `cuda`."""
    for node in (part for statement in tree.body for part in gast.walk(statement)):
        text = dotted(node) if isinstance(node, gast.Attribute) else ""
        if text.startswith(f"{module}."):
            raise UnsupportedSyntax(
                f"`{text}` in a device function is not differentiated",
                node,
                "write this in the kernel, and pass what it gives as an argument",
            )
