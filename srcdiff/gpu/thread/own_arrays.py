"""Arrays of a thread, and of its block, become plain arrays, as other passes know them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gast
import numpy as np
from numba.core import types
from numba.np.numpy_support import as_dtype

from srcdiff.errors import UnsupportedSyntax
from srcdiff.normalise.functions.lookup import value_of
from srcdiff.syntax import (
    Expression,
    call,
    callee_of,
    constant,
    dotted,
    mapped,
    members,
    number,
    path,
    tuple_of,
    with_body,
)


def own_arrays(
    tree: gast.FunctionDef,
    namespace: Mapping[str, Any],
    module: str,
    kinds: Sequence[str] = ("local", "shared"),
) -> gast.FunctionDef:
    """Return a kernel with `np.empty` for arrays of its own; `module` is what it calls `cuda`.

    `kinds` are those of the arrays. Raises UnsupportedSyntax where the type of the elements, or the
    length, is not known.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(own_arrays(function('''
    ... def kernel(x):
    ...     a = cuda.local.array((2, 3), real)
    ... '''), {"real": types.float32}, "cuda")))
    def kernel(x):
        a = np.empty((2, 3), np.float32)
    """

    makers = {f"{module}.{of}.array" for of in kinds}

    def change(node: gast.AST) -> gast.AST:
        if callee_of(node) in makers:
            words = {word.arg: word.value for word in node.keywords}
            parts = [*node.args, *(words[w] for w in ("shape", "dtype") if w in words)]
            shape = lengths(parts[0], namespace)
            check_known(shape, node)
            new = call("np.empty", shape, elements(parts[-1], namespace))
            return gast.copy_location(new, node)
        return mapped(node, change)

    return with_body(tree, [change(statement) for statement in tree.body])


def lengths(tree: Expression, namespace: Mapping[str, Any]) -> Expression:
    """Return a shape with numbers instead of the names of constants.

    >>> from srcdiff.syntax import expression, unparse
    >>> known = {"N": 3, "S": (4, 5)}
    >>> [unparse(lengths(expression(text), known)) for text in ("(N, 2)", "S", "6")]
    ['(3, 2)', '(4, 5)', '6']
    """
    if isinstance(tree, gast.Tuple):
        return tuple_of([lengths(part, namespace) for part in tree.elts])
    value = namespace.get(dotted(tree))
    if isinstance(value, tuple) and all(isinstance(part, int) for part in value):
        return tuple_of([constant(part) for part in value])
    return constant(int(value)) if isinstance(value, (int, np.integer)) else tree


def check_known(shape: Expression, made: gast.Call) -> None:
    """Refuse arrays without elements, which are as long as the launch says.

    All of these are the same memory: there is none for the adjoint.
    """
    if any(number(part) == 0 for part in members(shape)):
        raise UnsupportedSyntax(
            "an array whose length the launch gives is not differentiated",
            made,
            "name a constant there",
        )


def elements(tree: Expression, namespace: Mapping[str, Any]) -> Expression:
    """Return the type of elements as NumPy calls it.

    Raises UnsupportedSyntax for anything else.
    """
    value = tree.value if isinstance(tree, gast.Constant) else value_of(tree, namespace)
    try:
        dtype = as_dtype(value) if isinstance(value, types.Type) else np.dtype(value)
    except (TypeError, NotImplementedError):
        dtype = None
    if value is None or dtype is None:
        raise UnsupportedSyntax(
            "the type of the elements is not known", tree, "name a type of NumPy or Numba"
        )
    return path(f"np.{dtype.name}{'_' if dtype.name == 'bool' else ''}")
