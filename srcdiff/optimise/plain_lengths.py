"""Write lengths of lists as `len` again, now that nothing is moved any more."""

from __future__ import annotations

import gast

from srcdiff.syntax import bottom_up, call, callee_of, locate


def plain_lengths(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with `len` for lengths of lists.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(plain_lengths(function("def f(a):\\n    return runtime.length(a) + 1"))))
    def f(a):
        return len(a) + 1
    """

    def change(node: gast.AST) -> gast.AST:
        is_length = callee_of(node) == "runtime.length"
        return locate(call("len", *node.args), node) if is_length else node

    return bottom_up(tree, change)
