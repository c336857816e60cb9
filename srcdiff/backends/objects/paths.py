"""Parts of arguments as they are named in `wrt`."""

from __future__ import annotations

import ast
from typing import Any

from srcdiff.errors import WrongCall


def spelled(path: str) -> tuple[Any, ...]:
    """Return the steps of a path: the name of the argument, then attributes and keys.

    Raises WrongCall for a text that is no path.

    >>> spelled("p['w'].b[0]"), spelled('p["w"].b[0]')
    (('p', 'w', 'b', 0), ('p', 'w', 'b', 0))
    """
    try:
        node = ast.parse(path, mode="eval").body
    except SyntaxError:
        raise no_path(path) from None
    steps: list[Any] = []
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Attribute):
            steps.append(node.attr)
        elif isinstance(node, ast.Subscript):
            try:
                steps.append(ast.literal_eval(node.slice))
            except ValueError:
                raise no_path(path) from None
        else:
            raise no_path(path)
        node = node.value
    return (node.id, *steps[::-1])


def no_path(path: str) -> WrongCall:
    """Return the error for a text that names no part of an argument."""
    return WrongCall(
        f"`{path}` names no part of an argument",
        advice="write it as in the function: `p.rate`, `params['w']`, `layers[0].weight`",
    )


def is_inside(title: tuple[Any, ...], path: tuple[Any, ...]) -> bool:
    """Return True if a leaf is a part of what a path names."""
    own = title[: len(path)]
    return own == path and list(map(type, own)) == list(map(type, path))


def split_path(path: str) -> tuple[str, tuple[Any, ...]]:
    """Return the parameter that a path begins with, and the steps behind it.

    >>> split_path("layers[0].weight")
    ('layers', (0, 'weight'))
    """
    first, *rest = spelled(path)
    return first, tuple(rest)


def is_path(wrt: str) -> bool:
    """Return True if a part of an argument is named, and not an argument."""
    return not wrt.isidentifier()
