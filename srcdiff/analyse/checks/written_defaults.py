"""Refuse to change the default values of parameters that Python keeps between calls."""

from __future__ import annotations

from typing import Any

import gast
import numpy as np

from srcdiff.errors import UnsupportedSyntax
from srcdiff.syntax import dotted, walk

CHANGING = {
    *("add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove"),
    *("reverse", "setdefault", "sort", "update"),
}


def is_kept(value: Any) -> bool:
    """Return True if a function can change a default value, which its next call then finds.

    >>> is_kept(2.0), is_kept(np.zeros(2)), is_kept((1.0, []))
    (False, True, True)
    """
    if isinstance(value, tuple):
        return any(map(is_kept, value))
    return isinstance(value, (np.ndarray, list, dict, set, bytearray))


def written_default(word: str, node: gast.AST, is_method: bool = False) -> UnsupportedSyntax:
    """Return the error for a default value that a function changes."""
    advice = f"write `{word}=None` for it, and make a new one `if {word} is None`"
    return UnsupportedSyntax(
        f"the default value of `{word}` is written to, and Python keeps it between calls",
        node,
        "make it in the function, not as a parameter" if is_method else advice,
    )


def written_part(word: str, node: gast.AST) -> UnsupportedSyntax:
    """Return the error for a part of a default value, or of a global object, that is changed."""
    return UnsupportedSyntax(
        f"`{word}` is written to, and Python keeps it between calls",
        node,
        "change a copy of it: `.copy()`",
    )


def check_unchanged(tree: gast.FunctionDef, word: str) -> None:
    """Refuse methods, deletions, and stores that change the list or dictionary of a name.

    Raises UnsupportedSyntax.

    >>> from srcdiff.syntax import function
    >>> check_unchanged(function("def f(x, w): return w[0] * w.index(x)"), "w")
    >>> check_unchanged(function("def f(x, w): w[0].append(x)"), "w")
    Traceback (most recent call last):
        ...
    srcdiff.UnsupportedSyntax: the default value of `w` is written to, and Python keeps it between \
calls
      = make it in the function, not as a parameter
    """
    for node in walk(tree):
        changed = None
        if isinstance(node, gast.Call) and isinstance(node.func, gast.Attribute):
            changed = node.func.value if node.func.attr in CHANGING else None
        elif isinstance(node, gast.Subscript) and not isinstance(node.ctx, gast.Load):
            changed = node.value
        elif isinstance(node, gast.AugAssign):
            changed = node.target
        while isinstance(changed, gast.Subscript):
            changed = changed.value
        if changed is not None and dotted(changed) == word:
            raise written_default(word, node, isinstance(node, gast.Call))
