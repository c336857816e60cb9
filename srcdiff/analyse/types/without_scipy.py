"""Products of arrays and linear algebra, which Numba compiles only where SciPy is installed."""

from __future__ import annotations

from collections.abc import Container
from importlib.util import find_spec

import gast

from srcdiff.core import Core
from srcdiff.errors import UnsupportedType
from srcdiff.syntax import dotted, has_operator

WITHOUT_SCIPY = "Numba compiles products of arrays and linear algebra only where SciPy is installed"
GET_SCIPY = 'run `pip install "srcdiff[linalg]"`'


def check_scipy(core: Core) -> None:
    """Refuse products of arrays and linear algebra where there is no SciPy.

    Numba would look for it only when it compiles them. The function has types already, so
    that a `dot` which is not the user's own is that of arrays.
    """
    if find_spec("scipy") is None and algebra(core):
        raise without_scipy(core)


def without_scipy(core: Core) -> UnsupportedType:
    """Return the error for products of arrays and the like where there is no SciPy."""
    found = algebra(core)
    return UnsupportedType(WITHOUT_SCIPY, found[0] if found else core.tree, GET_SCIPY)


def algebra(core: Core) -> list[gast.AST]:
    """Return the products of arrays, and the linear algebra, in a function."""
    parts = [node for statement in core.tree.body for node in gast.walk(statement)]
    return [node for node in parts if needs_scipy(node, core.functions)]


def needs_scipy(node: gast.AST, own: Container[str]) -> bool:
    """Return True if an expression is a product of arrays, or linear algebra.

    A function of the user's `own` is neither, whatever it is called.
    """
    if isinstance(node, gast.Call) and dotted(node.func) not in own:
        *_, module, function = ["", *dotted(node.func).split(".")]
        if module == "linalg":
            return function != "LinAlgError"
        return function in ("dot", "vdot", "matmul")
    return has_operator(node, gast.MatMult)
