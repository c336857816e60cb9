"""Parts of arguments as they are named in `wrt`."""

from __future__ import annotations

import ast
from typing import Any

from srcdiff.errors import WrongCall
from srcdiff.front.options import listed


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


def numbers_of(path: str, titles: list[str], floats: tuple[bool, ...]) -> tuple[int, ...]:
    """Return the numbers of the floating-point leaves of an argument, or a part of it.

    Raises WrongCall for a part that there is not, or that is not floating-point.

    >>> numbers_of("p", ["p.a", "p.n", "q"], (True, False, True))
    (0,)
    """
    plain = spelled(path)
    inside = [k for k, t in enumerate(titles) if is_inside(spelled(t), plain)]
    found = tuple(k for k in inside if floats[k])
    if not found:
        reason = "has no floating-point numbers" if inside else "is no part of the arguments"
        raise WrongCall(f"`{path}` {reason}", advice=f"there are {listed(titles[:12])}")
    return found


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
