"""Write out loops over words: what they are the keys of must be known."""

from __future__ import annotations

import gast

from srcdiff.core.needs import needs
from srcdiff.normalise.control_flow.loops.written_loops import loops_written_out
from srcdiff.syntax import is_string


@needs(str)
@needs(gast.Tuple, gast.List)
def word_loops(tree: gast.FunctionDef) -> gast.FunctionDef:
    """Return the function with loops over strings that are written out.

    >>> from srcdiff.syntax import function, unparse
    >>> print(unparse(word_loops(function('''
    ... def f(p):
    ...     s = 0.0
    ...     for k, w in (("a", 0.5), ("b", 2.0)):
    ...         s += w * p[k]
    ...     return s
    ... '''))))
    def f(p):
        s = 0.0
        w = 0.5
        s += w * p['a']
        w = 2.0
        s += w * p['b']
        return s
    """
    return loops_written_out(tree, is_string)
