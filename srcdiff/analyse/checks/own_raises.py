"""Refuse calls that no function of srcdiff/library is written for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gast

from srcdiff.errors import UnsupportedSyntax

LIBRARY = "srcdiff.library"  # whose functions call those of NumPy themselves, with arrays first


def check_own_raises(tree: gast.FunctionDef, namespace: Mapping[str, Any]) -> None:
    """Refuse a function of srcdiff/library that, for arguments of these types, only raises.

    A function of the user that does so is differentiated: its derivative raises, too. Raises
    UnsupportedSyntax with the message of the exception.
    """
    if not str(namespace.get("__name__", "")).startswith(LIBRARY):
        return
    for statement in tree.body:
        if isinstance(statement, gast.Raise):
            (message,) = statement.exc.args
            raise UnsupportedSyntax(
                str(message.value), statement, "write it with other functions, or in a loop"
            )
