"""Calls of functions of srcdiff/library that passes put in."""

from __future__ import annotations

from typing import Any

import gast

from srcdiff.syntax import Expression, fresh, name


def of_library(function: Any, known: dict[str, Any], *given: Expression) -> Expression:
    """Return a call of a function of the library, which `known` has a name for afterwards.

    >>> from srcdiff.library.places import size_of
    >>> from srcdiff.syntax import unparse
    >>> known = {"size_of": len}
    >>> print(unparse(of_library(size_of, known, name("s"))), known["size_of_2"] is size_of)
    size_of_2(s) True
    """
    title = next((t for t, f in known.items() if f is function), None)
    title = title or fresh(function.__name__, known)
    known[title] = function
    return gast.Call(name(title), list(given), [])
